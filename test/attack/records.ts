import { parseAmount, uniqueObjectId } from '#protocol'
import { BTC, ETH } from '../support/localnet.ts'
import { json, refusal } from '../support/proxy.ts'
import type { Victim } from '../support/victim.ts'
import { paying } from '../support/wallet.ts'
import { type Outcome, type Plot, payUnder } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* What the service says that it recorded of unsigned bytes, and the scalars with which the coins are to be proved. */

const VERIFY = /^POST \/safe\/transaction\/requests$/
const HASH = 'ab'.repeat(32)
const ONE = `01${'00'.repeat(31)}`
/** The order of the group, little endian: a scalar that is not reduced. */
const ORDER = 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010'

type Receiver = { members: string[]; members_hash: string; threshold: number; destination: string; tag: string }
type Wire = Record<string, unknown> & {
  receivers: Receiver[]
  views: string[]
  raw_transaction: string
  extra: string
  senders: string[]
}

interface Row {
  readonly name: string
  readonly alter: (record: Wire, stage: Stage, victim: Victim) => Record<string, unknown>
  readonly outcome?: Outcome
  readonly quick?: boolean
}

const receiver =
  (alter: (receiver: Receiver, stage: Stage) => Partial<Receiver>, at = 0): Row['alter'] =>
  ({ receivers }, stage) => ({
    receivers: receivers.map((each, index) => (index === at ? { ...each, ...alter(each, stage) } : each)),
  })

const set =
  (fields: Record<string, unknown>): Row['alter'] =>
  () =>
    fields

const fields: Row[] = [
  { name: 'another request id', alter: set({ request_id: uniqueObjectId('a', 'b') }) },
  { name: 'another hash', alter: set({ transaction_hash: HASH }), quick: true },
  { name: 'other bytes', alter: ({ raw_transaction }) => ({ raw_transaction: `${raw_transaction.slice(0, -2)}01` }) },
  { name: 'shorter bytes', alter: ({ raw_transaction }) => ({ raw_transaction: raw_transaction.slice(0, -4) }) },
  { name: 'a smaller amount', alter: set({ amount: '0.09999999' }) },
  { name: 'a larger amount', alter: set({ amount: '0.10000001' }) },
  { name: 'an amount of nothing', alter: set({ amount: '0' }) },
  { name: 'an amount below nothing', alter: set({ amount: '-0.1' }) },
  { name: 'an amount without end', alter: set({ amount: '9'.repeat(60) }) },
  { name: 'an amount in exponents', alter: set({ amount: '1e-1' }) },
  { name: 'an amount as a number', alter: set({ amount: 0.1 }) },
  { name: 'another kernel asset', alter: set({ kernel_asset_id: HASH }) },
  { name: 'another asset', alter: set({ asset: HASH }) },
  { name: 'another asset id', alter: set({ asset_id: ETH }) },
  { name: 'a memo', alter: set({ extra: 'deadbeef' }) },
  { name: 'a memo that is no hex', alter: set({ extra: 'zz' }) },
  { name: 'other senders', alter: set({ senders_hash: HASH }) },
  { name: 'more senders', alter: set({ senders_threshold: 2 }) },
  { name: 'an item', alter: set({ inscription_hash: HASH }) },
  { name: 'that it was sent', alter: set({ state: 'signed' }) },
  { name: 'that it is final', alter: set({ state: 'spent', snapshot_hash: HASH }) },
  { name: 'a state that nobody knows', alter: set({ state: 'open' }) },
  { name: 'a receiver too many', alter: ({ receivers }) => ({ receivers: [...receivers, receivers[0]] }) },
  { name: 'receivers in another order', alter: ({ receivers }) => ({ receivers: receivers.toReversed() }) },
  { name: 'a thief as receiver', alter: receiver((_, { thief }) => ({ members: [thief.id] })) },
  {
    name: 'a thief beside the receiver',
    alter: receiver(({ members }, { thief }) => ({ members: [...members, thief.id] })),
  },
  { name: 'a receiver of another hash', alter: receiver(() => ({ members_hash: HASH })) },
  { name: 'a receiver who needs two signatures', alter: receiver(() => ({ threshold: 2 })) },
  { name: 'a receiver off the network', alter: receiver(() => ({ destination: 'bc1qthief' })) },
  { name: 'a tag', alter: receiver(() => ({ tag: '7' })) },
  { name: 'change to a thief', alter: receiver((_, { thief }) => ({ members: [thief.id] }), 1) },
  { name: 'change that needs two signatures', alter: receiver(() => ({ threshold: 2 }), 1) },
  { name: 'change of another hash', alter: receiver(() => ({ members_hash: HASH }), 1) },
]

