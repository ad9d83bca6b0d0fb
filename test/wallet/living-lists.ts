import fc from 'fast-check'
import { expect } from 'vitest'
import type { HolderId } from '#contract/domain'
import type { ActivityFilter, Answer, PartyView } from '#contract/ipc'
import { NIGHTLY } from '../support/nightly.ts'
import { ALL_MOVEMENTS, readable } from '../support/wallet.ts'
import type { Desk } from './living.ts'

/* A filter, or what is typed to search, leaves out of the list of everything what it must and nothing else, and pages join. */

type Row = Answer<'activity.list'>['rows'][number]

export interface Told {
  readonly desk: Desk
  readonly holder: HolderId | null
}

const DAY_NANOS = 86_400_000_000_000n

/** Whatever the list says, page by page. */
export async function listed({ desk, holder }: Told, filter: ActivityFilter, limit = 200): Promise<Row[]> {
  const { account, wallet } = desk
  const found: Row[] = []
  for (let cursor: string | null = null; ; ) {
    const page: Answer<'activity.list'> = await wallet.bare.calls['activity.list']({
      ...{ account, holder, filter, cursor, limit },
    })
    found.push(...page.rows)
    cursor = page.cursor
    if (cursor === null) return found
  }
}

const magnitude = ({ amount }: Row): bigint => (amount < 0n ? -amount : amount)
const stateOf = ({ money }: Row): string =>
  money === 'final' || money === 'cancelled' ? money : money === 'cannot_complete' ? 'failed' : 'pending'
/** A fee that moves alone is a transfer to whoever takes it; what becomes of an item is found among transfers. */
const kindOf = ({ kind }: Row): string => (['fee', 'release', 'occupy'].includes(kind) ? 'transfer' : kind)
const wordsOf = ({ asset: { name, symbol } }: Row): string[] =>
  `${symbol} ${typeof name === 'string' ? name : ''}`.toLowerCase().split(/[^a-z0-9]+/)
/** Each word of a name begins a word of the other. */
const begins = (text: string, name: string): boolean =>
  name
    .toLowerCase()
    .split(' ')
    .every((word) =>
      text
        .toLowerCase()
        .split(' ')
        .some((each) => each.startsWith(word)),
    )
const startOf = (day: string): bigint => BigInt(new Date(`${day}T00:00:00`).getTime()) * 1_000_000n

interface Question {
  readonly filter: Partial<ActivityFilter>
  readonly passes: (row: Row) => boolean
}

const nothing: Question = { filter: {}, passes: () => true }

/** Whoever a movement is to or from; of a payment to several, each. */
async function peopleOf(told: Told, rows: readonly Row[]): Promise<ReadonlyMap<string, readonly PartyView[]>> {
  const { account, wallet } = told.desk
  const found = new Map<string, readonly PartyView[]>()
  for (const { id, party } of rows) {
    const others =
      party.kind === 'several'
        ? (await wallet.bare.calls['activity.read']({ account, holder: told.holder, id })).rows
        : []
    found.set(id, [party, ...others.map((each) => each.party)])
  }
  return found
}

function questions(rows: readonly Row[], people: ReadonlyMap<string, readonly PartyView[]>): fc.Arbitrary<Question> {
  const users = [
    ...new Set([...people.values()].flat().flatMap((party) => (party.kind === 'user' ? [party.user.userId] : []))),
  ]
  const names = [
    ...new Set([...people.values()].flat().flatMap((party) => (party.kind === 'user' ? [party.user.name] : []))),
    // Nobody is asked for by the name of somebody of whom none is known yet.
  ].filter((name) => name !== '')
  const isNamed = ({ id }: Row, name: string) =>
    people
      .get(id)
      ?.some((party) => party.kind === 'user' && begins(`${party.user.name} ${party.user.identityNumber}`, name)) ===
    true
  const isAbout = ({ id }: Row, userId: string) =>
    people.get(id)?.some((party) => party.kind === 'user' && party.user.userId === userId) === true
  const row = fc.constantFrom(...rows)
  const searched = (search: string, passes: Question['passes']): Question => ({ filter: { search }, passes })
  return fc.oneof(
    fc.constant(nothing),
    row.map(
      ({ asset }): Question => ({
        filter: { assetId: asset.assetId },
        passes: (each) => each.asset.assetId === asset.assetId,
      }),
    ),
    fc
      .constantFrom('in' as const, 'out' as const)
      .map((direction): Question => ({ filter: { direction }, passes: (each) => each.direction === direction })),
    fc
      .constantFrom('transfer' as const, 'deposit' as const, 'withdrawal' as const)
      .map((kind): Question => ({ filter: { kind }, passes: (each) => kindOf(each) === kind })),
    row.map(({ at }): Question => ({ filter: { from: at }, passes: (each) => each.at >= at })),
    row.map(({ at }): Question => ({ filter: { to: at }, passes: (each) => each.at < at })),
    fc.tuple(row, fc.constantFrom('>', '>=', '<', '<=', '=')).map(([one, sign]) => {
      const units = magnitude(one)
      const holds: Record<string, (other: bigint) => boolean> = {
        ...{ '>': (other) => other > units, '>=': (other) => other >= units, '<': (other) => other < units },
        ...{ '<=': (other) => other <= units, '=': (other) => other === units },
      }
      const text = `${units / 100_000_000n}.${`${units % 100_000_000n}`.padStart(8, '0')}`
      return searched(`amount${sign}${text}`, (each) => holds[sign]?.(magnitude(each)) === true)
    }),
    fc
      .constantFrom('in', 'out')
      .map((direction) => searched(`is:${direction}`, (each) => each.direction === direction)),
    fc
      .constantFrom('final', 'pending', 'cancelled', 'failed')
      .map((state) => searched(`is:${state}`, (each) => stateOf(each) === state)),
    row.map(({ asset }) =>
      searched(
        /[a-z]/i.test(asset.symbol) ? `asset:${asset.symbol}` : '',
        (each) =>
          !/[a-z]/i.test(asset.symbol) || wordsOf(each).some((word) => word.startsWith(asset.symbol.toLowerCase())),
      ),
    ),
    ...(users.length === 0
      ? []
      : [
          fc
            .constantFrom(...users)
            .map((opponent): Question => ({ filter: { opponent }, passes: (each) => isAbout(each, opponent) })),
        ]),
    ...(names.length === 0
      ? []
      : [
          fc
            .tuple(fc.constantFrom(...names), fc.constantFrom('to', 'from'))
            .map(([name, way]) =>
              searched(
                `${way}:"${name}"`,
                (each) => each.direction === (way === 'to' ? 'out' : 'in') && isNamed(each, name),
              ),
            ),
        ]),
    fc.constant(searched('tag:kept', (each) => each.tags.includes('kept'))),
    fc.tuple(row, fc.constantFrom('before', 'after', 'on')).map(([{ at }, when]) => {
      const date = new Date(Number(at / 1_000_000n))
      const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
        .map((part) => `${part}`.padStart(2, '0'))
        .join('-')
      const [start, end] = [startOf(day), startOf(day) + DAY_NANOS]
      return searched(`${when}:${day}`, (each) =>
        when === 'before' ? each.at < start : when === 'after' ? each.at >= start : each.at >= start && each.at < end,
      )
    }),
    row.map(({ label }) =>
      searched(
        label.startsWith('Name') ? `"${label}"` : '',
        (each) => !label.startsWith('Name') || each.label.includes(label),
      ),
    ),
    row.map(({ hash }) => searched(hash ?? '', (each) => hash === null || each.hash === hash)),
  )
}

