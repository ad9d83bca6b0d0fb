import { cpSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { openAccountStore } from '#store'
import type { Vault } from '#vault'
import { hurriedClock, systemClock } from '../support/clock.ts'
import { watching } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, fund, newAccount, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()

/** A vault that is asked to sign and answers only while it is not stuck. */
function stickingVault() {
  const state = { stuck: false }
  const wrap = (vault: Vault): Vault => ({
    ...vault,
    signer: (account) => {
      const signer = vault.signer(account)
      return {
        ...signer,
        sign: (request) => (state.stuck ? new Promise<never>(() => undefined) : signer.sign(request)),
      }
    },
  })
  return { state, wrap }
}

it('an approval that a kill left unsigned is not signed once sending was stopped', async () => {
  const [dir, keychain, line, vault] = [newFolder(), testKeychain(), faultyLine(), stickingVault()]
  const first = await network.open({ dir, keychain, fetch: line.fetch, wrapVault: vault.wrap, clock: hurriedClock() })
  const ana = (await newAccount(first, 'Ana')).account
  const ben = (await newAccount(first, 'Ben')).account
  for (const amount of ['1', '2']) await fund(first, ana, BTC, amount)
  line.faults.push({ path: /^\/safe\/outputs$/, act: 'before' })
  await pay(first, paying(ana, BTC, [toUser(ben, '0.1')]))
  const review = await first.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '2')]))
  vault.state.stuck = true
  const { paymentId } = review
  first.calls['payments.approve'](approving(ana, review)).catch(() => undefined)
  await first.until(
    () => first.calls['payments.read']({ account: ana, paymentId }),
    ({ state }) => state === 'approved',
  )
  const copy = newFolder('copy')
  cpSync(dir, copy, { recursive: true })
  onTestFinished(first.close)

  // After the kill its change is found to be lost while the service takes its time over the approved one.
  const [after, events, signed] = [faultyLine(), [] as string[], [] as string[]]
  const held = Promise.withResolvers<void>()
  after.faults.push({
    path: /^\/safe\/outputs$/,
    act: (outputs: { amount: string; transaction_hash: string }[]) =>
      outputs.map((output) =>
        Number(output.amount) === 0.9 ? { ...output, state: 'spent', signed_by: output.transaction_hash } : output,
      ),
  })
  const again = await network.open({
    ...{ dir: copy, keychain },
    log: (_, event) => {
      events.push(event)
      if (event === 'payment.change_failed') held.resolve()
    },
    wrapVault: watching((hash) => void signed.push(hash)),
    fetch: async (target, init) => {
      if (new URL(String(target)).pathname === '/safe/transaction/requests') await held.promise
      return after.fetch(target, init)
    },
  })
  onTestFinished(again.close)
  await expect.poll(() => [events.includes('payment.not_resumed'), signed]).toEqual([true, []])
  expect(await again.calls['payments.read']({ account: ana, paymentId })).toMatchObject({ signedAt: null })
})

/** A payment that is approved and, as it is killed right then, not signed; a copy of the files as they lie there. */
async function approvedUnsigned() {
  const [dir, keychain, vault] = [newFolder(), testKeychain(), stickingVault()]
  const first = await network.open({ dir, keychain, wrapVault: vault.wrap, clock: hurriedClock() })
  onTestFinished(first.close)
  const ana = (await newAccount(first, 'Ana')).account
  const ben = (await newAccount(first, 'Ben')).account
  await fund(first, ana, BTC, '1')
  const review = await first.calls['payments.prepare'](paying(ana, BTC, [toUser(ben, '1')]))
  const copyOf = (name: string) => {
    const copy = newFolder(name)
    cpSync(dir, copy, { recursive: true })
    return copy
  }
  const before = copyOf('before')
  vault.state.stuck = true
  first.calls['payments.approve'](approving(ana, review)).catch(() => undefined)
  await first.until(
    () => first.calls['payments.read']({ account: ana, paymentId: review.paymentId }),
    ({ state }) => state === 'approved',
  )
  return { ana, keychain, review, before, after: copyOf('after') }
}

it('an approval that a kill left unsigned is signed where it was given a moment ago', async () => {
  const { ana, keychain, review, after } = await approvedUnsigned()
  const again = await network.open({ dir: after, keychain })
  onTestFinished(again.close)
  const paid = await again.until(
    () => again.calls['payments.read']({ account: ana, paymentId: review.paymentId }),
    ({ signedAt }) => signedAt !== null,
  )
  expect(paid.signedAt).not.toBeNull()
})

it('an approval that nobody gave, and that another program wrote into the files, is not signed', async () => {
  const { ana, keychain, review, before } = await approvedUnsigned()
  const store = openAccountStore({ dir: before, network: 'local', account: ana, clock: systemClock })
  store.intents.payments.approve(
    review.paymentId,
    review.digest,
    review.checks.map(({ id }) => id),
  )
  store.close()
  const [events, signed] = [[] as string[], [] as string[]]
  const again = await network.open({
    ...{ dir: before, keychain, wrapVault: watching((hash) => void signed.push(hash)) },
    log: (_, event) => void events.push(event),
  })
  onTestFinished(again.close)
  await expect.poll(() => [events.includes('payment.not_resumed'), signed]).toEqual([true, []])
  expect(await again.calls['payments.read']({ account: ana, paymentId: review.paymentId })).toMatchObject({
    state: 'verified',
  })
})
