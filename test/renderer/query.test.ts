import { describe, expect, it } from 'vitest'
import { failure } from '#contract/errors'
import { createQueryCache } from '../../src/renderer/state/query.ts'

interface Asked {
  readonly name: string
  readonly answer: (value: unknown) => void
  readonly fail: (error: unknown) => void
}

function openCache() {
  const asked: Asked[] = []
  const cache = createQueryCache((name) => new Promise((answer, fail) => void asked.push({ name, answer, fail })))
  const entry = (input: unknown = null) => cache.store.getState().entries[cache.keyOf('app.state', input)]
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

  it('asks again when a topic that the answer depends on has changed, and keeps the old value meanwhile', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    asked[0]?.answer('first')
    await settle()
    cache.changed(['drafts'])
    expect(asked).toHaveLength(1)
    cache.changed(['accounts'])
    expect(asked).toHaveLength(2)
    expect(entry()).toEqual({ value: 'first', error: null, loading: true })
  })

  it('asks for what nobody watches only when somebody does again', async () => {
    const { cache, asked, settle } = openCache()
    const leave = cache.watch('app.state', null)
    asked[0]?.answer('first')
    await settle()
    leave()
    cache.changed('all')
    expect(asked).toHaveLength(1)
    cache.watch('app.state', null)
    expect(asked).toHaveLength(2)
  })

  it('drops an answer that a newer question has overtaken', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    cache.changed('all')
    asked[1]?.answer('new')
    await settle()
    asked[0]?.answer('old')
    await settle()
    expect(entry()?.value).toBe('new')
  })

  it('keeps the last value beside the error of a later question', async () => {
    const { cache, asked, entry, settle } = openCache()
    cache.watch('app.state', null)
    asked[0]?.answer('first')
    await settle()
    cache.changed('all')
    asked[1]?.fail(failure('host.refused', 'gone'))
    await settle()
    expect(entry()).toMatchObject({ value: 'first', error: { code: 'host.refused' }, loading: false })
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
