import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Keystore, UserId } from '#contract/domain'
import type { AccountView } from '#contract/ipc'
import { publicKeyFromSeed, signTip, tipBody } from '#protocol'
import { PIN } from '../support/key-files.ts'
import { BTC, freshSeed, newcomer, personOf, type TestLocalnet } from '../support/localnet.ts'
import { authorizationOf } from '../support/permission.ts'
import type { OpenWallet } from '../support/wallet.ts'

/* Every way on which an account comes in, or leaves: what a person holds, and what that person does with it. */

/** What the person has sealed keys with that lie in a file. */
export const PASSPHRASE = 'harbour lamp number nine'

/** What a wallet asks for before money or keys change; nothing where it asks for none. */
export const passphraseOf = ({ vault }: OpenWallet): string | null => (vault.status().passphrase ? PASSPHRASE : null)

/** What lies on the person's table; it is the same after the program was killed. */
export interface Belongings {
  /** Null where the network makes the account on the way. */
  readonly account: UserId | null
  readonly file: string
  /** The spend key that is set apart, hex; null where it is in the file or nobody has made one. */
  readonly key: string | null
  readonly phrase: string | null
  /** What the life before used: another file, or a permission. */
  readonly earlier: string
  /** The six digits of an account from before TIP keys. */
  readonly digits: string | null
  /** Only looks before the key is brought. */
  readonly looksFirst: boolean
}

/** What the person has seen or done, said before anything else happens. */
export type Say = (what: 'words' | 'confirmed', value: string) => void

export interface Way {
  readonly name: string
  gather(net: TestLocalnet): Promise<Belongings>
  /** A life that ends well, before the one that is killed. */
  readonly before?: (wallet: OpenWallet, table: Belongings) => Promise<unknown>
  /** What the person begins with, and does once more after a kill. */
  begin(wallet: OpenWallet, table: Belongings): Promise<unknown>
  /** The key is made on the way: whoever goes on in two ways has two keys, and an account takes one. */
  readonly makesKey?: true
  /** What is there in the end: a working account, or nothing, until the same file is brought again. */
  readonly end: 'works' | 'gone'
}

const NOTHING: Belongings = {
  ...{ account: null, file: '', key: null, phrase: null, earlier: '', digits: null, looksFirst: false },
}

const accountsOf = async ({ calls }: OpenWallet): Promise<readonly AccountView[]> =>
  (await calls['app.state'](null)).accounts

const bringFile = ({ calls }: OpenWallet, { file }: Belongings): Promise<AccountView> =>
  calls['accounts.importKeystore']({ keystore: file })

/** Registered by another program, which had its key. */
async function registered(net: TestLocalnet) {
  const { id, keystore, spendSeed } = await newcomer(net, 'Real', { kind: 'bot' })
  return { table: { ...NOTHING, account: id, file: JSON.stringify(keystore), key: spendSeed }, keystore, spendSeed }
}

const joinedFile = (keystore: Keystore, spendSeed: string): string =>
  JSON.stringify({ ...keystore, spend_private_key: spendSeed })

/** The file of a session that the owner made anew. */
async function renewedFile(net: TestLocalnet, spendSeed: string): Promise<string> {
  const timestamp = Number(net.clock.now() / 1_000_000_000n)
  const publicKey = publicKeyFromSeed(spendSeed)
  const signature = signTip(spendSeed, tipBody(`LOCALNET:SESSION:${publicKey}${timestamp}`))
  return JSON.stringify(
    await net.control.call('local.session', { body: { public_key: publicKey, timestamp, signature } }),
  )
}

