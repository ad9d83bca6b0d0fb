import { ed25519 } from '@noble/curves/ed25519.js'
import type { RequestId } from '#contract/domain'
import { decodeTransaction, encodeTransaction, parseAmount } from '#protocol'
import { BTC, newcomer } from '../support/localnet.ts'
import { type Asked, json, type Lie, refusal } from '../support/proxy.ts'
import { OUTPUT, SEND } from './fate.ts'
import { type Plot, payUnder } from './paying.ts'
import type { Attack, Stage } from './stage.ts'

/* A payment that is refused, and called dead because its coin was spent by another transaction. */

interface Row {
  readonly name: string
  readonly lies: Plot['lies']
  readonly outcome: Plot['outcome']
  readonly quick?: boolean
}

export type Coin = Record<string, unknown> & { output_id: string; transaction_hash: string; output_index: number }
const HASH = 'ab'.repeat(32)

/** The send is kept back and refused, and the coin is said to be spent in some way. */
const conflict =
  (alter: (coin: Coin) => Partial<Coin>, more: readonly Lie[] = []): Plot['lies'] =>
  () => [
    { at: SEND, instead: () => refusal(10105) },
    { at: OUTPUT, tell: (coin: Coin) => ({ ...coin, ...alter(coin) }) },
    ...more,
  ]

export const spent =
  (more: Partial<Coin> = {}) =>
  (): Partial<Coin> => ({
    ...{ state: 'spent', signed_by: HASH, spent_at: '2026-01-01T00:00:00Z', ...more },
  })

/** The record of a transaction that the service makes up. */
const madeUp =
  (alter: Record<string, unknown>) =>
  ({ path }: Asked) =>
    json({
      ...{
        type: 'kernel_transaction_request',
        request_id: path.split('/').at(-1),
        transaction_hash: HASH,
        user_id: null,
      },
      ...{ asset: null, asset_id: null, kernel_asset_id: null, amount: '0.1', senders_hash: '', senders_threshold: 1 },
      ...{ senders: [], signers: [], extra: '', raw_transaction: '', receivers: [], views: [], state: 'spent' },
      ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', snapshot_id: null },
      ...{ snapshot_hash: HASH, snapshot_at: '2026-01-01T00:00:00Z' },
      ...alter,
    })

