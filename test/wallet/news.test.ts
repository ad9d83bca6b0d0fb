import { expect, it } from 'vitest'
import { type Holder, MINUTE, type Nanos, type Output, type UserId } from '#contract/domain'
import { createNews } from '../../src/wallet/account/news.ts'

/* Whether money that comes while the wallet is locked is told of, by the times that the service gives it. */

const NOON = 1_790_000_000_000_000_000n as Nanos
const DAY = 1440n * MINUTE
const ME = 'me' as UserId

function start() {
  const time = { now: NOON as bigint }
  const coins: Output[] = []
  const holder = { id: 'mine', members: [ME], membersHash: 'mine' } as unknown as Holder
  const outputs = { cursor: () => coins.length, list: () => coins }
  /** What of an account is looked at for it, and nothing else. */
  const desk = {
    ...{ account: ME, self: holder, requestStore: { unfinished: () => [] }, cosign: { waits: () => false } },
    store: { intents: { groups: { list: () => [] } }, cache: { outputs } },
    directory: { user: () => ({ relationship: 'stranger' }), asset: () => ({ priceUsd: null }) },
  } as unknown as ReturnType<Parameters<typeof createNews>[0]['desks']>[number]
  const news = createNews({
    desks: () => [desk],
    now: () => time.now as Nanos,
    wanted: () => ({ money: true, signature: true, settled: true, locked: true }),
    changed: () => undefined,
  })
  return {
    news,
    time,
    come(at: bigint) {
      const told = { sequence: coins.length + 1, created_at: at, senders: [], senders_hash: 'of others' }
      coins.push({ ...told, asset_id: null, kernel_asset_id: null } as unknown as Output)
      news.heard(ME, ['balances'])
    },
  }
}

it('is told of, but not where it came long before', () => {
  const { news, come } = start()
  news.locked()
  come(NOON - DAY)
  expect(news.last()).toBeNull()
  come(NOON + MINUTE)
  expect(news.last()).toBe(NOON)
})

it('is told of also where the clock had been ahead when the wallet was locked, and was set back', () => {
  const { news, time, come } = start()
  time.now = NOON + 30n * DAY
  news.locked()
  time.now = NOON + 5n * MINUTE
  come(NOON)
  expect(news.last()).toBe(time.now)
})
