import { useMemo } from 'react'
import { isolated, say, wording } from '#words'
import { numberBeside, userName } from '../components/group.tsx'
import { NO_FILTER, titleOf, underTitle } from '../components/movement.ts'
import { formatFigure, shorten } from '../lib/digits.ts'
import { useSettled } from '../lib/hooks.ts'
import { beginsWord } from '../lib/search.ts'
import { goSendFilled } from '../state/prefilled-send.ts'
import { useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import { openScan } from '../state/scan.ts'
import { EMPTY_FORM } from '../state/send-form.ts'
import type { ActivityRow, Asset, Group, RequestRow, User } from '../state/types.ts'
import { selectAccount, useWallet } from '../state/wallet.tsx'
import { type NamedSetting, namedSettings } from './settings-names.ts'

/** What stands before a find. */
export type FindSign =
  | { readonly kind: 'person'; readonly user: User }
  | { readonly kind: 'group'; readonly group: Group }
  | { readonly kind: 'asset'; readonly asset: Asset }
  | { readonly kind: 'setting' }

export interface Find {
  readonly id: string
  readonly section: 'people' | 'movements' | 'requests' | 'assets' | 'settings'
  readonly title: string
  readonly text: string
  readonly sign: FindSign
  readonly amount?: { readonly value: string; readonly symbol: string }
  readonly open: () => void
  /** To whom Ctrl Enter sends. */
  readonly send?: () => void
}

const MOST = 4
const SETTINGS_MOST = 6
const LETTERS_MIN = 2
const SETTLED_MS = 120

const sendTo = (to: string) => goSendFilled({ form: { ...EMPTY_FORM, rows: [{ to, amount: '' }] }, view: null })

function personOf(user: User): Find {
  return {
    id: `person ${user.userId}`,
    section: 'people',
    title: userName(user),
    text: numberBeside(user) || shorten(user.userId),
    sign: { kind: 'person', user },
    open: () => go({ name: 'contact', userId: user.userId }),
    send: () => sendTo(user.userId),
  }
}

function groupOf(group: Group, account: string): Find {
  return {
    id: `group ${group.holder}`,
    section: 'people',
    title: isolated(group.name),
    text: say('shared.group-of-2', { threshold: group.threshold, members: group.members.length }),
    sign: { kind: 'group', group },
    open: () => {
      selectAccount(account, group.holder)
      go({ name: 'home' })
    },
  }
}

function movementOf(row: ActivityRow): Find {
  return {
    id: `movement ${row.id}`,
    section: 'movements',
    title: titleOf(row),
    text: underTitle(row),
    sign: { kind: 'asset', asset: row.asset },
    // Units of a token that go with an item are no money.
    ...(row.item === undefined && { amount: { value: row.amount, symbol: row.asset.symbol } }),
    open: () => go({ name: 'activity', row: row.id }),
  }
}

function requestOf(row: RequestRow): Find {
  return {
    id: `request ${row.requestId}`,
    section: 'requests',
    title: row.memoText ?? wording(row.title),
    text: `${isolated(row.group.name)} · ${wording(row.title)}`,
    sign: { kind: 'asset', asset: row.asset },
    ...(row.item === undefined && { amount: { value: row.amount, symbol: row.asset.symbol } }),
    open: () => go({ name: 'request', requestId: row.requestId }),
  }
}

function assetOf(asset: Asset, has: string | undefined): Find {
  return {
    id: `asset ${asset.assetId}`,
    section: 'assets',
    title: isolated(asset.symbol),
    text: `${wording(asset.name)} · ${has === undefined ? say('shell.you-have-none') : say('shell.you-have', { amount: formatFigure(has) })}`,
    sign: { kind: 'asset', asset },
    open: () => go({ name: 'asset', assetId: asset.assetId }),
  }
}

const settingOf = ({ section, name, under }: NamedSetting): Find => ({
  id: `setting ${section} ${name}`,
  section: 'settings',
  title: name,
  text: under,
  sign: { kind: 'setting' },
  open: () => go({ name: 'settings', section, at: name }),
})

/** People, groups, movements, requests, assets and settings that have a word which begins as what was typed. Nothing before two letters. */
export function useFinds(typed: string): readonly Find[] {
  const { state, owner, account, groups } = useWallet()
  const wanted = typed.trim()
  const isAsked = wanted.length >= LETTERS_MIN
  const search = useSettled(wanted, SETTLED_MS)
  const contacts = useQuery('contacts.list', isAsked ? { account: owner.account } : undefined).value
  const assets = useQuery('assets.list', isAsked ? { account: owner.account } : undefined).value
  const home = useQuery('home.read', isAsked ? owner : undefined).value
  const requests = useQuery('approvals.list', isAsked ? { account: owner.account, holder: null } : undefined).value
    ?.requests
  const movements = useQuery(
    'activity.list',
    search.length < LETTERS_MIN ? undefined : { ...owner, filter: { ...NO_FILTER, search }, cursor: null, limit: MOST },
  ).value
  return useMemo(() => {
    if (!isAsked) return []
    const has = new Map(home?.balances.map(({ asset, available }) => [asset.assetId, available]))
    const fits = (...texts: readonly (string | null)[]) =>
      texts.some((text) => text !== null && beginsWord(text, wanted))
    const people = (contacts?.contacts ?? []).filter(({ user }) => fits(user.name, user.identityNumber, user.userId))
    const together = groups.filter((group) => fits(group.name))
    return [
      ...people.slice(0, MOST).map(({ user }) => personOf(user)),
      ...together.slice(0, MOST).map((group) => groupOf(group, account.account)),
      ...(movements?.rows ?? []).slice(0, MOST).map(movementOf),
      ...(requests ?? [])
        .filter((row) => fits(row.memoText, wording(row.title), row.label, row.group.name))
        .slice(0, MOST)
        .map(requestOf),
      ...(assets ?? [])
        .filter((asset) => fits(asset.symbol, wording(asset.name)))
        .sort((a, b) => Number(has.has(b.assetId)) - Number(has.has(a.assetId)))
        .slice(0, MOST)
        .map((asset) => assetOf(asset, has.get(asset.assetId))),
      ...namedSettings(state, account.kind === 'watch')
        .filter(({ name, under }) => fits(name, under))
        .slice(0, SETTINGS_MOST)
        .map(settingOf),
    ]
  }, [isAsked, wanted, contacts, assets, home, requests, movements, groups, account, state])
}

/** A link, an address or an id: what the scanner reads better than a list finds it. */
const READABLE = /^(?:[a-z][a-z0-9+.-]*:\S+|[0-9a-f]{8}-[0-9a-f-]{27}|\S{26,})$/iu

export const isReadable = (typed: string): boolean => READABLE.test(typed.trim())

export function readIt(typed: string): void {
  openScan({ kind: 'text', text: typed.trim(), source: 'paste' })
}
