import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { type Consent, type ConsentName, type Input, METHODS, type MethodName, methodOf } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { gated } from '../../src/wallet/shared/consent.ts'
import { asksPassphrase } from '../../src/wallet/shared/money-passphrase.ts'
import { asking, groupHas, type Member, newMember, newTeam, sees, signing, type Team } from '../support/cosigners.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, coded, fund, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import type { WindowAsk } from '../support/worded.ts'
import { FREE } from './rules.ts'

/* What changes money or keys is done only once the person has agreed, whichever method it is. */

const PASSPHRASE = 'four random words here'
const marked = (Object.keys(METHODS) as MethodName[]).flatMap((name): [ConsentName, Consent][] => {
  const { consent } = methodOf(name)
  return consent === undefined ? [] : [[name as ConsentName, consent]]
})

const network = sharedNetwork()
let team: Team<[Member, Member, Member, Member]>
let asked: WindowAsk[] = []
const made: RequestId[] = []
let decision: 'approved' | 'declined' = 'declined'
/** Members of one group: by passphrase, by a window of its own, by that window with a passphrase set, and one who is asked nothing. */
let byWords: Member
let byWindow: Member
let byBoth: Member
let asker: Member
/** What is typed in that window, where it asks for the passphrase. */
let typed: string | null = null
const askInWindow = async (what: WindowAsk, prove?: (passphrase: string) => Promise<void>) => {
  asked.push(what)
  if (decision === 'approved' && typed !== null) await prove?.(typed)
  return decision
}

beforeAll(async () => {
  decision = 'approved'
  team = await newTeam(
    network,
    ['Words', 'Window', 'Both', 'Plain'],
    3,
    ['1', '1', '1', '1'],
    [{}, { askInWindow }, { askInWindow }],
  )
  ;[byWords, byWindow, byBoth, asker] = team.members
  for (const { wallet, account } of team.members) await fund(wallet, account, BTC, '1')
  for (const { wallet } of [byWords, byBoth]) {
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  }
})
beforeEach(() => {
  asked = []
  decision = 'declined'
  typed = null
})
/** Nothing of one test holds the coins of the next. */
afterEach(async () => {
  const { wallet, account } = asker
  for (const requestId of made.splice(0)) {
    await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
    await sees(asker, requestId, ({ state }) => state === 'revoked')
  }
  for (const member of team.members) await groupHas(member, team.holder, parseAmount('4'))
})

const PAYS: ReadonlySet<ConsentName> = new Set(['payments.approve', 'approvals.sign', 'approvals.signOffline'])

interface Tried {
  /** Fails in its own way if it is done without what it needs; `passphrase` is handed in. */
  readonly run: (passphrase: string | null) => Promise<unknown>
  /** What must be the same as before when nobody agreed. */
  readonly state: () => Promise<unknown>
}

/** A request by another member that this one could sign or unlock. */
async function request(of: Member): Promise<RequestId> {
  const wish = paying(asker.account, BTC, [toUser(of.account, '0.01')], { holder: team.holder })
  const requestId = await asking(asker, wish)
  made.push(requestId)
  await sees(of, requestId)
  return requestId
}

let foreign: ReturnType<typeof foreignBackup> | undefined

/** A backup that somebody else made, with a passphrase that he tells. */
async function foreignBackup(): Promise<{ path: string; account: UserId }> {
  const { wallet, account } = await newMember(network, 'Stranger')
  await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  const { last } = await wallet.calls['backup.setUp']({ folder: newFolder(), rhythm: 'off', passphrase: PASSPHRASE })
  await wallet.close()
  return { path: last?.path ?? '', account }
}

/** More than anybody has here. */
let ruled = 1000