const conflicts: Row[] = [
  {
    name: 'its coin is said to be spent by a transaction that is not',
    lies: conflict(spent()),
    outcome: 'undecided',
    quick: true,
  },
  { name: 'its coin is said to be spent by nobody', lies: conflict(spent({ signed_by: null })), outcome: 'undecided' },
  {
    name: 'its coin is said to be held by a transaction that is not',
    lies: conflict(() => ({ state: 'signed', signed_by: HASH })),
    outcome: 'undecided',
  },
  {
    name: 'its coin is said to be spent by the transaction that made it',
    lies: conflict(({ transaction_hash }) => ({ state: 'spent', signed_by: transaction_hash })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about another coin',
    lies: conflict(spent({ output_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01' })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about a coin of another hash',
    lies: conflict(spent({ transaction_hash: HASH })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about another output of its transaction',
    lies: conflict(spent({ output_index: 7 })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about a coin of other keys',
    lies: conflict(spent({ keys: ['58'.padEnd(64, '6')] })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about a coin of another amount',
    lies: conflict(spent({ amount: '0.00000001' })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about a coin of another asset',
    lies: conflict(spent({ kernel_asset_id: HASH, asset: HASH, asset_id: null })),
    outcome: 'undecided',
  },
  {
    name: 'the answer is about a coin of other people',
    lies: conflict(spent({ receivers_hash: HASH })),
    outcome: 'undecided',
  },
  {
    name: 'the conflicting transaction is a made up record without bytes',
    lies: conflict(spent(), [{ at: new RegExp(`^GET /safe/transactions/${HASH}$`), instead: madeUp({}) }]),
    outcome: 'undecided',
  },
  {
    name: 'the conflicting transaction is a made up record with bytes of another hash',
    lies: async (stage, victim) => {
      void victim
      const built = await strangerPays(stage)
      return [
        ...(await conflict(spent())({} as never, victim)),
        { at: new RegExp(`^GET /safe/transactions/${HASH}$`), instead: madeUp({ raw_transaction: built.raw }) },
      ]
    },
    outcome: 'undecided',
  },
  {
    name: 'the conflicting transaction is a true one of somebody else over other coins',
    lies: async (stage, victim) => {
      const built = await strangerPays(stage)
      return [
        ...(await conflict(spent({ signed_by: built.hash }))({} as never, victim)),
        {
          at: new RegExp(`^GET /safe/transactions/${built.hash}$`),
          instead: madeUp({ raw_transaction: built.raw, transaction_hash: built.hash }),
        },
      ]
    },
    outcome: 'undecided',
    quick: true,
  },
  {
    name: 'the conflicting transaction spends the coin, and nobody signed it',
    lies: async (stage, victim) => {
      const built = await victim.person.build(BTC, [{ to: [stage.thief.id], amount: parseAmount('0.2') }])
      return forgedSpender(built.hash, built.unsigned)
    },
    outcome: 'undecided',
  },
  {
    name: 'the conflicting transaction spends the coin, signed by a thief',
    lies: async (stage, victim) => {
      const built = await victim.person.build(BTC, [{ to: [stage.thief.id], amount: parseAmount('0.2') }])
      const { signatures: _, ...unsigned } = decodeTransaction(built.unsigned)
      const signature = ed25519.sign(Buffer.from(built.hash, 'hex'), Buffer.from(stage.thief.spendSeed, 'hex'))
      const raw = encodeTransaction({
        ...unsigned,
        signatures: unsigned.inputs.map(() => ({ 0: Buffer.from(signature).toString('hex') })),
      })
      return forgedSpender(built.hash, raw)
    },
    outcome: 'undecided',
  },
  {
    name: 'the conflicting transaction is signed by listed keys that its coin never had',
    lies: async (stage, victim) => {
      const built = await victim.person.build(BTC, [{ to: [stage.thief.id], amount: parseAmount('0.2') }])
      const { signatures: _, ...unsigned } = decodeTransaction(built.unsigned)
      const key = Buffer.from(ed25519.getPublicKey(Buffer.from(stage.thief.spendSeed, 'hex'))).toString('hex')
      const signature = ed25519.sign(Buffer.from(built.hash, 'hex'), Buffer.from(stage.thief.spendSeed, 'hex'))
      const raw = encodeTransaction({
        ...unsigned,
        signatures: unsigned.inputs.map(() => ({ 0: Buffer.from(signature).toString('hex') })),
      })
      return [
        ...forgedSpender(built.hash, raw).filter(({ at }) => at !== OUTPUT),
        { at: OUTPUT, tell: (coin: Coin) => ({ ...coin, ...spent({ signed_by: built.hash, keys: [key] })() }) },
      ]
    },
    outcome: 'undecided',
  },
]

function forgedSpender(hash: string, raw: string): Lie[] {
  return [
    { at: SEND, instead: () => refusal(10105) },
    { at: OUTPUT, tell: (coin: Coin) => ({ ...coin, ...spent({ signed_by: hash })() }) },
    {
      at: new RegExp(`^GET /safe/transactions/${hash}$`),
      instead: madeUp({ raw_transaction: raw, transaction_hash: hash }),
    },
  ]
}

/** Somebody else's true payment, with its signed bytes. Nobody else spends this person's coins, whatever plays beside. */
export async function strangerPays({ net, ben }: Stage): Promise<{ hash: string; raw: string }> {
  const stranger = await newcomer(net, 'Stranger')
  await stranger.fund(BTC, '0.01')
  const built = await stranger.build(BTC, [{ to: [ben.id], amount: parseAmount('0.001') }])
  const [raw = ''] = await stranger.sign(built)
  await stranger.send(built)
  return { hash: built.hash, raw }
}

/**
 * Two signed transactions over one coin, neither of which is sent: the service calls the first dead by the second, and once the person
 * has paid again it lets through whatever pays twice.
 */
const heldBack: Attack = {
  name: 'conflict: it is called dead by a signed transaction of one’s own that was never sent',
  point: '1.1',
  run: async (stage) => {
    let signed: { hash: string; raw: string; requestId: RequestId } | undefined
    await payUnder(stage, {
      coins: [
        [BTC, '0.5'],
        [BTC, '0.5'],
      ],
      outcome: 'true',
      moment: 'send',
      lies: async (_, victim) => {
        // As an older copy of the folder would have signed it.
        const [coin] = await victim.person.outputs(BTC)
        const inputs = coin === undefined ? [] : [coin]
        const built = await victim.person.build(BTC, [{ to: [stage.shop.id], amount: parseAmount('0.2') }], { inputs })
        const [raw = ''] = await victim.person.sign(built)
        signed = { hash: built.hash, raw, requestId: built.requestId }
        return forgedSpender(built.hash, raw)
      },
      late: async (victim) => {
        if (signed === undefined) return
        // The service lets through what it kept back, the newest last.
        await victim.person.remote
          .call('transactions.send', { body: [{ request_id: signed.requestId, raw: signed.raw }] })
          .catch(() => undefined)
      },
      expected: { bound: parseAmount('0.2') },
    })
  },
}

export const conflictAttacks: readonly Attack[] = [
  ...conflicts.map(
    ({ name, lies, outcome, quick = false }): Attack => ({
      name: `conflict: ${name}`,
      point: '1.1',
      quick,
      run: (stage) => payUnder(stage, { lies, outcome, moment: 'send' }),
    }),
  ),
  heldBack,
]
