import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { parseAmount } from '#protocol'
import { BTC } from '../support/localnet.ts'
import { type Lie, startProxy, type Told } from '../support/proxy.ts'
import { approve, prepare, rounds } from '../support/victim.ts'
import { available, judge, type Wish } from './judge.ts'
import { type Outcome, payShop, payUnder, toBen, told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* The line itself: answers too large, too deep, too late, cut, packed, redirected, or in another's name. */

const MEGABYTE = 1024 * 1024

const CALLS: Readonly<
  Record<string, { readonly at: RegExp; readonly moment: 'prepare' | 'send'; readonly outcome: Outcome }>
> = {
  'asking for keys': { at: /^POST \/safe\/keys$/, moment: 'prepare', outcome: 'refused' },
  verifying: { at: /^POST \/safe\/transaction\/requests$/, moment: 'prepare', outcome: 'refused' },
  sending: { at: /^POST \/safe\/transaction$/, moment: 'send', outcome: 'true' },
  'asking for its state': { at: /^GET \/safe\/transactions\/[^/]+$/, moment: 'send', outcome: 'true' },
  'listing coins': { at: /^GET \/safe\/outputs$/, moment: 'send', outcome: 'true' },
}

/** Each takes the true answer and tells it as it must not be. */
const SHAPES: Readonly<Record<string, (told: Told) => Told>> = {
  '100 MB of zeros': (told) => ({ ...told, body: Buffer.alloc(100 * MEGABYTE, 0x30) }),
  '100 MB packed into 100 KB': (told) => ({
    ...told,
    headers: { ...told.headers, 'content-encoding': 'gzip' },
    body: BOMB,
  }),
  'the half of it': (told) => ({ ...told, body: String(told.body).slice(0, Math.floor(String(told.body).length / 2)) }),
  'something 40 brackets deep': (told) => ({ ...told, body: `{"data":${'['.repeat(40)}${']'.repeat(40)}}` }),
  'something 100,000 brackets deep': (told) => ({
    ...told,
    body: `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  }),
  'a prototype': (told) => ({ ...told, body: String(told.body).replace('{', '{"__proto__":{"data":[]},') }),
  'text that is no UTF-8': (told) => ({ ...told, body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }),
  'a page': (told) => ({ ...told, headers: { 'content-type': 'text/html' }, body: '<html><script>1</script></html>' }),
  'the name of another request': (told) => ({
    ...told,
    headers: { ...told.headers, 'x-request-id': '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01' },
  }),
  'status 500': (told) => ({ ...told, status: 500 }),
  'status 401': (told) => ({ ...told, status: 401 }),
  'status 204 and nothing': (told) => ({ ...told, status: 200, body: '' }),
  'two values for data': (told) => ({ ...told, body: String(told.body).replace(/\}$/, ',"data":null}') }),
}
/** Two values for one member contradict each other; a member that no schema has is dropped, and what is left is the true answer. */
function outcomeOf(shape: string, row: number, usual: Outcome): Outcome {
  if (row < 2 && shape === 'two values for data') return 'refused'
  return row < 2 && shape === 'a prototype' ? 'paid' : usual
}
const BOMB = gzipSync(Buffer.alloc(100 * MEGABYTE, 0x30))

/** What the program may grow by while it refuses an answer. */
const GROWTH = 64 * MEGABYTE

const shaped: Attack[] = Object.entries(CALLS).flatMap(([call, { at, moment, outcome }], row) =>
  Object.entries(SHAPES)
    // An answer with the status of success and nothing in it is malformed for every call alike: three calls are enough.
    .filter(([shape]) => !(shape.startsWith('status 204') && row > 2))
    .map(([shape, retell]) => ({
      name: `line: ${call} is answered with ${shape}`,
      point: shape.startsWith('100 MB') ? '4' : '1.7',
      quick:
        (shape === 'the half of it' && (call === 'verifying' || call === 'sending')) ||
        (shape.startsWith('something 100') && row === 1),
      run: (stage: Stage) =>
        payUnder(stage, {
          lies: () => [{ at, retell }],
          moment,
          outcome: outcomeOf(shape, row, outcome),
        }),
    })),
)

/** Bytes that something still holds: what nobody does is collected first, so that no moment decides. */
function inUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // there by the flag
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const memory: Attack[] = ['100 MB of zeros', '100 MB packed into 100 KB'].map((shape) => ({
  name: `line: the memory while coins are listed as ${shape}`,
  point: '4',
  measures: true,
  async run(stage) {
    const victim = await stage.victim()
    await rounds(victim, 2)
    // The proxy in this process holds its own copy of what it sends.
    const body = SHAPES[shape]?.({ status: 200, headers: {}, body: '' })
    if (body === undefined) return
    victim.proxy.lies.push({ at: /^GET \/safe\/outputs$/, instead: () => body })
    await rounds(victim, 1)
    const before = inUse()
    for (let at = 0; at < 4; at += 1) await rounds(victim, 1)
    const grown = inUse() - before
    hold(grown <= GROWTH, `grew by ${Math.round(grown / MEGABYTE)} MiB`)
    await judge(stage, victim, { wishes: [] }, [BTC])
  },
}))

/** A redirect must not carry the token, nor a signature, anywhere else. */
const redirects: Attack[] = [301, 302, 303, 307, 308].map((status) => ({
  name: `line: sending is redirected with ${status} to somebody who listens`,
  point: '1',
  async run(stage) {
    const ear = stage.keep(await startProxy(stage.net.url))
    await payUnder(stage, {
      lies: () => [
        {
          at: /^POST \/safe\/transaction$/,
          instead: () => ({ status, headers: { location: `${ear.url}/safe/transaction` }, body: '' }),
        },
      ],
      moment: 'send',
      outcome: 'undecided',
    })
    hold(ear.asked.length === 0, 'followed the redirect')
  },
}))

const clocks: Attack[] = (
  [
    ['a day ahead', 86_400_000_000_000n],
    ['a day behind', -86_400_000_000_000n],
    ['ten years ahead', 315_360_000_000_000_000n],
    ['in the year 1970', null],
  ] as const
).map(([name, skew]) => ({
  name: `line: the service’s clock is ${name}`,
  point: '1',
  run: (stage: Stage) =>
    payUnder(stage, {
      lies: () => [
        {
          at: /./,
          retell: (told) => ({
            ...told,
            headers: { ...told.headers, 'x-server-time': skew === null ? '1' : String(stage.clock.now() + skew) },
          }),
        },
      ],
      moment: 'prepare',
      outcome: 'true',
    }),
}))

/** Everything that was said once is said again, whatever is asked now. */
const replays: Attack[] = [
  ['listing coins', /^GET \/safe\/outputs$/],
  ['asking for a coin', /^GET \/safe\/outputs\/[^/]+$/],
  ['asking for its state', /^GET \/safe\/transactions\/[^/]+$/],
  ['listing the history', /^GET \/safe\/snapshots$/],
  ['verifying', /^POST \/safe\/transaction\/requests$/],
  ['sending', /^POST \/safe\/transaction$/],
].map(([what, at]) => ({
  name: `line: ${what as string} is answered with the first answer ever given`,
  point: '1',
  async run(stage: Stage) {
    const victim = await stage.victim()
    let first: Told | undefined
    const lie: Lie = {
      at: at as RegExp,
      retell: (answer) => {
        first ??= answer
        return { ...first, headers: answer.headers }
      },
    }
    await victim.wallet.until(
      () => available(victim, BTC),
      (units) => units === parseAmount('1.5'),
    )
    victim.proxy.lies.push(lie)
    const wishes: Wish[] = []
    await payShop(stage, victim).then(
      (wish) => wishes.push(wish),
      () => wishes.push({ asset: BTC, amount: parseAmount('0.01'), to: [stage.shop.id], payments: [] }),
    )
    const wish: Wish = { asset: BTC, amount: parseAmount('0.2'), to: [stage.ben.id], payments: [] }
    wishes.push(wish)
    try {
      const review = await prepare(victim, toBen(stage, victim, '0.2'))
      wish.payments.push(review.paymentId)
      await approve(victim, review)
    } catch (error) {
      told(error)
    }
    for (let round = 0; round < 3; round += 1) {
      await stage.net.blocks(1)
      await rounds(victim, 1)
    }
    await judge(stage, victim, { wishes }, [BTC])
  },
}))

export const lineAttacks: readonly Attack[] = [...shaped, ...memory, ...redirects, ...clocks, ...replays]