const both = (one: Question, other: Question): Question | undefined => {
  const twice = Object.keys(one.filter).filter((name) => name in other.filter && name !== 'search')
  // An id stands alone, or with operators.
  const ids = [one, other].filter(({ filter }) => /^[0-9a-f]{64}$/.test(filter.search ?? ''))
  if (twice.length > 0 || ids.length > 1) return undefined
  const search = [one.filter.search ?? '', other.filter.search ?? ''].filter((text) => text !== '').join(' ')
  return {
    filter: { ...one.filter, ...other.filter, search },
    passes: (row) => one.passes(row) && other.passes(row),
  }
}

export const idOf = ({ id }: Row): string => id

/** Everything that any question may find. */
async function everything(told: Told): Promise<{ readonly shown: Row[]; readonly all: Row[] }> {
  const shown = await listed(told, ALL_MOVEMENTS)
  const found = new Map<string, Row>()
  for (const search of ['is:cancelled', 'is:failed'])
    for (const row of await listed(told, { ...ALL_MOVEMENTS, search })) found.set(row.id, row)
  for (const row of shown) found.set(row.id, row)
  return { shown, all: [...found.values()] }
}

export async function needTrueLists(told: Told, name: string): Promise<void> {
  const { shown, all } = await everything(told)
  if (all.length === 0) return
  expect(new Set(shown.map(idOf)).size, name).toBe(shown.length)
  const question = questions(all, await peopleOf(told, all))
  await fc.assert(
    fc.asyncProperty(question, question, fc.integer({ min: 1, max: 9 }), async (one, other, limit) => {
      const asked = both(one, other)
      if (asked === undefined) return
      const filter = { ...ALL_MOVEMENTS, ...asked.filter }
      const found = await listed(told, filter, limit)
      const among = filter.search === '' ? shown : all
      const wanted = among.filter(asked.passes)
      const label = `${name} ${JSON.stringify(filter, readable)} by ${limit}`
      expect(found.map(idOf).sort(), label).toEqual(wanted.map(idOf).sort())
      const settled = found.filter((row) => stateOf(row) !== 'pending')
      expect(
        settled.map(({ at }) => at),
        label,
      ).toEqual(settled.map(({ at }) => at).toSorted((a, b) => Number(b - a)))
    }),
    { numRuns: NIGHTLY ? 200 : 12, ...(NIGHTLY ? {} : { seed: 7 }) },
  )
}

/** What passed between two people is what the list about one of them has. */
export async function needTrueBetween(told: Told, name: string): Promise<void> {
  const { account, wallet } = told.desk
  const { all } = await everything(told)
  const people = [...(await peopleOf(told, all)).values()].flat()
  const others = new Set(people.flatMap((party) => (party.kind === 'user' ? [party.user.userId] : [])))
  others.delete(account)
  for (const userId of others) {
    const rows = (await listed(told, { ...ALL_MOVEMENTS, opponent: userId })).filter(
      ({ id, inscription }) => id.startsWith('s:') && inscription === null,
    )
    const sums = await wallet.calls['contacts.between']({ account, userId })
    for (const way of ['in', 'out'] as const) {
      const own = rows.filter(({ direction }) => direction === way)
      expect(sums[way].count, `${name} and ${userId} ${way}`).toBe(own.length)
      if (own.some(({ share, fiatThen }) => share !== undefined || fiatThen === null)) continue
      const cents = own.reduce((sum, { fiatThen }) => sum + BigInt((fiatThen ?? '').replace(/[-.]/g, '')), 0n)
      expect(BigInt(sums[way].fiat.replace('.', '')), `${name} and ${userId} ${way}`).toBe(cents)
    }
  }
}
