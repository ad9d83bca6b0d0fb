import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { METHODS, type MethodName } from '#contract/ipc'
import { bindMethods } from '../../src/main/binder.ts'
import { type ComposeOptions, compose } from '../../src/main/compose.ts'
import { type Ask, asking, keepDraft, READS } from '../../src/main/questions.ts'
import { askWallet, printed, type Question } from '../../src/main/terminal-wallet.ts'
import { systemClock } from '../support/clock.ts'
import { folderKeychain } from '../support/keychain.ts'
import { freshBytes } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { BTC, fund, type OpenWallet, registered, sharedNetwork, untilOf } from '../support/wallet.ts'
import { wordedCalls } from '../support/worded.ts'

/* The wallet of a folder, asked from a terminal. */

const PASSPHRASE = 'correct horse battery staple 42'
const around = {
  ...{ clock: systemClock, random: freshBytes, log: () => undefined, version: 'test' },
  keychain: folderKeychain(newFolder('keychain')),
}
const network = sharedNetwork()
let options: ComposeOptions
let maya: UserId
let jonas: UserId

/** What a window does in that folder, before and after a terminal asks. */
async function inWindow<Value>(act: (open: OpenWallet) => Promise<Value>, passphrase: string | null): Promise<Value> {
  const { wallet, close } = await compose(options, { ...around, host: 'browser', askInWindow: null })
  try {
    if (passphrase !== null) await wallet.calls['session.unlock']({ passphrase })
    return await act({ calls: wordedCalls(wallet.calls), until: untilOf(wallet) } as OpenWallet) // all that is used of one
  } finally {
    await close()
  }
}

beforeAll(async () => {
  options = { network: network.url, dataDir: newFolder(), port: 0, open: false, updates: null }
  await inWindow(async (open) => {
    maya = (await open.calls['accounts.createLocal']({ name: 'Maya' })).account
    jonas = (await open.calls['accounts.createLocal']({ name: 'Jonas' })).account
    for (const account of [maya, jonas]) await registered(open, account)
    await fund(open, maya, BTC, '1')
    await fund(open, maya, BTC, '0.25')
    await open.calls['groups.create']({ account: maya, name: 'Purse', members: [maya, jonas], threshold: 2 })
    await open.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  }, null)
}, 300_000)

type Printed = Readonly<Record<string, unknown>>

async function told(question: Question, passphrase: string | null = PASSPHRASE, more: Partial<ComposeOptions> = {}) {
  const answered = await askWallet({ ...options, ...more }, question, { ...around, passphrase: async () => passphrase })
  // As it is printed and read again by a program.
  return answered === null ? null : { ...answered, value: JSON.parse(JSON.stringify(answered.value)) as Printed }
}

const mine = { account: 'Maya', group: null, search: '', count: 50 }
const sketch = { to: '', amount: '0.5', asset: 'btc', tag: '', memo: 'rent', label: 'May' }
const draft = (changed: Partial<typeof sketch>): Question => ({
  what: 'draft',
  ...mine,
  sketch: { ...sketch, ...changed },
})

