import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DepositEntry, HolderId, RequestId } from '#contract/domain'
import { openAccountStore, openProfileStore, type PaymentState } from '#store'
import { openVault } from '#vault'
import { noKeychain } from '../support/keychain.ts'
import { startTestLocalnet } from '../support/localnet.ts'
import {
  ACCOUNT,
  aHolder,
  anAsset,
  anOutput,
  aPayment,
  aPlan,
  aSnapshot,
  asset,
  aUser,
  hashOf,
  outputId,
  request,
  spendOf,
  spent,
  tickingClock,
  user,
  uuidFrom,
} from '../support/store.ts'
import { credentials, PASSPHRASE } from '../support/vault.ts'

/*
 * Writes the files of a release, with something of everything in them, for tests that open them with later ones. To be run
 * once, from the sources of that release: node build/run.mjs test/store/make-release.ts test/store/fixtures/NAME
 */

/** One payment for each state that a payment can be in. */
const STATES = [
  ...(['draft', 'reserved', 'keyed', 'built', 'verified', 'approved'] as const),
  ...(['signed', 'sent', 'accepted', 'final', 'cancelled', 'failed'] as const),
] satisfies PaymentState[]

const PROBLEM = { code: 'wallet.conflict', details: {} } as const

const GROUP = { ...aHolder('me', 'alice', 'bob'), threshold: 2 }
const group = { ...GROUP, id: `${GROUP.membersHash}:2` as HolderId }

function makePayment({ intents }: ReturnType<typeof openAccountStore>, name: string, state: PaymentState): void {
  const { payments, keys } = intents
  const requestId: RequestId = request(name)
  const coin = anOutput(`coin of ${name}`)
  const raw = `77770005${hashOf(`bytes ${name}`)}`
  const made = [0, 1].map((index) => ({
    ...{
      requestId,
      index,
      script: 'fffe01',
      mask: hashOf(`mask ${name} ${index}`),
      keys: [hashOf(`one-time key ${name} ${index}`)],
    },
  }))
  const steps: Partial<Record<PaymentState, () => unknown>> = {
    draft: () => payments.create(aPayment(name, { detail: { memo: `for ${name}`, fee: 12_000n } })),
    reserved: () => payments.reserve(requestId, [aPlan(name, [coin])]),
    keyed() {
      for (const each of made)
        keys.remember(uuidFrom(`hint ${name} ${each.index}`), { ...each, receivers: [user('alice')] })
      payments.storeKeys(requestId, made)
    },
    built: () => payments.storeRaw(requestId, [{ requestId, raw, hash: hashOf(`hash ${name}`) }]),
    verified: () => payments.markVerified(requestId, [{ requestId, record: { state: 'initial', amount: 1n } }]),
    approved: () => payments.approve(requestId, hashOf(`digest ${name}`)),
    signed: () => payments.storeSigned(requestId, [{ requestId, raw: `${raw}0001` }]),
    sent: () => payments.countAttempt(requestId),
    accepted: () => payments.markAccepted(requestId),
    final: () => payments.markFinal(requestId),
  }
  const last = state === 'failed' ? 'sent' : state === 'cancelled' ? 'draft' : state
  for (const [reached, step] of Object.entries(steps)) {
    step()
    if (reached === last) break
  }
  if (state === 'cancelled') payments.cancel(requestId)
  if (state !== 'failed') return
  payments.fail(requestId, PROBLEM, [{ requestId, outputId: coin.output_id, ...spendOf(coin) }])
}

/** One that makes the payment of that name impossible by taking its coin, and one that waits for its owner's word. */
function makeDoubts({ intents }: ReturnType<typeof openAccountStore>, name: string): void {
  const ending = `instead of ${name}`
  intents.payments.create(aPayment(ending, { voids: request(name) }))
  intents.payments.reserve(request(ending), [aPlan(ending, [anOutput(`coin of ${name}`)])])
  intents.pauses.set(request(name), 'restored')
  intents.pauses.allow(request(name))
}

