import { beforeEach, describe, expect, it } from 'vitest'
import type { Hash } from '#contract/domain'
import { type ErrorCode, failure } from '#contract/errors'
import type { Payment, PaymentTransaction } from '#store'
import { findStanding, handOver, type StandingParts } from '../../src/wallet/payments/standing.ts'
import { ACCOUNT, hashOf, request, time, user } from '../support/store.ts'

/* How far what was sent has come, by what the service records of it, and what is handed over. */

interface Asked {
  readonly params?: { readonly id: string }
  readonly body?: unknown
}
const id = request('sent')
const hash = hashOf('sent')
const ana = user('ana')

/** What the service has by a name of the call and an id. */
let service: Map<string, object | ErrorCode>
let done: string[]
beforeEach(() => {
  ;[service, done] = [new Map(), []]
})

const parts = {
  ...{ account: ACCOUNT, line: {}, requests: { heard: () => done.push('heard') } },
  remote: {
    call: async (name: string, { params, body }: Asked) => {
      const at = params?.id === undefined ? name : `${name} ${params.id}`
      done.push(body === undefined ? at : `${at} ${JSON.stringify(body)}`)
      const found = service.get(at)
      if (found === undefined) throw failure('remote.not_found', 'nothing is there')
      if (typeof found === 'string') throw failure(found, 'refused')
      return found
    },
  },
} as unknown as StandingParts // the calls that are made

const record = (state: string, more: object = {}) => ({
  ...{ request_id: id, transaction_hash: hash, state, snapshot_at: null, snapshot_hash: null },
  ...{ signers: [], senders_threshold: 0, revoked_by: null },
  ...more,
})
const look = (kind: Payment['kind'] = 'transfer', of: Hash | null = hash) =>
  findStanding(parts, { kind } as Payment, { requestId: id, hash: of })
const byId = (state: string, more: object = {}) => service.set(`transactions.read ${id}`, record(state, more))
const byHash = (state: string, more: object = {}) => service.set(`transactions.read ${hash}`, record(state, more))
const inGroup = (state: string, more: object = {}) => service.set(`multisigs.read ${id}`, record(state, more))

describe('what was sent alone', () => {
  it.each([
    ['unspent', undefined],
    ['pending', undefined],
    ['signed', { hash, is: 'accepted' }],
    ['spent', { hash, is: 'final' }],
  ])('is by its id, where it is %s', async (state, standing) => {
    byId(state)
    expect(await look()).toEqual(standing)
  })

  it('has the time at which it was final', async () => {
    byId('spent', { snapshot_at: time(7) })
    expect(await look()).toEqual({ hash, is: 'final', at: time(7) })
  })

  it('is looked for by its hash where its id tells of other bytes, or of none', async () => {
    byHash('spent', { request_id: request('another') })
    expect(await look()).toEqual({ hash, is: 'final' })
    byId('signed', { transaction_hash: hashOf('other') })
    expect(await look()).toEqual({ hash, is: 'final' })
    service.delete(`transactions.read ${hash}`)
    expect(await look()).toEqual({ hash: hashOf('other'), is: 'accepted' })
    expect(await look('transfer', null)).toEqual({ hash: hashOf('other'), is: 'accepted' })
  })

  it('is not told by another one that is answered, nor by a refusal', async () => {
    byHash('spent', { transaction_hash: hashOf('other') })
    await expect(look()).rejects.toMatchObject({ code: 'remote.malformed' })
    service.set(`transactions.read ${hash}`, 'remote.forbidden')
    await expect(look()).rejects.toMatchObject({ code: 'remote.forbidden' })
  })
})

describe('what was sent to a group', () => {
  it('waits once this account is among its signers, and says nothing before', async () => {
    inGroup('unspent', { signers: [ana] })
    expect(await look('multisig')).toBeUndefined()
    inGroup('unspent', { signers: [ana, ACCOUNT] })
    expect(await look('multisig')).toEqual({ hash, is: 'waiting' })
    expect(done.filter((each) => each === 'heard')).toHaveLength(2)
  })

  it('is final, also where it is called given up beside, and given up only where it is not', async () => {
    inGroup('spent', { revoked_by: ana, signers: [ACCOUNT] })
    expect(await look('multisig')).toEqual({ hash, is: 'final' })
    inGroup('unspent', { revoked_by: ana, snapshot_hash: hashOf('snapshot') })
    expect(await look('multisig')).toEqual({ hash, is: 'final' })
    inGroup('unspent', { revoked_by: ana, signers: [ACCOUNT] })
    expect(await look('multisig')).toEqual({ hash, is: 'revoked' })
  })

  it.each([
    ['this account', [ACCOUNT], 2, true],
    ['enough', [ana, user('ben')], 2, true],
    ['one of two', [ana], 2, false],
    ['nobody knows how many', [ana], 0, false],
  ])('is there by its hash where %s signed it', async (_, signers, threshold, isThere) => {
    byHash('signed', { signers, senders_threshold: threshold })
    expect(await look('multisig')).toEqual(isThere ? { hash, is: 'accepted' } : undefined)
  })

  it('is final by its hash whoever signed it', async () => {
    byHash('spent')
    expect(await look('multisig')).toEqual({ hash, is: 'final' })
  })

  it('is there by its hash where its request was given up', async () => {
    inGroup('unspent', { revoked_by: ana })
    byHash('signed', { signers: [ACCOUNT], senders_threshold: 2 })
    expect(await look('multisig')).toEqual({ hash, is: 'accepted' })
  })
})

describe('what is handed over', () => {
  const waiting = [{ requestId: id, signedRaw: '77bb', unsignedRaw: '77aa' }] as unknown as PaymentTransaction[]
  const over = (kind: Payment['kind']) => handOver(parts, { kind } as Payment, waiting)

  it('are the stored bytes, each under its id', async () => {
    service.set('transactions.send', [record('signed')])
    expect(await over('transfer')).toEqual([{ hash, is: 'accepted' }])
    expect(done).toEqual([`transactions.send [{"request_id":"${id}","raw":"77bb"}]`])
  })

  it('is asked of a group once more where its service has lost it, with unsigned bytes', async () => {
    service.set(`multisigs.sign ${id}`, record('unspent', { signers: [ACCOUNT] }))
    expect(await over('multisig')).toEqual([{ hash, is: 'waiting' }])
    const sign = `multisigs.sign ${id} {"request_id":"${id}","raw":"77bb"}`
    expect(done).toEqual([sign, 'heard'])
    service.clear()
    service.set('multisigs.create', [])
    done = []
    await expect(over('multisig')).rejects.toMatchObject({ code: 'remote.not_found' })
    expect(done).toEqual([sign, `multisigs.create [{"request_id":"${id}","raw":"77aa"}]`, sign])
  })

  it('is nothing that has no signed bytes', async () => {
    const unsigned = [{ ...waiting[0], signedRaw: null }] as PaymentTransaction[]
    await expect(handOver(parts, { kind: 'transfer' } as Payment, unsigned)).rejects.toMatchObject({ code: 'internal' })
    expect(done).toEqual([])
  })
})