/** What the service may leave out of its echo, and what the review then must not say that it recorded. */
const left: Row[] = [
  { name: 'no receivers', alter: set({ receivers: [] }), quick: false },
  { name: 'no change', alter: ({ receivers }) => ({ receivers: receivers.slice(0, 1) }) },
  { name: 'no receiver but the change', alter: ({ receivers }) => ({ receivers: receivers.slice(1) }) },
]

const leaving = ({ name, alter }: Row): Attack => ({
  name: `record: ${name}, which may be left out`,
  point: '4',
  run: (stage) =>
    payUnder(stage, {
      lies: tell(alter),
      moment: 'prepare',
      outcome: 'true',
      review: ({ checks }) =>
        hold(
          !checks.some(({ id, result, text }) => id === 'record' && result === 'ok' && /recipients/.test(text)),
          'says that the service recorded the recipients, which it left out',
        ),
    }),
})

const views: Row[] = [
  { name: 'no scalars', alter: set({ views: [] }) },
  { name: 'one scalar too many', alter: ({ views }) => ({ views: [...views, ...views.slice(0, 1)] }) },
  { name: 'the scalar one', alter: ({ views }) => ({ views: views.map(() => ONE) }), quick: true },
  { name: 'the scalar nothing', alter: ({ views }) => ({ views: views.map(() => '00'.repeat(32)) }) },
  { name: 'a scalar of all ones', alter: ({ views }) => ({ views: views.map(() => 'ff'.repeat(32)) }) },
  { name: 'the order as a scalar', alter: ({ views }) => ({ views: views.map(() => ORDER) }) },
  {
    name: 'a scalar with one bit turned',
    alter: ({ views }) => ({ views: views.map((view) => (view.startsWith('0') ? '1' : '0') + view.slice(1)) }),
  },
  { name: 'a scalar that is too short', alter: ({ views }) => ({ views: views.map((view) => view.slice(2)) }) },
  { name: 'a scalar that is too long', alter: ({ views }) => ({ views: views.map((view) => `${view}00`) }) },
  { name: 'a scalar that is no hex', alter: ({ views }) => ({ views: views.map(() => 'x'.repeat(64)) }) },
  { name: 'an empty scalar', alter: ({ views }) => ({ views: views.map(() => '') }) },
  { name: 'scalars that are null', alter: set({ views: null }) },
  { name: 'a scalar that is a number', alter: ({ views }) => ({ views: views.map(() => 1) }) },
]

const tell =
  (alter: Row['alter']): Plot['lies'] =>
  (stage, victim) => [
    {
      at: VERIFY,
      tell: (records: Wire[]) => records.map((record) => ({ ...record, ...alter(record, stage, victim) })),
    },
  ]

const transfer = ({ name, alter, outcome = 'refused', quick = false }: Row): Attack => ({
  name: `record: ${name}`,
  point: '1.7',
  quick,
  run: (stage) => payUnder(stage, { lies: tell(alter), moment: 'prepare', outcome }),
})

