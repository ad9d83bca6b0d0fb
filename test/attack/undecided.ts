import type { RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { BTC } from '../support/localnet.ts'
import { json, type Lie, notFound, refusal } from '../support/proxy.ts'
import { approve, paymentOf, prepare, rounds } from '../support/victim.ts'
import type { PaymentReview } from '../support/worded.ts'
import { spent } from './conflict.ts'
import { OUTPUT, OUTPUTS, recordsOf, SEND, STATUS } from './fate.ts'
import { available, type Expected, judge, type Wish } from './judge.ts'
import { toBen, told } from './paying.ts'
import { type Attack, hold, pass, type Stage } from './stage.ts'

/*
 * What a person can do about a signed payment of which nobody knows whether it was paid: make it impossible, send it after a
 * pause, pay again once it is proved dead. Each under lies of its own.
 */

const KEYS = /^POST \/safe\/keys$/
const VERIFY = /^POST \/safe\/transaction\/requests$/
const SNAPSHOTS = /^GET \/safe\/snapshots$/
const KERNEL = /^POST \/external\/kernel$/
const HASH = 'ab'.repeat(32)
const ONE = `01${'00'.repeat(31)}`

interface Row {
  readonly name: string
  readonly lies: (scene: Scene) => readonly Lie[]
  readonly expected?: Partial<Omit<Expected, 'wishes'>>
  /** The first payment gets through once the second was agreed to. */
  readonly late?: boolean
  readonly quick?: boolean
}

type Scene = Awaited<ReturnType<typeof kept>>

const COINS = [
  [BTC, '1'],
  [BTC, '0.5'],
] as const

/** A payment that is undecided: signed, and kept from arriving. */
async function kept(stage: Stage) {
  const victim = await stage.victim({ coins: COINS })
  await victim.wallet.until(
    () => available(victim, BTC),
    (units) => units === parseAmount('1.5'),
  )
  victim.proxy.lies.push({ at: SEND, cut: 'before' })
  const first = await prepare(victim, toBen(stage, victim, '0.1'))
  await approve(victim, first)
  const asked = async () => (await paymentOf(victim, first.paymentId)).problem !== null
  hold(await pass(stage, victim, asked, 40), 'a payment that cannot be sent is not said to be in trouble')
  const wish: Wish = { asset: BTC, amount: parseAmount('0.1'), to: [stage.ben.id], payments: [first.paymentId] }
  return { stage, victim, first, wish }
}

/** Hands on what the proxy kept back of a payment, as whoever kept it can. */
async function handIn({ victim, stage }: Scene, id: RequestId): Promise<void> {
  for (const { method, path, body } of victim.proxy.asked) {
    if (method !== 'POST' || path !== '/safe/transaction') continue
    if (!(body as { request_id: string }[]).some(({ request_id }) => request_id === id)) continue
    await victim.person.remote.call('transactions.send', { body: body as never }).catch(() => undefined)
  }
  await stage.net.blocks(1)
}

/** Reviewed and agreed to by somebody who ticks everything; whatever is refused is told. */
async function agree({ victim }: Scene, work: () => Promise<PaymentReview>): Promise<RequestId | undefined> {
  let review: PaymentReview | undefined
  try {
    review = await work()
    await approve(victim, review)
    return review.paymentId
  } catch (error) {
    told(error)
    if (review === undefined) return undefined
    await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: review.paymentId }).catch(told)
    return review.paymentId
  }
}

/** Sends and answers of another request than the first. */
const notFirst =
  ({ first }: Scene): NonNullable<Lie['when']> =>
  ({ bodyText }) =>
    !bodyText.includes(first.paymentId)
const statusOfOther =
  ({ first }: Scene): NonNullable<Lie['when']> =>
  ({ path }) =>
    !path.endsWith(first.paymentId)

/** The first stays kept back; what is said of the other is up to the row. */
const keeping = ({ first }: Scene): Lie => ({
  at: SEND,
  when: ({ bodyText }) => bodyText.includes(first.paymentId),
  cut: 'before',
})

const records = (alter: (record: Record<string, unknown>, scene: Scene) => object): Row['lies'] => {
  return (scene) => [
    { at: VERIFY, tell: (all: Record<string, unknown>[]) => all.map((each) => ({ ...each, ...alter(each, scene) })) },
  ]
}

