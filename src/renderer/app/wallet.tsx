import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Account, AppState, Owner } from './types.ts'

/** Which account the window shows. Only its id is kept; everything about it is read from the wallet. */
export const selection = createStore<{ readonly account: string | null }>(() => ({ account: null }))

export function selectAccount(account: string): void {
  selection.setState({ account })
}

export interface WalletContext {
  readonly state: AppState
  readonly account: Account
  /** Whose outputs the screens are about. */
  readonly owner: Owner
}

const Context = createContext<WalletContext | null>(null)

/** The account that is shown: the one chosen in this window, else the first in order. */
export function accountOf(state: AppState, chosen: string | null): Account | null {
  const sorted = [...state.accounts].sort((a, b) => a.order - b.order)
  return sorted.find((account) => account.account === chosen) ?? sorted[0] ?? null
}

export function useSelectedAccount(state: AppState | undefined): Account | null {
  const chosen = useStore(selection, (value) => value.account)
  return useMemo(() => (state === undefined ? null : accountOf(state, chosen)), [state, chosen])
}

export function WalletProvider(props: { state: AppState; account: Account; children: ReactNode }) {
  const { state, account, children } = props
  const value = useMemo(() => ({ state, account, owner: { account: account.account, holder: null } }), [state, account])
  return <Context value={value}>{children}</Context>
}

/** The open wallet. Only rendered below WalletProvider, that is, when it is unlocked and has an account. */
export function useWallet(): WalletContext {
  const value = useContext(Context)
  if (value === null) throw new Error('used outside of an open wallet')
  return value
}

/** As `useWallet`, for parts that also appear before there is an account. */
export function useWalletMaybe(): WalletContext | null {
  return useContext(Context)
}
