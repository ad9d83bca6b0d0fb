import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccountStore, CosignRequest } from '#store'
import { newFolder } from '../support/scratch.ts'
import { aHolder, hashOf, openAccount, request } from '../support/store.ts'

/* A list of thousands of requests is asked for whenever one of them changed: the others are given as they were read before. */

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder())
})
afterEach(() => store.close())

const aRequest = (name: string, note = ''): Omit<CosignRequest, 'seenAt' | 'updatedAt'> => ({
  ...{
    id: request(name),
    holder: aHolder('a', 'b').id,
    hash: hashOf(name),
    state: 'open',
    raw: 'aa',
    detail: { note },
  },
})
const listed = (name: string): CosignRequest | undefined =>
  store.intents.requests.list().find(({ id }) => id === request(name))

it('gives what did not change as it was read, and what changed as it is', () => {
  const { requests } = store.intents
  for (const name of ['a', 'b']) requests.put(aRequest(name))
  const [a, b] = [listed('a'), listed('b')]
  requests.put(aRequest('a', 'another'))
  expect(listed('b')).toBe(b)
  expect(listed('a')).toMatchObject({ detail: { note: 'another' } })
  expect(a).toMatchObject({ detail: { note: '' } })
  expect(requests.get(request('b'))).toBe(b)
})

it('gives nothing of what was removed', () => {
  const { requests } = store.intents
  requests.put(aRequest('a'))
  expect(listed('a')).toMatchObject({ detail: { note: '' } })
  requests.remove([request('a')])
  expect(listed('a')).toBeUndefined()
  requests.put(aRequest('a', 'anew'))
  expect(listed('a')).toMatchObject({ detail: { note: 'anew' } })
})