/** Of the second transaction, whether it is a payment to oneself or another try. */
const SECOND: readonly Row[] = [
  { name: 'nothing is a lie, and the first gets through', lies: () => [], late: true, quick: true },
  { name: 'its record names a thief as receiver', lies: records((record, { stage }) => thiefIn(record, stage)) },
  { name: 'its record has another hash', lies: records(() => ({ transaction_hash: HASH })) },
  { name: 'its scalars are one', lies: records(({ views }) => ({ views: (views as string[]).map(() => ONE) })) },
  { name: 'its coin carries an item, says its record', lies: records(() => ({ inscription_hash: HASH })) },
  { name: 'it is refused with 10105', lies: (scene) => [second(scene, { instead: () => refusal(10105) })] },
  {
    name: 'it is refused with 10105, although it was done',
    lies: (scene) => [second(scene, { retell: () => refusal(10105) })],
  },
  {
    name: 'it is refused with 10002, and the first gets through',
    lies: (scene) => [second(scene, { instead: () => refusal(10002) })],
    late: true,
  },
  { name: 'the answer to sending it is lost', lies: (scene) => [second(scene, { cut: 'after' })] },
  {
    name: 'it is said to be accepted, was never sent, and the first gets through',
    lies: (scene) => [second(scene, { instead: ({ body }) => json(recordsOf(body, 'signed')) })],
    late: true,
  },
  {
    name: 'its status names the hash of the first',
    lies: (scene) => [
      {
        at: STATUS,
        when: statusOfOther(scene),
        tell: (record: object) => ({ ...record, transaction_hash: scene.first.transactions[0]?.hash }),
      },
    ],
  },
  { name: 'its status is unknown', lies: (scene) => [{ at: STATUS, when: statusOfOther(scene), instead: notFound }] },
  {
    name: 'all coins are said to be unspent again',
    lies: () => [
      { at: OUTPUTS, tell: (coins: object[]) => coins.map((coin) => ({ ...coin, state: 'unspent', signed_by: null })) },
      { at: OUTPUT, tell: (coin: object) => ({ ...coin, state: 'unspent', signed_by: null }) },
    ],
  },
  {
    name: 'all coins are said to be spent by nobody knows what',
    lies: () => [{ at: OUTPUT, tell: (coin: object) => ({ ...coin, ...spent({ signed_by: HASH })() }) }],
  },
  {
    name: 'its coin comes back with another amount',
    lies: () => [
      { at: OUTPUTS, tell: (coins: object[]) => coins.map((coin) => ({ ...coin, amount: '7' })) },
      { at: OUTPUT, tell: (coin: object) => ({ ...coin, amount: '7' }) },
    ],
    // Change that was seen otherwise than it was signed is not proved, until its owner has looked at it.
    expected: { stopped: true },
  },
]

const second = (scene: Scene, lie: Partial<Lie>): Lie => ({ at: SEND, when: notFirst(scene), ...lie })

function thiefIn(record: Record<string, unknown>, { thief }: Stage): object {
  const receivers = record['receivers'] as object[]
  return { receivers: receivers.map((each) => ({ ...each, members: [thief.id] })) }
}

const impossible = ({ name, lies, late = false, expected = {}, quick = false }: Row): Attack => ({
  name: `impossible: while a payment is made so, ${name}`,
  point: '1.3',
  quick,
  async run(stage) {
    const scene = await kept(stage)
    const { victim, first, wish } = scene
    victim.proxy.lies.length = 0
    victim.proxy.lies.push(...lies(scene), keeping(scene))
    const id = await agree(scene, () =>
      victim.wallet.calls['payments.prepareVoid']({ account: victim.account, paymentId: first.paymentId }),
    )
    if (late) await handIn(scene, first.paymentId)
    await pass(stage, victim, async () => false, 3)
    // Nothing is wished by a payment to oneself; what is said of it must be so all the same.
    const own: Wish = { asset: BTC, amount: 0n, to: [victim.account], payments: id === undefined ? [] : [id] }
    await judge(stage, victim, { ...expected, wishes: [wish, own] }, [BTC])
  },
})

/** The coin of the first is spent for good by the same person elsewhere, so that the first is dead by proof. */
const again = ({ name, lies, expected = {}, quick = false }: Row): Attack => ({
  name: `again: at the second try of a payment, ${name}`,
  point: '1.1',
  quick,
  async run(stage) {
    const scene = await kept(stage)
    const { victim, first, wish } = scene
    const elsewhere = await paidElsewhere(scene, true)
    const dead = async () => (await paymentOf(victim, first.paymentId)).state === 'failed'
    hold(await pass(stage, victim, dead, 60), 'what is proved dead is not called so')
    victim.proxy.lies.length = 0
    victim.proxy.lies.push(...lies(scene), keeping(scene))
    const id = await agree(scene, () => prepare(victim, toBen(stage, victim, '0.1', { again: first.paymentId })))
    if (id !== undefined) wish.payments.push(id)
    await pass(stage, victim, async () => false, 3)
    await handIn(scene, first.paymentId)
    await judge(stage, victim, { ...expected, wishes: [wish, elsewhere] }, [BTC])
  },
})

/** The same person pays from another computer, over the coin of the first payment or over another. */
async function paidElsewhere({ stage, victim, first }: Scene, same: boolean): Promise<Wish> {
  const taken = new Set(first.transactions.flatMap(({ inputs }) => inputs.map(({ hash }) => hash)))
  const coins = await victim.person.outputs(BTC)
  const inputs = coins.filter(({ transaction_hash }) => taken.has(transaction_hash) === same).slice(0, 1)
  const amount = parseAmount('0.2')
  await victim.person.send(await victim.person.build(BTC, [{ to: [stage.shop.id], amount }], { inputs }))
  await stage.net.blocks(2)
  return { asset: BTC, amount, to: [stage.shop.id], payments: [] }
}

