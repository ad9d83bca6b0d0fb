import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { ghostKeyHint, ghostKeyHints, isUuid, parseAmount, privateKeyHint, uniqueObjectId } from '#protocol'
import { partId, rowIdsOf, runIdOf } from '../../src/wallet/runs/identity.ts'
import { newTeam } from '../support/cosigners.ts'
import { newcomer } from '../support/localnet.ts'
import { approving, BTC, coded, fund, newAccount, paying, settled, sharedNetwork, toUser } from '../support/wallet.ts'
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

describe('a hint that somebody has used up', () => {
  const network = sharedNetwork()

  it('keeps a list of a group from being prepared, which is said as that, and no payment that begins anew', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [{ wallet, account }] = team.members
    const { holder } = team
    const ben = (await newAccount(wallet, 'Payee')).account
    const amount = parseAmount('0.1')
    const rows = [{ line: 1, to: ben, typed: '0.1', amount, memo: '', label: '' }]
    const save = (name: string) => wallet.calls['runs.save']({ account, holder, assetId: BTC, name, rows })
    const { runId } = await save('Team')
    // Whoever knows the list knows by what its keys are asked for.
    const id = runIdOf(holder, 'Team')
    expect(id).toBe(runId)
    const ids = rowIdsOf(id, [{ assetId: BTC, payee: { kind: 'user', userId: ben }, amount, memoHex: '' }])
    const squatter = await newcomer(network, 'Squatter')
    const hint = ghostKeyHint(partId(id, ids, 0), 0)
    await squatter.remote.call('keys.request', { body: [{ receivers: [squatter.id], index: 0, hint }] })

    await expect(wallet.calls['runs.prepare']({ account, runId })).rejects.toThrow(
      coded('remote.invalid_field', { of: 'keys' }),
    )
    expect((await wallet.calls['home.read']({ account, holder })).balances).toMatchObject([
      { available: parseAmount('1'), held: 0n },
    ])
    const other = await save('Team again')
    const review = await wallet.calls['runs.prepare']({ account, runId: other.runId })
    await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
    const single = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')], { holder }))
    expect(single.payees).toHaveLength(1)
  })

  it.each(['hint', 'request id'] as const)('for a coin keeps nobody from proving it: the %s', async (used) => {
    const wallet = await network.open()
    const { account } = await newAccount(wallet, 'Ana')
    const owner = { account, holder: null }
    await fund(wallet, account, BTC, '1')
    const page = { assetId: BTC, state: null, search: '', cursor: null, limit: 10 }
    const coin = async () => (await wallet.calls['coins.list']({ ...owner, ...page })).rows[0]
    const outputId = (await coin())?.outputId
    if (outputId === undefined) throw new Error('it was received')
    // The id of a coin, and so what follows from it, is known to whoever paid it.
    const request = uniqueObjectId(outputId, 'audit') as RequestId
    const squatter = await newcomer(network, 'Squatter')
    if (used === 'hint') {
      const body = [{ receivers: [squatter.id], index: 0, hint: uniqueObjectId(request, 'keys') }]
      await squatter.remote.call('keys.request', { body })
    } else {
      await squatter.fund(BTC, '1')
      await squatter.pay(squatter.id, BTC, '1', { requestId: request })
    }
    await wallet.calls['coins.prove']({ ...owner, outputId })
    expect(await coin()).toMatchObject({ outputId, audit: 'proved' })
    await wallet.close()
  })
})
