import { parseAmount, transactionHash } from '#protocol'
import { BTC } from '../support/localnet.ts'
import { json, notFound, refusal } from '../support/proxy.ts'
import { approve, prepare } from '../support/victim.ts'
import { available, judgeShown } from './judge.ts'
import { type Plot, payUnder, toBen } from './paying.ts'
import { type Attack, hold, pass } from './stage.ts'

/* What the service says became of a signed payment: refused, dead, final, gone. */

export const SEND = /^POST \/safe\/transaction$/
export const STATUS = /^GET \/safe\/transactions\/[^/]+$/
export const OUTPUT = /^GET \/safe\/outputs\/[^/]+$/
export const OUTPUTS = /^GET \/safe\/outputs$/

interface Row {
  readonly name: string
  readonly lies: Plot['lies']
  readonly outcome: Plot['outcome']
  readonly moment?: Plot['moment']
  readonly point?: string
  readonly quick?: boolean
}

type Coin = Record<string, unknown> & { output_id: string; transaction_hash: string; output_index: number }
const HASH = 'ab'.repeat(32)

/** Every way in which a refusal can be told, each of which may be a lie. */
const REFUSALS = [
  400, 401, 403, 404, 429, 500, 7000, 10002, 10104, 10105, 10106, 20117, 20120, 20124, 20125, 20135, 20137, 30100,
  2000001, 2000002, 2000003, 999999,
]

const refused: Row[] = REFUSALS.flatMap((code) => [
  {
    name: `sending is refused with ${code}, and nothing was done`,
    lies: () => [{ at: SEND, instead: () => refusal(code) }],
    outcome: 'undecided' as const,
    point: '1.3',
    quick: code === 10105,
  },
  {
    name: `sending is refused with ${code}, although it was done`,
    lies: () => [{ at: SEND, retell: () => refusal(code) }],
    outcome: 'true' as const,
    point: '1.1',
    quick: code === 10002,
  },
])

/** A record that was altered on its way, of the payment itself. */
const record =
  (at: RegExp, alter: Record<string, unknown>): Plot['lies'] =>
  () => [
    {
      at,
      tell: (data: unknown) =>
        Array.isArray(data)
          ? data.map((each) => ({ ...(each as object), ...alter }))
          : { ...(data as object), ...alter },
    },
  ]

