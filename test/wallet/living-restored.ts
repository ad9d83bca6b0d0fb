import { expect } from 'vitest'
import type { HolderId, UserId } from '#contract/domain'
import type { PartyView } from '#contract/ipc'
import { ALL_MOVEMENTS, BTC, ETH, readable, USDT_ERC20, XIN } from '../support/wallet.ts'
import type { Worded } from '../support/worded.ts'
import { type Desk, type Life, look, newParts, openAgain } from './living.ts'

/*
 * A computer on which somebody has just typed the words in knows nothing but what the service and the coins say. It tells the same story as those on
 * which that was lived, and each other; what it cannot know it calls unknown or does not have, and all of that is named here. What
 * anything costs is not compared: each computer reads prices at moments of its own.
 */

type Facts = Readonly<Record<string, unknown>>
/** Facts by what they are of. */
type Story = Map<string, Facts>

interface Gap {
  /** What only the journal of the computer knows on which it happened. */
  readonly what: string
  readonly of: RegExp
  /** `there` is undefined of what is not there at all. */
  readonly isHonest: (here: Facts, there: Facts | undefined) => boolean
}

const textOf = (value: unknown): string => JSON.stringify(value, readable) ?? 'nothing'

/** Of a thing that is told on both: facts that may be unknown there, and what unknown looks like. */
const UNKNOWN: readonly { readonly what: string; readonly of: RegExp; readonly fact: string; readonly is: unknown }[] =
  [
    { what: 'who shared a payment to several', of: /^own (row|line)/, fact: 'party', is: 'unknown' },
    { what: 'what each of several got, before bytes were read', of: /^own (row|line)/, fact: 'shares', is: [] },
    { what: 'which other movement paid a fee', of: /^own row/, fact: 'fee', is: null },
    { what: 'what of a withdrawal was its fee: only its sum is told', of: /^own line/, fact: 'fee', is: null },
  ]

const isSame = (one: Facts, other: Facts, names: readonly string[]): boolean =>
  names.every((name) => textOf(one[name]) === textOf(other[name]))

const sum = ({ out, fees }: Facts): bigint => BigInt(String(out)) + BigInt(String(fees))

const GAPS: readonly Gap[] = [
  {
    what: 'a fee that is in the sum of a withdrawal stands in what went out',
    of: /^own sums/,
    isHonest: (here, there) =>
      there !== undefined && isSame(here, there, ['opening', 'came', 'closing']) && sum(here) === sum(there),
  },
  {
    what: 'coins that were only combined, paid to oneself, or that an item turned into: the service records no movement',
    of: /^own row p:/,
    isHonest: ({ direction }, there) => direction === 'self' && there === undefined,
  },
  {
    what: 'what was signed and never happened',
    of: /^own (row|ended) p:/,
    isHonest: ({ money }, there) => money === 'cannot_complete' && there === undefined,
  },
  {
    what: 'what was given up before it was signed',
    of: /^own ended p:/,
    isHonest: ({ money }, there) => money === 'cancelled' && there === undefined,
  },
  {
    what: 'what a group was asked for that ended unpaid: its coins are free again and no list has it any more',
    of: /^(request|group ended)/,
    isHonest: ({ state, money }, there) =>
      there === undefined &&
      (['revoked', 'dead'].includes(String(state)) || ['cancelled', 'cannot_complete'].includes(String(money))),
  },
]

function nameOf(party: Worded<PartyView>): string {
  switch (party.kind) {
    case 'user':
      return `user ${party.user.userId}`
    case 'group':
      return `group ${party.membersHash} ${party.threshold}`
    case 'chain':
      return `chain ${party.destination} ${party.tag}`
    case 'kernel':
      return `kernel ${party.address}`
    case 'several':
      return `several ${party.count}`
    default:
      return party.kind
  }
}

const sharesOf = (rows: readonly { readonly party: Worded<PartyView>; readonly amount: bigint }[]) =>
  rows.map(({ party, amount }) => [nameOf(party), amount])

async function listed({ account, wallet }: Desk, holder: HolderId | null, search: string) {
  const asked = { account, holder, filter: { ...ALL_MOVEMENTS, search }, limit: 200 }
  let page = await wallet.calls['activity.list']({ ...asked, cursor: null })
  const found = [...page.rows]
  while (page.cursor !== null) {
    page = await wallet.calls['activity.list']({ ...asked, cursor: page.cursor })
    found.push(...page.rows)
  }
  return found
}

async function addRows(story: Story, desk: Desk, holder: HolderId | null, whose: string): Promise<void> {
  const { account, wallet } = desk
  for (const [what, search] of [
    ['row', ''],
    ['ended', 'is:cancelled'],
    ['ended', 'is:failed'],
  ] as const)
    for (const { id } of await listed(desk, holder, search)) {
      const { row, fee, memoHex, deposit, withdrawal, rows } = await wallet.calls['activity.read']({
        account,
        holder,
        id,
      })
      const { kind, direction, asset, amount, party, memoText, at, money, hash, inscription } = row
      story.set(`${whose} ${what} ${id}`, {
        ...{
          kind,
          direction,
          asset: asset.assetId,
          amount,
          party: nameOf(party),
          memoText,
          at,
          money,
          hash,
          inscription,
        },
        ...{ memoHex, deposit, withdrawal, shares: sharesOf(rows) },
        fee: fee === null ? null : [fee.asset.assetId, fee.amount],
      })
    }
}

const drawn = ({ account, wallet }: Desk, holder: HolderId | null) =>
  wallet.calls['statements.draw']({ account, holder, others: [], filter: ALL_MOVEMENTS })