function makeAccount(dir: string): void {
  const store = openAccountStore({ dir, network: 'local', account: ACCOUNT, clock: tickingClock() })
  const { cache, intents } = store
  cache.holders.put(aHolder())
  store.bindNetwork(hashOf('network'))
  const outputs = Array.from({ length: 8 }, (_, at) => (at % 3 === 0 ? spent(anOutput(at + 1)) : anOutput(at + 1)))
  cache.outputs.applyPage({ holder: aHolder(), outputs, cursor: 8 })
  // One that was called an item, and no longer is.
  for (const inscription_hash of [hashOf('item'), null])
    cache.outputs.applyPage({ holder: aHolder(), outputs: [anOutput(9, { inscription_hash })], cursor: 9 })
  cache.snapshots.applyPage({ snapshots: [aSnapshot(1), aSnapshot(2, { memo: '7061' })], cursor: 'c' })
  cache.assets.put([anAsset('BTC')])
  cache.users.put([aUser('alice')])
  for (const state of STATES) makePayment(store, state, state)
  makeDoubts(store, 'sent')
  intents.payments.create(aPayment('of the group', { kind: 'multisig', holder: group.id }))
  intents.keys.rememberDerived(hashOf('derived'), [hashOf('derived key')])
  const entry = { chain_id: asset('BTC'), destination: 'bc1qexample', tag: '' } as unknown as DepositEntry
  intents.depositPins.pin(aHolder().id, entry)
  intents.contactPins.put({ userId: user('alice'), identityNumber: '7001', name: 'Alice', merelyPaid: false })
  intents.contactPins.put({ userId: user('bob'), identityNumber: '7002', name: 'Bob', merelyPaid: true })
  intents.contactAddresses.save({
    ...{ id: uuidFrom('address'), userId: user('alice'), label: 'Cold' },
    ...{ chainId: asset('BTC'), destination: 'bc1qcold', tag: '' },
  })
  intents.labels.set(`u:${user('alice')}`, 'Sister', 'owes me lunch')
  intents.labels.set(`p:${request('final')}`, 'Rent', '')
  intents.labels.setTags(`p:${request('final')}`, ['flat', 'monthly'])
  intents.freezes.set(outputId(2), 'by hand')
  intents.drafts.save({ id: 'send', holder: aHolder().id, form: { to: '7001', amount: '0.5', units: 50_000_000n } })
  intents.groups.put({ ...group, name: 'Family', colour: 3, order: 0, createdAt: tickingClock().now() })
  intents.plans.save({ id: request('plan'), holder: aHolder().id, detail: { name: 'Rent', amount: 5_000_000n } })
  intents.plans.setTime(request('plan'), { day: '2026-12-01', state: 'skipped', problem: null })
  intents.plans.setTime(request('plan'), { day: '2027-01-01', state: 'failed', problem: PROBLEM })
  intents.settings.set('policy', { daily: 5_000_000_000n })
  intents.audits.set(outputId(3), 'proved', { key: hashOf('proof') })
  intents.audits.set(outputId(4), 'pending')
  for (const state of ['open', 'complete', 'final', 'revoked', 'dead'] as const) {
    const id = request(`request ${state}`)
    const hash = hashOf(`request ${state}`)
    intents.requests.put({ id, holder: group.id, hash, state, raw: '7777', detail: { asked: state } })
  }
  store.resync.done()
  store.close()
}

async function makeProfile(dir: string): Promise<void> {
  const clock = tickingClock()
  const profile = openProfileStore({ dir, network: 'local', clock })
  profile.bindNetwork(hashOf('network'))
  const vault = await openVault({
    dir: join(dir, 'local', 'vault'),
    profileId: profile.id,
    keychain: noKeychain(),
    clock: { ...clock, monotonicMs: () => 0, sleep: () => Promise.resolve() },
    log: () => undefined,
  })
  await vault.setPassphrase({ current: null, next: PASSPHRASE })
  await vault.accounts.add(ACCOUNT, credentials({ spendSeed: '22'.repeat(32) }))
  const { publicKey } = vault.accounts.describe(ACCOUNT)
  profile.accounts.put({
    ...{ id: ACCOUNT, holder: aHolder().id, name: 'Maya', identityNumber: '7000', avatarUrl: '', kind: 'user' },
    ...{ colour: 2, order: 0, createdAt: clock.now(), backedUpAt: clock.now(), registeredAt: clock.now(), publicKey },
  })
  profile.settings.set('preferences', { theme: 'dark', currency: 'EUR', hideAmounts: true, autoLockMinutes: 7 })
  await vault.close()
  profile.close()
}

const [target] = process.argv.slice(2)
if (target === undefined) throw new Error('name the folder to write')
rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
// The list of accounts before the files of one: in another order it would count as lost.
await makeProfile(target)
makeAccount(target)
const net = await startTestLocalnet({ dir: join(target, 'localnet'), seed: 'release' })
await net.close()
writeFileSync(join(target, 'STATES'), `${STATES.join('\n')}\n`)
for (const lock of ['local/lock', `local/${ACCOUNT}/lock`]) rmSync(join(target, lock), { force: true })
