import type { GhostKeys } from '#contract/domain'
import { parseAmount } from '#protocol'
import { BTC } from '../support/localnet.ts'
import { json, refusal } from '../support/proxy.ts'
import { prepare, type Victim } from '../support/victim.ts'
import { paying } from '../support/wallet.ts'
import { hideThief } from './change.ts'
import { available, judge } from './judge.ts'
import { type Outcome, payShop, payUnder, toBen, told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* What the service answers when it is asked for one-time keys: of the receiver (output 0) and of the change (output 1). */

const KEYS = /^POST \/safe\/keys$/
/** Of small order, the neutral point, not on the curve, not reduced, and one with a part of small order. */
const POINTS: Readonly<Record<string, string>> = {
  'of order two': 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'of order eight': 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  neutral: '0100000000000000000000000000000000000000000000000000000000000000',
  'all zeros': '00'.repeat(32),
  'all ones': 'ff'.repeat(32),
  'off the curve': '0200000000000000000000000000000000000000000000000000000000000000',
  'not reduced': 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'too short': '58'.repeat(31),
  'too long': '58'.repeat(33),
  'no hex': 'zz'.repeat(32),
  empty: '',
}

interface Row {
  readonly name: string
  readonly tell: (answers: GhostKeys[], stage: Stage, victim: Victim) => unknown
  readonly outcome?: Outcome
  readonly quick?: boolean
  readonly point?: string
}

const change = (answers: GhostKeys[], at: number, alter: (answer: GhostKeys) => unknown) =>
  answers.map((answer, index) => (index === at ? alter(answer) : answer))

const PLACES = ['the receiver', 'the change'] as const

const points: Row[] = PLACES.flatMap((place, at) =>
  Object.entries(POINTS).flatMap(([what, point]): Row[] => [
    {
      name: `the key of ${place} is ${what}`,
      tell: (answers) => change(answers, at, (answer) => ({ ...answer, keys: [point] })),
      quick: at === 1 && what === 'of order eight',
    },
    {
      name: `the mask of ${place} is ${what}`,
      tell: (answers) => change(answers, at, (answer) => ({ ...answer, mask: point })),
    },
  ]),
)

const shapes: Row[] = [
  ...PLACES.flatMap((place, at): Row[] => [
    { name: `there is no key for ${place}`, tell: (answers) => change(answers, at, (each) => ({ ...each, keys: [] })) },
    {
      name: `there are two keys for ${place}`,
      tell: (answers) =>
        change(answers, at, (each) => ({ ...each, keys: [...each.keys, ...(answers[1 - at]?.keys ?? [])] })),
    },
    {
      name: `there are 65 equal keys for ${place}`,
      tell: (answers) => change(answers, at, (each) => ({ ...each, keys: Array(65).fill(each.keys[0]) })),
    },
    {
      name: `the mask of ${place} is its key`,
      tell: (answers) => change(answers, at, (each) => ({ ...each, mask: each.keys[0] })),
      quick: at === 0,
    },
    { name: `the mask of ${place} is missing`, tell: (answers) => change(answers, at, ({ keys }) => ({ keys })) },
    { name: `the keys of ${place} are missing`, tell: (answers) => change(answers, at, ({ mask }) => ({ mask })) },
    {
      name: `the keys of ${place} are null`,
      tell: (answers) => change(answers, at, (each) => ({ ...each, keys: null })),
    },
    {
      name: `the keys of ${place} are a text`,
      tell: (answers) => change(answers, at, (each) => ({ ...each, keys: each.keys[0] })),
    },
    { name: `the answer for ${place} is null`, tell: (answers) => change(answers, at, () => null) },
  ]),
  { name: 'all is empty', tell: () => [] },
  { name: 'only the receiver is answered', tell: (answers) => answers.slice(0, 1) },
  { name: 'only the change is answered', tell: (answers) => answers.slice(1) },
  { name: 'one answer is added', tell: (answers) => [...answers, answers[0]] },
  { name: 'the two answers change places', tell: (answers) => answers.toReversed(), quick: true },
  { name: 'both answers are that of the receiver', tell: (answers) => [answers[0], answers[0]] },
  { name: 'both answers are that of the change', tell: (answers) => [answers[1], answers[1]] },
  {
    name: 'both have the mask of the receiver',
    tell: (answers) => answers.map((each) => ({ ...each, mask: answers[0]?.mask })),
  },
  {
    name: 'both have the key of the receiver',
    tell: (answers) => answers.map((each) => ({ ...each, keys: answers[0]?.keys })),
  },
  {
    name: 'masks change places',
    tell: (answers) => answers.map((each, at) => ({ ...each, mask: answers[1 - at]?.mask })),
  },
  {
    name: 'the key of one is the mask of the other',
    tell: (answers) => change(answers, 1, (each) => ({ ...each, keys: [answers[0]?.mask] })),
  },
  { name: 'an object is answered', tell: (answers) => ({ ...answers }) },
  { name: 'a text is answered', tell: () => 'keys' },
  { name: 'a number is answered', tell: () => 2 },
  { name: 'nothing is answered', tell: () => null },
]

const shaped = ({ name, tell, outcome = 'refused', quick = false, point = '1.7' }: Row): Attack => ({
  name: `keys: ${name}`,
  point,
  quick,
  run: (stage) =>
    payUnder(stage, {
      lies: (_, victim) => [{ at: KEYS, tell: (answers: GhostKeys[]) => tell(answers, stage, victim) }],
      moment: 'prepare',
      outcome,
    }),
})

/** Answers that were good once. */
const replayed: Attack[] = PLACES.flatMap((place, at) =>
  PLACES.map((other, from) => ({
    name: `keys: ${place} gets what ${other} of an earlier payment got`,
    point: '1.1',
    quick: at === 1 && from === 1,
    async run(stage) {
      const victim = await stage.victim()
      let kept: GhostKeys[] | undefined
      victim.proxy.lies.push({
        at: KEYS,
        tell: (answers: GhostKeys[]) => {
          const old = kept?.[from]
          kept ??= answers
          return old === undefined ? answers : change(answers, at, () => old)
        },
      })
      await victim.wallet.until(
        () => available(victim, BTC),
        (units) => units === parseAmount('1.5'),
      )
      const wish = await payShop(stage, victim)
      let refused = false
      await prepare(victim, toBen(stage, victim, '0.2')).catch((error: unknown) => {
        refused = told(error) === 'wallet.keys_refused'
      })
      hold(refused, 'took keys that were used before')
      await judge(stage, victim, { wishes: [wish] }, [BTC])
    },
  })),
)

const lines: Attack[] = [
  ...[10404, 10002, 500, 429, 403, 404, 20150, 20160].map((code) => ({
    name: `keys: refused with ${code}`,
    point: '1.7',
    run: (stage: Stage) =>
      payUnder(stage, {
        lies: () => [{ at: KEYS, instead: () => refusal(code), ...(code === 500 || code === 429 ? { times: 9 } : {}) }],
        moment: 'prepare',
        outcome: 'refused',
      }),
  })),
  {
    name: 'keys: the first answer is lost and another is given the second time',
    point: '1.7',
    run: (stage) =>
      payUnder(stage, {
        lies: () => [{ at: KEYS, cut: 'after', times: 1 }],
        moment: 'prepare',
        outcome: 'paid',
      }),
  },
  {
    name: 'keys: the answer is the first one that was ever given, for everything',
    point: '1.1',
    run: (stage) => {
      let first: unknown
      return payUnder(stage, {
        before: 0,
        lies: () => [
          {
            at: KEYS,
            retell: (told) => {
              first ??= JSON.parse(String(told.body))
              return json((first as { data: unknown }).data)
            },
          },
        ],
        moment: 'prepare',
        outcome: 'true',
      })
    },
  },
]

/** Good keys of somebody else for the change: nobody can see that before, so what is lost has a bound. */
const stolen: Attack[] = [
  {
    name: 'keys: the change is a thief’s, once',
    point: '1.2',
    quick: true,
    run: (stage) =>
      payUnder(stage, {
        lies: async (_, victim) => {
          hideThief(stage, victim)
          const theirs = await stage.thiefKeys(1)
          return [{ at: KEYS, times: 1, tell: (answers: GhostKeys[]) => change(answers, 1, () => theirs) }]
        },
        moment: 'prepare',
        outcome: 'true',
        expected: { bound: parseAmount('0.4'), stopped: true },
      }),
  },
  {
    name: 'keys: one of two receivers gets the keys of the other',
    point: '1.7',
    run: (stage) =>
      payUnder(stage, {
        input: ({ ben, shop }, { account }) =>
          paying(account, BTC, [
            { payee: { kind: 'user', userId: ben.id }, amount: '0.1' },
            { payee: { kind: 'user', userId: shop.id }, amount: '0.2' },
          ]),
        lies: () => [{ at: KEYS, tell: (answers: GhostKeys[]) => change(answers, 1, () => answers[0]) }],
        moment: 'prepare',
        outcome: 'refused',
      }),
  },
  {
    name: 'keys: two receivers change places',
    point: '1.7',
    run: (stage) =>
      payUnder(stage, {
        input: ({ ben, shop }, { account }) =>
          paying(account, BTC, [
            { payee: { kind: 'user', userId: ben.id }, amount: '0.1' },
            { payee: { kind: 'user', userId: shop.id }, amount: '0.2' },
          ]),
        lies: () => [{ at: KEYS, tell: ([a, b, ...rest]: GhostKeys[]) => [b, a, ...rest] }],
        moment: 'prepare',
        outcome: 'refused',
      }),
  },
]

export const keyAttacks: readonly Attack[] = [
  ...points.map(shaped),
  ...shapes.map(shaped),
  ...replayed,
  ...lines,
  ...stolen,
]
