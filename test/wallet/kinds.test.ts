import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { errorFacts } from '#contract/errors'
import { hashMembers, legacyKeystore, parseAmount, parseKeystore, publicKeyFromSeed } from '#protocol'
import { wording } from '#words'
import { systemClock } from '../support/clock.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { clientOf, freshSeed, order, remoteAt } from '../support/localnet.ts'
import { authorizationOf, revoke, tokenOf } from '../support/permission.ts'
import { startProxy } from '../support/proxy.ts'
import { JONAS, MAYA } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  balanceOf,
  coded,
  fund,
  newAccount,
  newBot,
  type OpenWallet,
  openWallet,
  paying,
  readable,
  registered,
  sharedNetwork,
} from '../support/wallet.ts'
import type { WindowAsk } from '../support/worded.ts'

const network = sharedNetwork()
let owner: OpenWallet
let ana: UserId

beforeAll(async () => {
  owner = await network.open()
  ana = (await newAccount(owner, 'Ana')).account
  await fund(owner, ana, BTC, '2.5')
})

const watcher = (options: { dir?: string; keychain?: ReturnType<typeof testKeychain> } = {}) =>
  network.open({ ...options })
const live = (wallet: OpenWallet, account: UserId) =>
  wallet.until(
    () => wallet.calls['app.connection']({ account }),
    ({ state }) => state === 'live',
  )
/** The connection lives before the coins are listed. */
const hasAll = (wallet: OpenWallet) =>
  wallet.until(
    () => balanceOf(wallet, ana, BTC),
    (balance) => balance === parseAmount('2.5'),
  )