const statements: Row[] = [
  {
    name: 'it is said to be accepted, and was never sent',
    lies: () => [{ at: SEND, instead: ({ body }) => json(recordsOf(body, 'signed')) }],
    outcome: 'undecided',
  },
  {
    name: 'it is said to be accepted for ever, although it is final',
    lies: record(STATUS, { state: 'signed', snapshot_hash: null, snapshot_at: null, snapshot_id: null }),
    outcome: 'true',
  },
  {
    name: 'it is said to be only verified, although it is final',
    lies: record(STATUS, { state: 'unspent' }),
    outcome: 'true',
  },
  {
    name: 'it is said to be pending, although it is final',
    lies: record(STATUS, { state: 'pending' }),
    outcome: 'true',
  },
  { name: 'the answer to sending names another hash', lies: record(SEND, { transaction_hash: HASH }), outcome: 'true' },
  {
    name: 'the answer to sending names another request',
    lies: record(SEND, { request_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01' }),
    outcome: 'true',
  },
  {
    name: 'its status names another hash',
    lies: record(STATUS, { transaction_hash: HASH }),
    outcome: 'undecided',
    quick: true,
  },
  {
    name: 'its status names another hash and is final',
    lies: record(STATUS, { transaction_hash: HASH, state: 'spent' }),
    outcome: 'undecided',
  },
  { name: 'its status is a word that nobody knows', lies: record(STATUS, { state: 'burnt' }), outcome: 'undecided' },
  { name: 'its status has no state', lies: record(STATUS, { state: null }), outcome: 'undecided' },
  {
    name: 'it is said to be unknown, although it was taken',
    lies: () => [{ at: STATUS, instead: notFound }],
    outcome: 'true',
  },
  {
    name: 'it is said to be unknown once it is final',
    lies: () => [{ at: STATUS, instead: notFound }],
    moment: 'taken',
    outcome: 'true',
  },
  { name: 'the answer to sending is empty', lies: () => [{ at: SEND, retell: () => json([]) }], outcome: 'true' },
  {
    name: 'the answer to sending has one record too many',
    lies: () => [{ at: SEND, tell: (data: object[]) => [...data, ...data] }],
    outcome: 'true',
  },
  { name: 'the answer to sending is null', lies: () => [{ at: SEND, retell: () => json(null) }], outcome: 'true' },
  { name: 'the first answer to sending is lost', lies: () => [{ at: SEND, cut: 'after', times: 1 }], outcome: 'paid' },
  { name: 'the first send never arrives', lies: () => [{ at: SEND, cut: 'before', times: 1 }], outcome: 'paid' },
  {
    name: 'every answer about it is lost',
    lies: () => [
      { at: SEND, cut: 'after' },
      { at: STATUS, cut: 'after' },
    ],
    outcome: 'undecided',
  },
  {
    name: 'nothing about it ever arrives',
    lies: () => [
      { at: SEND, cut: 'before' },
      { at: STATUS, cut: 'before' },
    ],
    outcome: 'undecided',
  },
  {
    name: 'sending is answered with the record that verifying gave',
    lies: () => [{ at: SEND, instead: ({ body }) => json(recordsOf(body, 'unspent')) }],
    outcome: 'undecided',
  },
  {
    name: 'it is final, and then said to be unknown for ever',
    lies: () => [{ at: STATUS, instead: notFound, skip: 2 }],
    outcome: 'true',
  },
  {
    name: 'it is final, and its coin is listed as unspent',
    lies: () => [
      { at: OUTPUTS, tell: (coins: Coin[]) => coins.map((coin) => ({ ...coin, state: 'unspent', signed_by: null })) },
    ],
    moment: 'taken',
    outcome: 'true',
    point: '1.6',
    quick: true,
  },
  {
    name: 'it is final, and its coin is answered as unspent',
    lies: () => [{ at: OUTPUT, tell: (coin: Coin) => ({ ...coin, state: 'unspent', signed_by: null }) }],
    moment: 'taken',
    outcome: 'true',
  },
]

/** Records as sending answers them, made from nothing but what was sent. */
export function recordsOf(body: unknown, state: string): object[] {
  return (body as { request_id: string; raw: string }[]).map(({ request_id, raw }) => ({
    ...{ type: 'kernel_transaction_request', request_id, transaction_hash: transactionHash(raw), user_id: null },
    ...{ asset: null, asset_id: null, kernel_asset_id: null, amount: '0.1', senders_hash: '', senders_threshold: 1 },
    ...{ senders: [], signers: [], extra: '', raw_transaction: raw, receivers: [], views: [], state },
    ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', snapshot_id: null },
    ...{ snapshot_hash: state === 'spent' ? HASH : null, snapshot_at: null },
  }))
}

const attack =
  (point: string) =>
  ({ name, lies, outcome, moment = 'send', quick = false, ...row }: Row): Attack => ({
    name: `fate: ${name}`,
    point: row.point ?? point,
    quick,
    run: (stage) => payUnder(stage, { lies, outcome, moment }),
  })

/** That a payment is final is the service's word; but change that then never comes is missed, and told. */
const neverSent: Attack = {
  name: 'fate: it is said to be final, and was never sent',
  point: '1.1',
  alone: true,
  async run(stage) {
    const victim = await stage.victim()
    await victim.wallet.until(
      () => available(victim, BTC),
      (units) => units === parseAmount('1.5'),
    )
    victim.proxy.lies.push(
      { at: SEND, instead: ({ body }) => json(recordsOf(body, 'spent')) },
      { at: STATUS, tell: (data: object) => ({ ...data, state: 'spent', snapshot_hash: HASH }) },
    )
    await approve(victim, await prepare(victim, toBen(stage, victim, '0.1')))
    await pass(stage, victim, async () => false, 3)
    stage.clock.forward(11 * 60_000)
    const told = async () =>
      (await victim.wallet.calls['payments.frozen']({ account: victim.account })).some(
        ({ reason }) => reason === 'missing',
      )
    hold(await pass(stage, victim, told, 10), 'nobody misses the change of a payment that never was')
    await judgeShown(stage, victim, BTC)
  },
}

export const fateAttacks: readonly Attack[] = [
  neverSent,
  ...refused.map(attack('1.3')),
  ...statements.map(attack('1.1')),
]
