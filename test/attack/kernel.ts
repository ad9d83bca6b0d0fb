import { ed25519 } from '@noble/curves/ed25519.js'
import { decodeTransaction, encodeTransaction, parseAmount } from '#protocol'
import { BTC } from '../support/localnet.ts'
import { json, type Lie, notFound, refusal, type Told } from '../support/proxy.ts'
import type { Victim } from '../support/victim.ts'
import { type Coin, spent, strangerPays } from './conflict.ts'
import { OUTPUT, SEND } from './fate.ts'
import { payUnder } from './paying.ts'
import type { Attack, Stage } from './stage.ts'

/*
 * What the kernel is said to have recorded: a payment is refused, its coin is called spent, and the service knows of the spender
 * only what it says that the kernel said.
 */

const KERNEL = /^POST \/external\/kernel$/
const SNAPSHOT = 'cd'.repeat(32)

/** A transaction over a coin of the payment, as an older copy of the wallet could have made it; it was never sent. */
interface Spender {
  readonly hash: string
  readonly unsigned: string
  readonly signed: string
  readonly byThief: string
  /** A true and final transaction of somebody else. */
  readonly other: { readonly hash: string; readonly raw: string }
}

interface Row {
  readonly name: string
  readonly answer: (spender: Spender) => Told | 'cut'
  readonly quick?: boolean
}

const recorded = (hash: string, hex: string, snapshot: string | null = SNAPSHOT): Told =>
  json({ hash, hex, ...(snapshot === null ? {} : { snapshot }) })

const ROWS: readonly Row[] = [
  { name: 'somebody else’s bytes', answer: ({ hash, other }) => recorded(hash, other.raw), quick: true },
  { name: 'somebody else’s transaction as a whole', answer: ({ other }) => recorded(other.hash, other.raw) },
  { name: 'its bytes, which nobody signed', answer: ({ hash, unsigned }) => recorded(hash, unsigned) },
  { name: 'its bytes, signed by a thief', answer: ({ hash, byThief }) => recorded(hash, byThief) },
  { name: 'its signed bytes, without a snapshot', answer: ({ hash, signed }) => recorded(hash, signed, null) },
  {
    name: 'its signed bytes, with a snapshot that is no hash',
    answer: ({ hash, signed }) => recorded(hash, signed, 'yes'),
  },
  { name: 'its signed bytes, cut', answer: ({ hash, signed }) => recorded(hash, signed.slice(0, -40)) },
  { name: 'its signed bytes and one more', answer: ({ hash, signed }) => recorded(hash, `${signed}00`) },
  {
    name: 'its signed bytes, the signature of another asset’s order',
    answer: ({ hash, signed }) => recorded(hash, `${signed.slice(0, -2)}${signed.endsWith('0') ? '01' : '00'}`),
  },
  { name: 'four megabytes', answer: ({ hash }) => recorded(hash, '77'.repeat(4 * 1024 * 1024)) },
  { name: 'no hex', answer: ({ hash }) => recorded(hash, 'x'.repeat(400)) },
  { name: 'no bytes', answer: ({ hash }) => recorded(hash, '') },
  { name: 'null', answer: () => json(null) },
  { name: 'a list', answer: ({ hash, signed }) => json([{ hash, hex: signed, snapshot: SNAPSHOT }]) },
  { name: 'a refusal', answer: () => refusal(10002) },
  { name: 'nothing, since the line is cut', answer: () => 'cut' },
]

async function spenderOf(stage: Stage, victim: Victim, over?: readonly Coin[]): Promise<Spender> {
  const { person } = victim
  const inputs = over === undefined ? {} : { inputs: over as never }
  const built = await person.build(BTC, [{ to: [stage.shop.id], amount: parseAmount('0.2') }], inputs)
  const [signed = ''] = await person.sign(built)
  const { signatures: _, ...plain } = decodeTransaction(built.unsigned)
  const signature = ed25519.sign(Buffer.from(built.hash, 'hex'), Buffer.from(stage.thief.spendSeed, 'hex'))
  const byThief = encodeTransaction({
    ...plain,
    signatures: plain.inputs.map(() => ({ 0: Buffer.from(signature).toString('hex') })),
  })
  const other = await strangerPays(stage)
  return { hash: built.hash, unsigned: built.unsigned, signed, byThief, other }
}

const asks =
  (hash: string): NonNullable<Lie['when']> =>
  ({ body }) =>
    (body as { params?: unknown[] } | undefined)?.params?.[0] === hash

