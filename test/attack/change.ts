import type { GhostKeys, RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { hashMembers, outputId, parseAmount } from '#protocol'
import { BTC } from '../support/localnet.ts'
import { json, type Lie, notFound, refusal } from '../support/proxy.ts'
import { paymentOf, prepare, rounds, type Victim } from '../support/victim.ts'
import { approving, paying, toUser } from '../support/wallet.ts'
import type { PaymentReview, PaymentView } from '../support/worded.ts'
import type { Coin } from './coins.ts'
import { OUTPUT, OUTPUTS, STATUS } from './fate.ts'
import { available, judgeLedger, judgeShown, judgeSignatures, type Wish } from './judge.ts'
import { told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/*
 * A service that gives keys of its own for the change of every payment, and then tells a story about where that change is. The first
 * payment may lose its change; after that nothing more may.
 */

const KEYS = /^POST \/safe\/keys$/
const VERIFY = /^POST \/safe\/transaction\/requests$/
const HASH = 'cd'.repeat(32)
const EACH = '2'
const SUM = parseAmount('1.9')

/** Checks that a person who compared names and amounts may tick. */
const HARMLESS = /^(?:first|alike|asset|number|tag|offline|vouched|storage)\b/

/** Approved by a person who ticks nothing that names money at risk. Throws `wallet.change_at_risk` where such a tick is needed. */
async function approveCarefully(victim: Victim, review: PaymentReview): Promise<PaymentView> {
  const input = approving(victim.account, review)
  const view = await victim.wallet.calls['payments.approve']({
    ...input,
    accepted: input.accepted.filter((id) => HARMLESS.test(id)),
  })
  for (const { hash } of review.transactions) victim.approved.add(hash)
  return view
}

interface Story {
  readonly name: string
  /** `changes`: ids of the outputs that the thief has taken, as they become known. */
  readonly lies: (stage: Stage, victim: Victim, changes: () => readonly Coin[]) => readonly Lie[]
  readonly quick?: boolean
  /** Everything is reviewed before the first is approved. */
  readonly ahead?: boolean
  readonly restart?: boolean
}

/** The receiver is honest, the change is the thief's: keys for index 1 of every transaction, and of every payment to oneself. */
function stealing(stage: Stage, victim: Victim): Lie {
  return {
    at: KEYS,
    retell: async (answer, { body }) => {
      const wanted = (Array.isArray(body) ? body : (body as { keys: unknown[] }).keys) as {
        receivers: string[]
        index: number
      }[]
      const { data } = JSON.parse(String(answer.body)) as { data: GhostKeys[] }
      const told: GhostKeys[] = []
      for (const [at, { receivers, index }] of wanted.entries()) {
        const keys = receivers.includes(victim.account) && index > 0 ? await stage.thiefKeys(index) : data[at]
        if (keys !== undefined) told.push(keys)
      }
      return json(told)
    },
  }
}

/** Wherever the network names the thief as an owner, the victim is named: the service hides whose keys it gave. */
export function hideThief({ thief }: Pick<Stage, 'thief'>, { proxy, account }: Victim): void {
  const [theirs, ours] = [hashMembers([thief.id]), hashMembers([account])]
  proxy.disguises.push((text, { path }) =>
    path.startsWith('/safe/') ? text.replaceAll(thief.id, account).replaceAll(theirs, ours) : text,
  )
}

/** Lists what was signed as if it were the victim's, in a state of one's choice. */
const listing =
  (alter: (coin: Coin) => Partial<Coin>): Story['lies'] =>
  (_, __, changes) => [
    {
      at: OUTPUTS,
      tell: (coins: Coin[], { query }) =>
        [...coins, ...changes().map((coin) => ({ ...coin, ...alter(coin) }))]
          .filter((each) => query.get('state') === null || each.state === query.get('state'))
          .sort((a, b) => a.sequence - b.sequence),
    },
    {
      at: OUTPUT,
      retell: (answer, { path }) => {
        const coin = changes().find(({ output_id }) => path.endsWith(output_id))
        return coin === undefined ? answer : json({ ...coin, ...alter(coin) })
      },
    },
  ]

const always = (state: string): Lie => ({
  at: STATUS,
  tell: (record: object) => ({ ...record, state, snapshot_hash: null, snapshot_id: null, snapshot_at: null }),
})

const STORIES: readonly Story[] = [
  { name: 'is not listed', lies: () => [] },
  {
    name: 'is listed as spent by the transaction that made it',
    lies: listing(({ transaction_hash }) => ({ state: 'spent', signed_by: transaction_hash })),
    quick: true,
  },
  {
    name: 'is listed as spent by a transaction that is not',
    lies: listing(() => ({ state: 'spent', signed_by: HASH })),
  },
  { name: 'is listed as spent by nobody', lies: listing(() => ({ state: 'spent', signed_by: null })) },
  {
    name: 'is listed as spent by the first payment of all',
    lies: (stage, victim, changes) =>
      listing(() => ({ state: 'spent', signed_by: changes()[0]?.transaction_hash ?? HASH }))(stage, victim, changes),
  },
  {
    name: 'is listed as spent by the newest payment',
    lies: (stage, victim, changes) =>
      listing(() => ({ state: 'spent', signed_by: changes().at(-1)?.transaction_hash ?? HASH }))(
        stage,
        victim,
        changes,
      ),
  },
  {
    name: 'is listed as held by the transaction that made it',
    lies: listing(({ transaction_hash }) => ({ state: 'signed', signed_by: transaction_hash })),
  },
  { name: 'is listed as held by another transaction', lies: listing(() => ({ state: 'signed', signed_by: HASH })) },
  { name: 'is listed as unspent', lies: listing(() => ({})) },
  { name: 'is listed as unspent with another amount', lies: listing(() => ({ amount: '1.8' })) },
  { name: 'is listed as unspent with other keys', lies: listing(() => ({ keys: ['58'.padEnd(64, '6')] })) },
  { name: 'is listed as an item', lies: listing(() => ({ inscription_hash: HASH })) },
  { name: 'is listed as a group’s', lies: listing(() => ({ receivers_threshold: 2 })) },
  {
    name: 'is listed, and no scalar is given for it',
    lies: (...given) => [
      ...listing(() => ({}))(...given),
      {
        at: VERIFY,
        tell: (records: object[]) => records.map((each) => ({ ...each, views: [] })),
        when: ({ body }) => isAudit(body),
      },
    ],
  },
  {
    name: 'is listed, and asking for its scalar is refused',
    lies: (...given) => [
      ...listing(() => ({}))(...given),
      { at: VERIFY, instead: () => refusal(10106), when: ({ body }) => isAudit(body) },
    ],
  },
  {
    name: 'is listed, and asking for its scalar hangs',
    lies: (...given) => [
      ...listing(() => ({}))(...given),
      { at: VERIFY, cut: 'before', when: ({ body }) => isAudit(body) },
    ],
  },
  { name: 'is owed by a payment that is accepted for ever', lies: () => [always('signed')], quick: true },
  { name: 'is owed by a payment that is verified for ever', lies: () => [always('unspent')] },
  { name: 'is owed by a payment that is unknown', lies: () => [{ at: STATUS, instead: notFound }] },
  { name: 'is owed by a payment whose state cannot be read', lies: () => [{ at: STATUS, cut: 'before' }] },
  { name: 'is not listed, and coins cannot be listed either', lies: () => [{ at: OUTPUTS, cut: 'before' }] },
  { name: 'is not listed, and the wallet is restarted each time', lies: () => [], restart: true },
  {
    name: 'is said to be spent by the transaction that made it, and the wallet is restarted each time',
    lies: listing(({ transaction_hash }) => ({ state: 'spent', signed_by: transaction_hash })),
    restart: true,
  },
  { name: 'is not listed, and all payments were reviewed before', lies: () => [], ahead: true },
  {
    name: 'is owed by payments that are accepted for ever, and all were reviewed before',
    lies: () => [always('signed')],
    ahead: true,
  },
]

/** The audit pays a coin to itself alone. */
function isAudit(body: unknown): boolean {
  const [first] = body as { raw?: string }[]
  return Array.isArray(body) && body.length === 1 && (first?.raw?.length ?? 0) < 420
}

async function stolen(stage: Stage, story: Story): Promise<void> {
  const victim = await stage.victim({ coins: Array.from({ length: 5 }, () => [BTC, EACH] as const) })
  await victim.wallet.until(
    () => available(victim, BTC),
    (units) => units === parseAmount('10'),
  )
  const changes = (): Coin[] =>
    stage.ledger.sentBy([victim.account]).flatMap(({ hash, sequence, asset, transaction }) =>
      transaction.outputs.slice(1).map(({ keys, mask }, at) => ({
        ...{ type: 'kernel_output', transaction_hash: hash, output_index: at + 1, output_id: outputId(hash, at + 1) },
        ...{ kernel_asset_id: asset, asset, asset_id: BTC, amount: '1.9', mask, keys: [...keys], senders: [] },
        ...{ senders_hash: null, senders_threshold: 0, extra: '', state: 'unspent', sequence: 1_000_000 + sequence },
        ...{
          created_at: '2026-01-01T00:00:00Z',
          updated_at: '2026-01-01T00:00:00Z',
          inscription_hash: null,
          signers: [],
        },
        ...{ request_id: null, signed_by: null, signed_at: null, spent_at: null, receivers_threshold: 1 },
        ...{ receivers: [victim.account], receivers_hash: hashMembers([victim.account]) },
      })),
    )
  hideThief(stage, victim)
  victim.proxy.lies.push(stealing(stage, victim), ...story.lies(stage, victim, changes))
  const wishes: Wish[] = []
  let waits = 0
  const input = () => paying(victim.account, BTC, [toUser(stage.ben.id, '0.1')])
  const ready: Awaited<ReturnType<typeof prepare>>[] = []
  const ask = async () => {
    try {
      ready.push(await prepare(victim, input()))
    } catch (error) {
      told(error)
      waits += 1
    }
  }
  for (let at = 0; at < 4 && story.ahead === true; at += 1) await ask()
  for (let at = 0; at < 4; at += 1) {
    if (story.ahead !== true) await ask()
    const review = ready.shift()
    if (review === undefined) continue
    const payments: RequestId[] = [review.paymentId]
    wishes.push({ asset: BTC, amount: parseAmount('0.1'), to: [stage.ben.id], payments })
    try {
      await approveCarefully(victim, review)
    } catch (error) {
      waits += 1
      hold(codeOf(error) !== 'internal', `told nothing but "internal": ${(error as Error).message}`)
      await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: review.paymentId }).catch(told)
    }
    for (let times = 0; times < 3; times += 1) {
      await stage.net.blocks(1)
      await rounds(victim, 1)
    }
    if (story.restart === true) await victim.reopen()
  }
  judgeLedger(stage, victim, { wishes, bound: SUM })
  judgeSignatures(stage, victim)
  hold(waits > 0, 'nothing was ever held back')
  victim.proxy.lies.length = 0
  for (let times = 0; times < 4; times += 1) await rounds(victim, 1)
  await judgeShown(stage, victim, BTC)
  const { attention } = await victim.wallet.calls['home.read']({ account: victim.account, holder: null })
  const open = await victim.wallet.calls['payments.open']({ account: victim.account, holder: null })
  const frozen = await victim.wallet.calls['payments.frozen']({ account: victim.account })
  hold(frozen.length > 0 || open.length > 0 || attention.length > 0, 'the loss is not told anywhere')
  for (const { payments } of wishes) for (const id of payments) await paymentOf(victim, id)
}

export const changeAttacks: readonly Attack[] = STORIES.map((story) => ({
  name: `change: of every payment is a thief’s, and ${story.name}`,
  point: '1.2',
  quick: story.quick ?? false,
  run: (stage) => stolen(stage, story),
}))
