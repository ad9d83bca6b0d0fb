import { describe, expect, it, onTestFinished } from 'vitest'
import type { UserId } from '#contract/domain'
import { publicKeyFromSeed } from '#protocol'
import { type KeystoreFile, newKeystore } from '../support/localnet.ts'
import { newPhrase, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* Several files at once: each thing in them comes in or is told why not, whatever the others are. */

const network = sharedNetwork()

const keystore = (name: string, seed?: string): Promise<KeystoreFile> =>
  newKeystore(network, {
    full_name: name,
    ...(seed === undefined ? {} : { spend_public_key: publicKeyFromSeed(seed) }),
  })

async function fresh(): Promise<OpenWallet> {
  const wallet = await network.open()
  onTestFinished(wallet.close)
  return wallet
}

const sourcesOf = (...texts: readonly (string | KeystoreFile)[]) => ({
  sources: texts.map((text) => ({ text: typeof text === 'string' ? text : JSON.stringify(text) })),
})

describe('several files', () => {
  it('come in one after the other, and keys go to the accounts that they are registered for', async () => {
    const seeds = ['a1', 'a2', 'a3'].map((byte) => byte.repeat(32))
    const [first, second, third] = await Promise.all(seeds.map((seed, at) => keystore(`Bot ${at}`, seed)))
    const wallet = await fresh()
    const { results } = await wallet.calls['accounts.importAll'](
      sourcesOf(
        first ?? '',
        `${JSON.stringify(second)}\n${seeds[2]}`,
        { ...third, spend_private_key: '' },
        seeds[0] ?? '',
      ),
    )
    expect(results.map(({ source, kind, outcome, account }) => [source, kind, outcome, account?.name])).toEqual([
      [0, 'session', 'added', 'Bot 0'],
      [1, 'session', 'added', 'Bot 1'],
      [1, 'spend-key', 'used', 'Bot 2'],
      [2, 'session', 'added', 'Bot 2'],
      [3, 'spend-key', 'used', 'Bot 0'],
    ])
    const stages = (await wallet.calls['app.state'](null)).accounts.map(({ name, stage }) => [name, stage])
    expect(Object.fromEntries(stages)).toEqual({ 'Bot 0': 'ready', 'Bot 1': 'needs_key', 'Bot 2': 'ready' })
  })

  it('are told apart when one is refused: it keeps no other from coming in, and leaves nothing', async () => {
    const seed = 'b1'.repeat(32)
    const good = await keystore('Good', seed)
    const ended = { ...(await keystore('Ended')), session_id: '11111111-2222-4333-8444-555555555555' }
    const wrong = { ...(await keystore('Wrong', 'b2'.repeat(32))), spend_private_key: 'b3'.repeat(32) }
    const wallet = await fresh()
    const { results } = await wallet.calls['accounts.importAll'](sourcesOf(ended, wrong, good, 'nothing at all'))
    expect(results.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['refused', 'wallet.session_ended'],
      ['refused', 'vault.key_mismatch'],
      ['added', undefined],
      ['refused', 'input.keystore'],
    ])
    expect((await wallet.calls['app.state'](null)).accounts.map(({ name }) => name)).toEqual(['Good'])
    expect(wallet.vault.accounts.list()).toEqual([good['app_id']])
  })

  it('of an account that is here renew its session, and a key of nobody is not kept', async () => {
    const mine = await keystore('Mine')
    const wallet = await fresh()
    await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(mine) })
    const other = await keystore('Other', 'c2'.repeat(32))
    const { results } = await wallet.calls['accounts.importAll'](sourcesOf(mine, other, 'c1'.repeat(32)))
    expect(results.map(({ outcome }) => outcome)).toEqual(['renewed', 'added', 'unused'])
    const accounts = wallet.vault.accounts
    for (const id of accounts.list()) expect(accounts.describe(id).hasSpendKey).toBe(false)
  })

  it('take 24 words for the account that they are registered for', async () => {
    const maker = await fresh()
    const { account } = await maker.calls['accounts.createLocal']({ name: 'Worded' })
    const words = await newPhrase(maker, account)
    await maker.calls['registration.submit']({ account })
    const timestamp = Math.floor(Date.now() / 1000)
    const claim = await maker.vault.claimWithPhrase(words.join(' '), timestamp)
    const response = await fetch(`${network.url}/localnet/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ public_key: claim.publicKey, timestamp, signature: claim.signature }),
    })
    const { data } = (await response.json()) as { data: KeystoreFile }
    const other = await keystore('Other', 'd2'.repeat(32))
    const wallet = await fresh()
    const { results } = await wallet.calls['accounts.importAll'](sourcesOf(other, data, words.join('\n')))
    expect(results.map(({ kind, outcome, account: of }) => [kind, outcome, of?.name, of?.stage])).toEqual([
      ['session', 'added', 'Other', 'needs_key'],
      ['session', 'added', 'Worded', 'ready'],
      ['words', 'used', 'Worded', 'ready'],
    ])
  })

  it('may hold a permission beside accounts', async () => {
    const owner = await fresh()
    const joined = { ...(await keystore('Shown')), spend_private_key: 'e1'.repeat(32) }
    const { account } = await owner.calls['accounts.importKeystore']({ keystore: JSON.stringify(joined) })
    await owner.calls['registration.submit']({ account })
    const { permission } = await owner.calls['accounts.localPermission']({ account, kind: 'authorization' })
    const wallet = await fresh()
    const { results } = await wallet.calls['accounts.importAll'](sourcesOf(permission, await keystore('Bot')))
    expect(results.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['permission', 'watched'],
      ['session', 'added'],
    ])
    expect(wallet.vault.accounts.permission(account as UserId)).not.toBeNull()
  })
})