/** The coin is called spent by a transaction of which only the kernel is said to know. */
function toldByKernel(hash: string, answer: Told | 'cut'): Lie[] {
  return [
    { at: SEND, instead: () => refusal(10105) },
    { at: OUTPUT, tell: (coin: Coin) => ({ ...coin, ...spent({ signed_by: hash })() }) },
    { at: new RegExp(`^GET /safe/transactions/${hash}$`), instead: notFound },
    { at: KERNEL, when: asks(hash), ...(answer === 'cut' ? { cut: 'before' as const } : { instead: () => answer }) },
  ]
}

const told = ({ name, answer, quick = false }: Row): Attack => ({
  name: `kernel: it is said to have recorded ${name}`,
  point: '1.1',
  quick,
  run: (stage) =>
    payUnder(stage, {
      outcome: 'undecided',
      moment: 'send',
      lies: async (_, victim) => {
        const spender = await spenderOf(stage, victim)
        return toldByKernel(spender.hash, answer(spender))
      },
    }),
})

/** The coins of the payment, but not the one that its only true conflict would need. */
const another: Attack = {
  name: 'kernel: it is said to have recorded what spends another coin of one’s own',
  point: '1.1',
  run: (stage) =>
    payUnder(stage, {
      coins: [
        [BTC, '0.5'],
        [BTC, '0.4'],
      ],
      // What the payment takes is left to the wallet; the smallest that is enough is this.
      amount: '0.45',
      outcome: 'undecided',
      moment: 'send',
      lies: async (_, victim) => {
        const coins = await victim.person.outputs(BTC)
        const small = coins.filter(({ amount }) => amount === parseAmount('0.4'))
        const spender = await spenderOf(stage, victim, small as unknown as Coin[])
        return toldByKernel(spender.hash, recorded(spender.hash, spender.signed))
      },
    }),
}

/** Keys that the thief has, in a transaction that is said to have made the coin. */
const maker: Attack = {
  name: 'kernel: the coin is said to be made by bytes with a thief’s key, and spent by the thief',
  point: '1.1',
  run: (stage) =>
    payUnder(stage, {
      outcome: 'undecided',
      moment: 'send',
      lies: async (_, victim) => {
        const spender = await spenderOf(stage, victim)
        const { inputs, ...rest } = decodeTransaction(spender.unsigned)
        const key = Buffer.from(ed25519.getPublicKey(Buffer.from(stage.thief.spendSeed, 'hex'))).toString('hex')
        const forged = encodeTransaction({
          ...rest,
          inputs,
          outputs: rest.outputs.map((output) => ({ ...output, keys: output.keys.map(() => key) })),
        })
        const makers = inputs.map(({ hash }): Lie[] => [
          { at: new RegExp(`^GET /safe/transactions/${hash}$`), instead: notFound },
          { at: KERNEL, when: asks(hash), instead: () => recorded(hash, forged) },
        ])
        return [...toldByKernel(spender.hash, recorded(spender.hash, spender.byThief)), ...makers.flat()]
      },
    }),
}

/** Signed and never sent, called final by the kernel: the payment may be called dead, and must not be paid twice for it. */
const heldBack: Attack = {
  name: 'kernel: it is said to have recorded what one signed oneself and never sent',
  point: '1.1',
  async run(stage) {
    let late: { request_id: string; raw: string } | undefined
    await payUnder(stage, {
      outcome: 'true',
      moment: 'send',
      lies: async (_, victim) => {
        const built = await victim.person.build(BTC, [{ to: [stage.shop.id], amount: parseAmount('0.2') }])
        const [raw = ''] = await victim.person.sign(built)
        late = { request_id: built.requestId, raw }
        return toldByKernel(built.hash, recorded(built.hash, raw))
      },
      late: async (victim) => {
        if (late !== undefined)
          await victim.person.remote.call('transactions.send', { body: [late] as never }).catch(() => undefined)
      },
      expected: { bound: parseAmount('0.2') },
    })
  },
}

/** The payment itself is named as what took its coin. */
const itself: Attack = {
  name: 'kernel: its coin is said to be spent by the payment itself, which was never sent',
  point: '1.1',
  run: (stage) =>
    payUnder(stage, {
      outcome: 'undecided',
      moment: 'send',
      lies: (_, victim) => {
        const own = () => [...victim.approved].at(-1) ?? SNAPSHOT
        return [
          { at: SEND, instead: () => refusal(10105) },
          { at: OUTPUT, tell: (coin: Coin) => ({ ...coin, ...spent({ signed_by: own() })() }) },
          { at: KERNEL, instead: () => recorded(own(), '7777') },
        ]
      },
    }),
}

export const kernelAttacks: readonly Attack[] = [...ROWS.map(told), another, maker, heldBack, itself]
