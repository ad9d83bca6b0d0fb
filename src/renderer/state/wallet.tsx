import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { firstAccount } from '#contract/topics'
import { ChosenColours } from '../ui/Avatar.tsx'
import { whenLocked } from './forget-on-lock.ts'
import { useQuery } from './query.ts'
import type { Account, AppState, Group, Owner } from './types.ts'

export interface Selection {
  readonly account: string | null
  /** A group of that account; null for the account's own outputs. */
  readonly holder: string | null
}

/** Whose money the window shows. Only ids are kept; everything about them is read from the wallet. */
export const selection = createStore<Selection>(() => ({ account: null, holder: null }))

export function selectAccount(account: string, holder: string | null = null): void {
  selection.setState({ account, holder })
}

whenLocked(() => selection.setState({ holder: null }))

export interface WalletContext {
  readonly state: AppState
  readonly account: Account
  /** Whose outputs the screens are about. */
  readonly owner: Owner
  readonly groups: readonly Group[]
  /** The group that is shown, or null while the account itself is. */
  readonly group: Group | null
}

const NO_GROUPS: readonly Group[] = []

const Context = createContext<WalletContext | null>(null)

/** The account that is shown: the one chosen in this window, else the first in order. */
function accountOf(state: AppState, chosen: string | null): Account | null {
  return state.accounts.find((account) => account.account === chosen) ?? firstAccount(state.accounts)
}

export function useSelectedAccount(state: AppState | undefined): Account | null {
  const chosen = useStore(selection, (value) => value.account)
  return useMemo(() => (state === undefined ? null : accountOf(state, chosen)), [state, chosen])
}

export function WalletProvider(props: { state: AppState; account: Account; children: ReactNode }) {
  const { state, account, children } = props
  const chosen = useStore(selection, (value) => (value.account === account.account ? value.holder : null))
  const { value: listed, error } = useQuery('groups.list', { account: account.account })
  const group = listed?.find((one) => one.holder === chosen) ?? null
  // Until the groups are read, the chosen one is taken at its word; one that is gone falls back to the account.
  const holder = listed === undefined && error === null ? chosen : (group?.holder ?? null)
  const owner = useMemo(() => ({ account: account.account, holder }), [account.account, holder])
  const value = useMemo(
    () => ({ state, account, owner, groups: listed ?? NO_GROUPS, group }),
    [state, account, owner, listed, group],
  )
  const colours = useMemo(
    () =>
      new Map([
        ...state.accounts.map((one) => [one.account, one.colour] as const),
        ...(listed ?? NO_GROUPS).flatMap((one) =>
          one.colour === undefined ? [] : [[one.membersHash, one.colour] as const],
        ),
      ]),
    [state.accounts, listed],
  )
  return (
    <ChosenColours value={colours}>
      <Context value={value}>{children}</Context>
    </ChosenColours>
  )
}

/** The open wallet. Only rendered below WalletProvider, that is, when it is unlocked and has an account. */
export function useWallet(): WalletContext {
  const value = useContext(Context)
  if (value === null) throw new Error('used outside of an open wallet')
  return value
}

/** Who looks on where there is no wallet, as in the window of its own. */
export const Onlooker = createContext<string | null>(null)

/** The account of whoever looks on; null where nobody knows it. */
export function useOnlooker(): string | null {
  const told = useContext(Onlooker)
  return useWalletMaybe()?.account.account ?? told
}

/** As `useWallet`, for parts that also appear before there is an account. */
export function useWalletMaybe(): WalletContext | null {
  return useContext(Context)
}
