import type { MethodName, WireAnswer, WireEvent, WireInput } from '#contract/ipc'
import { type Asset, ago, asset, hashOf, uuidOf } from './fake-data.ts'

/* Coins, a plan for the many small ones, stored content and labels of the stand-in wallet. */

type Names = Extract<MethodName, `coins.${string}` | `storage.${string}` | `labels.${string}`>
type Answers = { [Name in Exclude<Names, 'labels.set'>]: (input: WireInput<Name>) => WireAnswer<Name> }
type Coin = WireAnswer<'coins.list'>['rows'][number]
type Plan = NonNullable<WireAnswer<'coins.plan'>>

const BTC = asset('BTC', 'Bitcoin')
const ETH = asset('ETH', 'Ethereum')
const USDT = asset('USDT', 'TRON')
const XIN = asset('XIN')

function coin(name: string, of: Asset, amount: string, over: Partial<Coin> = {}): Coin {
  return {
    outputId: uuidOf(`coin ${name}`),
    hash: hashOf(`coin ${name}`),
    index: name.length % 3,
    asset: of,
    amount,
    state: 'available',
    createdAt: ago(60 * name.length * 7),
    label: '',
    note: '',
    frozen: null,
    heldFor: null,
    inscription: null,
    audit: null,
    spentBy: null,
    ...over,
  }
}

function coinsOf(): Coin[] {
  const small = Array.from({ length: 340 }, (_, at) =>
    coin(`small ${at}`, USDT, `${(at % 97) + 1}.${String((at * 37) % 100).padStart(2, '0')}`),
  )
  return [
    coin('salary', BTC, '1.2', { label: 'Salary, October', note: 'From the exchange, with receipt' }),
    coin('change', BTC, '0.6342', { audit: 'proved' }),
    coin('rent', BTC, '0.4', {
      state: 'held',
      heldFor: { kind: 'payment', id: uuidOf('payment unknown'), title: 'Send 0.4 BTC to Bo Nilsson' },
    }),
    coin('dust', BTC, '0.00000546', {
      state: 'frozen',
      frozen: { reason: 'Dust from a stranger', at: ago(60 * 24 * 3) },
    }),
    coin('fresh', ETH, '12.50804', { audit: 'pending' }),
    coin('treasure', XIN, '300'),
    coin('tickets', XIN, '10.00012845'),
    coin('item', XIN, '0.001', { state: 'inscribed', inscription: hashOf('item') }),
    coin('gone', BTC, '0.25', { state: 'spent', spentBy: hashOf('gone by') }),
    ...small,
  ]
}

const sum = (coins: readonly Coin[]): string =>
  String(coins.reduce((total, { amount }) => total + Math.round(Number(amount) * 1e8), 0) / 1e8)

export function coinAnswers(rich: boolean, emit: (topics: WireEvent<'data.changed'>['topics']) => void): Answers {
  let coins = rich ? coinsOf() : []
  let plan: Plan | null = null
  const mark = (outputs: readonly string[], change: Partial<Coin>) => {
    coins = coins.map((one) => (outputs.includes(one.outputId) ? { ...one, ...change } : one))
    emit(['balances', 'payments'])
    return null
  }
  const change = (next: Partial<Plan>) => {
    if (plan !== null) plan = { ...plan, ...next }
    emit(['payments'])
    return null
  }

  function planFor(assetId: string): Plan | null {
    if (plan?.asset.assetId === assetId) return plan
    const free = coins.filter((one) => one.asset.assetId === assetId && one.state === 'available')
    const of = free[0]?.asset
    if (of === undefined || free.length < 2) return null
    const parts = free.length > 256 ? [free.slice(0, 256), free.slice(256)] : [free]
    const kept = (state: Coin['state']) =>
      coins.filter((one) => one.asset.assetId === assetId && one.state === state).length
    return {
      planId: null,
      asset: of,
      state: 'proposal',
      steps: parts.map((part, at) => ({
        coins: part.length + at,
        amount: sum(parts.slice(0, at + 1).flat()),
        state: 'waiting',
        paymentId: null,
      })),
      coins: free.length,
      amount: sum(free),
      skipped: { held: kept('held'), frozen: kept('frozen'), inscribed: kept('inscribed') },
      left: 0,
      problem: null,
    }
  }

  const stored = {
    hash: hashOf('stored object'),
    verified: true,
    paid: '0.0005',
    bytes: 4096,
    text: 'The whole contract, as we spoke about it on Monday. '.repeat(79).slice(0, 4096),
    startHex: '54686520',
    contentHash: hashOf('the contract'),
  }

  return {
    'coins.list': ({ assetId, state, cursor, limit }) => {
      const found = coins.filter(
        (one) => (assetId === null || one.asset.assetId === assetId) && (state === null || one.state === state),
      )
      const from = Number(cursor ?? 0)
      return {
        rows: found.slice(from, from + limit),
        cursor: from + limit < found.length ? String(from + limit) : null,
      }
    },
    'coins.doubted': () => [],
    'coins.recheck': () => null,
    'coins.summary': () =>
      [BTC, ETH, USDT, XIN].flatMap((one) => {
        const own = coins.filter(({ asset: { assetId } }) => assetId === one.assetId)
        const of = (state: Coin['state']) => {
          const found = own.filter((each) => each.state === state)
          return { coins: found.length, amount: sum(found) }
        }
        const available = of('available')
        return own.length === 0
          ? []
          : [
              {
                asset: one,
                available,
                held: of('held'),
                frozen: of('frozen'),
                inscribed: of('inscribed').coins,
                many: available.coins >= 128,
              },
            ]
      }),
    'coins.freeze': ({ outputs, reason }) => mark(outputs, { state: 'frozen', frozen: { reason, at: ago(0) } }),
    'coins.unfreeze': ({ outputs }) => mark(outputs, { state: 'available', frozen: null }),
    'coins.plan': ({ assetId }) => planFor(assetId),
    'coins.combine': ({ assetId }) => {
      const made = planFor(assetId)
      const planId = uuidOf('a plan')
      if (made !== null) {
        plan = {
          ...made,
          planId,
          state: 'running',
          steps: made.steps.map((step, at) => (at === 0 ? { ...step, state: 'working', paymentId: planId } : step)),
        }
      }
      emit(['payments'])
      return { planId, paymentId: uuidOf('payment ok') }
    },
    'coins.pause': () => change({ state: 'paused' }),
    'coins.resume': () => change({ state: 'running' }),
    'coins.stop': () => {
      plan = null
      emit(['payments'])
      return null
    },
    'storage.price': ({ bytes }) => ({
      asset: XIN,
      amount: String((Math.floor(bytes / 1024) + 1) / 10_000),
      available: rich ? '310.00012845' : '0',
      sufficient: rich,
    }),
    'storage.follow': ({ hash }) => (hash === hashOf('1') ? [stored] : []),
    'storage.read': () => ({ hex: Buffer.from(stored.text).toString('hex'), next: null }),
    'labels.export': () => ({
      fileName: 'coffer-labels.jsonl',
      text: '{"coffer":"labels","version":1}\n',
      count: 12,
    }),
    'labels.preview': () => imported,
    'labels.import': () => imported,
  }
}

const imported: WireAnswer<'labels.preview'> = {
  lines: 14,
  added: 9,
  same: 2,
  different: 2,
  invalid: 1,
  otherAccount: false,
  examples: [{ subject: `o:${uuidOf('coin salary')}`, here: 'Salary, October', there: 'Salary' }],
}