describe('a watch-only account', () => {
  it('is said to go without its permission, and one with keys to come back by its words, its key or a backup that has them', async () => {
    const asked: WindowAsk[] = []
    const wallet = await network.open({
      askInWindow: async (what: WindowAsk) => {
        asked.push(what)
        return 'approved' as const
      },
    })
    const own = (await newAccount(wallet, 'Own')).account
    await wallet.calls['accounts.watch']({ permission: (await authorizationOf(network.url, { user: ana })).text })
    asked.splice(0)
    for (const account of [ana, own]) await wallet.calls['accounts.remove']({ account, passphrase: null })
    const lines = asked.map((what) => ('lines' in what ? what.lines.join(' ') : ''))
    expect(lines).toEqual([
      expect.not.stringMatching(/24 words|keys/),
      expect.stringMatching(/24 words.*spend key.*backup that was made with the words/),
    ])
  })

  it.each([
    ['keys of an authorization', authorizationOf, 'authorization'],
    ['an access token', tokenOf, 'token'],
  ] as const)('by %s shows balances, coins and history, and says what it may', async (_name, make, kind) => {
    const wallet = await watcher()
    const { text } = await make(network.url, { user: ana })
    const view = await wallet.calls['accounts.watch']({ permission: text })
    expect(view).toMatchObject({ account: ana, name: 'Ana', kind: 'watch', stage: 'ready', backedUpAt: null })
    await hasAll(wallet)
    const { rows } = await wallet.until(
      () =>
        wallet.calls['activity.list']({ account: ana, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 10 }),
      (page) => page.rows.length > 0,
    )
    expect(rows[0]).toMatchObject({ kind: 'deposit', amount: parseAmount('2.5') })
    expect(await wallet.calls['accounts.permission']({ account: ana })).toMatchObject({
      kind,
      scopes: ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ'],
      state: 'good',
      appId: ana,
    })
    await wallet.close()
  })

  it('refuses what needs a key, each in words of its own', async () => {
    const wallet = await watcher()
    const { text } = await authorizationOf(network.url, { user: ana })
    await wallet.calls['accounts.watch']({ permission: text })
    await live(wallet, ana)
    const said = (run: Promise<unknown>) =>
      run.then(
        () => 'done',
        (error) => `${error.code}: ${wording(errorFacts(error.code, error.details).what)}`,
      )
    const { calls } = wallet
    const row = { payee: { kind: 'user' as const, userId: ana }, amount: '1' }
    const because = 'there is no key of it on this computer.'
    expect(await said(calls['payments.prepare'](paying(ana, BTC, [row])))).toBe(
      `wallet.watch_only: This account is watch-only, so it cannot send: ${because}`,
    )
    expect(await said(calls['receive.address']({ account: ana, holder: null, chainId: BTC, create: true }))).toContain(
      'cannot make a deposit address',
    )
    expect(await said(calls['keys.reveal']({ account: ana, passphrase: 'four random words' }))).toContain(
      'has no words to show',
    )
    expect(await said(calls['registration.submit']({ account: ana }))).toContain('cannot be registered')
    expect(await said(calls['approvals.open']({ account: ana, id: 'ab'.repeat(32) }))).toContain('cannot open requests')
    // The service would take it from whoever holds the permission, for the owner.
    expect(await said(calls['contacts.block']({ account: ana, userId: MAYA }))).toBe(
      `wallet.watch_only: This account is watch-only, so it cannot change the contacts of its owner: ${because}`,
    )
    expect((await calls['contacts.card']({ account: ana, userId: MAYA })).user.relationship).not.toBe('blocked')
    await expect(wallet.vault.signer(ana).attest('anything')).rejects.toThrow(coded('wallet.watch_only'))
    expect(await calls['receive.address']({ account: ana, holder: null, chainId: BTC, create: false })).toBeNull()
    await wallet.close()
  })

  it('keeps its permission sealed, over a restart and while locked', async () => {
    const options = { dir: newFolder(), keychain: testKeychain() }
    let wallet = await watcher(options)
    const { text } = await tokenOf(network.url, { user: ana })
    await wallet.calls['accounts.watch']({ permission: text })
    const kept = [...options.keychain.entries.values()].join('\n')
    expect(kept).not.toContain(text.slice(20, 60))
    expect(JSON.stringify(await wallet.calls['accounts.permission']({ account: ana }), readable)).not.toContain(text)
    await wallet.close()

    wallet = await watcher(options)
    await live(wallet, ana)
    expect(await wallet.calls['accounts.permission']({ account: ana })).toMatchObject({ kind: 'token', state: 'good' })
    await wallet.close()
  })

  it('says that its permission has ended, keeps what was read, and takes a new one', async () => {
    const wallet = await watcher()
    const first = await authorizationOf(network.url, { user: ana })
    await wallet.calls['accounts.watch']({ permission: first.text })
    await hasAll(wallet)
    await revoke(network.url, first.id)
    await wallet.until(
      () => wallet.calls['app.connection']({ account: ana }),
      ({ problem }) => problem?.code === 'wallet.permission_ended',
    )
    expect(await wallet.calls['accounts.permission']({ account: ana })).toMatchObject({ state: 'ended' })
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('2.5'))

    const second = await tokenOf(network.url, { user: ana })
    await wallet.calls['accounts.rename']({ account: ana, name: 'Ana, watched' })
    expect(await wallet.calls['accounts.watch']({ permission: second.text })).toMatchObject({ name: 'Ana, watched' })
    await live(wallet, ana)
    expect(await wallet.calls['accounts.permission']({ account: ana })).toMatchObject({ kind: 'token', state: 'good' })
    expect((await wallet.calls['app.state'](null)).accounts).toHaveLength(1)
    await wallet.close()
  })

  it('believes no answer that its service did not sign, and says so', async () => {
    const proxy = await startProxy(network.url)
    const wallet = await openWallet({ dir: newFolder(), baseUrl: proxy.url })
    await wallet.calls['accounts.watch']({ permission: (await authorizationOf(network.url, { user: ana })).text })
    await hasAll(wallet)
    proxy.disguises.push((text) => text.replaceAll('"2.5"', '"9000"'))
    await wallet.until(
      () => wallet.calls['app.connection']({ account: ana }),
      ({ problem }) => problem?.code === 'remote.unproved',
    )
    expect(await balanceOf(wallet, ana, BTC)).toBe(parseAmount('2.5'))
    proxy.disguises.length = 0
    await live(wallet, ana)
    await wallet.close()
    await proxy.close()
  })

  it('is refused with a permission that is over, too small, or no permission', async () => {
    const wallet = await watcher()
    const watch = (permission: string) => wallet.calls['accounts.watch']({ permission })
    const over = await tokenOf(network.url, { user: ana })
    await revoke(network.url, over.id)
    await expect(watch(over.text)).rejects.toThrow(coded('input.permission', { reason: 'ended' }))
    for (const [scopes, lacks] of [
      [['PROFILE:READ'], 'ASSETS:READ'],
      [['PROFILE:READ', 'ASSETS:READ'], 'SNAPSHOTS:READ'],
    ] as const) {
      const { text } = await authorizationOf(network.url, { user: ana, scopes })
      await expect(watch(text)).rejects.toThrow(coded('input.permission', { lacks }))
    }
    await expect(watch('{"app_id":1}')).rejects.toThrow(coded('input.permission', { reason: 'form' }))
    await expect(watch('a plain token that is unknown')).rejects.toThrow(coded('input.permission', { reason: 'form' }))
    await expect(watch('plain-token-of-nobody')).rejects.toThrow(coded('input.permission', { reason: 'ended' }))
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
    await wallet.close()
  })

  it('is no second account beside the keys of the same one', async () => {
    const { text } = await tokenOf(network.url, { user: ana })
    await expect(owner.calls['accounts.watch']({ permission: text })).rejects.toThrow(coded('wallet.account_exists'))
    expect(await owner.calls['accounts.permission']({ account: ana })).toBeNull()
  })

  it('is made in two clicks on the local network', async () => {
    const wallet = await watcher()
    for (const kind of ['authorization', 'token'] as const) {
      const { permission } = await owner.calls['accounts.localPermission']({ account: ana, kind })
      expect(await wallet.calls['accounts.watch']({ permission })).toMatchObject({ account: ana, kind: 'watch' })
    }
    await wallet.close()
  })
})

