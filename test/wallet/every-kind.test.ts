import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Dialect, UserId } from '#contract/domain'
import type { AccountView } from '#contract/ipc'
import { parseAmount, publicKeyFromSeed, scalarFromSeed } from '#protocol'
import { hurriedClock } from '../support/clock.ts'
import { type filesOf, PIN, pairOf } from '../support/key-files.ts'
import { exchangeOf, legacyAccount, successorSeed } from '../support/legacy.ts'
import { newcomer, personOf, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { heldBy, inJson, joined, newOwner, type Owner, type Past, REGISTERED, rotate } from '../support/owners.ts'
import { authorizationOf } from '../support/permission.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, coded, has, type OpenWallet, openWallet, pay, paying } from '../support/wallet.ts'

/*
 * Every kind of file that people hold of a real account, from the text as they have it to a payment that is final, or to the very refusal
 * that it gets, after which nothing is kept and the right thing ends well.
 */

type Way = (wallet: OpenWallet, owner: Owner) => Promise<AccountView>

interface Kind {
  readonly name: string
  readonly past?: Past
  readonly bring: Way
}

let net: TestLocalnet
let ben: UserId

beforeAll(async () => {
  net = await startTestLocalnet({ clock: hurriedClock(), finalityMs: 1_000 })
  ben = (await newcomer(net, 'Ben')).id
})

const personWith = ({ keystore, key }: Owner) => personOf(net, keystore, key)

const take = ({ calls }: OpenWallet, text: string): Promise<AccountView> =>
  calls['accounts.importKeystore']({ keystore: text })

/** The file alone, and the key when the wallet asks for it. */
const apart =
  (spell: (key: string) => string): Way =>
  async (wallet, owner) => {
    const { account, ...view } = await take(wallet, inJson(heldBy(owner).dashboard))
    expect(view).toMatchObject({ stage: 'needs_key', registered: true, publicKey: publicKeyFromSeed(owner.key) })
    return wallet.calls['keys.bring']({ account, key: spell(owner.key) })
  }

const whole =
  (write: (files: ReturnType<typeof filesOf>, owner: Owner) => string): Way =>
  (wallet, owner) =>
    take(wallet, write(heldBy(owner), owner))

/** What is not taken leaves nothing behind, and the owner's joined file is taken after it. */
const refused =
  (write: (owner: Owner) => string, code: string, details: (owner: Owner) => object = () => ({})): Way =>
  async (wallet, owner) => {
    await expect(take(wallet, write(owner))).rejects.toThrow(coded(code, details(owner)))
    await expectNothing(wallet)
    return take(wallet, joined(owner))
  }

async function expectNothing(wallet: OpenWallet): Promise<void> {
  expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
  expect(wallet.vault.accounts.list()).toEqual([])
}

/** A new key, written down and asked about; answers its words. */
async function newPhrase({ calls }: OpenWallet, account: UserId): Promise<void> {
  const { words } = await calls['keys.create']({ account })
  const { positions } = await calls['keys.quiz']({ account })
  const view = await calls['keys.answerQuiz']({ account, words: positions.map((at) => words[at] ?? '') })
  expect(view.stage).toBe('needs_registration')
}

/** Registers with what the service asks for, after something else was refused. */
async function registerBy({ calls }: OpenWallet, account: UserId, asks: 'digits' | 'tip', proofs: readonly string[]) {
  expect(await calls['registration.explain']({ account })).toMatchObject({ asks, registered: false })
  const [right = '', wrong = ''] = proofs
  await expect(calls['registration.submit']({ account, proof: wrong })).rejects.toThrow(
    coded(asks === 'tip' ? 'input.tip_key' : 'remote.pin'),
  )
  return calls['registration.submit']({ account, proof: right })
}

const WRONG = 'ee'.repeat(32)
/** By the rule of the Messenger's programs for the phone. */
const MESSENGER_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow vapor'

const NEW = () => ({})
const HIDDEN: Past = (owner) => ({ ...REGISTERED(owner), hides_spend_key: true })

const KINDS: readonly Kind[] = [
  { name: 'dashboard file and 64 hex apart', bring: apart((key) => key) },
  { name: 'dashboard file and 128 hex apart', bring: apart(pairOf) },
  { name: 'dashboard file and a scalar apart', bring: apart(scalarFromSeed) },
  {
    name: 'dashboard file and 24 words apart',
    async bring(wallet, owner) {
      const { account } = await take(wallet, inJson(heldBy(owner).dashboard))
      const phrase = entropyToMnemonic(Buffer.from(owner.key, 'hex'), wordlist)
      return wallet.calls['keys.restore']({ account, phrase })
    },
  },
  {
    name: 'dashboard file and a wrong key, then the right one',
    async bring(wallet, owner) {
      const { account } = await take(wallet, inJson(heldBy(owner).dashboard))
      const details = { expected: publicKeyFromSeed(owner.key), found: publicKeyFromSeed(WRONG) }
      const wrong = wallet.calls['keys.bring']({ account, key: WRONG })
      await expect(wrong).rejects.toThrow(coded('vault.key_mismatch', details))
      expect(wallet.vault.accounts.describe(account).hasSpendKey).toBe(false)
      return wallet.calls['keys.bring']({ account, key: owner.key })
    },
  },
  { name: 'joined file', bring: whole((_, owner) => joined(owner)) },
  {
    name: 'joined file with a scalar',
    bring: whole(({ dashboard }, { key }) => inJson({ ...dashboard, spend_key: scalarFromSeed(key) })),
  },
  {
    name: 'file with the key below',
    bring: whole(({ dashboard }, { key }) => `${inJson(dashboard)}\n\n${pairOf(key)}`),
  },
  {
    name: 'file of an account that is not registered, and a new phrase',
    past: NEW,
    async bring(wallet, owner) {
      const { account, ...view } = await take(wallet, inJson(heldBy(owner).dashboard))
      expect(view).toMatchObject({ stage: 'needs_key', registered: false })
      await newPhrase(wallet, account)
      return wallet.calls['registration.submit']({ account })
    },
  },
  {
    name: 'joined file of an account that is not registered, by the app itself',
    past: NEW,
    async bring(wallet, owner) {
      const { account, stage } = await take(wallet, joined(owner))
      expect(stage).toBe('needs_registration')
      return wallet.calls['registration.submit']({ account, byApp: true })
    },
  },
  {
    name: 'legacy keystore with six digits',
    past: () => ({ pin: PIN }),
    async bring(wallet, owner) {
      const { account, ...view } = await take(wallet, inJson({ ...heldBy(owner).legacy, pin: PIN }))
      expect(view).toMatchObject({ stage: 'needs_key', registered: false })
      await newPhrase(wallet, account)
      return registerBy(wallet, account, 'digits', [PIN, '111111'])
    },
  },
  {
    name: 'legacy keystore with its TIP key apart',
    past: ({ tip }) => ({ tip_public_key: publicKeyFromSeed(tip) }),
    async bring(wallet, owner) {
      const { legacy } = heldBy(owner)
      const { account, stage } = await take(wallet, inJson({ ...legacy, pin: owner.tip, spend_private_key: owner.key }))
      expect(stage).toBe('needs_registration')
      return registerBy(wallet, account, 'tip', [owner.tip, WRONG])
    },
  },
  {
    name: 'RSA',
    bring: refused(
      (owner) => inJson(heldBy(owner).rsa),
      'input.keystore',
      () => ({ form: 'rsa' }),
    ),
  },
  {
    name: 'RSA, then the session that its owner exchanged it for',
    async bring(wallet, owner) {
      const legacy = await legacyAccount(net, 'Old', PIN)
      const { clientId, sessionId, pinToken, privateKey } = legacy
      const pem = privateKey.export({ format: 'pem', type: 'pkcs1' })
      const file = { client_id: clientId, session_id: sessionId, private_key: pem, pin_token: pinToken, pin: PIN }
      await expect(take(wallet, inJson(file))).rejects.toThrow(coded('input.keystore', { form: 'rsa' }))
      await expectNothing(wallet)
      const made = await net.control.call('legacyUsers.create', { body: exchangeOf(legacy, PIN, net.clock) })
      owner.keystore = { ...made, session_private_key: successorSeed(legacy), spend_private_key: null }
      const { account } = await take(wallet, inJson(heldBy(owner).dashboard))
      await newPhrase(wallet, account)
      return registerBy(wallet, account, 'digits', [PIN, '111111'])
    },
  },
  {
    name: 'network user of npm, with its key below',
    bring: whole(({ networkNpm }, { key }) => `${inJson(networkNpm)}\n${key}`),
  },
  { name: 'network user of Go', bring: whole(({ networkGo }) => inJson(networkGo)) },
  { name: 'mixin-cli', bring: whole(({ mixinCli }) => inJson(mixinCli)) },
  { name: 'Ruby in base64', bring: whole(({ ruby }) => inJson(ruby)) },
  { name: 'node of an MTG in TOML', bring: whole(({ mtg }) => mtg) },
  {
    name: '.env',
    bring: whole(({ env }, { key }) => env.replace('SPEND_PRIVATE_KEY=', `SPEND_PRIVATE_KEY=${key}`)),
  },
  { name: 'file with a byte order mark', bring: whole((_, owner) => `\uFEFF${joined(owner)}\r\n`) },
  { name: 'list', bring: whole((_, owner) => `[${joined(owner)}]`) },
  { name: 'file wrapped in one member', bring: whole((_, owner) => `{ "data": ${joined(owner)} }`) },
  {
    name: 'pair that does not belong together',
    bring: refused(
      (owner) => inJson({ ...heldBy(owner).dashboard, spend_private_key: WRONG }),
      'vault.key_mismatch',
      ({ key }) => ({ expected: publicKeyFromSeed(key), found: publicKeyFromSeed(WRONG) }),
    ),
  },
  {
    name: 'joined file where the service names no key, with a coin that proves it',
    past: HIDDEN,
    async bring(wallet, owner) {
      await personWith(owner).fund(BTC, COIN)
      const wrong = take(wallet, inJson({ ...heldBy(owner).dashboard, spend_private_key: WRONG }))
      await expect(wrong).rejects.toThrow(coded('vault.key_mismatch', { coin: true }))
      return take(wallet, joined(owner))
    },
  },
  {
    name: 'joined file where the service names no key, and the coin comes later',
    past: HIDDEN,
    async bring(wallet, owner) {
      const { account, ...view } = await take(wallet, joined(owner))
      expect(view).toMatchObject({ stage: 'ready', proved: false })
      await receives(wallet, account, owner)
      return wallet.until(
        async () => (await wallet.calls['app.state'](null)).accounts.find((each) => each.account === account) ?? null,
        (found) => found?.proved === true,
      ) as Promise<AccountView> // listed, since it was brought
    },
  },
  {
    name: 'session that is over, then the one that took its place',
    async bring(wallet, owner) {
      const before = joined(owner)
      await rotate(net, owner)
      await expect(take(wallet, before)).rejects.toThrow(coded('wallet.session_ended'))
      await expectNothing(wallet)
      return take(wallet, joined(owner))
    },
  },
  {
    name: 'session that was made anew, for an account that is here',
    async bring(wallet, owner) {
      const before = await take(wallet, joined(owner))
      await rotate(net, owner)
      await expect(wallet.calls['app.retry']({ account: before.account })).rejects.toThrow()
      const after = await take(wallet, inJson(heldBy(owner).dashboard))
      expect(after).toMatchObject({ account: before.account, publicKey: before.publicKey, stage: 'ready' })
      return after
    },
  },
  {
    name: 'keystore only, and the key later',
    async bring(wallet, owner) {
      const { account } = await take(wallet, inJson(heldBy(owner).dashboard))
      const looked = await wallet.calls['keys.look']({ account })
      expect(looked).toMatchObject({ stage: 'ready', kind: 'watch', keyless: true })
      await receives(wallet, account, owner)
      return wallet.calls['keys.bring']({ account, key: owner.key })
    },
  },
  {
    name: 'several at once',
    async bring(wallet, owner) {
      const other = await newOwner(net)
      const texts = [
        inJson(heldBy(owner).dashboard),
        joined(other),
        inJson(heldBy(owner).rsa),
        owner.key,
        MESSENGER_WORDS,
      ]
      const { results } = await wallet.calls['accounts.importAll']({ sources: texts.map((text) => ({ text })) })
      const said = results.map(({ source, kind, outcome }) => ({ source, kind, outcome }))
      expect(said).toEqual([
        { source: 0, kind: 'session', outcome: 'added' },
        { source: 1, kind: 'session', outcome: 'added' },
        { source: 2, kind: 'refused', outcome: 'refused' },
        { source: 3, kind: 'spend-key', outcome: 'used' },
        { source: 4, kind: 'messenger-words', outcome: 'refused' },
      ])
      const second = results[1]?.account
      expect(second).toMatchObject({ account: other.keystore.app_id, stage: 'ready' })
      await wallet.calls['accounts.remove']({ account: other.keystore.app_id, passphrase: null })
      return results[0]?.account as AccountView // it was added
    },
  },
  {
    name: 'words of the Messenger',
    bring: refused(
      () => MESSENGER_WORDS,
      'input.keystore',
      () => ({ form: 'messenger-words' }),
    ),
  },
  {
    name: 'prose',
    bring: refused(
      () => 'To whom it may concern: there is nothing in here.',
      'input.keystore',
      () => ({ form: 'unknown' }),
    ),
  },
  {
    name: 'code that a phone agrees to, and the file later',
    past: (owner) => ({ ...REGISTERED(owner), kind: 'user' }),
    async bring(wallet, owner) {
      const { calls, until } = wallet
      const { app_id: account } = owner.keystore
      await calls['phone.begin'](null)
      const { link } = await until(
        () => calls['phone.state'](null),
        ({ stage }) => stage === 'waiting',
      )
      const code_id = link?.split('/').at(-1) ?? ''
      await net.control.call('local.approve', { body: { code_id, user_id: account } })
      await until(
        () => calls['phone.state'](null),
        ({ stage }) => stage === 'done',
      )
      await receives(wallet, account, owner)
      return take(wallet, joined(owner))
    },
  },
  {
    name: 'permission as text, and the file later',
    async bring(wallet, owner) {
      const { text } = await authorizationOf(net.url, { user: owner.keystore.app_id })
      const watched = await wallet.calls['accounts.watch']({ permission: text })
      expect(watched).toMatchObject({ stage: 'ready', kind: 'watch', keyless: false })
      await receives(wallet, watched.account, owner)
      return take(wallet, joined(owner))
    },
  },
]

const COIN = '1'

/** Money that comes in is seen. */
async function receives(wallet: OpenWallet, account: UserId, owner: Owner): Promise<void> {
  const person = personWith(owner)
  await person.fund(BTC, COIN)
  const coins = await person.outputs(BTC)
  const all = coins.reduce((sum, { amount }) => sum + amount, 0n)
  expect(all).toBeGreaterThanOrEqual(parseAmount(COIN))
  await has(wallet, account, BTC, all)
}

/** Nothing is judged by time: this only ends what hangs, on however busy a machine. */
const HANGS_MS = 600_000

const DIALECTS: readonly Dialect[] = ['interface', 'upstream']

describe.each(DIALECTS)('in the dialect %s', (dialect) => {
  it.concurrent.each(KINDS.map((kind) => [kind.name, kind] as const))(
    '%s: it pays',
    { timeout: HANGS_MS },
    async (_, { bring, past }) => {
      const wallet = await openWallet({ dir: newFolder(), baseUrl: net.url, dialect, clock: hurriedClock() })
      try {
        const owner = await newOwner(net, past)
        const view = await bring(wallet, owner)
        const { account } = view
        expect(view).toMatchObject({ account: owner.keystore.app_id, stage: 'ready', keyless: false, proved: true })
        expect((await wallet.calls['app.state'](null)).accounts).toHaveLength(1)
        await receives(wallet, account, owner)
        const wish = paying(account, BTC, [{ payee: { kind: 'user', userId: ben }, amount: '0.25' }])
        expect(await pay(wallet, wish)).toMatchObject({ state: 'final' })
      } finally {
        await wallet.close()
      }
    },
  )
})