/** Two coins, so that scalars and records have an order. */
const two: Row[] = [
  { name: 'scalars of two coins change places', alter: ({ views }) => ({ views: views.toReversed() }), quick: true },
  { name: 'the scalar of the first coin for both', alter: ({ views }) => ({ views: views.map(() => views[0]) }) },
  { name: 'the scalar of the second coin for both', alter: ({ views }) => ({ views: views.map(() => views[1]) }) },
  { name: 'one scalar for two coins', alter: ({ views }) => ({ views: views.slice(0, 1) }) },
]

/** The record of the second look, when the person has approved and the wallet was restarted. */
const lines: Attack[] = [
  ...[
    ['an empty list', () => json([])],
    ['null', () => json(null)],
    ['a text', () => json('fine')],
    ['nothing but an envelope', () => ({ ...json(null), body: '{}' })],
    ['no JSON', () => ({ ...json(null), body: '<html>' })],
  ].map(([name, instead]) => ({
    name: `record: the answer is ${name as string}`,
    point: '1.7',
    run: (stage: Stage) =>
      payUnder(stage, {
        lies: () => [{ at: VERIFY, instead: instead as () => ReturnType<typeof json> }],
        moment: 'prepare',
        outcome: 'refused',
      }),
  })),
  ...[10002, 10105, 10106, 20125, 20117, 2000001, 403].map((code) => ({
    name: `record: refused with ${code}`,
    point: '1.3',
    run: (stage: Stage) =>
      payUnder(stage, {
        lies: () => [{ at: VERIFY, instead: () => refusal(code) }],
        moment: 'prepare',
        outcome: 'refused',
      }),
  })),
]

const withdrawn: Row[] = [
  {
    name: 'another destination',
    alter: receiver(() => ({ destination: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' })),
    quick: true,
  },
  { name: 'no destination', alter: receiver(() => ({ destination: '' })) },
  { name: 'a tag that nobody gave', alter: receiver(() => ({ tag: '1' })) },
  {
    name: 'a member instead of a destination',
    alter: receiver((_, { thief }) => ({ members: [thief.id], destination: '' })),
  },
  { name: 'another amount', alter: set({ amount: '0.2' }) },
]

/** The transaction that pays a fee in another asset stands beside the withdrawal. */
const withdrawal = ({ name, alter, outcome = 'refused', quick = false }: Row): Attack => ({
  name: `withdrawal record: ${name}`,
  point: '1.5',
  quick,
  run: (stage) =>
    payUnder(stage, {
      lies: (_, victim) => [
        {
          at: VERIFY,
          tell: ([first, ...rest]: Wire[]) =>
            first === undefined ? [] : [{ ...first, ...alter(first, stage, victim) }, ...rest],
        },
      ],
      moment: 'prepare',
      outcome,
      ...withdrawing,
    }),
})

export const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

/** A withdrawal of bitcoin whose fee is paid in bitcoin. */
const withdrawing = {
  wish: () => ({ asset: BTC, amount: parseAmount('0.1'), to: ADDRESS }),
  input: (_: Stage, { account }: Victim) =>
    paying(account, BTC, [{ payee: { kind: 'chain' as const, destination: ADDRESS, tag: '' }, amount: '0.1' }], {
      feeAssetId: BTC,
    }),
  expected: { fees: parseAmount('0.01') },
} as const

export const recordAttacks: readonly Attack[] = [
  ...fields.map(transfer),
  ...left.map(leaving),
  ...views.map(transfer),
  ...two.map(
    ({ name, alter, quick = false }): Attack => ({
      name: `record: ${name}`,
      point: '1.7',
      quick,
      run: (stage) =>
        payUnder(stage, {
          coins: [
            [BTC, '0.3'],
            [BTC, '0.4'],
          ],
          amount: '0.6',
          lies: tell(alter),
          moment: 'prepare',
          outcome: 'refused',
        }),
    }),
  ),
  ...lines,
  ...withdrawn.map(withdrawal),
]
