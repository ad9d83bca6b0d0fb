import { glimpse } from '#protocol/text'
import { say, wording } from '#words'
import type { ActivityFilter, ActivityRow } from '../state/types.ts'
import { MONEY_WORDS } from './money-state.tsx'
import { partyName } from './party.tsx'

/* Movements wherever they are listed. */

export const NO_FILTER: ActivityFilter = {
  assetId: null,
  direction: null,
  kind: null,
  opponent: null,
  from: null,
  to: null,
  search: '',
}

/** What is called so once it is done. */
const KINDS: Readonly<Record<ActivityRow['kind'], Readonly<Record<'in' | 'out' | 'self', string>>>> = {
  transfer: { in: say('activity.received'), out: say('activity.sent'), self: say('activity.moved') },
  deposit: { in: say('activity.deposit'), out: say('activity.deposit'), self: say('activity.deposit') },
  withdrawal: { in: say('activity.withdrawal'), out: say('activity.withdrawal'), self: say('activity.withdrawal') },
  consolidation: {
    in: say('activity.coins-combined'),
    out: say('activity.coins-combined'),
    self: say('activity.coins-combined'),
  },
  fee: {
    in: say('activity.fee-of-a-withdrawal'),
    out: say('activity.fee-of-a-withdrawal'),
    self: say('activity.fee-of-a-withdrawal'),
  },
  release: {
    in: say('activity.item-released'),
    out: say('activity.item-released'),
    self: say('activity.released'),
  },
  occupy: {
    in: say('activity.item-occupied'),
    out: say('activity.item-occupied'),
    self: say('activity.occupied'),
  },
}

/** Kinds of which everything is said by their names. */
const NAMED: readonly ActivityRow['kind'][] = ['consolidation', 'fee', 'release', 'occupy']

/** What one's own act on an item is called as long as it is not done, and where it came to nothing. */
const ITEM_ACTS: Readonly<Partial<Record<ActivityRow['kind'], string>>> = {
  release: say('activity.release'),
  occupy: say('activity.occupation'),
}

/** Signed, and not known to have gone wrong. */
const isUnderWay = ({ money }: Pick<ActivityRow, 'money'>): boolean => money === 'submitted' || money === 'accepted'

/** What it did, or does; what moved nothing did nothing, and is called by how it stands. */
export function actName(row: Pick<ActivityRow, 'kind' | 'direction' | 'money'>): string {
  const { kind, direction, money } = row
  if (hasFailed(row)) return MONEY_WORDS[money]
  if (money === 'final') return KINDS[kind][direction]
  if (kind !== 'transfer' && kind !== 'consolidation') return ITEM_ACTS[kind] ?? KINDS[kind][direction]
  if (kind === 'consolidation') return say('activity.combining-coins')
  if (!isUnderWay(row) || direction === 'in') return MONEY_WORDS[money]
  return direction === 'self' ? say('activity.moving') : say('activity.sending')
}

/** Of an address without a name also what tells it from others of its chain. */
const listedName = (party: ActivityRow['party']): string =>
  party.kind === 'chain' && party.label === undefined && party.destination !== ''
    ? `${partyName(party)} ${glimpse(party.destination)}`
    : partyName(party)

/** What happened, with whom or over what it did, as Coffer says it: whole sentences, since each language puts its words in an order of its own. */
export function whatOf(row: ActivityRow): string {
  if (row.kind === 'consolidation' && row.money !== 'final') return say('activity.combining-coins')
  const undone = row.money === 'final' ? undefined : ITEM_ACTS[row.kind]
  if (undone !== undefined) return undone
  if (NAMED.includes(row.kind)) return KINDS[row.kind][row.direction]
  if (row.kind === 'deposit') return say('activity.deposit-over', { chainName: row.asset.chainName })
  const known = row.party.kind === 'unknown' ? null : listedName(row.party)
  if (row.direction === 'in')
    return known === null ? say('activity.from-somebody-unknown') : say('activity.received-from', { name: known })
  const name = known ?? say('activity.an-unknown-receiver')
  if (row.kind === 'withdrawal') return say('activity.withdrawn-to', { name })
  if (isUnderWay(row))
    return row.direction === 'self' ? say('activity.moving-to', { name }) : say('activity.sending-to', { name })
  if (row.money !== 'final') return say('activity.payment-to', { name })
  return row.direction === 'self' ? say('activity.moved-to', { name }) : say('activity.sent-to', { name })
}

/** Whether it moved nothing after all. */
export const hasFailed = ({ money }: Pick<ActivityRow, 'money'>): boolean =>
  money === 'cancelled' || money === 'cannot_complete'

/** What programs write to each other, as collections do with each of their items, begins as a list or a record does. */
const isForPrograms = (text: string): boolean => /^\s*[[{]\s*["[\]{}]/.test(text)

/** What was written with a movement for a person to read. */
export const spokenMemo = (row: Pick<ActivityRow, 'memoText'>): string =>
  row.memoText === null || isForPrograms(row.memoText) ? '' : row.memoText

/** What the item is called that moved; empty of money. */
export const itemOf = ({ item }: Pick<ActivityRow, 'item'>): string => (item === undefined ? '' : wording(item))

/** What a movement is called: one's own word for it, else what was written with it, else the item that moved, else what happened. */
export const titleOf = (row: ActivityRow): string => row.label || spokenMemo(row) || itemOf(row) || whatOf(row)

/** What a row says below that: the item and what happened, each unless it is the title. */
export const underTitle = (row: ActivityRow): string =>
  [itemOf(row), whatOf(row)].filter((text) => text !== '' && text !== titleOf(row)).join(' · ')
