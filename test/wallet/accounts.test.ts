import { describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { errorFacts, reportOf } from '#contract/errors'
import { publicKeyFromSeed } from '#protocol'
import { wording } from '#words'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { coded, newAccount, newPhrase, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

const network = sharedNetwork()

async function control(path: string, body: unknown): Promise<Record<string, string>> {
  const response = await fetch(`${network.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { data: Record<string, string> }).data
}

describe('an account made on the local network', () => {
  it('goes from a name to registered in steps that each survive a restart', async () => {
    const dir = newFolder()
    const keychain = testKeychain()
    const options = { dir, keychain }
    let wallet = await network.open(options)
    const made = await wallet.calls['accounts.createLocal']({ name: 'Ana' })
    const { account } = made
    expect(made).toMatchObject({ name: 'Ana', stage: 'needs_key', publicKey: null })

    const { words } = await wallet.calls['keys.create']({ account })
    await wallet.close()
    wallet = await network.open(options)
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ account, stage: 'needs_backup' }])
    expect(await wallet.calls['keys.create']({ account })).toEqual({ words })

    const { positions } = await wallet.calls['keys.quiz']({ account })
    const keyed = await wallet.calls['keys.answerQuiz']({ account, words: positions.map((at) => words[at] ?? '') })
    expect(keyed).toMatchObject({ stage: 'needs_registration', backedUpAt: expect.any(BigInt) })
    await wallet.close()

    wallet = await network.open(options)
    const explained = await wallet.calls['registration.explain']({ account })
    expect(explained.signedText).toBe(`SEQUENCER:REGISTER:${account}${keyed.publicKey}`)
    const ready = await wallet.calls['registration.submit']({ account })
    expect(ready).toMatchObject({ stage: 'ready', kind: 'user', identityNumber: expect.stringMatching(/^\d+$/) })
    await wallet.close()

    wallet = await network.open(options)
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ account, stage: 'ready' }])
    await wallet.close()
  })

  it('is registered once, also when the answer to the registration is lost', async () => {
    const line = faultyLine()
    line.faults.push({ path: /^\/safe\/users$/, act: 'after', times: 1 })
    const wallet = await network.open({ fetch: line.fetch })
    expect(await newAccount(wallet, 'Ben')).toMatchObject({ stage: 'ready' })
    expect(line.passed.filter((call) => call === 'POST /safe/users')).toHaveLength(1)
    await wallet.close()
  })

  it('can be told apart from a second one, which is chosen by its id', async () => {
    const wallet = await network.open()
    const [ana, ben] = [await newAccount(wallet, 'Ana'), await newAccount(wallet, 'Ben')]
    expect(ana.account).not.toBe(ben.account)
    expect((await wallet.calls['app.state'](null)).accounts.map(({ name, order }) => [name, order])).toEqual([
      ['Ana', 0],
      ['Ben', 1],
    ])
    await wallet.close()
  })

  it('comes back on another computer from its 24 words alone', async () => {
    const first = await network.open()
    const { account } = await first.calls['accounts.createLocal']({ name: 'Cleo' })
    const words = await newPhrase(first, account)
    await first.calls['registration.submit']({ account })
    await first.close()

    const second = await network.open()
    const back = await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    expect(back).toMatchObject({ account, name: 'Cleo', stage: 'ready' })
    await second.close()
  })

  it('comes back from its words also where it is here already, with its key or without', async () => {
    const [first, second] = [newFolder(), newFolder()]
    let wallet = await network.open({ dir: first })
    const { account } = await wallet.calls['accounts.createLocal']({ name: 'Cleo' })
    const words = await newPhrase(wallet, account)
    await wallet.calls['registration.submit']({ account })
    const phrase = words.join(' ')
    expect(await wallet.calls['accounts.recoverLocal']({ phrase })).toMatchObject({ account, stage: 'ready' })
    const timestamp = Math.floor(Date.now() / 1000)
    const { publicKey: public_key, signature } = await wallet.vault.claimWithPhrase(phrase, timestamp)
    const keystore = await control('/localnet/sessions', { public_key, signature, timestamp })
    await wallet.close()

    wallet = await network.open({ dir: second })
    const half = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    expect(half).toMatchObject({ account, stage: 'needs_key' })
    expect(await wallet.calls['accounts.recoverLocal']({ phrase })).toMatchObject({ account, stage: 'ready' })
    expect((await wallet.calls['app.state'](null)).accounts).toHaveLength(1)
    await wallet.close()
  })

  it('asks for a passphrase first where there is no keychain, and makes nothing until then', async () => {
    const keychain = testKeychain()
    keychain.fault = 'throws'
    const wallet = await network.open({ keychain })
    await expect(wallet.calls['accounts.createLocal']({ name: 'Dee' })).rejects.toThrow(
      coded('vault.passphrase_needed'),
    )
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
    await wallet.calls['vault.setPassphrase']({ current: null, next: 'four random words here' })
    expect(await newAccount(wallet, 'Dee')).toMatchObject({ stage: 'ready' })
    await wallet.close()
  })

  it('tells the window of a keychain that answers only later, which wants the passphrase then', async () => {
    const given = { dir: newFolder(), keychain: testKeychain() }
    const passphrase = 'four random words here'
    const first = await network.open(given)
    await first.calls['vault.setPassphrase']({ current: null, next: passphrase })
    await newAccount(first, 'Fay')
    await first.close()

    given.keychain.fault = 'throws'
    const wallet = await network.open(given)
    const unlock = (text: string | null) => wallet.calls['session.unlock']({ passphrase: text })
    const { vault } = await wallet.calls['app.state'](null)
    expect(vault).toMatchObject({ locked: true, passphrase: false, keychainProblem: expect.any(String) })
    const told: unknown[] = []
    const stop = wallet.subscribe('session.changed', (payload) => told.push(payload))
    await expect(unlock(null)).rejects.toThrow(coded('vault.no_keychain'))

    given.keychain.fault = 'none'
    told.length = 0
    await expect(unlock(null)).rejects.toThrow(coded('vault.passphrase_needed'))
    expect(told).toEqual([{ locked: true }])
    expect((await wallet.calls['app.state'](null)).vault).toMatchObject({ passphrase: true, keychainProblem: null })
    await expect(unlock('another one')).rejects.toThrow(coded('vault.wrong_passphrase'))
    expect(told).toHaveLength(1)
    stop()
    await wallet.close()
  })
})

describe('a keystore', () => {
  it('brings in an account that then makes its own key', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Eve' })
    const wallet = await network.open()
    const view = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    expect(view).toMatchObject({ account: keystore['app_id'], name: 'Eve', stage: 'needs_key' })
    await wallet.close()
  })

  it('is taken after a crash that left the account in the vault alone', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Ezra' })
    const wallet = await network.open()
    const [account, sessionSeed] = [keystore['app_id'] as UserId, '5c'.repeat(32)] // as the network gave it
    const pinPublicKey = '5d'.repeat(32)
    await wallet.vault.accounts.add(account, { sessionId: account, sessionSeed, pinPublicKey, spendSeed: null })
    const view = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    expect(view).toMatchObject({ account, stage: 'needs_key' })
    await wallet.close()
  })

  it('with its spend key is asked for registration only', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Finn' })
    const spend = '5a'.repeat(32)
    const wallet = await network.open()
    const text = JSON.stringify({ ...keystore, spend_private_key: spend })
    const view = await wallet.calls['accounts.importKeystore']({ keystore: text })
    expect(view).toMatchObject({ stage: 'needs_registration', publicKey: publicKeyFromSeed(spend) })
    const ready = await wallet.calls['registration.submit']({ account: view.account })
    expect(ready.stage).toBe('ready')
    await wallet.close()
  })

  it('of an account registered with another key is refused and leaves nothing behind', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Gil' })
    const text = (spend: string) => JSON.stringify({ ...keystore, spend_private_key: spend })
    const first = await network.open()
    const { account } = await first.calls['accounts.importKeystore']({ keystore: text('5b'.repeat(32)) })
    await first.calls['registration.submit']({ account })
    await first.close()

    const keychain = testKeychain()
    const second = await network.open({ keychain })
    await expect(second.calls['accounts.importKeystore']({ keystore: text('5c'.repeat(32)) })).rejects.toThrow(
      coded('vault.key_mismatch'),
    )
    expect((await second.calls['app.state'](null)).accounts).toEqual([])
    expect([...keychain.entries.keys()].filter((name) => name.endsWith(account))).toEqual([])
    await second.close()
  })

  it('for a registered account is completed by the phrase of its key, and by no other', async () => {
    const keystore = await control('/localnet/accounts', { full_name: 'Hana' })
    const first = await network.open()
    const { account } = await first.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    const words = await newPhrase(first, account)
    await first.calls['registration.submit']({ account })
    await first.close()

    const second = await network.open()
    await second.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    await expect(second.calls['keys.restore']({ account, phrase: `${'abandon '.repeat(23)}art` })).rejects.toThrow(
      coded('vault.key_mismatch'),
    )
    const back = await second.calls['keys.restore']({ account, phrase: words.join(' ') })
    expect(back.stage).toBe('ready')
    await second.close()
  })

  it.each(['', '{', '{"app_id":"x"}', '[]'])('that is none is refused: %s', async (keystore) => {
    const wallet = await network.open()
    await expect(wallet.calls['accounts.importKeystore']({ keystore })).rejects.toThrow(coded('input.keystore'))
    await wallet.close()
  })

  it('whose part is not valid is refused by the name of that part', async () => {
    const wallet = await network.open()
    const keystore = await control('/localnet/accounts', { full_name: 'Iris' })
    const broken = JSON.stringify({ ...keystore, server_public_key: 'ab' })
    const refused = coded('input.keystore', { what: 'server_public_key' })
    await expect(wallet.calls['accounts.importKeystore']({ keystore: broken })).rejects.toThrow(refused)
    expect(wording(errorFacts('input.keystore', { what: 'server_public_key' }).what)).toContain('server_public_key')
    await wallet.close()
  })
})

describe('removing an account', () => {
  it('forgets its keys and leaves the others alone', async () => {
    const keychain = testKeychain()
    const wallet = await network.open({ keychain })
    const [ana, ben] = [await newAccount(wallet, 'Ana'), await newAccount(wallet, 'Ben')]
    await wallet.calls['accounts.remove']({ account: ana.account, passphrase: null })
    expect((await wallet.calls['app.state'](null)).accounts).toMatchObject([{ account: ben.account }])
    expect([...keychain.entries.keys()].some((name) => name.endsWith(ana.account))).toBe(false)
    await wallet.close()
  })

  it('takes the passphrase where there is one', async () => {
    const wallet = await network.open()
    const { account } = await newAccount(wallet, 'Ana')
    await wallet.calls['vault.setPassphrase']({ current: null, next: 'four random words here' })
    await expect(wallet.calls['accounts.remove']({ account, passphrase: null })).rejects.toThrow(
      coded('vault.passphrase_needed'),
    )
    await expect(wallet.calls['accounts.remove']({ account, passphrase: 'not the right one' })).rejects.toThrow(
      coded('vault.wrong_passphrase'),
    )
    await wallet.close()
  })

  it('names an account that is not here', async () => {
    const wallet = await network.open()
    const account = '00000000-0000-4000-8000-000000000000' as UserId
    await expect(wallet.calls['accounts.remove']({ account, passphrase: null })).rejects.toThrow(
      coded('wallet.account_unknown'),
    )
    await wallet.close()
  })
})

describe('an account that is brought while the service is out of reach', () => {
  const ways = {
    'by its keystore': async (wallet: OpenWallet) => {
      const keystore = JSON.stringify(await control('/localnet/accounts', { full_name: 'Bot' }))
      return () => wallet.calls['accounts.importKeystore']({ keystore })
    },
    'by its words': async (wallet: OpenWallet) => {
      const phrase = Array.from({ length: 24 }, (_, at) => (at === 23 ? 'art' : 'abandon')).join(' ')
      return () => wallet.calls['accounts.askPhrase']({ phrase })
    },
    'by a name': async (wallet: OpenWallet) => () => wallet.calls['accounts.createLocal']({ name: 'Ana' }),
  }

  it.each(Object.entries(ways))('is told that nothing was added, and nothing of payments: %s', async (_, prepare) => {
    const line = faultyLine()
    const wallet = await network.open({ fetch: line.fetch })
    const bring = await prepare(wallet)
    line.faults.push({ path: /./, act: 'before' })
    const failed = await bring().then(
      () => null,
      (error: unknown) => reportOf(error),
    )
    expect(failed?.code).toBe('remote.unreachable')
    const { money } = errorFacts(failed?.code ?? 'internal', failed?.details)
    expect(money && wording(money)).toBe('Nothing was added. What you entered is still here.')
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
    await wallet.close()
  })
})

describe('an account that the service turns away as it is brought', () => {
  /** Answers only with this number who the session speaks for. */
  const refusing =
    (code: number): typeof fetch =>
    async (target, init) =>
      new URL(String(target)).pathname.endsWith('/me')
        ? Response.json({ error: { status: 202, code, description: 'Refused.' } })
        : fetch(target, init)

  it.each([
    [403, 'remote.forbidden', 'The service refuses this account.'],
    [404, 'remote.not_found', 'The service does not know this account.'],
    [429, 'remote.rate_limited', 'Too many requests in a short time.'],
    [10_002, 'remote.invalid_field', 'The service did not accept a value.'],
  ] as const)('is told by %i that nothing was added', async (code, named, told) => {
    const wallet = await network.open({ fetch: refusing(code) })
    const keystore = JSON.stringify(await control('/localnet/accounts', { full_name: 'Bot' }))
    const failed = await wallet.calls['accounts.importKeystore']({ keystore }).then(
      () => null,
      (error: unknown) => reportOf(error),
    )
    expect(failed?.code).toBe(named)
    const { what, money } = errorFacts(failed?.code ?? 'internal', failed?.details)
    expect(wording(what)).toBe(told)
    expect(money && wording(money)).toBe('Nothing was added. What you entered is still here.')
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
    await wallet.close()
  })
})
