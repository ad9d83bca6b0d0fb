import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hash } from '#contract/domain'
import { ghostKeyHint } from '#protocol'
import { type Member, newTeam, type Team } from '../support/cosigners.ts'
import { sharedNetwork } from '../support/wallet.ts'
import { foreignRequest } from './foreign-request.ts'

/* Many requests at once, on a line that takes its time. What counts is how many answers are waited for one after the other. */

const REQUESTS = 40
const ANSWER_MS = 150

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let away = false
let open = 0
let most = 0

let lie: { readonly id: string; readonly amount: string } | null = null

/** The service, as it tells of one request that it pays another amount than its bytes do. */
async function altered(answer: Response): Promise<Response> {
  const text = await answer.text()
  const body = JSON.parse(text) as { data?: { request_id?: string; amount?: string } }
  const { status, headers } = answer
  const plain = new Headers([...headers].filter(([name]) => !['content-length', 'content-encoding'].includes(name)))
  if (lie === null || body.data?.request_id !== lie.id) return new Response(text, { status, headers: plain })
  return new Response(JSON.stringify({ ...body, data: { ...body.data, amount: lie.amount } }), {
    status,
    headers: plain,
  })
}

/** A line that answers about requests slowly, and counts how many it has open. */
const slow: typeof fetch = async (target, init) => {
  const { pathname } = new URL(String(target))
  if (away && pathname.startsWith('/safe/')) throw new TypeError('fetch failed')
  if (!/^\/safe\/multisigs\/[^/]+$/.test(pathname)) return fetch(target, init)
  open += 1
  most = Math.max(most, open)
  try {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    return altered(await fetch(target, init))
  } finally {
    open -= 1
  }
}

beforeAll(async () => {
  const coins = Array.from({ length: REQUESTS }, () => '1')
  team = await newTeam(network, ['Ana', 'Ben'], 2, coins, [{}, { fetch: slow }])
  ;[ana, ben] = team.members
})
afterAll(() => {
  away = false
})

describe('requests of others', () => {
  it('are read many at a time, and no more than a service bears', async () => {
    const members = team.members.map(({ account }) => account)
    away = true
    const used = new Set<Hash>()
    for (let made = 0; made < REQUESTS; made += 1) {
      await foreignRequest(ana, {
        ...{ network, holder: team.holder, members, hint: ghostKeyHint, senders: true },
        outputs: (amount) => [{ amount, to: [ana.account] }],
        coin: (coins) => {
          const coin = coins.find(({ transaction_hash }) => !used.has(transaction_hash))
          if (coin !== undefined) used.add(coin.transaction_hash)
          return coin
        },
      })
    }
    most = 0
    away = false
    await ben.wallet.calls['app.retry']({ account: ben.account })
    const found = await ben.wallet.until(
      async () => (await ben.wallet.calls['approvals.list']({ account: ben.account, holder: null })).requests,
      (requests) => requests.length === REQUESTS,
    )
    expect(found.every(({ state }) => state === 'open')).toBe(true)
    // 200 requests took six minutes, 1.8 seconds each: at so many a time they take less than 20.
    expect(Math.ceil(200 / most) * 1.8).toBeLessThan(20)
    expect(most).toBeLessThanOrEqual(32)
  })

  it('are all judged before any of them is opened, and count as looked at by nobody', async () => {
    const list = async () => (await ben.wallet.calls['approvals.list']({ account: ben.account, holder: null })).requests
    const judged = await ben.wallet.until(list, (requests) =>
      requests.every(({ verdict }) => verdict !== 'waiting' && verdict !== 'unknown'),
    )
    expect(judged).toHaveLength(REQUESTS)
    // Nobody was paid by this group before, which is worth a look each time.
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(['attention']))
    expect(most).toBeLessThanOrEqual(32)
    const [one] = judged
    if (one === undefined) throw new Error('there are requests')
    const { log } = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: one.requestId })
    expect(log).toHaveLength(1)
  })

  it('are judged anew when the service tells something else of them', async () => {
    const list = async () => (await ben.wallet.calls['approvals.list']({ account: ben.account, holder: null })).requests
    const [one] = await list()
    if (one === undefined) throw new Error('there are requests')
    lie = { id: one.requestId, amount: '0.5' }
    const differs = await ben.wallet.until(
      async () => {
        await ben.wallet.calls['app.retry']({ account: ben.account })
        return list()
      },
      (requests) => requests.find(({ requestId }) => requestId === one.requestId)?.verdict === 'stop',
    )
    expect(differs.filter(({ verdict }) => verdict === 'stop')).toHaveLength(1)
  })
})
