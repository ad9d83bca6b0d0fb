import { afterEach, describe, expect, it, vi } from 'vitest'
import { failure } from '#contract/errors'
import { createQueryCache } from '../../src/renderer/state/query-cache.ts'

const ME = 'f3bd6b73-9d0a-4d6b-a3a1-7a3c04a8d2b1'
const OTHER = '0b4f49dc-8fb4-4539-9a89-fb3afc613747'

interface Asked {
  readonly name: string
  readonly input: unknown
  readonly answer: (value: unknown) => void
  readonly fail: (error: unknown) => void
}

function openCache() {
  const asked: Asked[] = []
  const cache = createQueryCache(
    (name, input) => new Promise((answer, fail) => void asked.push({ name, input, answer, fail })),
  )
  const entry = (input: unknown = null) => cache.store.getState().entries.get(cache.keyOf('app.state', input))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { cache, asked, entry, settle }
}

describe('the cache of answers', () => {
  it('asks once for two watchers of the same answer', () => {
    const { cache, asked } = openCache()
    cache.watch('app.state', null)
    cache.watch('app.state', null)
    expect(asked).toHaveLength(1)
  })

  it('tells nobody that what was never asked is asked now: it stood for that before', () => {
    const { cache, asked } = openCache()
    let told = 0
    cache.store.subscribe(() => {
      told += 1
    })
    cache.watch('app.state', null)
    cache.watch('home.read', { account: ME, holder: null })
    expect([asked.length, told]).toEqual([2, 0])
  })

  it('asks again when a topic that the answer depends on has changed, and keeps the old value meanwhile', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    asked[0]?.answer('first')
    await settle()
    cache.changed({ account: null, topics: ['drafts'] })
    expect(asked).toHaveLength(1)
    cache.changed({ account: null, topics: ['accounts'] })
    expect(asked).toHaveLength(2)
    expect(entry()).toEqual({ value: 'first', error: null, loading: true })
  })

  it('keeps the very value where the same is answered again, so that nothing is drawn anew', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    asked[0]?.answer({ accounts: [{ name: 'Ana' }] })
    await settle()
    const before = entry()?.value
    cache.changed({ account: null, topics: ['accounts'] })
    asked[1]?.answer({ accounts: [{ name: 'Ana' }] })
    await settle()
    expect(entry()?.value).toBe(before)
  })

  it('asks again for what is of the account that changed, and leaves alone what is of another', () => {
    const { cache, asked } = openCache()
    cache.watch('home.read', { account: ME, holder: null })
    cache.watch('home.read', { account: OTHER, holder: null })
    cache.changed({ account: ME, topics: ['balances'] })
    expect(asked.map(({ input }) => input)).toEqual([
      { account: ME, holder: null },
      { account: OTHER, holder: null },
      { account: ME, holder: null },
    ])
  })

  it('asks again for answers of every account when a change concerns all', () => {
    const { cache, asked } = openCache()
    cache.watch('home.read', { account: ME, holder: null })
    cache.watch('home.read', { account: OTHER, holder: null })
    cache.changed({ account: null, topics: ['balances'] })
    expect(asked).toHaveLength(4)
  })

  it('asks again for an answer of no account whichever account changed', () => {
    const { cache, asked } = openCache()
    cache.watch('app.state', null)
    cache.changed({ account: OTHER, topics: ['accounts'] })
    expect(asked).toHaveLength(2)
  })

  it('does not ask anew for what nobody watched while another account changed', async () => {
    const { cache, asked, settle } = openCache()
    const leave = cache.watch('home.read', { account: ME, holder: null })
    asked[0]?.answer('first')
    await settle()
    leave()
    cache.changed({ account: OTHER, topics: ['balances'] })
    cache.watch('home.read', { account: ME, holder: null })
    expect(asked).toHaveLength(1)
  })

  it('asks for what nobody watches only when somebody does again', async () => {
    const { cache, asked, settle } = openCache()
    const leave = cache.watch('app.state', null)
    asked[0]?.answer('first')
    await settle()
    leave()
    cache.changed({ account: null, topics: ['app'] })
    expect(asked).toHaveLength(1)
    cache.watch('app.state', null)
    expect(asked).toHaveLength(2)
  })

  it('drops an answer that a newer question has overtaken', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    cache.changed({ account: null, topics: ['app'] })
    asked[1]?.answer('new')
    await settle()
    asked[0]?.answer('old')
    await settle()
    expect(entry()?.value).toBe('new')
  })

  it('shows each answer while the wallet changes faster than it answers', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    cache.changed({ account: null, topics: ['accounts'] })
    asked[0]?.answer('first')
    await settle()
    expect(entry()).toEqual({ value: 'first', error: null, loading: true })
    asked[1]?.answer('second')
    await settle()
    expect(entry()).toEqual({ value: 'second', error: null, loading: false })
  })

  it('keeps the last value beside the error of a later question', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    asked[0]?.answer('first')
    await settle()
    cache.changed({ account: null, topics: ['app'] })
    asked[1]?.fail(failure('host.refused', 'gone'))
    await settle()
    expect(entry()).toMatchObject({ value: 'first', error: { code: 'host.refused' }, loading: false })
  })

  it('forgets an answer without topics with the last who looks at it', async () => {
    const { cache, asked, settle } = openCache()
    const question = { account: ME, paymentId: OTHER }
    const leave = cache.watch('payments.review', question)
    asked[0]?.answer('review')
    await settle()
    leave()
    expect(cache.store.getState().entries).toEqual(new Map())
    cache.watch('payments.review', question)
    expect(asked).toHaveLength(2)
  })

  it('asks again for what failed for want of a line, once that is back, and for no refusal', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    cache.watch('app.state', ME)
    asked[0]?.fail(failure('remote.unreachable', 'gone'))
    asked[1]?.fail(failure('wallet.coin_taken', 'gone'))
    await settle()
    cache.recovered()
    expect(asked.slice(2).map(({ input }) => input)).toEqual([null])
    asked[2]?.answer('here')
    await settle()
    expect(entry()).toEqual({ value: 'here', error: null, loading: false })
    cache.recovered()
    expect(asked).toHaveLength(3)
  })

  it('asks again for what the wallet answered without the service, once the line is back, whoever looks at it', async () => {
    const { cache, asked, settle } = openCache()
    const question = { account: ME, requestId: OTHER }
    const leave = cache.watch('approvals.review', question)
    cache.watch('approvals.bundle', question)
    asked[0]?.answer({ offline: true })
    asked[1]?.answer({ confirmed: false })
    await settle()
    cache.recovered()
    expect(asked.slice(2).map(({ name }) => name)).toEqual(['approvals.review', 'approvals.bundle'])
    asked[2]?.answer({ offline: true })
    asked[3]?.answer({ confirmed: true })
    await settle()
    leave()
    cache.recovered()
    expect(asked).toHaveLength(4)
    // Whoever comes back to it sees what is so by now.
    cache.watch('approvals.review', question)
    asked[4]?.answer({ offline: false })
    await settle()
    cache.recovered()
    expect(asked).toHaveLength(5)
  })

  it('keeps no older answer beside the error of one without topics', async () => {
    const { cache, asked, settle } = openCache()
    const question = { account: ME, paymentId: OTHER }
    cache.watch('payments.review', question)
    asked[0]?.answer('review')
    await settle()
    cache.refresh('payments.review', question)
    asked[1]?.fail(failure('wallet.coin_taken', 'gone'))
    await settle()
    expect(cache.store.getState().entries.get(cache.keyOf('payments.review', question))?.value).toBeUndefined()
  })

  it('answers anew what a person asks for again, though it is the same: what was refused of the one before is not of it', async () => {
    const { cache, asked, settle } = openCache()
    const question = { account: ME, paymentId: OTHER }
    const shown = () => cache.store.getState().entries.get(cache.keyOf('payments.review', question))?.value
    cache.watch('payments.review', question)
    asked[0]?.answer({ digest: 'one' })
    await settle()
    const before = shown()
    cache.refresh('payments.review', question)
    asked[1]?.answer({ digest: 'one' })
    await settle()
    expect(shown()).toEqual(before)
    expect(shown()).not.toBe(before)
  })

  it('never asks again by itself for an answer without topics', () => {
    const { cache, asked } = openCache()
    cache.watch('payments.review', { account: ME, paymentId: OTHER })
    cache.changed({ account: ME, topics: ['payments'] })
    expect(asked).toHaveLength(1)
  })

  it('holds nothing after it was cleared, not even what is still on its way', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    cache.clear()
    asked[0]?.answer('secret')
    await settle()
    expect(entry()).toBeUndefined()
  })
})