describe('several accounts', () => {
  it('have an order and colours of the person’s choice, and removing one leaves the others', async () => {
    const wallet = await watcher()
    const ids: UserId[] = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await newAccount(wallet, name)).account)
    const [one, two, three] = ids as [UserId, UserId, UserId]
    await wallet.calls['accounts.reorder']({ accounts: [three, one] })
    await wallet.calls['accounts.setColour']({ account: two, colour: 7 })
    const shown = async () =>
      (await wallet.calls['app.state'](null)).accounts.map(({ name, order: at, colour }) => [name, at, colour])
    expect(await shown()).toEqual([
      ['Three', 0, 2],
      ['One', 1, 0],
      ['Two', 2, 7],
    ])
    await fund(wallet, two, BTC, '1')
    await wallet.calls['accounts.remove']({ account: one, passphrase: null })
    expect((await shown()).map(([name]) => name)).toEqual(['Three', 'Two'])
    expect(await balanceOf(wallet, two, BTC)).toBe(parseAmount('1'))
    expect((await newAccount(wallet, 'Four')).order).toBe(3)
    const stranger = wallet.calls['accounts.reorder']({ accounts: [one] })
    await expect(stranger).rejects.toThrow(coded('wallet.account_unknown'))
    await wallet.close()
  })
})

describe('a keystore', () => {
  it('in the legacy base64 form opens the same account as in hex', async () => {
    const control = clientOf(network.url, systemClock)
    const given = await control.call('local.account', { body: { full_name: 'Old Bot' } })
    const keystore = parseKeystore(given)
    if (keystore.kind !== 'session') throw new Error('not a session')
    const wallet = await watcher()
    const legacy = JSON.stringify(legacyKeystore(keystore))
    expect(await wallet.calls['accounts.importKeystore']({ keystore: legacy })).toMatchObject({
      account: given.app_id,
      kind: 'bot',
      stage: 'needs_key',
    })
    await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(given) })
    expect((await wallet.calls['app.state'](null)).accounts).toHaveLength(1)
    await wallet.close()
  })

  it('of the old RSA form, or that is a permission, is refused by name', async () => {
    const wallet = await watcher()
    const refused = (keystore: object) =>
      wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
    const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIC\n-----END RSA PRIVATE KEY-----'
    const rsa = { client_id: ana, session_id: ana, private_key: pem, pin_token: 'AAAA' }
    await expect(refused(rsa)).rejects.toThrow(coded('input.keystore', { form: 'rsa' }))
    const { text } = await authorizationOf(network.url, { user: ana })
    await expect(refused(JSON.parse(text))).rejects.toThrow(coded('input.keystore', { form: 'permission' }))
    expect(wording(errorFacts('input.keystore', { form: 'rsa' }).what)).toContain('RSA')
    await wallet.close()
  })
})

