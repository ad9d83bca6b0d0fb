import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ghostKeyHint, ghostKeyHints, isUuid, privateKeyHint } from '#protocol'
import { approving, BTC, fund, newAccount, paying, settled, sharedNetwork, toUser } from '../support/wallet.ts'
import { holdingLine } from './undecided.ts'

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('the hint of an own payment', () => {
  it('is the same for each holder of the key, and another one for each key, request and output', () => {
    fc.assert(
      fc.property(seed, seed, fc.uuid(), fc.uuid(), fc.nat(300), (key, other, request, next, index) => {
        const hint = privateKeyHint(request, index, key)
        expect(isUuid(hint)).toBe(true)
        expect(privateKeyHint(request, index, key)).toBe(hint)
        expect(privateKeyHint(request, index + 1, key)).not.toBe(hint)
        if (request !== next) expect(privateKeyHint(next, index, key)).not.toBe(hint)
        if (Buffer.compare(key, other) !== 0) expect(privateKeyHint(request, index, other)).not.toBe(hint)
        expect(Object.values(ghostKeyHints(request, index))).not.toContain(hint)
      }),
      { numRuns: 25 },
    )
  })

  describe('as the network hears it', () => {
    const network = sharedNetwork()

    it('cannot be told from the trace of a link', async () => {
      const line = holdingLine()
      const hints: string[] = []
      const listening: typeof fetch = (target, init) => {
        if (String(target).endsWith('/safe/keys')) {
          const body = Buffer.from((init?.body as string | undefined) ?? '').toString()
          hints.push(...(JSON.parse(body) as { hint: string }[]).map(({ hint }) => hint))
        }
        return line.fetch(target, init)
      }
      const wallet = await network.open({ fetch: listening })
      const { account } = await newAccount(wallet, 'Ana')
      const ben = (await newAccount(wallet, 'Ben')).account
      await fund(wallet, account, BTC, '1')
      hints.length = 0
      const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
      expect(hints).toHaveLength(2)
      const trace = review.paymentId
      for (const at of [0, 1]) expect(hints).not.toContain(ghostKeyHint(trace, at))
      await wallet.calls['payments.approve'](approving(account, review))
      expect((await settled(wallet, account, trace)).state).toBe('final')
      await wallet.close()
    })
  })
})