const tries: Record<ConsentName, (member: Member) => Promise<Tried>> = {
  'vault.setPassphrase': async ({ wallet }) => ({
    run: (current) => wallet.calls['vault.setPassphrase']({ current, next: `${PASSPHRASE} again` }),
    state: async () => wallet.vault.status().passphrase,
  }),
  'app.setMoneyPassphrase': async ({ wallet }) => ({
    run: (passphrase) => wallet.calls['app.setMoneyPassphrase']({ rule: { when: 'never' }, passphrase }),
    state: async () => (await wallet.calls['app.state'](null)).moneyPassphrase,
  }),
  'accounts.remove': async ({ wallet, account }) => ({
    run: (passphrase) => wallet.calls['accounts.remove']({ account, passphrase }),
    state: async () => (await wallet.calls['app.state'](null)).accounts.map((one) => one.account),
  }),
  'keys.reveal': async ({ wallet, account }) => ({
    // Without a passphrase nothing is shown at all.
    run: (passphrase) => wallet.calls['keys.reveal']({ account, passphrase: passphrase ?? '' }),
    state: async () => null,
  }),
  'keys.revealKey': async ({ wallet, account }) => ({
    run: (passphrase) => wallet.calls['keys.revealKey']({ account, passphrase: passphrase ?? '' }),
    state: async () => null,
  }),
  'payments.approve': async ({ wallet, account }) => {
    const payee = { kind: 'user' as const, userId: asker.account }
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.01' }]))
    return {
      run: (passphrase) => wallet.calls['payments.approve'](approving(account, review, passphrase)),
      state: async () => (await wallet.calls['payments.read']({ account, paymentId: review.paymentId })).state,
    }
  },
  'backup.setUp': async ({ wallet }) => ({
    run: (passphrase) =>
      wallet.calls['backup.setUp']({ folder: join(wallet.dir, 'kept'), rhythm: 'daily', passphrase }),
    state: async () => (await wallet.calls['backup.read'](null)).folder,
  }),
  'backup.restore': async ({ wallet }) => {
    foreign ??= foreignBackup()
    const theirs = await foreign
    const secret = { kind: 'passphrase' as const, text: PASSPHRASE }
    return {
      run: (passphrase) => wallet.calls['backup.restore']({ path: theirs.path, secret, passphrase }),
      state: async () => existsSync(join(wallet.dir, 'local', theirs.account)),
    }
  },
  'backup.makeWithWords': async ({ wallet }) => ({
    run: (passphrase) => wallet.calls['backup.makeWithWords']({ passphrase }),
    state: async () => (await wallet.calls['backup.read'](null)).last,
  }),
  'network.setLine': async ({ wallet }) => ({
    run: (passphrase) =>
      wallet.calls['network.setLine']({
        ...{ proxy: { kind: 'socks5', host: '127.0.0.1', port: 9050 }, untried: true, passphrase },
      }),
    state: async () => (await wallet.calls['network.line'](null)).proxy,
  }),
  'nodes.set': async ({ wallet }) => ({
    run: async (passphrase) => {
      const { network } = await wallet.calls['app.state'](null)
      return wallet.calls['nodes.set']({ nodes: [network.baseUrl], from: null, passphrase })
    },
    state: async () => (await wallet.calls['nodes.read'](null)).nodes,
  }),
  'payments.sendNow': async ({ wallet, account }) => {
    const payee = { kind: 'user' as const, userId: asker.account }
    const { paymentId } = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.01' }]))
    await wallet.calls['payments.cancel']({ account, paymentId })
    return {
      run: (passphrase) => wallet.calls['payments.sendNow']({ account, paymentId, passphrase }),
      state: async () => (await wallet.calls['payments.read']({ account, paymentId })).state,
    }
  },
  'payments.putAway': async ({ wallet, account }) => {
    const payee = { kind: 'user' as const, userId: asker.account }
    const { paymentId } = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.01' }]))
    await wallet.calls['payments.cancel']({ account, paymentId })
    return {
      run: (passphrase) => wallet.calls['payments.putAway']({ account, paymentId, passphrase }),
      state: async () => (await wallet.calls['payments.read']({ account, paymentId })).state,
    }
  },
  'payments.setChangeBound': async ({ wallet, account }) => ({
    run: (passphrase) =>
      wallet.calls['payments.setChangeBound']({ account, assetId: BTC, amount: parseAmount('5'), passphrase }),
    state: async () => (await wallet.calls['payments.changeAtRisk']({ account, holder: null })).bounds,
  }),
  'policies.set': async ({ wallet, account }) => ({
    run: (passphrase) => {
      // Stricter each time, so that it holds at once.
      ruled -= 1
      const limit = { assetId: BTC, day: parseAmount(String(ruled)), waitAbove: null, lookAbove: null }
      const rules = { ...FREE, assets: [limit] }
      return wallet.calls['policies.set']({ account, holder: null, rules, passphrase })
    },
    state: async () => (await wallet.calls['policies.read']({ account, holder: null })).rules,
  }),
  'payments.unfreeze': async ({ wallet, account }) => ({
    run: (passphrase) => wallet.calls['payments.unfreeze']({ account, read: [], passphrase }),
    state: () => wallet.calls['payments.frozen']({ account }),
  }),
  'approvals.sign': (member) => toSign(member, 'approvals.sign'),
  'approvals.signOffline': (member) => toSign(member, 'approvals.signOffline'),
  'approvals.unlock': async (member) => {
    const { wallet, account } = member
    const requestId = await request(member)
    return {
      run: (passphrase) => wallet.calls['approvals.unlock']({ account, requestId, passphrase }),
      state: async () => (await sees(member, requestId)).state,
    }
  },
}