describe('a wallet that is asked from a terminal', () => {
  it('tells accounts and their groups', async () => {
    const found = await told({ what: 'accounts' })
    expect(found?.value).toMatchObject({
      accounts: [
        { account: maya, name: 'Maya', stage: 'ready', groups: [{ name: 'Purse', threshold: 2 }] },
        { account: jonas, name: 'Jonas', groups: [] },
      ],
    })
  })

  it('tells what is there, exact to the last unit, read from the network just now', async () => {
    const found = await told({ what: 'balances', ...mine })
    expect(found).toMatchObject({ isUpToDate: true, value: { upToDate: true, account: { name: 'Maya' }, group: null } })
    expect(found?.value['balances']).toMatchObject([{ asset: { symbol: 'BTC' }, available: '1.25', held: '0' }])
  })

  it('goes on from page to page until there are as many as were asked for', async () => {
    expect(await told({ what: 'coins', ...mine })).toMatchObject({
      value: { rows: [{ amount: '0.25' }, { amount: '1' }], isAll: true },
    })
    const one = await told({ what: 'activity', ...mine, count: 1 })
    expect(one?.value).toMatchObject({ isAll: false, rows: [{ kind: 'deposit', amount: '0.25' }] })
    expect((await told({ what: 'activity', ...mine, search: 'amount:>0.5' }))?.value).toMatchObject({
      rows: [{ amount: '1' }],
      isAll: true,
    })
  })

  it('tells of a group, and of requests and payments that there are none', async () => {
    const purse = { ...mine, group: 'purse' }
    expect((await told({ what: 'balances', ...purse }))?.value).toMatchObject({
      group: { name: 'Purse' },
      balances: [],
    })
    expect((await told({ what: 'requests', ...purse }))?.value).toMatchObject({ requests: [] })
    expect((await told({ what: 'payments', ...mine }))?.value).toMatchObject({ payments: [] })
  })

  it('leaves a payment as a draft, which holds nothing until a person goes on with it in the window', async () => {
    const kept = await told(draft({ to: jonas }))
    expect(kept?.value).toMatchObject({
      party: { user: { name: 'Jonas' } },
      draft: { form: { rows: [{ to: jonas, amount: '0.5' }] } },
    })
    await inWindow(async ({ calls }) => {
      const [shown] = await calls['drafts.list']({ account: maya, holder: null })
      expect(shown?.form).toMatchObject({ assetId: BTC, memo: 'rent', label: 'May', source: 'the command line' })
      const { balances } = await calls['home.read']({ account: maya, holder: null })
      expect(balances.map(({ held }) => held)).toEqual([0n])
    }, PASSPHRASE)
  })

  it('takes the id of an asset in capitals', async () => {
    const kept = await told(draft({ to: jonas, asset: BTC.toUpperCase() }))
    expect(kept?.value).toMatchObject({ draft: { form: { assetId: BTC } } })
  })

  it.each([
    [{ amount: '0,5' }, 'main.wallet.amount'],
    [{ amount: '-1' }, 'main.wallet.amount'],
    [{ amount: '0' }, 'main.wallet.amount'],
    [{ amount: '1.123456789' }, 'main.wallet.amount'],
    [{ asset: 'ETH' }, 'main.wallet.asset-unknown'],
  ])('keeps no draft of %j', async (changed, code) => {
    const before = await inWindow(({ calls }) => calls['drafts.list']({ account: maya, holder: null }), PASSPHRASE)
    await expect(told(draft({ to: jonas, ...changed }))).rejects.toMatchObject({ why: { code } })
    await expect(told(draft({ to: 'nobody at all' }))).rejects.toMatchObject({
      code: expect.stringMatching(/^(input|wallet|remote)\./),
    })
    const after = await inWindow(({ calls }) => calls['drafts.list']({ account: maya, holder: null }), PASSPHRASE)
    expect(after).toEqual(before)
  })

  it('asks again which asset a draft is of where two have its symbol', async () => {
    const balances = [BTC, maya].map((assetId, at) => ({ asset: { assetId, symbol: ['BTC', 'btc'][at] } }))
    const ask = (async () => ({ balances })) as unknown as Ask // all that is asked before
    const kept = keepDraft(ask, { account: maya, holder: null }, { ...sketch, to: jonas }, '')
    await expect(kept).rejects.toMatchObject({ why: { code: 'main.wallet.asset-several' } })
  })

  it.each([
    [{ account: null }, 'main.wallet.account-which'],
    [{ account: 'Noor' }, 'main.wallet.account-unknown'],
    [{ group: 'Purses' }, 'main.wallet.group-unknown'],
  ])('asks again about %j', async (named, code) => {
    await expect(told({ what: 'balances', ...mine, ...named })).rejects.toMatchObject({ why: { code } })
  })

  it('leaves it to the next window to tell that the one before was broken off', async () => {
    const mark = join(
      options.dataDir,
      readdirSync(options.dataDir).find((name) => name.startsWith('custom')) ?? '',
      'running',
    )
    writeFileSync(mark, '1')
    await told({ what: 'accounts' })
    expect(readFileSync(mark, 'utf8')).toBe('1')
    rmSync(mark)
  })

  it('says that a file of its was damaged, which stays for the window to tell', async () => {
    const balances: Question = { what: 'balances', ...mine }
    expect((await told(balances))?.isMended).toBe(false)
    const profile = readdirSync(options.dataDir).find((name) => existsSync(join(options.dataDir, name, 'profile.db')))
    writeFileSync(join(options.dataDir, profile ?? '', maya, 'cache.db'), 'no database')
    expect(await told(balances)).toMatchObject({ isMended: true, isUpToDate: true })
    const untold = await inWindow(({ calls }) => calls['damage.list']({ account: maya }), PASSPHRASE)
    expect(untold).toMatchObject([{ file: 'cache' }])
  })

  it('tells nothing without its passphrase', async () => {
    expect(await told({ what: 'accounts' }, null)).toBe(null)
    await expect(told({ what: 'accounts' }, 'another one')).rejects.toMatchObject({ code: 'vault.wrong_passphrase' })
    // A guess costs a wait, also whoever starts the program anew.
    await expect.poll(() => told({ what: 'accounts' }).catch(() => null)).not.toBe(null)
  })

  it.each([{}, { network: 'local' }])('leaves a folder without a wallet of that network as it is %j', async (more) => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'mine'), '')
    chmodSync(dataDir, 0o755)
    const asked = told({ what: 'accounts' }, null, { dataDir, ...more })
    await expect(asked).rejects.toMatchObject({ why: { code: 'main.wallet.no-wallet' } })
    expect(readdirSync(dataDir)).toEqual(['mine'])
    if (process.platform !== 'win32') expect(statSync(dataDir).mode & 0o777).toBe(0o755)
  })

  it('prints what others wrote so that it steers no terminal, and reads the same', () => {
    const value = { memo: '\u009b31m\u202e\u001b[2J\u2066\u2028\u007f', name: '日本 é 👍' }
    const text = printed(value)
    expect(text).toMatch(/^[\n -~日本é👍]*$/u)
    expect(text).toContain('日本 é 👍')
    expect(JSON.parse(text)).toEqual(value)
  })

  it('is left alone while a window has it open', async () => {
    await inWindow(async () => {
      await expect(told({ what: 'balances', ...mine })).rejects.toMatchObject({ code: 'store.in_use' })
    }, null)
  })

  it('is asked by no call that needs consent, or that hands out what is secret', async () => {
    const asked = new Set<MethodName>()
    await inWindow(async () => undefined, null)
    const { wallet, close } = await compose(options, { ...around, host: 'browser', askInWindow: null })
    try {
      await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
      const invoke = bindMethods(wallet.calls, around)
      const ask = asking((name, input) => {
        asked.add(name as MethodName)
        return invoke(name, input)
      })
      for (const read of Object.values(READS))
        await read(ask, { account: maya, holder: null }, { search: '', count: 1 })
    } finally {
      await close()
    }
    expect(asked.size).toBe(Object.keys(READS).length)
    for (const name of asked) {
      expect(METHODS[name]).not.toHaveProperty('consent')
      expect(name).not.toMatch(/^(keys|session|vault|accounts)\./)
    }
  })

  it('says of an account that is not set up yet that it is not, and not that its money is nothing', async () => {
    await inWindow(({ calls }) => calls['accounts.createLocal']({ name: 'Unfinished' }), PASSPHRASE)
    const asked = told({ what: 'balances', ...mine, account: 'Unfinished' })
    await expect(asked).rejects.toMatchObject({ code: 'wallet.account_not_ready' })
  })

  // The last one: nothing answers any more.
  it('says that what it tells is of before, where the network does not answer', async () => {
    await network.close()
    const found = await told({ what: 'balances', ...mine })
    expect(found).toMatchObject({ isUpToDate: false, value: { upToDate: false, balances: [{ available: '1.25' }] } })
  })
})