async function addStatement(story: Story, desk: Desk, holder: HolderId | null, whose: string): Promise<void> {
  const { rows, assets, agrees } = await drawn(desk, holder)
  for (const [place, { asset, party, receivers, ...row }] of rows.entries()) {
    const { id, at, kind, amount, fee, balance, memoText, hash } = row
    story.set(`${whose} line ${id}`, {
      ...{
        place,
        at,
        kind,
        asset: asset.assetId,
        amount,
        fee,
        balance,
        party: nameOf(party),
        memoText,
        hash,
      },
      shares: sharesOf(receivers),
    })
  }
  for (const { asset, opening, in: came, out, fees, closing } of assets)
    story.set(`${whose} sums ${asset.assetId}`, { opening, came, out, fees, closing })
  story.set(`${whose} statement`, { agrees, count: rows.length })
}

async function addMoney(story: Story, life: Life, desk: Desk, holder: HolderId | null, whose: string): Promise<void> {
  const { calls } = desk.wallet
  const owner = { account: desk.account, holder }
  for (const assetId of [BTC, ETH, USDT_ERC20, XIN, life.token]) {
    // What it costs was read at another moment.
    const { asset: _, fiat: __, ...sums } = await calls['balances.read']({ ...owner, assetId })
    story.set(`${whose} money ${assetId}`, sums)
  }
  for (const { inscription, state } of (await calls['collectibles.list']({ ...owner, hidden: false })).items)
    story.set(`${whose} item ${inscription}`, { state })
  const chart = { together: false, everyone: false, assetId: null, of: 'value', range: 'day' } as const
  const { points, total } = await calls['value.read']({ ...owner, ...chart })
  expect(points.at(-1)?.value, `where the chart of ${desk.name} ends`).toBe(total)
}

async function storyOf(life: Life, desk: Desk): Promise<Story> {
  const story: Story = new Map()
  for (const [whose, holder] of [
    ['own', null],
    ['group', life.holder],
  ] as const) {
    await addRows(story, desk, holder, whose)
    await addStatement(story, desk, holder, whose)
    await addMoney(story, life, desk, holder, whose)
  }
  const { requests } = await desk.wallet.calls['approvals.list']({ account: desk.account, holder: life.holder })
  for (const request of requests) {
    const { requestId, state, asset, amount, party, rows, createdAt, memoText } = request
    const told = { state, asset: asset.assetId, amount, party: nameOf(party), createdAt, memoText }
    story.set(`request ${requestId}`, { ...told, shares: sharesOf(rows) })
  }
  return story
}

/** What somebody got is known where it is not known who that is. */
const isKnownInPart = (fact: string, here: unknown, there: unknown): boolean =>
  fact === 'shares' &&
  Array.isArray(here) &&
  Array.isArray(there) &&
  here.length === there.length &&
  there.every(([name, amount], at) => [here[at][0], 'unknown'].includes(name) && amount === here[at][1])

const isUnknown = (of: string, fact: string, there: unknown): boolean =>
  UNKNOWN.some((each) => each.of.test(of) && each.fact === fact && textOf(there) === textOf(each.is))

/** What one computer tells otherwise than another one, that may only not know some of it. */
function differing(here: Story, there: Story): string[] {
  const wrong: string[] = []
  for (const of of new Set([...here.keys(), ...there.keys()])) {
    const [one, other] = [here.get(of), there.get(of)]
    // What an item turned into has a line of its own where no payment is known that did it.
    if (one === undefined && of.startsWith('own row i:') && here.has(of.replace('row', 'line'))) continue
    if (one === undefined) wrong.push(`${of} is told there alone: ${textOf(other)}`)
    else if (GAPS.some((gap) => gap.of.test(of) && gap.isHonest(one, other))) continue
    else if (other === undefined) wrong.push(`${of} is missing: ${textOf(one)}`)
    else
      for (const [fact, value] of Object.entries(one))
        if (
          textOf(value) !== textOf(other[fact]) &&
          !isUnknown(of, fact, other[fact]) &&
          !isKnownInPart(fact, value, other[fact])
        )
          wrong.push(`${of}: ${fact} is ${textOf(value)}, and there ${textOf(other[fact])}`)
  }
  return wrong
}

/** The words typed in on a computer that has nothing, and all of it read. */
async function restored(life: Life, { account, name, phrase, wallet }: Desk, members: UserId[]): Promise<Desk> {
  const fresh: Desk = { ...newParts(life.time, `${name} restored`), account, phrase, wallet }
  await openAgain(life, fresh)
  await fresh.wallet.calls['accounts.recoverLocal']({ phrase })
  await fresh.wallet.calls['groups.create']({ account, name: 'Treasury', members, threshold: 2 })
  for (const holder of [null, life.holder])
    await fresh.wallet.until(
      async () => {
        await look(fresh)
        return drawn(fresh, holder)
      },
      ({ agrees }) => agrees === true,
    )
  return fresh
}

/** What is a group's, which each member has to tell alike. */
const ofGroup = (story: Story): Story => new Map([...story].filter(([of]) => !of.startsWith('own')))

/** At the end of a life: each member on a computer more. */
export async function needSameStory(life: Life): Promise<void> {
  const members = [...new Set(life.desks.map(({ account }) => account))]
  let group: Story | undefined
  for (const account of members) {
    const desks = life.desks.filter((desk) => desk.account === account)
    const owner = desks.find(({ phrase }) => phrase !== '')
    if (owner === undefined) continue
    const fresh = await restored(life, owner, members)
    try {
      const there = await storyOf(life, fresh)
      for (const desk of desks)
        expect(differing(await storyOf(life, desk), there), `${desk.name}, and restored`).toEqual([])
      group ??= ofGroup(there)
      expect(differing(group, ofGroup(there)), `the group, restored by ${owner.name}`).toEqual([])
    } finally {
      await fresh.wallet.close()
    }
  }
}