async function toSign(member: Member, name: 'approvals.sign' | 'approvals.signOffline'): Promise<Tried> {
  const { wallet, account, signed } = member
  const requestId = await request(member)
  const review = await wallet.calls['approvals.review']({ account, requestId })
  return {
    run: (passphrase) => wallet.calls[name]({ ...signing(account, review), passphrase }),
    state: async () => signed(),
  }
}

describe('the passphrase before money leaves', () => {
  const set = (rule: Input<'app.setMoneyPassphrase'>['rule']) =>
    byBoth.wallet.calls['app.setMoneyPassphrase']({ rule, passphrase: null })
  const above = (limit: string) => set({ when: 'above', limit: parseAmount(limit), currency: 'USD' })

  const isAskedBy = async (run: () => Promise<unknown>): Promise<boolean> => {
    asked = []
    decision = 'declined'
    await run().catch(() => undefined)
    decision = 'approved'
    typed = PASSPHRASE
    return asked[0]?.asksPassphrase === true
  }

  it('is asked for as its owner has set, each time where nothing is', async () => {
    const { wallet, account } = byBoth
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(asker.account, '0.01')]))
    const isAsked = () => isAskedBy(() => wallet.calls['payments.approve'](approving(account, review)))
    expect(await isAsked()).toBe(true)
    await above('1000000')
    // Once prices were read.
    await wallet.until(isAsked, (is) => !is)
    await above('0.01')
    expect(await isAsked()).toBe(true)
    await set({ when: 'never' })
    expect(await isAsked()).toBe(false)
    await set({ when: 'always' })
    expect(await isAsked()).toBe(true)
    await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
  })

  it('is asked for by what leaves a group, and not by its change, before a request of others is signed', async () => {
    const { wallet, account } = byBoth
    const { price } = await wallet.until(
      () => wallet.calls['value.quote']({ account, assetId: BTC }),
      (quote) => quote.price !== null && quote.at !== null,
    )
    // A hundredth of one coin leaves.
    const worth = (part: number): string => (Number(price) * part).toFixed(2)
    const requestId = await request(byBoth)
    const review = await wallet.calls['approvals.review']({ account, requestId })
    const isAsked = () => isAskedBy(() => wallet.calls['approvals.sign'](signing(account, review)))
    expect(await isAsked()).toBe(true)
    await above(worth(0.02))
    await wallet.until(isAsked, (is) => !is)
    await above(worth(0.009))
    expect(await isAsked()).toBe(true)
    await set({ when: 'always' })
  })

  it.each([null, undefined])('is asked for where it is not known what leaves: %s', (worth) => {
    const rule = { when: 'above', limit: parseAmount('1000000'), currency: 'USD' } as const
    expect(asksPassphrase(rule, worth === undefined ? undefined : () => worth)).toBe(true)
  })
})

describe.each(marked)('%s', (name) => {
  it('is not done without the passphrase that is set, and not with another one', async () => {
    const { run, state } = await tries[name](byWords)
    const before = await state()
    await expect(run(null)).rejects.toThrow(
      coded(name.startsWith('keys.reveal') ? 'vault.wrong_passphrase' : 'vault.passphrase_needed'),
    )
    await expect(run('not the right one at all')).rejects.toThrow(coded('vault.wrong_passphrase'))
    expect(await state()).toEqual(before)
  })

  it('is not done where a window of its own asks and the person declines', async () => {
    const { run, state } = await tries[name](byWindow)
    const before = await state()
    await expect(run(null)).rejects.toThrow(coded('wallet.declined'))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
    // That window knows no account by itself.
    expect(asked.flatMap((one) => ('act' in one ? [] : [one.account]))).toEqual(
      PAYS.has(name) ? [byWindow.account] : [],
    )
    expect(await state()).toEqual(before)
  })
})

