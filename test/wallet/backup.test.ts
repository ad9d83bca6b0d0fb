import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, type HolderId, type Nanos, type UserId } from '#contract/domain'
import { type CofferError, codeOf, errorFacts } from '#contract/errors'
import { openAccountStore, openProfileStore, stage } from '#store'
import { wording } from '#words'
import { openBackup, readBackupHeader, writeBackup } from '../../src/wallet/backup/file.ts'
import { systemClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { seededRandom } from '../support/random.ts'
import { newFolder } from '../support/scratch.ts'
import { anOutput, aPayment, aPlan, hashOf, request, time } from '../support/store.ts'
import { expectPrivate, WINDOWS } from '../support/systems.ts'
import { newAccount, openWallet } from '../support/wallet.ts'

/* Backups made by one computer and taken to another, through the calls that a window makes. */

let net: TestLocalnet
let made: Scene
beforeAll(async () => {
  net = await startTestLocalnet()
  made = await scene()
})

const PASSPHRASE = 'a long and good passphrase'
const NEXT = 'another long and good one'
const WORDS = 'words' as const
const SECOND = 1_000_000_000n

const empty = () => openWallet({ dir: newFolder('other'), baseUrl: net.url })
const refusal = async (work: Promise<unknown>) => work.then(() => undefined, codeOf)

interface Scene {
  readonly account: UserId
  readonly phrase: string
  readonly folder: string
  /** The first backup, one with the words in it, and one that was made after the passphrase was changed. */
  readonly path: string
  readonly withWords: string
  readonly later: string
  /** What came of one that could not be written. */
  readonly refused: string | undefined
  readonly problem: string | null
  /** Whether Home told of it, after it failed and after the next one. */
  readonly told: readonly boolean[]
}

/** A computer with an account that has words of its own and a payment that is signed but not sent, and its backups. */
async function scene(): Promise<Scene> {
  const dir = newFolder('first')
  const keychain = testKeychain()
  const first = await openWallet({ dir, baseUrl: net.url, keychain })
  const { account } = await newAccount(first, 'Ada')
  await first.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  const { words } = await first.calls['keys.reveal']({ account, passphrase: PASSPHRASE })
  await first.calls['accounts.rename']({ account, name: 'Household' })
  await first.calls['labels.set']({ account, id: `u:${account}`, label: 'Myself', note: '' })
  await first.calls['labels.setTags']({ account, id: `u:${account}`, tags: ['Family', '房租'] })
  await first.calls['nodes.set']({ nodes: [net.url], from: null, passphrase: PASSPHRASE })
  await first.calls['app.setMoneyPassphrase']({ rule: { when: 'never' }, passphrase: PASSPHRASE })
  const proxy = { kind: 'socks5', host: '127.0.0.1', port: 9050 } as const
  await first.calls['network.setLine']({ proxy, untried: true, passphrase: PASSPHRASE })
  await first.close()
  sign(dir, account, 'rent')
  let ahead = 0n
  const clock = { ...systemClock, now: () => (systemClock.now() + ahead) as Nanos }
  const { calls, close } = await openWallet({ dir, baseUrl: net.url, keychain, clock })
  await calls['session.unlock']({ passphrase: PASSPHRASE })
  const folder = join(newFolder('backups'), 'mine')
  const path = pathOf(await calls['backup.setUp']({ folder, rhythm: 'daily', passphrase: PASSPHRASE }))
  renameSync(folder, `${folder}-taken-out`)
  const refused = await refusal(calls['backup.make'](null))
  const { problem } = await calls['backup.read'](null)
  const isTold = async () =>
    (await calls['home.read']({ account, holder: null })).attention.some(({ kind }) => kind === 'no_backup')
  const told = [await isTold()]
  renameSync(`${folder}-taken-out`, folder)
  // Names are by the second.
  ahead += SECOND
  const withWords = pathOf(await calls['backup.makeWithWords']({ passphrase: PASSPHRASE }))
  await calls['vault.setPassphrase']({ current: PASSPHRASE, next: NEXT })
  ahead += SECOND
  const later = pathOf(await calls['backup.make'](null))
  told.push(await isTold())
  await close()
  return { account, phrase: words.join(' '), folder, path, withWords, later, refused, problem, told }
}

const pathOf = ({ last }: { readonly last: { readonly path: string } | null }): string => last?.path ?? ''

const storeOf = (dir: string, account: UserId) =>
  openAccountStore({ dir, network: 'local', account, clock: systemClock })

function sign(dir: string, account: UserId, name: string): void {
  const { intents, close } = storeOf(dir, account)
  const id = request(name)
  intents.payments.create(aPayment(name))
  intents.payments.reserve(id, [aPlan(name, [anOutput(`coin ${name}`)])])
  intents.payments.storeRaw(id, [{ requestId: id, raw: '7777', hash: hashOf(name) }])
  intents.payments.markVerified(id, [{ requestId: id, record: null }])
  intents.payments.approve(id, hashOf('digest'))
  intents.payments.storeSigned(id, [{ requestId: id, raw: `7777${Buffer.from(name).toString('hex')}` }])
  const holder = request('holder') as string as HolderId // nobody's
  intents.plans.save({ id, holder, detail: { name } })
  intents.settings.set('runs', [id])
  intents.settings.set(`runs:${id}`, {})
  close()
}

describe('a backup', () => {
  it('is one file for its owner alone, and tells its age without being opened', async () => {
    const { path, folder } = made
    expectPrivate(path)
    const wallet = await empty()
    expect(await wallet.calls['backup.find']({ folder })).toContainEqual(
      expect.objectContaining({ path, network: 'local', problem: null, createdAt: expect.any(BigInt) }),
    )
    const text = readFileSync(path).toString('latin1')
    for (const secret of ['Household', 'Myself', 'rent', 'Family']) expect(text).not.toContain(secret)
    await wallet.close()
  })

  it('is not set up in a folder that is nowhere: a disk that is not connected is not made anew beside the wallet', async () => {
    const wallet = await empty()
    const before = await wallet.calls['backup.read'](null)
    const gone = join(newFolder('disks'), 'stick')
    const withoutDrive = WINDOWS ? [join(process.cwd(), 'node_modules', 'Coffer').slice('C:'.length)] : []
    for (const folder of [join(gone, 'Coffer'), 'Coffer', './Coffer', ...withoutDrive]) {
      const wish = wallet.calls['backup.setUp']({ folder, rhythm: 'daily', passphrase: null })
      await expect(wish).rejects.toMatchObject({ code: 'backup.no_folder' })
    }
    expect(existsSync(gone)).toBe(false)
    expect(await wallet.calls['backup.read'](null)).toEqual(before)
    await wallet.close()
  })

  it('is not set up in what is a file', async () => {
    const wallet = await empty()
    const before = await wallet.calls['backup.read'](null)
    const folder = join(newFolder('disks'), 'file')
    writeFileSync(folder, 'somebody’s')
    for (const wish of [
      () => wallet.calls['backup.setUp']({ folder, rhythm: 'daily', passphrase: null }),
      () => wallet.calls['backup.find']({ folder }),
    ])
      await expect(wish()).rejects.toMatchObject({ code: 'backup.no_folder', details: { file: true } })
    expect(await wallet.calls['backup.read'](null)).toEqual(before)
    await wallet.close()
  })

  it('and 24 words bring everything back on an empty computer', async () => {
    const { account, phrase, path } = made
    const wallet = await empty()
    const secret = { kind: WORDS, text: phrase }
    const { contents, missed } = await wallet.calls['backup.restore']({ path, secret, passphrase: null })
    expect(contents.accounts).toMatchObject([
      { account, name: 'Household', payments: 1, open: 1, labels: 1, plans: 1, runs: 1 },
    ])
    expect(missed).toBe(1)
    const view = await wallet.calls['accounts.recoverLocal']({ phrase })
    expect(view.account).toBe(account)
    const state = await wallet.calls['app.state'](null)
    expect(state.accounts).toMatchObject([{ account, name: 'Household', stage: 'ready' }])
    await wallet.close()
    const store = storeOf(wallet.dir, account)
    expect(store.intents.labels.get(`u:${account}`)).toMatchObject({ label: 'Myself', tags: ['Family', '房租'] })
    expect(store.intents.payments.get(request('rent'))?.transactions[0]?.signedRaw).toBe('777772656e74')
    expect(store.intents.payments.events(request('rent')).map(({ what }) => what)).toContain('missed')
    store.close()
  })

  it('leaves what its computer does on its own account there: its way out, its nodes, its backups, and what it asks for money', async () => {
    const { phrase, path } = made
    const [dir, keychain] = [newFolder('other'), testKeychain()]
    for (const isFirst of [true, false]) {
      const wallet = await openWallet({ dir, baseUrl: net.url, keychain })
      if (isFirst) {
        await wallet.calls['backup.restore']({ path, passphrase: null, secret: { kind: WORDS, text: phrase } })
        await wallet.calls['accounts.recoverLocal']({ phrase })
      }
      expect(await wallet.calls['network.line'](null)).toMatchObject({ proxy: null, doubted: false })
      expect((await wallet.calls['nodes.read'](null)).nodes).toEqual([])
      const { moneyPassphrase, moneyPassphraseDoubted } = await wallet.calls['app.state'](null)
      expect([moneyPassphrase, moneyPassphraseDoubted]).toEqual([{ when: 'always' }, false])
      const backups = { folder: null, rhythm: 'off', opensBy: { passphrase: false, accounts: 0 } }
      expect(await wallet.calls['backup.read'](null)).toMatchObject(backups)
      await wallet.close()
    }
  })

  it('opens with the passphrase as well, and with the new one after a change', async () => {
    const { path, later } = made
    const wallet = await empty()
    const tryIt = (file: string, text: string) =>
      wallet.calls['backup.test']({ path: file, secret: { kind: 'passphrase', text } })
    expect((await tryIt(path, PASSPHRASE)).accounts).toHaveLength(1)
    expect((await tryIt(later, NEXT)).accounts).toHaveLength(1)
    expect(await refusal(tryIt(later, PASSPHRASE))).toBe('backup.wrong_key')
    await wallet.close()
  })

  it('is tested without anything being changed, on any computer', async () => {
    const { path, phrase, account } = made
    const wallet = await empty()
    const before = readdirSync(join(wallet.dir, 'local')).sort()
    const { accounts } = await wallet.calls['backup.test']({ path, secret: { kind: WORDS, text: phrase } })
    expect(accounts).toMatchObject([{ account, here: false, hasWords: false }])
    expect(readdirSync(join(wallet.dir, 'local')).sort()).toEqual(before)
    expect((await wallet.calls['app.state'](null)).accounts).toEqual([])
    expect((await wallet.calls['backup.read'](null)).tested).toMatchObject({ path })
    await wallet.close()
  })

  it('has the 24 words only when they were asked for', async () => {
    const { withWords, account, phrase } = made
    const wallet = await empty()
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    const { words } = await wallet.calls['backup.restore']({ path: withWords, secret, passphrase: null })
    expect(words).toEqual([{ account, words: phrase.split(' ') }])
    await wallet.close()
  })

  it('gives the words back also where the account is listed and its key is gone', async () => {
    const { withWords, account, phrase } = made
    const dir = newFolder('lost')
    const before = await openWallet({ dir, baseUrl: net.url })
    await before.calls['accounts.recoverLocal']({ phrase })
    await before.close()
    // Another keychain holds none of its keys.
    const wallet = await openWallet({ dir, baseUrl: net.url, keychain: testKeychain() })
    expect((await wallet.calls['app.state'](null)).vault.damage).toBe('master')
    await wallet.calls['vault.beginAnew'](null)
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    const { contents, words } = await wallet.calls['backup.restore']({ path: withWords, secret, passphrase: null })
    expect(contents.accounts).toMatchObject([{ account, here: false }])
    expect(words).toEqual([{ account, words: phrase.split(' ') }])
    await wallet.close()
  })

  it('of an account that lives here adds what is missing and leaves what is newer', async () => {
    const { account, path, phrase } = made
    const keychain = testKeychain()
    const wallet = await openWallet({ dir: newFolder('again'), baseUrl: net.url, keychain })
    await wallet.calls['accounts.recoverLocal']({ phrase })
    await wallet.calls['labels.set']({ account, id: `u:${account}`, label: 'Changed since', note: '' })
    const { missed } = await wallet.calls['backup.restore']({
      path,
      secret: { kind: WORDS, text: phrase },
      passphrase: null,
    })
    expect(missed).toBe(1)
    const twice = await wallet.calls['backup.restore']({
      path,
      secret: { kind: WORDS, text: phrase },
      passphrase: null,
    })
    expect(twice.missed).toBe(0)
    await wallet.close()
    const back = storeOf(wallet.dir, account)
    expect(back.intents.labels.get(`u:${account}`)?.label).toBe('Changed since')
    expect(back.intents.payments.get(request('rent'))?.signedAt).not.toBeNull()
    back.close()
  })

  it('that is not where it is said to be is called missing, not a fault of the disk', async () => {
    const wallet = await empty()
    const secret = { kind: WORDS, text: made.phrase }
    for (const path of [join(made.folder, 'none.coffer-backup'), 'none.coffer-backup', made.folder]) {
      await expect(wallet.calls['backup.test']({ path, secret })).rejects.toMatchObject({
        code: 'backup.no_file',
        details: path === made.folder ? { folder: true } : {},
      })
    }
    await wallet.close()
  })

  it('is called old on Home once a month has passed since the last one, and not before', async () => {
    const dir = newFolder('forgotten')
    const keychain = testKeychain()
    const first = await openWallet({ dir, baseUrl: net.url, keychain })
    const { account } = await newAccount(first, 'Ada')
    await first.close()
    for (const [days, told] of [
      [29n, []],
      [31n, [{ kind: 'old_backup', days: 31 }]],
    ] as const) {
      const profile = openProfileStore({ dir, network: 'local', clock: systemClock })
      const last = { at: systemClock.now() - days * DAY, path: '/backups/one', bytes: 700 }
      profile.settings.set('backup', { folder: '/backups', rhythm: 'off', last })
      profile.close()
      const { calls, close } = await openWallet({ dir, baseUrl: net.url, keychain })
      const { attention } = await calls['home.read']({ account, holder: null })
      expect(attention.filter(({ kind }) => kind.endsWith('_backup'))).toEqual(told)
      await close()
    }
  })

  it('that cannot be written leaves those before, and the person is told why', () => {
    expect(made.refused).toBe('backup.no_folder')
    expect(made.problem).toBe('backup.no_folder')
    expect(made.told).toEqual([true, false])
    expect(readdirSync(made.folder).map((name) => join(made.folder, name))).toEqual([
      made.path,
      made.withWords,
      made.later,
    ])
  })

  it('is refused by a wallet of another network', async () => {
    const { path, phrase } = made
    const other = await startTestLocalnet()
    const wallet = await openWallet({ dir: newFolder('elsewhere'), baseUrl: other.url })
    const secret = { kind: WORDS, text: phrase }
    expect(await refusal(wallet.calls['backup.restore']({ path, secret, passphrase: null }))).toBe(
      'backup.other_network',
    )
    await wallet.close()
    await other.close()
  })

  it('is not called damaged where the same local network has another address', async () => {
    const { path, phrase } = made
    const wallet = await openWallet({
      dir: newFolder('moved'),
      baseUrl: net.url,
      network: { name: 'custom-127.0.0.1-4000' },
      openProfile: (options) => openProfileStore({ ...options, network: 'custom-127.0.0.1-4000' }),
    })
    const input = { path, secret: { kind: WORDS, text: phrase } }
    const refused = [refusal(wallet.calls['backup.restore']({ ...input, passphrase: null }))]
    refused.push(refusal(wallet.calls['backup.test'](input)))
    expect(await Promise.all(refused)).toEqual(['backup.other_network', 'backup.other_network'])
    await wallet.close()
  })
})

describe('words that are right and of nobody here', () => {
  it('are called just that, and are not said to be misspelt or an id', async () => {
    const wallet = await empty()
    const phrase = `${'abandon '.repeat(23)}art`
    const refused: unknown = await wallet.calls['accounts.askPhrase']({ phrase }).catch((error: unknown) => error)
    const { details } = refused as CofferError // looked at next
    const { what, todo } = errorFacts(codeOf(refused), details)
    expect([wording(what), wording(todo)]).toEqual([
      'These words belong to no account of this network.',
      expect.stringMatching(/^Look whether they were written down for another network/),
    ])
    await wallet.close()
  })
})

describe('a restore that was cut off', () => {
  it('before all of it was laid ready leaves everything as it was', async () => {
    const wallet = await empty()
    await wallet.close()
    const staged = join(wallet.dir, 'local', 'restore.staged')
    mkdirSync(staged)
    writeFileSync(join(staged, 'profile.db'), 'half a file')
    const again = await openWallet({ dir: wallet.dir, baseUrl: net.url })
    expect((await again.calls['app.state'](null)).accounts).toEqual([])
    expect(existsSync(staged)).toBe(false)
    await again.close()
  })

  it('after that is completed by the next start, however often it was begun', async () => {
    const { path, phrase, account } = made
    const wallet = await empty()
    await wallet.close()
    const ready = await openWallet({ dir: newFolder('source'), baseUrl: net.url })
    await ready.calls['backup.restore']({ path, secret: { kind: WORDS, text: phrase }, passphrase: null })
    await ready.close()
    const from = storeOf(ready.dir, account)
    const bytes = from.snapshot()
    from.close()
    const home = join(wallet.dir, 'local')
    for (let time = 0; time < 2; time += 1) {
      stage(home, [{ name: `intents-${account}.db`, bytes }])
      const again = await openWallet({ dir: wallet.dir, baseUrl: net.url })
      await again.close()
      expect(existsSync(join(home, 'restore'))).toBe(false)
      const store = storeOf(wallet.dir, account)
      expect(store.intents.payments.list()).toHaveLength(1)
      expect(store.intents.payments.get(request('rent'))?.signedAt).not.toBeNull()
      store.close()
    }
  })

  it('and whose parts were spoilt since keeps nobody from restoring from a good file', async () => {
    const { path, phrase, account } = made
    const wallet = await empty()
    await wallet.close()
    const home = join(wallet.dir, 'local')
    stage(home, [{ name: `intents-${account}.db`, bytes: new Uint8Array(8192).fill(7) }])
    const again = await openWallet({ dir: wallet.dir, baseUrl: net.url })
    const secret = { kind: WORDS, text: phrase }
    const { contents } = await again.calls['backup.restore']({ path, secret, passphrase: null })
    expect(contents.accounts).toMatchObject([{ account, payments: 1 }])
    expect(existsSync(join(home, 'restore'))).toBe(false)
    await again.close()
    const store = storeOf(wallet.dir, account)
    expect(store.intents.payments.list()).toHaveLength(1)
    store.close()
  })

  it('with no room for it leaves nothing of it', () => {
    const home = newFolder('full')
    mkdirSync(join(home, 'restore.staged'))
    const parts = [
      { name: 'one.db', bytes: new Uint8Array(10) },
      { name: 'two/of.db', bytes: new Uint8Array(10) },
    ]
    expect(() => stage(home, parts)).toThrow()
    expect(readdirSync(home)).toEqual([])
  })
})

describe('the form of a backup file', () => {
  const key = seededRandom('key')(32)
  const header = { createdAt: time(0), network: 'local', byPassphrase: null, bySpendKey: [] }
  const parts = [
    { name: 'profile.db', bytes: seededRandom('one')(400) },
    { name: 'intents-a.db', bytes: seededRandom('two')(900) },
  ]
  const file = writeBackup(key, header, { index: { network: 'local:x', accounts: [] }, parts }, seededRandom('file'))

  it('gives back what was written', () => {
    expect(openBackup(key, file)).toMatchObject({ header, parts, index: { network: 'local:x' } })
  })

  it('is refused at every changed byte and every shorter length', () => {
    for (let at = 0; at < file.length; at += 1) {
      const changed = file.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(['backup.damaged', 'backup.none', 'backup.newer'], `byte ${at}`).toContain(
        codeIn(() => openBackup(key, changed)),
      )
    }
    for (let length = 0; length < file.length; length += 7) {
      expect(['backup.damaged', 'backup.none']).toContain(codeIn(() => openBackup(key, file.slice(0, length))))
    }
    expect(codeIn(() => openBackup(key, new Uint8Array([...file, 0])))).toBe('backup.damaged')
  })

  it('names the part that is damaged', () => {
    const changed = file.slice()
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(() => openBackup(key, changed)).toThrow(
      expect.objectContaining({ code: 'backup.damaged', details: { part: 'intents-a.db' } }),
    )
  })

  it('of a newer version is refused by name', () => {
    const newer = Buffer.from(file)
    newer.write('2', 'coffer-backup '.length)
    expect(codeIn(() => readBackupHeader(new Uint8Array(newer)))).toBe('backup.newer')
  })

  const codeIn = (work: () => unknown): string | undefined => {
    try {
      work()
      return undefined
    } catch (error) {
      return codeOf(error)
    }
  }
})
