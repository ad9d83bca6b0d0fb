import { parseAmount } from '#protocol'
import { BTC, ETH, USDT } from '../support/localnet.ts'
import { json, type Lie, refusal } from '../support/proxy.ts'
import type { Victim } from '../support/victim.ts'
import { paying } from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { type Outcome, payUnder } from './paying.ts'
import { ADDRESS } from './records.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* What a withdrawal is said to cost. */

const FEES = /^GET \/safe\/assets\/[^/]+\/fees$/

interface Row {
  readonly name: string
  readonly fees: unknown
  /** What the review must ask before anything this dear is paid. */
  readonly asks?: 'nothing' | 'warning' | 'tick'
  readonly outcome?: Outcome
  readonly amount?: string
  readonly most: string
  readonly quick?: boolean
}

const inBtc = (amount: unknown) => [{ type: 'withdrawal_fee', asset_id: BTC, amount }]

const ROWS: readonly Row[] = [
  { name: '0.9 for 0.01', fees: inBtc('0.9'), amount: '0.01', asks: 'tick', most: '0.9', quick: true },
  { name: '0.12 for 0.2, more than half', fees: inBtc('0.12'), amount: '0.2', asks: 'tick', most: '0.12' },
  { name: '0.05 for 0.2, a quarter', fees: inBtc('0.05'), amount: '0.2', asks: 'warning', most: '0.05' },
  { name: '0.011 for 0.1, just above a tenth', fees: inBtc('0.011'), amount: '0.1', asks: 'warning', most: '0.011' },
  { name: '0.009 for 0.1, below a tenth', fees: inBtc('0.009'), amount: '0.1', asks: 'nothing', most: '0.009' },
  { name: 'more than there is', fees: inBtc('50'), outcome: 'refused', most: '0' },
  { name: '10^41', fees: inBtc(`1${'0'.repeat(41)}`), outcome: 'refused', most: '0' },
  { name: 'below nothing', fees: inBtc('-0.001'), outcome: 'refused', most: '0' },
  { name: 'nine decimals', fees: inBtc('0.000000001'), outcome: 'refused', most: '0' },
  { name: 'a number', fees: inBtc(0.001), outcome: 'refused', most: '0' },
  { name: 'a word', fees: inBtc('little'), outcome: 'refused', most: '0' },
  { name: 'null', fees: null, outcome: 'refused', most: '0' },
  { name: 'an object', fees: {}, outcome: 'refused', most: '0' },
  {
    name: 'only in an asset that there is none of',
    fees: [{ type: 'withdrawal_fee', asset_id: USDT, amount: '1' }],
    outcome: 'refused',
    most: '0',
  },
]

function warned({ checks }: PaymentReview, asks: Row['asks']): void {
  const about = checks.filter(({ id }) => id.startsWith('fee'))
  if (asks === 'nothing')
    hold(
      about.every(({ result }) => result !== 'attention'),
      'warns of an ordinary fee',
    )
  if (asks === 'warning')
    hold(
      about.some(({ result }) => result !== 'ok'),
      'says nothing about a dear fee',
    )
  if (asks === 'tick')
    hold(
      about.some(({ result }) => result === 'attention'),
      'asks for no tick although most of it is fee',
    )
}

const withdrawal =
  (amount: string) =>
  (_: Stage, { account }: Victim) =>
    paying(account, BTC, [{ payee: { kind: 'chain' as const, destination: ADDRESS, tag: '' }, amount }], {
      feeAssetId: BTC,
    })

const attack = ({
  name,
  fees,
  asks = 'nothing',
  outcome = 'true',
  amount = '0.1',
  most,
  quick = false,
}: Row): Attack => ({
  name: `fee: ${name}`,
  point: '1.5',
  quick,
  run: (stage) =>
    payUnder(stage, {
      lies: () => [{ at: FEES, instead: () => json(fees) }],
      moment: 'prepare',
      outcome,
      input: withdrawal(amount),
      wish: () => ({ asset: BTC, amount: parseAmount(amount), to: ADDRESS }),
      expected: { fees: parseAmount(most) },
      review: (review) => warned(review, asks),
    }),
})

const told = (
  name: string,
  lies: readonly Lie[],
  outcome: Outcome,
  moment: 'prepare' | 'send' = 'prepare',
): Attack => ({
  name: `fee: ${name}`,
  point: '1.5',
  run: (stage) =>
    payUnder(stage, {
      lies: () => lies.map((lie) => ({ ...lie })),
      moment,
      outcome,
      input: withdrawal('0.1'),
      wish: () => ({ asset: BTC, amount: parseAmount('0.1'), to: ADDRESS }),
      expected: { fees: parseAmount('0.01') },
    }),
})

export const feeAttacks: readonly Attack[] = [
  ...ROWS.map(attack),
  told('is said to be unknown', [{ at: FEES, instead: () => refusal(404) }], 'refused'),
  told(
    'rose when the signed bytes arrive, for good',
    [{ at: /^POST \/safe\/transaction$/, instead: () => refusal(20135) }],
    'undecided',
    'send',
  ),
  told(
    'is said to be missing when the signed bytes arrive',
    [{ at: /^POST \/safe\/transaction$/, instead: () => refusal(20124) }],
    'undecided',
    'send',
  ),
  {
    name: 'fee: three times the last one',
    point: '1.5',
    async run(stage) {
      await payUnder(stage, {
        coins: [
          [BTC, '50'],
          [ETH, '1'],
        ],
        input: withdrawal('1'),
        wish: () => ({ asset: BTC, amount: parseAmount('1'), to: ADDRESS }),
        expected: { fees: parseAmount('0.05') },
        lies: () => [{ at: FEES, instead: () => json(inBtc('0.05')) }],
        moment: 'prepare',
        outcome: 'true',
      })
    },
  },
]
