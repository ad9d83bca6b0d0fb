import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Holder, HolderId, Nanos, Output, OutputId } from '#contract/domain'
import { failure } from '#contract/errors'
import { outputId as ruledId, toAmount, transactionHash } from '#protocol'
import type { AccountStore } from '#store'
import { createAudit } from '../../src/wallet/payments/audit.ts'
import type { AwaitedChange } from '../../src/wallet/payments/change.ts'
import { readEvidence, stored } from '../../src/wallet/payments/evidence.ts'
import { NOT_PROVED } from '../../src/wallet/payments/frozen.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, asset, hashOf, openAccount, time } from '../support/store.ts'
import { hash, id, signed } from './payment-records.ts'

/* Change that is awaited, over real files, by a service that lists what it is told to. */

const MINUTE = 60_000_000_000n
const [own, group] = [aHolder(), aHolder('me', 'you')]
const outputId = ruledId(hash, 1) as OutputId // a formula

let store: AccountStore
let now: Nanos
let audit: ReturnType<typeof createAudit>
let asked: string[]
/** What reading the coin by its name comes to. */
let byName: () => void

beforeEach(() => {
  ;[now, asked, byName] = [time(1_000), [], () => undefined]
  store = openAccount(newFolder('store'), { now: () => now })
  signed(store)
  const call = async (name: string, { body }: { readonly body: readonly { readonly raw: string }[] }) => {
    asked.push(name)
    if (name === 'keys.request') return [{ keys: [hashOf('key of the proof')], mask: hashOf('mask of the proof') }]
    if (name === 'transactions.verify')
      return body.map(({ raw }) => ({ transaction_hash: transactionHash(raw), views: [hashOf('view')] }))
    throw failure('remote.not_found', 'nothing is there')
  }
  audit = createAudit({
    ...{ store, log: () => undefined, clock: { now: () => now } },
    ...{ remote: { call }, signer: { prove: async () => undefined } },
    holder: (of: Holder['id']) => (of === group.id ? group : own),
    sync: {
      async confirm() {
        asked.push('by its name')
        byName()
      },
    },
  } as unknown as Parameters<typeof createAudit>[0]) // what the audit asks for
})
afterEach(() => store.close())

const keys = [hashOf('key of the change')]
const promised = (holder = own): AwaitedChange => ({
  ...{ outputId, payment: id, holder: holder.id, assetId: asset('BTC'), hash, index: 1, amount: toAmount(4n) },
  ...{ mask: hashOf('mask of the change'), keys },
})
/** What a payment owes, and that it is final. */
function owed(holder = own, isFinal = true): void {
  store.intents.audits.set(outputId, 'pending', stored(promised(holder)))
  if (isFinal) store.intents.payments.markFinal(id, [id])
}
let version = 0
function list(fields: Partial<Output> & { holder?: Holder } = {}): void {
  const at = { transaction_hash: hash, output_index: 1, output_id: outputId }
  const { mask, amount } = promised()
  version += 1
  const output = anOutput('change', {
    ...{ ...at, mask, amount, keys, sequence: 9, updated_at: time(100 + version), ...fields },
  })
  const { outputs } = store.cache
  const before = outputs.get(outputId)
  // As sync does with a coin that is described otherwise, once it was looked at again.
  if (before !== undefined) outputs.putAside(own, before, ['mask'])
  outputs.release(fields.holder ?? own, output)
}
const found = () => {
  const kept = store.intents.audits.get(outputId)
  if (kept === undefined) throw new Error('nothing is awaited')
  return `${kept.result} ${readEvidence(kept)?.reason ?? ''}`.trim()
}
const frozen = () => store.intents.freezes.get(outputId)?.reason
const pass = (minutes: bigint) => {
  now = (now + minutes * MINUTE) as Nanos
}