describe('an answer that changes what it depends on', () => {
  afterEach(() => void vi.useRealTimers())

  const CONTACTS = { account: ME, topics: ['contacts' as const] }

  /** As of a service that describes somebody otherwise so many times: what was read is kept, which is a change. */
  function openFed(times: number) {
    vi.useFakeTimers()
    let asked = 0
    const cache = createQueryCache(async () => {
      asked += 1
      if (asked < times) cache.changed(CONTACTS)
      return asked
    })
    return { cache, asked: () => asked }
  }
  const CARD = { account: ME, userId: OTHER }

  it('is asked for again at once a few times, and then no more than once a second', async () => {
    const { cache, asked } = openFed(1_000)
    cache.watch('contacts.card', CARD)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBeLessThan(10)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked()).toBeLessThan(20)
  })

  it('is asked for again after the last change all the same', async () => {
    const { cache, asked } = openFed(6)
    cache.watch('contacts.card', CARD)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(6)
    cache.changed(CONTACTS)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked()).toBe(7)
  })

  it('is asked for no more once nobody looks', async () => {
    const { cache, asked } = openFed(1_000)
    const leave = cache.watch('contacts.card', CARD)
    await vi.advanceTimersByTimeAsync(0)
    leave()
    const before = asked()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(before)
  })

  it('is asked for by who comes back to it, though it was to be asked for later', async () => {
    const { cache, asked } = openFed(1_000)
    const leave = cache.watch('contacts.card', CARD)
    await vi.advanceTimersByTimeAsync(0)
    const before = asked()
    leave()
    cache.watch('contacts.card', CARD)
    expect(asked()).toBe(before + 1)
  })

  it('is asked for at once where a person did something, and again each time', async () => {
    const { cache, asked } = openFed(7)
    cache.watch('contacts.card', CARD)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(6)
    cache.acted()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(7)
    for (const deed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      cache.changed(CONTACTS)
      cache.acted()
      expect(asked()).toBe(7 + deed)
    }
  })
})