export const WAYS: readonly Way[] = [
  {
    name: 'made on the local network',
    gather: async () => NOTHING,
    // Whoever finds an account there does not ask for another.
    begin: async (wallet) =>
      (await accountsOf(wallet)).length > 0 || wallet.calls['accounts.createLocal']({ name: 'New' }),
    makesKey: true,
    end: 'works',
  },
  {
    name: 'file and key apart',
    gather: async (net) => (await registered(net)).table,
    begin: bringFile,
    end: 'works',
  },
  {
    name: 'joined file',
    async gather(net) {
      const { table, keystore, spendSeed } = await registered(net)
      return { ...table, file: joinedFile(keystore, spendSeed), key: null }
    },
    begin: bringFile,
    end: 'works',
  },
  {
    name: 'looked at, key later',
    gather: async (net) => ({ ...(await registered(net)).table, looksFirst: true }),
    begin: bringFile,
    end: 'works',
  },
  {
    name: 'file and a new phrase',
    async gather(net) {
      const { id, keystore } = await newcomer(net, 'Fresh', { kind: 'bot', unregistered: true })
      return { ...NOTHING, account: id, file: JSON.stringify(keystore) }
    },
    begin: bringFile,
    makesKey: true,
    end: 'works',
  },
  {
    name: 'file, six digits and a new phrase',
    async gather(net) {
      const keystore = await net.control.call('local.account', { body: { full_name: 'Old', pin: PIN } })
      return { ...NOTHING, account: keystore.app_id, file: JSON.stringify(keystore), digits: PIN }
    },
    begin: bringFile,
    makesKey: true,
    end: 'works',
  },
  {
    name: 'joined file whose key only a coin proves',
    async gather(net) {
      const spendSeed = freshSeed()
      const body = { full_name: 'Hidden', spend_public_key: publicKeyFromSeed(spendSeed), hides_spend_key: true }
      const keystore = await net.control.call('local.account', { body })
      await personOf(net, keystore, spendSeed).fund(BTC, '1')
      return { ...NOTHING, account: keystore.app_id, file: joinedFile(keystore, spendSeed) }
    },
    begin: bringFile,
    end: 'works',
  },
  {
    name: 'words of an account of the network',
    async gather(net) {
      const { table, spendSeed } = await registered(net)
      return { ...table, key: null, phrase: entropyToMnemonic(Buffer.from(spendSeed, 'hex'), wordlist) }
    },
    begin: ({ calls }, { phrase }) => calls['accounts.recoverLocal']({ phrase: phrase ?? '' }),
    end: 'works',
  },
  {
    name: 'session made anew',
    async gather(net) {
      const { table, keystore, spendSeed } = await registered(net)
      const earlier = joinedFile(keystore, spendSeed)
      return { ...table, file: await renewedFile(net, spendSeed), key: null, earlier }
    },
    before: ({ calls }, { earlier }) => calls['accounts.importKeystore']({ keystore: earlier }),
    begin: bringFile,
    end: 'works',
  },
  {
    name: 'file in the place of a permission',
    async gather(net) {
      const { table, keystore, spendSeed } = await registered(net)
      const { text } = await authorizationOf(net.url, { user: keystore.app_id })
      return { ...table, file: joinedFile(keystore, spendSeed), key: null, earlier: text }
    },
    before: ({ calls }, { earlier }) => calls['accounts.watch']({ permission: earlier }),
    begin: bringFile,
    end: 'works',
  },
  {
    name: 'removed',
    async gather(net) {
      const { table, keystore, spendSeed } = await registered(net)
      return { ...table, file: joinedFile(keystore, spendSeed), key: null }
    },
    before: bringFile,
    async begin(wallet, { account }) {
      for (const each of await accountsOf(wallet)) {
        if (each.account === account)
          await wallet.calls['accounts.remove']({ account, passphrase: passphraseOf(wallet) })
      }
    },
    end: 'gone',
  },
]

/** Does what the stage of the account asks for, until nothing is asked for any more. Answers the account. */
export async function goOn(wallet: OpenWallet, way: Way, table: Belongings, say: Say): Promise<UserId | null> {
  for (let steps = 0; steps < STEPS; steps += 1) {
    const [found, ...more] = await accountsOf(wallet)
    if (more.length > 0) throw new Error('two accounts')
    if (found === undefined) {
      if (way.end === 'gone') return null
      await way.begin(wallet, table)
    } else if (found.stage === 'ready' && found.kind !== 'watch') {
      return found.account
    } else await nextStep(wallet, found, table, say, way)
  }
  throw new Error('it does not end')
}

/** More than any way has. */
const STEPS = 12

async function nextStep(
  wallet: OpenWallet,
  { account, stage, kind, registered }: AccountView,
  table: Belongings,
  say: Say,
  way: Way,
): Promise<unknown> {
  const { calls } = wallet
  if (stage === 'lost') return way.begin(wallet, table)
  if (stage === 'needs_registration') return calls['registration.submit']({ account, proof: table.digits ?? '' })
  if (stage === 'needs_backup') return confirm(wallet, account, say)
  if (table.looksFirst && kind !== 'watch') return calls['keys.look']({ account })
  if (table.phrase !== null) return calls['keys.restore']({ account, phrase: table.phrase })
  if (table.key !== null) return calls['keys.bring']({ account, key: table.key })
  // A key that came in the file: the same file again.
  if (registered === true) return way.begin(wallet, table)
  return confirm(wallet, account, say)
}

/** Writes the words down and is asked about them. */
async function confirm({ calls }: OpenWallet, account: UserId, say: Say): Promise<void> {
  const { words } = await calls['keys.create']({ account })
  say('words', words.join(' '))
  const { positions } = await calls['keys.quiz']({ account })
  await calls['keys.answerQuiz']({ account, words: positions.map((at) => words[at] ?? '') })
  say('confirmed', words.join(' '))
}