describe('change that is listed', () => {
  it('as it was signed is proved and free', async () => {
    owed()
    list()
    await audit.round()
    expect([found(), frozen(), audit.frozen()]).toEqual(['proved proved', undefined, false])
  })

  const others: readonly (readonly [string, Partial<Output> & { holder?: Holder }])[] = [
    ['with another amount', { amount: toAmount(3n) }],
    ['with another mask', { mask: hashOf('another mask') }],
    ['with another key', { keys: [hashOf('another key')] }],
    ['with a key more', { keys: [...keys, hashOf('another key')] }],
    ['as others’', { holder: aHolder('somebody') }],
    ['as what needs more signatures', { holder: { ...own, threshold: 2, id: `${own.membersHash}:2` as HolderId } }],
  ]
  it.each(others)('%s stops all sending, and is held back', async (_, fields) => {
    owed()
    list(fields)
    await audit.round()
    expect([found(), frozen(), audit.frozen()]).toEqual(['failed differs', NOT_PROVED, true])
    list()
    await audit.round()
    expect([found(), frozen(), audit.frozen()]).toEqual(['proved proved', undefined, false])
  })

  it('otherwise and spent is nothing that could be held back', async () => {
    owed()
    list({ mask: hashOf('another mask'), state: 'spent' })
    await audit.round()
    expect([found(), frozen()]).toEqual(['failed differs', undefined])
  })

  it('and frozen by its owner stays so, whatever is found', async () => {
    owed()
    list({ mask: hashOf('another mask') })
    store.intents.freezes.set(outputId, 'for the rent')
    await audit.round()
    expect([found(), frozen()]).toEqual(['failed differs', 'for the rent'])
    list()
    await audit.round()
    expect([found(), frozen()]).toEqual(['proved proved', 'for the rent'])
  })

  it('after it was missed is held back where its owner takes the loss before it is looked at', async () => {
    owed()
    pass(11n)
    await audit.round()
    expect([found(), frozen()]).toEqual(['failed missing', undefined])
    list()
    audit.accept([])
    expect([audit.frozen(), frozen()]).toEqual([true, undefined])
    audit.accept([outputId])
    expect([audit.frozen(), frozen()]).toEqual([false, NOT_PROVED])
  })

  it('of a group is awaited again once it is as it was signed, and asked for by nobody', async () => {
    owed(group)
    list({ holder: group, mask: hashOf('another mask') })
    await audit.round()
    expect(found()).toBe('failed differs')
    list({ holder: group })
    await audit.round()
    expect([found(), frozen(), asked]).toEqual(['pending', undefined, []])
  })
})

describe('change that is not listed', () => {
  it('is owed only once its payment is final', async () => {
    owed(own, false)
    expect([audit.pending(own.id).length, audit.unseen(own.id).length]).toEqual([1, 0])
    pass(11n)
    await audit.round()
    expect(found()).toBe('pending')
    store.intents.payments.markFinal(id, [id])
    expect([audit.pending(own.id).length, audit.unseen(own.id).length]).toEqual([1, 1])
  })

  it('is missed after ten minutes, and asked for by its name no sooner', async () => {
    owed()
    pass(10n)
    await audit.round()
    expect([found(), asked]).toEqual(['pending', []])
    pass(1n)
    await audit.round()
    expect([found(), asked]).toEqual(['failed missing', ['by its name']])
  })

  it('is missed by no line that is away for a moment, and by one that stays away', async () => {
    owed()
    pass(11n)
    byName = () => {
      throw failure('remote.unreachable', 'no line')
    }
    await audit.round()
    expect(found()).toBe('pending')
    for (let at = 0; at < 20; at += 1) await audit.round()
    expect(found()).toBe('failed missing')
  })
})

describe('change that is spent', () => {
  it('by somebody whom nobody names is waited for ten minutes, and then stops all sending', async () => {
    owed()
    list({ state: 'spent' })
    await audit.round()
    pass(10n)
    await audit.round()
    expect([found(), audit.frozen()]).toEqual(['pending', false])
    pass(1n)
    await audit.round()
    expect([found(), audit.frozen()]).toEqual(['failed spent elsewhere', true])
  })
})
