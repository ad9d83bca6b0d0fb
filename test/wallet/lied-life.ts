import type { HolderId } from '#contract/domain'
import { formatAmount, parseAmount, toAmount } from '#protocol'
import type { hurriedClock } from '../support/clock.ts'
import { newcomer } from '../support/localnet.ts'
import { seeded } from '../support/random.ts'
import type { TrueLedger } from '../support/true-ledger.ts'
import { BTC, type PlayNetwork } from '../support/wallet.ts'
import { AFTERWARDS } from './lied-after.ts'
import { judgeJournal } from './lied-journal.ts'
import { DAY_LIMIT, judgeLedger, judgeRest } from './lied-judge.ts'
import { type Pasts, pastsOf } from './lied-past.ts'
import {
  acceptLoss,
  agreeSurely,
  attempt,
  BITCOIN,
  checkCoins,
  LIED_TO,
  type Life,
  look,
  newPerson,
  newTwin,
  openPayments,
  openRequests,
  type Person,
} from './lied-to.ts'
import { WARES, waresOf } from './lied-wares.ts'
import { KINDS, type Kind, type Mood, PLACES, type Place } from './lying.ts'
import { FREE } from './rules.ts'
import { witness } from './witness.ts'

/* A life of three people with a group whose service lies for a while, and then for another, and in the end no more. */

export interface World {
  readonly network: PlayNetwork
  readonly clock: ReturnType<typeof hurriedClock>
  readonly ledger: TrueLedger
}

const CONFIRMATIONS = 3

const deposit = ({ wallet, account }: Person, holder: HolderId | null, amount: string) =>
  wallet.calls['local.deposit']({ account, holder, chainId: BTC, assetId: BTC, amount: parseAmount(amount) })

async function begin({ network, clock, ledger }: World, seed: number) {
  const below = seeded(seed)
  const [dora, eli, thief] = [
    await newcomer(network, 'Dora'),
    await newcomer(network, 'Eli'),
    await newcomer(network, 'Thief'),
  ]
  const seen = witness(network, thief, seed)
  const [ana, ben, cleo] = [await newPerson(seen, 'Ana'), await newPerson(seen, 'Ben'), await newPerson(seen, 'Cleo')]
  const people = [ana, ben, cleo]
  const group = { name: 'Treasury', members: people.map(({ account }) => account), threshold: 2 }
  let holder = '' as HolderId
  for (const { wallet, account } of people) holder = (await wallet.calls['groups.create']({ account, ...group })).holder
  for (const [person, owner, amounts] of [
    [ana, null, ['1', '2', '1.5']],
    [ben, null, ['1', '2']],
    [cleo, null, ['2']],
    [ana, holder, ['1', '2', '3']],
  ] as const)
    for (const amount of amounts) await deposit(person, owner, amount)
  await network.blocks(CONFIRMATIONS)
  for (const person of people) await look(person)
  const limits = { assetId: BTC, day: DAY_LIMIT, waitAbove: null, lookAbove: null }
  await ben.wallet.calls['policies.set']({
    ...{ account: ben.account, holder: null, passphrase: null },
    rules: { ...FREE, assets: [limits] },
  })
  const runs = [
    await listOf(ana, null, [dora.id, eli.id, BITCOIN]),
    await listOf(ana, holder, [eli.id, dora.id, BITCOIN]),
  ]
  const wares = await waresOf(seen, [ana, ben, cleo], [dora.id, eli.id])
  for (const person of people) await look(person)
  people.push(await newTwin(seen, ana))
  let odd = 0
  const amount = () => {
    odd += 1
    return formatAmount(toAmount(parseAmount(['0.1', '0.3', '0.7', '1'][below(4)] ?? '1') + BigInt(odd)))
  }
  const life: Life = {
    ...{
      witness: seen,
      people,
      payees: [dora.id, eli.id],
      thief: thief.id,
      limited: ben.account,
      ledger,
      holder,
      wares,
      below,
      amount,
      forward: clock.forward,
    },
    runs,
    ...{
      begun: new Map(),
      forms: new Map(),
      dead: new Map(),
      forked: { may: below(2) === 0, is: false },
      stolen: new Set(),
    },
  }
  return life
}