/** Only of another try: what was noted with the first must not come from the service a second time. */
const TRIES: readonly Row[] = [
  {
    name: 'keys are asked for and answered with a thief’s',
    lies: ({ stage }) => [
      {
        at: KEYS,
        retell: async (answer) => {
          const { data } = JSON.parse(String(answer.body)) as { data: unknown[] }
          return json(await Promise.all(data.map((_, index) => stage.thiefKeys(index))))
        },
      },
    ],
    // Change that a service can take before it is noticed; the receiver’s keys are kept ones.
    expected: { bound: parseAmount('1.3'), stopped: true },
    quick: true,
  },
  {
    name: 'the first is said to be accepted after all',
    lies: ({ first }) => [
      {
        at: new RegExp(`^GET /safe/transactions/${first.paymentId}$`),
        instead: () => json(recordsOf([{ request_id: first.paymentId, raw: rawOf(first) }], 'signed')[0] ?? null),
      },
    ],
  },
  { name: 'the kernel knows nothing any more', lies: () => [{ at: KERNEL, instead: () => json(null) }] },
  {
    name: 'no record of any transaction is found any more',
    lies: () => [
      { at: STATUS, instead: notFound },
      { at: KERNEL, instead: () => json(null) },
    ],
  },
]

/** Only its hash is compared: bytes that hash to nothing of ours. */
const rawOf = ({ transactions }: PaymentReview): string => transactions[0]?.raw ?? '7777'

/** The account pays elsewhere while this computer is off, so that what was signed here waits for a word of its owner. */
const paused = ({ name, lies, quick = false }: Row): Attack => ({
  name: `pause: after it, ${name}`,
  point: '1.3',
  quick,
  async run(stage) {
    const scene = await kept(stage)
    const { victim, first, wish } = scene
    await victim.shut()
    const elsewhere = await paidElsewhere(scene, false)
    victim.proxy.lies.length = 0
    await victim.reopen()
    const waits = async () => (await paymentOf(victim, first.paymentId)).waitsFor !== undefined
    hold(await pass(stage, victim, waits, 60), 'nobody is asked before a payment of then is sent')
    hold(!stage.ledger.has(first.transactions[0]?.hash ?? ''), 'sent without asking')
    victim.proxy.lies.push(...lies(scene))
    await victim.wallet.calls['payments.sendNow']({
      ...{ account: victim.account, paymentId: first.paymentId, passphrase: null },
    }).catch(told)
    await pass(stage, victim, async () => false, 3)
    await judge(stage, victim, { wishes: [wish, elsewhere] }, [BTC])
  },
})

const LATER: readonly Row[] = [
  { name: 'nothing is a lie', lies: () => [], quick: true },
  { name: 'it is refused with 10105', lies: () => [{ at: SEND, instead: () => refusal(10105) }] },
  { name: 'it is refused with 10002, although it was done', lies: () => [{ at: SEND, retell: () => refusal(10002) }] },
  { name: 'the answer to sending it is lost', lies: () => [{ at: SEND, cut: 'after' }] },
  {
    name: 'it is said to be accepted, and was never sent',
    lies: () => [{ at: SEND, instead: ({ body }) => json(recordsOf(body, 'signed')) }],
  },
  {
    name: 'its status names another hash',
    lies: () => [{ at: STATUS, tell: (record: object) => ({ ...record, transaction_hash: HASH }) }],
  },
  { name: 'it is said to be unknown, although it was taken', lies: () => [{ at: STATUS, instead: notFound }] },
  {
    name: 'its coin is said to be spent by what was paid elsewhere',
    lies: ({ stage, victim }) => [
      {
        at: OUTPUT,
        tell: (coin: object) => ({
          ...coin,
          ...spent({ signed_by: stage.ledger.sentBy([victim.account]).at(-1)?.hash ?? HASH })(),
        }),
      },
      { at: SEND, instead: () => refusal(10105) },
    ],
  },
  { name: 'the history is empty again', lies: () => [{ at: SNAPSHOTS, instead: () => json([]) }] },
]

/** A history that hides what was paid elsewhere: nobody can be asked, and the coin of the payment is its own. */
const hidden: Attack = {
  name: 'pause: what was paid elsewhere is hidden from the history',
  point: '1.3',
  async run(stage) {
    const scene = await kept(stage)
    const { victim, wish } = scene
    await victim.shut()
    const elsewhere = await paidElsewhere(scene, false)
    victim.proxy.lies.length = 0
    victim.proxy.lies.push({ at: SNAPSHOTS, instead: () => json([]) })
    await victim.reopen()
    await rounds(victim, 3)
    victim.proxy.lies.length = 0
    for (const id of wish.payments) {
      const { waitsFor } = await paymentOf(victim, id)
      if (waitsFor === undefined) continue
      await victim.wallet.calls['payments.sendNow']({ account: victim.account, paymentId: id, passphrase: null })
    }
    await judge(stage, victim, { wishes: [wish, elsewhere] }, [BTC])
  },
}

export const undecidedAttacks: readonly Attack[] = [
  ...SECOND.map(impossible),
  ...[...SECOND.filter(({ late }) => late !== true), ...TRIES].map(again),
  ...LATER.map(paused),
  hidden,
]
