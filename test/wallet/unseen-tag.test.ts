import { expect, it } from 'vitest'
import type { AssetView, Payee } from '#contract/ipc'
import { payeeChecks } from '../../src/wallet/payments/payee-checks.ts'
import { readPayeeKey } from '../../src/wallet/shared/payee-key.ts'
import { asset } from '../support/store.ts'

/* What is read of an address and its tag is less than what is in the bytes. */

const to = (tag: string, destination = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'): Payee => ({
  kind: 'chain',
  destination,
  tag,
})

const warned = (payee: Payee): string[] =>
  payeeChecks([payee], asset('XRP'), {
    directory: { asset: () => ({ tag: 'needed', chainName: 'XRP Ledger' }) as AssetView },
    intents: { contactAddresses: { alike: () => [], former: () => [] } },
    alike: () => [],
    paidBefore: () => ({ times: 1, last: 1n }),
    who: 'group',
  } as unknown as Parameters<typeof payeeChecks>[2]).map(({ id }) => id)

it.each(['12345\u200b', '123\u202e45', '12\u00a0345'])('a tag that reads as another one is told of: %j', (tag) => {
  expect(warned(to(tag))).toEqual(['unseen:0'])
})

it('an address that reads as another one is told of', () => {
  expect(warned(to('1', 'rEb8TK3gBgk5auZkwc6s\u2060HnwrGVJH8DuaLh'))).toEqual(['unseen:0'])
})

it('a tag of which nothing is seen is none where one is needed', () => {
  expect(warned(to('\u200b'))).toEqual(['unseen:0', 'tag:0'])
})

it('a tag of words is as it reads', () => {
  expect(warned(to('for  Ana, 12345'))).toEqual([])
})

it('a tag that reads the same is the same receiver to whoever looks for a second payment', () => {
  expect(readPayeeKey(to('12345\u200b'))).toBe(readPayeeKey(to('12345')))
  expect(readPayeeKey(to('12346'))).not.toBe(readPayeeKey(to('12345')))
})