/** Five rows of which the last leaves the network. */
async function listOf(
  { account, wallet }: Person,
  holder: HolderId | null,
  [one, other, outside]: readonly [string, string, string],
) {
  const rows = [one, other, one, other, outside].map((to, at) => {
    const typed = `0.100${holder === null ? 1 : 2}900${at + 1}`
    return { line: at + 1, to, typed, amount: parseAmount(typed), memo: '', label: '' }
  })
  const { runId } = await wallet.calls['runs.save']({ account, holder, assetId: BTC, name: 'Wages', rows })
  return { account, holder, runId }
}

function drawn<Value>({ below }: Pick<Life, 'below'>, list: readonly Value[]): Value {
  const found = list[below(list.length)]
  if (found === undefined) throw new Error('there is nothing to choose')
  return found
}

/** Of somebody who means it, or tells the truth. */
const MEANT: readonly (Mood | null)[] = [
  null,
  null,
  { kinds: ['forgets'], place: 'everything', chance: 100 },
  { kinds: ['dead', 'dead', 'dead', 'cutOff'], place: 'everything', chance: 100 },
]

function moodOf(life: Pick<Life, 'below'>): Mood | null {
  if (life.below(4) === 0) return drawn(life, MEANT)
  const all = Object.keys(KINDS) as Kind[] // its own names
  const kinds = Array.from({ length: 1 + life.below(4) }, () => drawn(life, all))
  const place = drawn(life, Object.keys(PLACES) as Place[]) // its own names
  return { kinds, place: life.below(2) === 0 ? 'everything' : place, chance: drawn(life, [10, 30, 60, 100]) }
}

/** How it is to be for a while. Sometimes only one computer is lied to, and sometimes each hears something else. */
async function setMoods(life: Life, pasts: Pasts): Promise<void> {
  const { below, witness } = life
  const { seats, story } = witness
  const lines = [...seats.values()].map(({ line }) => line)
  const [whom, chosen, mood] = [below(4), below(seats.size), moodOf(life)]
  const [goes, what, which] = [below(3) === 0, below(2) === 0, below(Math.max(1, pasts.count()))]
  const isBeside = goes && !what && life.forked.may
  life.forked.is ||= isBeside
  const past = goes ? await pasts.goBack(isBeside ? 'everything' : 'reads', which) : null
  for (const [at, { state }] of lines.entries()) {
    const isMeant = whom < 2 || at === chosen
    const hears = whom === 3 ? moodOf(life) : isMeant && past === null ? mood : null
    const goesBack = past !== null && (whom === 3 ? below(2) === 0 : isMeant)
    Object.assign(state, { mood: hears, past: goesBack ? past : null })
    const how = hears === null ? 'true' : `${hears.kinds.join()} about ${hears.place} ${hears.chance}`
    story.push(`== ${at} hears ${how}${goesBack ? `, of the past${past.onlyReads ? ' when it reads' : ''}` : ''}`)
  }
  pasts.keep()
}

function beHonest({ witness: { seats, story } }: Life): void {
  for (const { line } of seats.values()) Object.assign(line.state, { mood: null, past: null })
  story.push('== it is honest')
}

/** For so many steps it lies in one way. */
const MOOD_STEPS = 8
const ACTS = { ...LIED_TO, ...WARES, ...AFTERWARDS } as const
const weighted = (Object.keys(ACTS) as (keyof typeof ACTS)[]).flatMap((name) =>
  Array.from({ length: ACTS[name][0] }, () => name),
)

const SETTLINGS = 3

const OPEN: readonly string[] = ['approved', 'signed', 'sent', 'accepted']