describe('the older interface', () => {
  it('lists coins and collectibles apart, by state, page after page', async () => {
    const items = Array.from({ length: 3 }, (_, at) => ({
      members: [ana],
      content_type: 'text/plain',
      content_url: `https://example.org/${at}`,
    }))
    await order(network, 'collections', { name: 'Loaves', symbol: 'LOAF', items })
    await network.blocks(1)
    const list = (state: 'unspent' | 'spent' | null) =>
      owner.calls['legacy.outputs']({ account: ana, state, cursor: null })
    const { outputs, cursor } = await list('unspent')
    expect(cursor).toBeNull()
    expect(outputs.map(({ kind }) => kind).toSorted()).toEqual([
      'collectible',
      'collectible',
      'collectible',
      'multisig',
    ])
    const coin = outputs.find(({ kind }) => kind === 'multisig')
    expect(coin).toMatchObject({ amount: parseAmount('2.5'), threshold: 1, tokenId: null, asset: { symbol: 'BTC' } })
    expect(coin?.members.map(({ userId }) => userId)).toEqual([ana])
    expect(outputs.find(({ kind }) => kind === 'collectible')).toMatchObject({
      asset: null,
      tokenId: expect.any(String),
    })
    expect((await list('spent')).outputs).toEqual([])
  })

  it('shows nothing of groups that the account is no member of', async () => {
    const line = faultyLine()
    const own = await network.open({ fetch: line.fetch })
    const { account } = await newAccount(own, 'Own')
    await fund(own, account, BTC, '1')
    const list = async () => (await own.calls['legacy.outputs']({ account, state: null, cursor: null })).outputs
    expect(await list()).toHaveLength(1)
    const others = [...[MAYA, JONAS]].sort()
    line.faults.push({
      path: /^\/outputs$/,
      act: (data) =>
        (data as object[]).map((row) => ({ ...row, members: others, members_hash: hashMembers(others), threshold: 2 })),
    })
    expect(await list()).toEqual([])
  })

  it('is paged by time without losing or repeating any output', async () => {
    const busy = (await newAccount(owner, 'Busy')).account
    const address = await owner.calls['receive.address']({ account: busy, holder: null, chainId: BTC, create: true })
    const control = clientOf(network.url, systemClock)
    for (let at = 0; at < 205; at += 1) {
      const body = { destination: address?.destination ?? '', asset_id: BTC, amount: parseAmount('0.01') }
      await control.call('local.deposit', { body })
    }
    await control.call('local.blocks', { body: { count: 10 } })
    const seen: string[] = []
    let pages = 0
    for (let cursor: string | null = null; pages === 0 || cursor !== null; pages += 1) {
      const page = await owner.calls['legacy.outputs']({ account: busy, state: null, cursor })
      seen.push(...page.outputs.map(({ outputId }) => outputId))
      cursor = page.cursor
    }
    expect(pages).toBe(3)
    expect(new Set(seen).size).toBe(205)
    expect(seen).toHaveLength(205)
  })
})

describe('a bot', () => {
  it('sees what the users that it made have received', async () => {
    const bot = (await newBot(owner, network.url, 'Maker')).account
    const seed = freshSeed()
    const control = remoteAt(network.url, { authorize: owner.vault.signer(bot).authorize })
    const secret = Buffer.from(publicKeyFromSeed(seed), 'hex').toString('base64')
    const made = await control.call('networkUsers.create', { body: { session_secret: secret, full_name: 'Sub User' } })
    const wallet = await watcher()
    const keystore = JSON.stringify({
      app_id: made.user_id,
      session_id: made.session_id,
      session_private_key: seed,
      pin_token_base64: made.pin_token_base64,
    })
    const { account } = await wallet.calls['accounts.importKeystore']({ keystore })
    await registered(wallet, account)
    await fund(wallet, account, BTC, '0.5')
    await wallet.close()

    const { rows, cursor } = await owner.calls['subusers.activity']({ account: bot, cursor: null })
    expect(rows).toMatchObject([
      { user: { userId: account, name: 'Sub User' }, kind: 'deposit', amount: parseAmount('0.5') },
    ])
    expect(cursor).toBeNull()
  })
})