describe.each(marked.filter(([, about]) => about === 'money'))('%s', (name) => {
  it('is not done with the passphrase of the main page where that window asks for it', async () => {
    decision = 'approved'
    const { run, state } = await tries[name](byBoth)
    const before = await state()
    await expect(run(PASSPHRASE)).rejects.toThrow(coded('vault.passphrase_needed'))
    expect(asked).toMatchObject([{ asksPassphrase: true }])
    expect(await state()).toEqual(before)
  })
})

describe.each(marked.filter(([, about]) => about === 'keys'))('%s', (name) => {
  it('needs the passphrase besides that window', async () => {
    decision = 'approved'
    const { run, state } = await tries[name](byBoth)
    const before = await state()
    await expect(run('not the right one at all')).rejects.toThrow(coded('vault.wrong_passphrase'))
    expect(asked).toHaveLength(0)
    expect(await state()).toEqual(before)
  })
})

describe('the gate', () => {
  it('stands before every method that takes a passphrase, but those that open the wallet or judge a new one', () => {
    const taking = Object.entries(METHODS).flatMap(([name, { input }]) => {
      const shape: Record<string, unknown> = 'shape' in input ? input.shape : {}
      return 'passphrase' in shape || 'current' in shape ? name : []
    })
    const names: MethodName[] = marked.map(([name]) => name)
    const without: readonly string[] = ['session.unlock', 'vault.judgePassphrase']
    expect(taking.filter((name) => !without.includes(name)).sort()).toEqual(names.sort())
  })

  it('is the only part of the wallet that asks', () => {
    const root = fileURLToPath(new URL('../../src/wallet', import.meta.url))
    const below = (folder: string): string[] =>
      readdirSync(folder).flatMap((name) => {
        const path = join(folder, name)
        return statSync(path).isDirectory() ? below(path) : path
      })
    const asking = below(root).filter((path) => /\b(checkPassphrase|askInWindow)\(/.test(readFileSync(path, 'utf8')))
    expect(asking.map((path) => relative(root, path))).toEqual([join('shared', 'consent.ts')])
  })

  it.each([
    ['null', null, 0],
    ['one', askInWindow, 1],
  ] as const)('has a review made for a window only where there is one: %s', async (_, ask, times) => {
    decision = 'approved'
    let made = 0
    let done = 0
    const shown = async () => {
      made += 1
      return { digest: '00' } as unknown as WindowAsk
    }
    const act = async () => {
      done += 1
    }
    const wish = async () => ({ passphrase: null, shown, act })
    // Of all methods this one alone is called.
    const parts = { 'approvals.sign': wish } as unknown as Parameters<typeof gated>[0]
    const status = () => ({ passphrase: false, locked: false })
    const vault = { status, checkPassphrase: async () => undefined } as unknown as Parameters<typeof gated>[1]['vault']
    const { 'approvals.sign': sign } = gated(parts, {
      ...{ askInWindow: ask as never, vault, empty: () => false },
      moneyPassphrase: () => ({ when: 'always' }),
    })
    await sign({} as Parameters<typeof sign>[0])
    expect({ made, done }).toEqual({ made: times, done: 1 })
  })

  it('shows in the window what else than a payment is agreed to', async () => {
    const member = byWindow
    const requestId = await request(member)
    const { wallet, account } = member
    await expect(wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })).rejects.toThrow()
    expect(asked).toMatchObject([
      { act: 'unlock', title: expect.stringContaining('0.01 BTC'), verb: 'Give up for everyone' },
    ])
  })

  it('asks nothing while there is no account that could lose anything', async () => {
    const { wallet } = await newMember(network, 'Nobody', { askInWindow })
    const { accounts } = await wallet.calls['app.state'](null)
    decision = 'approved'
    for (const { account } of accounts) await wallet.calls['accounts.remove']({ account, passphrase: null })
    decision = 'declined'
    asked = []
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    expect(asked).toEqual([])
    await wallet.close()
  })
})