/** The service is honest again: people do what they are told that they can do. */
async function settle(life: Life): Promise<void> {
  const {
    people,
    witness: { network },
  } = life
  const round = async (): Promise<void> => {
    await network.blocks(1)
    for (const person of people) {
      await look(person)
      await checkCoins(life, person)
      await acceptLoss(person)
    }
  }
  // What a group was asked for waits for others too, unless it waits for a word here.
  const waiting = async (person: Person) =>
    (await openPayments(life, person)).filter(
      ({ state, cosigning, waitsFor }) => (cosigning === null || waitsFor !== undefined) && OPEN.includes(state),
    )
  for (let at = 0; at < 40; at += 1) {
    await round()
    let left = 0
    for (const person of people) {
      for (const { paymentId, waitsFor } of await waiting(person)) {
        left += 1
        if (waitsFor === undefined) continue
        const { account, wallet } = person
        await attempt(() => wallet.calls['payments.sendNow']({ account, paymentId, passphrase: null }))
      }
    }
    if (left === 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  // What cannot be sent under its id any more is made impossible.
  for (const person of people) {
    const { account, wallet } = person
    for (const { canPutAway, canVoid, paymentId } of await waiting(person)) {
      if (canPutAway === true)
        await attempt(() => wallet.calls['payments.putAway']({ account, paymentId, passphrase: null }))
      if (canVoid !== true) continue
      const review = await attempt(() => wallet.calls['payments.prepareVoid']({ account, paymentId }))
      if (review !== undefined) await agreeSurely(life, person, review)
    }
  }
  await round()
  for (const person of people) {
    const { account, wallet } = person
    for (const { requestId } of await openRequests(person))
      await attempt(() => wallet.calls['approvals.unlock']({ account, requestId, passphrase: null }))
  }
  await round()
  for (const person of people) {
    const { account, wallet } = person
    for (const { paymentId } of await openPayments(life, person))
      await attempt(() => wallet.calls['payments.cancel']({ account, paymentId }))
  }
  await round()
  for (const person of people) {
    const { account, wallet } = person
    for (const holder of [null, life.holder]) {
      const { rows } = await wallet.calls['coins.list']({
        account,
        holder,
        assetId: BTC,
        state: null,
        search: '',
        cursor: null,
        limit: 100,
      })
      const outputs = rows.flatMap(({ frozen, outputId }) => (frozen === null ? [] : outputId))
      if (outputs.length > 0) await attempt(() => wallet.calls['coins.unfreeze']({ account, holder, outputs }))
    }
  }
}

/** What is taken back late is answered late. */
async function inTheEnd(life: Life): Promise<string[]> {
  for (let left = SETTLINGS; ; left -= 1) {
    if (life.witness.broken.length === 0) await settle(life)
    const wrong = judgeLedger(life)
    if (wrong.length > 0 || life.witness.broken.length > 0) return wrong
    for (const person of life.people) wrong.push(...(await judgeJournal(life, person)))
    if (wrong.length > 0) return wrong
    const rest = await judgeRest(life)
    if (rest.length === 0 || left === 0) return rest
  }
}

/** Answers what was wrong, and what happened. */
export async function liveThrough(
  world: World,
  seed: number,
  steps: number,
): Promise<{ wrong: string[]; story: string[] }> {
  const life = await begin(world, seed)
  const { people, witness: seen } = life
  const pasts = pastsOf(world.network)
  const wrong = seen.broken
  try {
    for (let at = 0; at < steps && wrong.length === 0; at += 1) {
      if (at % MOOD_STEPS === 0) await setMoods(life, pasts)
      const person = drawn(life, people)
      const act = drawn(life, weighted)
      seen.story.push(`-- ${person.name} ${act}`)
      await ACTS[act][1](life, person)
      wrong.push(...judgeLedger(life), ...(await judgeJournal(life, person)))
    }
    beHonest(life)
    wrong.push(...(await inTheEnd(life)))
  } finally {
    for (const { wallet } of people) await wallet.close()
    await pasts.close()
  }
  const told = [...seen.seats.values()].flatMap(({ line, log }, at) => [`## ${people[at]?.name}`, ...line.told, ...log])
  return { wrong, story: [...seen.story, ...told] }
}
