import { beforeAll, describe, expect, it } from 'vitest'
import type { Clock, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { systemClock } from '../support/clock.ts'
import {
  BTC,
  balanceOf,
  coded,
  fund,
  has,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/** What becomes of one exchange with the service; `ask` lets it happen. */
type Mishap = (ask: () => Promise<Response>) => Promise<Response>

const told = (status: number, text: string): Response => new Response(text, { status })

const MISHAPS: readonly (readonly [string, Mishap])[] = [
  ['the request is lost', () => Promise.reject(new TypeError('fetch failed'))],
  ['the answer is lost', (ask) => ask().then(() => Promise.reject(new TypeError('fetch failed')))],
  ['the answer is cut off', async (ask) => told(200, (await (await ask()).text()).slice(0, 40))],
  ['the gateway fails afterwards', (ask) => ask().then(() => told(502, '<html>Bad gateway</html>'))],
  ['the service fails behind a good status', async () => told(202, '{"error":{"status":202,"code":500}}')],
  ['there were too many requests', async () => told(202, '{"error":{"status":202,"code":429}}')],
]

/** The pauses between tries are skipped; deadlines, which are longer, last as long as they do. */
const clock: Clock = {
  ...systemClock,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds >= 10_000 ? milliseconds : 1, signal),
}

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let ben: UserId
/** The next so many calls of a path go wrong. */
let trouble: { path: RegExp; mishap: Mishap; times: number } | undefined
const bodies: { path: string; body: string }[] = []

const line: typeof fetch = (target, init) => {
  const path = new URL(String(target)).pathname
  const ask = () => fetch(target, init)
  if (trouble?.path.test(path) !== true) return ask()
  bodies.push({ path, body: String(init?.body) })
  if (trouble.times === 0) return ask()
  trouble.times -= 1
  return trouble.mishap(ask)
}

beforeAll(async () => {
  wallet = await network.open({ fetch: line, clock })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '10')
})

const asked = () => paying(ana, BTC, [toUser(ben, '0.01')])

describe.each([
  ['keys', /^\/safe\/keys$/],
  ['verify', /^\/safe\/transaction\/requests$/],
])('where the exchange about %s goes wrong', (_name, path) => {
  it.each(MISHAPS)('%s: the same is asked again and the payment is prepared', async (_what, mishap) => {
    bodies.length = 0
    trouble = { path, mishap, times: 2 }
    const review = await wallet.calls['payments.prepare'](asked())
    trouble = undefined
    expect(review.verdict).not.toBe('stop')
    expect(bodies).toHaveLength(3)
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1)
    await wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId })
  })

  it.each(MISHAPS)('%s, every time: the payment is refused clearly and holds nothing', async (_what, mishap) => {
    bodies.length = 0
    trouble = { path, mishap, times: Number.POSITIVE_INFINITY }
    const before = await balanceOf(wallet, ana, BTC)
    await expect(wallet.calls['payments.prepare'](asked())).rejects.toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^remote\.(unreachable|malformed|server|rate_limited)$/) }),
    )
    trouble = undefined
    expect(bodies).toHaveLength(5)
    expect(await balanceOf(wallet, ana, BTC)).toBe(before)
    expect((await wallet.calls['home.read']({ account: ana, holder: null })).holds).toEqual([])
  })
})

it('does not ask again where the service refuses for good', async () => {
  bodies.length = 0
  trouble = {
    path: /^\/safe\/keys$/,
    mishap: async () => told(202, '{"error":{"status":202,"code":10404}}'),
    times: Number.POSITIVE_INFINITY,
  }
  await expect(wallet.calls['payments.prepare'](asked())).rejects.toThrow(coded('wallet.payee_unregistered'))
  trouble = undefined
  expect(bodies).toHaveLength(1)
})

it('pays once after lost answers to both calls', async () => {
  const lost = MISHAPS[1]?.[1]
  expect(lost).toBeDefined()
  if (lost === undefined) return
  const before = await balanceOf(wallet, ben, BTC)
  trouble = { path: /^\/safe\/(keys|transaction\/requests)$/, mishap: lost, times: 2 }
  expect((await pay(wallet, asked())).state).toBe('final')
  trouble = undefined
  await has(wallet, ben, BTC, before + parseAmount('0.01'))
})
