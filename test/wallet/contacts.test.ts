import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { looksAlike } from '../../src/wallet/shared/ends.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { groupAddress } from '../../src/wallet/shared/names.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { JONAS, MAYA, NOOR, SHOP } from '../support/residents.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  newBot,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
  USDT_ERC20,
} from '../support/wallet.ts'

/** Of what is a number or an id, and of nobody. */
const NOBODY = { code: 'input.payee', details: { reason: 'nobody' } }
const XRP = '23dfb5a5-5d7b-48b6-905f-3970e3176e27' as AssetId

const network = sharedNetwork()
let wallet: OpenWallet
let account: UserId

beforeAll(async () => {
  wallet = await network.open()
  account = (await newAccount(wallet, 'Ana')).account
})

const namesOf = async (who: UserId) =>
  (await wallet.calls['contacts.list']({ account: who })).contacts.map(({ user }) => user.name)

/** Another account in the same wallet, so that tests do not meet each other's contacts; those of the start are read. */
async function another(name: string): Promise<UserId> {
  const { account: who } = await newAccount(wallet, name)
  await wallet.until(
    () => namesOf(who),
    (names) => names.length === 4,
  )
  return who
}

const save = (who: UserId, userId: UserId, alias: string, more: { phone?: string; note?: string } = {}) =>
  wallet.calls['contacts.save']({ account: who, userId, alias, phone: '', note: '', ...more })

const resolve = (who: UserId, text: string, assetId: AssetId | null = null) =>
  wallet.calls['payees.resolve']({ account: who, holder: null, text, assetId })

const saveAddress = (who: UserId, label: string, destination: string, over: object = {}) =>
  wallet.calls['contacts.saveAddress']({
    ...{ account: who, addressId: null, userId: null, label, chainId: ETH, destination, tag: '' },
    ...over,
  })

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const SOLANA = '64692c23-8971-4cf4-84a7-4dd1271dd887' as AssetId
const ON_SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
/** An address on Solana as well, of which nobody has the key. */
const inOtherLetters = (address: string): string => address.replace('TXJSD', 'TXJsD')
const FORGED = '0x71aaaabbbbccccddddeeee11112222333344976f'

describe('contacts', () => {
  it('are read from the service by themselves, so that a new account finds people by name', async () => {
    const names = await wallet.until(
      () => namesOf(account),
      (list) => list.length > 0,
    )
    expect(names).toEqual(['Corner Shop', 'Jonas Weber', 'Maya Okafor', 'Noor Haddad'])
    expect(await wallet.calls['payees.suggest']({ account, holder: null, text: 'maya ok' })).toMatchObject([
      { payee: { kind: 'user', userId: MAYA }, paidBefore: null },
    ])
  })

  it('are understood as receivers by their whole name, if only one bears it', async () => {
    const who = await another('Names')
    expect(await resolve(who, 'maya  okafor')).toMatchObject({ payee: { kind: 'user', userId: MAYA }, problem: null })
    await save(who, JONAS, 'Maya Okafor')
    expect(await resolve(who, 'Maya Okafor')).toMatchObject({ payee: null, problem: { code: 'input.payee' } })
  })

  it('carry the alias, phone and note that they were given, and what the account calls itself', async () => {
    const who = await another('Alias')
    const found = await wallet.calls['contacts.find']({ account: who, text: SHOP })
    expect(found).toMatchObject({ user: { name: 'Corner Shop', verified: true, bot: true }, biography: /./ })
    await wallet.calls['contacts.remove']({ account: who, userId: SHOP })
    const card = await save(who, SHOP, 'The corner', { phone: '+49 30 1', note: 'Bread before nine' })
    expect(card).toMatchObject({
      user: { name: 'The corner', relationship: 'friend' },
      phone: '+49 30 1',
      note: 'Bread before nine',
      ownName: 'Corner Shop',
    })
    expect(await save(who, SHOP, 'Baker')).toMatchObject({ user: { name: 'Baker' }, phone: '', note: '' })
  })

  it('are not found by what reads right and holds what cannot be seen, which is said', async () => {
    for (const [text, assetId] of [
      ['4011\u200b0', null],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8\u2060f3t4', BTC],
    ] as const) {
      expect(await resolve(account, text, assetId)).toMatchObject({
        ...{ payee: null, problem: { code: 'input.payee', details: { reason: 'unseen' } } },
      })
    }
  })

  it('are found by identity number, and refused when nobody has it', async () => {
    const { user } = await wallet.calls['contacts.card']({ account, userId: MAYA })
    const found = await wallet.calls['contacts.find']({ account, text: ` ${user.identityNumber} ` })
    expect(found.user.userId).toBe(MAYA)
    for (const text of ['99999999', '00000000-0000-4000-8000-000000000000'])
      await expect(wallet.calls['contacts.find']({ account, text }), text).rejects.toMatchObject(NOBODY)
    await expect(wallet.calls['contacts.find']({ account, text: 'nobody' })).rejects.toThrow(coded('input.payee'))
    for (const text of ['99999999', '00000000-0000-4000-8000-000000000000'])
      expect(await resolve(account, text), text).toMatchObject({ payee: null, problem: NOBODY })
  })

  it('follow what was changed on another device', async () => {
    const who = await another('Two devices')
    await wallet.calls['contacts.remove']({ account: who, userId: NOOR })
    expect(await namesOf(who)).not.toContain('Noor Haddad')
    await wallet.calls['contacts.refresh']({ account: who })
    expect(await namesOf(who)).toEqual(['Corner Shop', 'Jonas Weber', 'Maya Okafor'])
  })
})

describe('blocking', () => {
  it('lists the person as blocked, warns before paying, offers them no more, and can be undone', async () => {
    const who = await another('Blocker')
    await fund(wallet, who, BTC, '1')
    await wallet.calls['contacts.block']({ account: who, userId: JONAS })
    const { blocked } = await wallet.calls['contacts.list']({ account: who })
    expect(blocked).toMatchObject([{ userId: JONAS, relationship: 'blocked' }])
    expect((await resolve(who, JONAS)).warnings).toContain('You have blocked this person.')
    expect(await wallet.calls['payees.suggest']({ account: who, holder: null, text: 'jonas' })).toEqual([])
    const payee = { kind: 'user', userId: JONAS } as const
    const review = await wallet.calls['payments.prepare'](paying(who, BTC, [{ payee, amount: '0.1' }]))
    expect(review.checks).toContainEqual(expect.objectContaining({ id: 'blocked:0', result: 'attention' }))
    await wallet.calls['contacts.unblock']({ account: who, userId: JONAS })
    expect((await wallet.calls['contacts.list']({ account: who })).blocked).toEqual([])
    expect((await resolve(who, JONAS)).warnings).toEqual([])
  })

  it('is understood from a service that gives a single person instead of a list', async () => {
    const single: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!String(input).endsWith('/blocking_users')) return response
      const { data } = (await response.json()) as { data: unknown[] } // the local network's own answer
      return Response.json({ data: data[0] ?? {} }, { headers: response.headers })
    }
    const other = await network.open({ fetch: single })
    const who = (await newAccount(other, 'Single')).account
    await other.calls['contacts.block']({ account: who, userId: NOOR })
    await other.calls['contacts.refresh']({ account: who })
    const { blocked } = await other.calls['contacts.list']({ account: who })
    expect(blocked).toMatchObject([{ userId: NOOR, name: 'Noor Haddad' }])
    await other.close()
  })

  it('shows and keeps nobody else where the service answers with the record of another', async () => {
    let isOther = false
    const lying = await network.open({
      fetch: async (target, init) => {
        const answer = await fetch(target, init)
        const { pathname } = new URL(String(target))
        const isRecord = pathname.endsWith(`/users/${MAYA}`) || pathname.endsWith('/relationships')
        return isOther && isRecord ? new Response((await answer.text()).replaceAll(MAYA, JONAS)) : answer
      },
    })
    const { account: who } = await newAccount(lying, 'Lied to')
    await lying.until(
      () => lying.calls['contacts.list']({ account: who }),
      ({ contacts }) => contacts.length === 4,
    )
    isOther = true
    const card = await lying.calls['contacts.card']({ account: who, userId: MAYA })
    expect(card.user.userId).toBe(MAYA)
    const saving = lying.calls['contacts.save']({ account: who, userId: MAYA, alias: 'Maya', phone: '', note: '' })
    await expect(saving).rejects.toThrow(coded('remote.malformed'))
    const pinned = (await lying.calls['contacts.list']({ account: who })).contacts.map(({ user }) => user.name)
    expect(pinned).not.toContain('Maya')
    await lying.close()
  })

  it('refuses to block oneself', async () => {
    await expect(wallet.calls['contacts.block']({ account, userId: account })).rejects.toThrow(coded('input.invalid'))
  })
})

describe('a card', () => {
  it('says how often a person was paid, when last, and how much of each asset', async () => {
    const who = await another('Payer')
    await fund(wallet, who, BTC, '1')
    await fund(wallet, who, ETH, '1')
    const payee = { kind: 'user', userId: MAYA } as const
    await pay(wallet, paying(who, BTC, [{ payee, amount: '0.1' }]))
    await has(wallet, who, BTC, '0.9')
    await pay(wallet, paying(who, BTC, [{ payee, amount: '0.20000001' }]))
    await pay(wallet, paying(who, ETH, [{ payee, amount: '0.5' }]))
    const card = await wallet.until(
      () => wallet.calls['contacts.card']({ account: who, userId: MAYA }),
      ({ paidBefore }) => paidBefore?.times === 3,
    )
    const totals = Object.fromEntries(card.paid.map(({ asset, amount }) => [asset.symbol, amount]))
    expect(totals).toEqual({ BTC: parseAmount('0.30000001'), ETH: parseAmount('0.5') })
  })

  it('raises an alarm when an id shows another number than it was pinned with, until that is accepted', async () => {
    const dir = newFolder()
    const renumbered: { active: boolean } = { active: false }
    const lying: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      if (!renumbered.active) return response
      const text = await response.text()
      return new Response(text.replaceAll(/("user_id":"([0-9a-f-]{36})","identity_number":")\d+/g, renumber), {
        status: response.status,
        headers: response.headers,
      })
    }
    const other = await network.open({ dir, fetch: lying })
    const who = (await newAccount(other, 'Careful')).account
    await fund(other, who, BTC, '1')
    await other.calls['contacts.remove']({ account: who, userId: MAYA })
    await other.calls['contacts.save']({ account: who, userId: MAYA, alias: 'Maya', phone: '', note: '' })
    const before = await other.calls['contacts.card']({ account: who, userId: MAYA })
    expect(before.alarm).toBeNull()
    renumbered.active = true
    const changed = await other.calls['contacts.card']({ account: who, userId: MAYA })
    expect(changed).toMatchObject({
      user: { identityNumber: '777' },
      alarm: { identityNumber: before.user.identityNumber, name: 'Maya Okafor' },
    })
    // Nor does it go where they are saved anew.
    await other.calls['contacts.remove']({ account: who, userId: MAYA })
    const anew = { account: who, userId: MAYA, alias: 'Maya', phone: '', note: '' }
    expect((await other.calls['contacts.save'](anew)).alarm).toMatchObject({
      identityNumber: before.user.identityNumber,
    })
    const asked = { account: who, holder: null, text: MAYA, assetId: null }
    expect((await other.calls['payees.resolve'](asked)).warnings).toEqual([
      expect.stringContaining(`had the number ${before.user.identityNumber}`),
    ])
    const payee = { kind: 'user', userId: MAYA } as const
    const review = await other.calls['payments.prepare'](paying(who, BTC, [{ payee, amount: '0.1' }]))
    expect(review.checks).toContainEqual(
      expect.objectContaining({ id: expect.stringMatching(/^number:0:/), result: 'attention' }),
    )
    await expect(other.calls['payments.approve']({ ...approving(who, review), accepted: [] })).rejects.toThrow(
      coded('wallet.review_changed', { warning: 'new' }),
    )
    await other.calls['contacts.acceptNumber']({ account: who, userId: MAYA, identityNumber: '777' })
    expect((await other.calls['contacts.card']({ account: who, userId: MAYA })).alarm).toBeNull()
    expect((await other.calls['payees.resolve'](asked)).warnings).toEqual([])
    await other.close()
  })
})

describe('somebody whose record names no number for a while', () => {
  it('is not taken for another, neither then nor once it names one again', async () => {
    const line = faultyLine()
    const own = await network.open({ fetch: line.fetch })
    const { account: who } = await newAccount(own, 'Numbers')
    const without = (user: { user_id: string }) => ({ ...user, identity_number: '' })
    const card = (userId: UserId) => own.calls['contacts.card']({ account: who, userId })
    const named = { account: who, phone: '', note: '' }
    // The one is saved before, the other meanwhile.
    await own.calls['contacts.remove']({ account: who, userId: MAYA })
    await own.calls['contacts.save']({ ...named, userId: MAYA, alias: 'Maya' })
    await own.calls['contacts.remove']({ account: who, userId: JONAS })
    line.faults.push({ path: new RegExp(`^/users/(${MAYA}|${JONAS})$`), act: without, times: 3 })
    expect((await card(MAYA)).alarm).toBeNull()
    await own.calls['contacts.save']({ ...named, userId: JONAS, alias: 'Jonas' })
    expect((await card(JONAS)).alarm).toBeNull()
    expect(line.faults.at(-1)?.times).toBe(0)
    for (const userId of [MAYA, JONAS]) {
      const { user, alarm } = await card(userId)
      expect([user.identityNumber, alarm]).toEqual([expect.stringMatching(/^\d+$/), null])
    }
    await own.close()
  })

  it.each(['', '778'])(
    'is held to the number that was shown, though “%s” is named as it is accepted',
    async (named) => {
      const line = faultyLine()
      const own = await network.open({ fetch: line.fetch })
      const { account: who } = await newAccount(own, 'Careful')
      const maya = { account: who, userId: MAYA }
      const numbered = (identity_number: string) =>
        line.faults.push({
          ...{ path: new RegExp(`^/users/${MAYA}$`), times: 1 },
          act: (user: object) => ({ ...user, identity_number }),
        })
      await own.calls['contacts.remove'](maya)
      await own.calls['contacts.save']({ ...maya, alias: 'Maya', phone: '', note: '' })
      numbered(named)
      await own.calls['contacts.acceptNumber']({ ...maya, identityNumber: '777' })
      numbered('777')
      expect((await own.calls['contacts.card'](maya)).alarm).toBeNull()
      numbered('778')
      expect((await own.calls['contacts.card'](maya)).alarm).toMatchObject({ identityNumber: '777' })
      await own.close()
    },
  )
})

const renumber = (whole: string, head: string, id: string): string => (id === MAYA ? `${head}777` : whole)

describe('a person whose account is closed', () => {
  it('is said to be so, and a payment to them cannot be agreed to', async () => {
    const line = faultyLine()
    const own = await network.open({ fetch: line.fetch })
    const { account: me } = await newAccount(own, 'Ana')
    await fund(own, me, BTC, '1')
    const closed = (people: { user_id: string }[]) =>
      people.map((one) => (one.user_id === JONAS ? { ...one, is_deactivated: true } : one))
    line.faults.push({ path: /^\/users\/fetch$/, act: closed })
    const ask = { account: me, holder: null, text: JONAS, assetId: BTC }
    expect((await own.calls['payees.resolve'](ask)).party).toMatchObject({ user: { deactivated: true } })
    const { checks, verdict } = await own.calls['payments.prepare'](paying(me, BTC, [toUser(JONAS, '0.1')]))
    expect(checks).toContainEqual(expect.objectContaining({ id: 'gone:0', result: 'stop' }))
    expect(verdict).toBe('stop')
    await own.close()
  })
})

describe('what passed between two people', () => {
  it('is summed by month, each at the price of its time, and holds nothing of others', async () => {
    const who = await another('Bea')
    await fund(wallet, who, BTC, '1')
    const wishes = [
      { userId: MAYA, amount: '0.1', left: '0.9' },
      { userId: MAYA, amount: '0.2', left: '0.7' },
      { userId: SHOP, amount: '0.3', left: '0.4' },
    ]
    for (const { userId, amount, left } of wishes) {
      await pay(wallet, paying(who, BTC, [toUser(userId, amount)]))
      // The change is the only coin for the next.
      await has(wallet, who, BTC, left)
    }
    const read = () => wallet.calls['contacts.between']({ account: who, userId: MAYA })
    const between = await wallet.until(read, ({ out }) => out.count === 2)
    expect(between).toMatchObject({ in: { count: 0, fiat: '0.00' }, newestOnly: false })
    expect(between.months).toHaveLength(12)
    expect(between.months.at(-1)?.out).toEqual(between.out)
    const both = await wallet.until(
      () => wallet.calls['contacts.between']({ account: who, userId: SHOP }),
      ({ out }) => out.count === 1,
    )
    // 0.1 and 0.2 to the one are worth what 0.3 to the other is, but for prices that move meanwhile.
    expect(Number(between.out.fiat) / Number(both.out.fiat)).toBeCloseTo(1, 1)
  })
})

describe('saved addresses', () => {
  it('are checked, offered for assets of their chain, and bring their tag along', async () => {
    const who = await another('Addresses')
    const entry = await wallet.calls['receive.address']({ account: who, holder: null, chainId: XRP, create: true })
    const destination = entry?.destination ?? ''
    const saved = await saveAddress(who, 'Kraken', destination, { chainId: XRP, tag: '4711', userId: MAYA })
    expect(saved).toMatchObject({ label: 'Kraken', tag: '4711', owner: 'Maya Okafor', chainName: expect.any(String) })
    const suggest = { account: who, holder: null }
    expect(await wallet.calls['payees.suggest']({ ...suggest, text: 'krak', assetId: XRP })).toMatchObject([
      { payee: { kind: 'chain', destination, tag: '4711' }, party: { kind: 'chain', label: 'Kraken' } },
    ])
    expect(await wallet.calls['payees.suggest']({ ...suggest, text: 'krak', assetId: BTC })).toEqual([])
    expect(await resolve(account, destination, XRP)).toMatchObject({ payee: { destination, tag: '' }, problem: null })
    expect(await resolve(who, destination, XRP)).toMatchObject({ payee: { kind: 'chain', destination, tag: '4711' } })
    expect((await wallet.calls['contacts.card']({ account: who, userId: MAYA })).addresses).toEqual([saved])
    await wallet.calls['contacts.removeAddress']({ account: who, addressId: saved.addressId })
    expect(await wallet.calls['contacts.addresses']({ account: who })).toEqual([])
  })

  it('are refused without a tag where the chain needs one, when damaged, and when they are there already', async () => {
    const who = await another('Refused')
    const entry = await wallet.calls['receive.address']({ account: who, holder: null, chainId: XRP, create: true })
    await expect(saveAddress(who, 'Kraken', entry?.destination ?? '', { chainId: XRP })).rejects.toThrow(
      coded('input.invalid', { field: 'tag' }),
    )
    await expect(saveAddress(who, 'Damaged', `${ADDRESS}00`)).rejects.toThrow(coded('remote.address_malformed'))
    await saveAddress(who, 'Vault', ADDRESS)
    await expect(saveAddress(who, 'Again', ADDRESS)).rejects.toThrow(coded('input.address_known', { label: 'Vault' }))
  })

  it('are called otherwise when their owner says so, and never moved onto one that is there', async () => {
    const who = await another('Renamer')
    const { addressId } = await saveAddress(who, 'Vault', ADDRESS)
    await saveAddress(who, 'Exchange', FORGED)
    expect(await saveAddress(who, 'Cellar', ADDRESS, { addressId })).toMatchObject({ addressId, label: 'Cellar' })
    await expect(saveAddress(who, 'Cellar', FORGED, { addressId })).rejects.toThrow(
      coded('input.address_known', { label: 'Exchange' }),
    )
    const saved = await wallet.calls['contacts.addresses']({ account: who })
    expect(saved.map(({ label, destination }) => [label, destination.toLowerCase()]).sort()).toEqual([
      ['Cellar', ADDRESS.toLowerCase()],
      ['Exchange', FORGED],
    ])
  })

  it('are others in other letters, except where a chain writes them both ways', async () => {
    const who = await another('Letters')
    await saveAddress(who, 'Cold', ON_SOLANA, { chainId: SOLANA })
    const other = await resolve(who, inOtherLetters(ON_SOLANA), SOLANA)
    expect(other.party).not.toHaveProperty('label')
    expect(other.warnings).toEqual([expect.stringContaining('Cold')])
    expect(await saveAddress(who, 'Other', inOtherLetters(ON_SOLANA), { chainId: SOLANA })).toMatchObject({
      label: 'Other',
    })
    await saveAddress(who, 'Vault', ADDRESS)
    expect(await resolve(who, ADDRESS.toLowerCase(), ETH)).toMatchObject({ party: { label: 'Vault' }, warnings: [] })
  })

  it('are not paid or saved in letters that the service changes', async () => {
    const line = faultyLine()
    const other = await network.open({ fetch: line.fetch })
    const { account: who } = await newAccount(other, 'Changed')
    const changed = { account: who, holder: null, text: ON_SOLANA, assetId: SOLANA }
    const address = { addressId: null, userId: null, label: 'Cold', chainId: SOLANA, destination: ON_SOLANA, tag: '' }
    line.faults.push({
      path: /\/external\/addresses\/check/,
      act: (data: { destination: string }) => ({ ...data, destination: inOtherLetters(data.destination) }),
      times: 99,
    })
    const problem = { code: 'remote.address_malformed' }
    expect(await other.calls['payees.resolve'](changed)).toMatchObject({ payee: null, problem })
    await expect(other.calls['contacts.saveAddress']({ account: who, ...address })).rejects.toThrow(coded(problem.code))
    await other.close()
  })

  it('are not paid or saved on a chain that writes none like it, whatever the service takes it for', async () => {
    const believing: typeof fetch = async (target, init) => {
      const { pathname, searchParams } = new URL(String(target))
      if (pathname !== '/external/addresses/check') return fetch(target, init)
      return Response.json({ data: { destination: searchParams.get('destination'), tag: '' } })
    }
    const other = await network.open({ fetch: believing })
    const { account: who } = await newAccount(other, 'Believing')
    const problem = { code: 'remote.address_malformed' }
    for (const text of [ADDRESS, ON_SOLANA, 'LcDrhX7NCmoRj58abHjAzfNCvk7jHxARsm']) {
      const asked = { account: who, holder: null, text, assetId: BTC }
      expect(await other.calls['payees.resolve'](asked)).toMatchObject({ payee: null, problem })
      const address = { addressId: null, userId: null, label: 'Cold', chainId: BTC, destination: text, tag: '' }
      await expect(other.calls['contacts.saveAddress']({ account: who, ...address })).rejects.toThrow(
        coded(problem.code),
      )
    }
    await other.close()
  })

  it('survive a restart', async () => {
    const options = { dir: newFolder(), keychain: testKeychain() }
    const first = await network.open(options)
    const who = (await newAccount(first, 'Restart')).account
    await first.calls['contacts.saveAddress']({
      ...{ account: who, addressId: null, userId: null, label: 'Vault', chainId: ETH, destination: ADDRESS, tag: '' },
    })
    await first.close()
    const second = await network.open(options)
    expect(await second.calls['contacts.addresses']({ account: who })).toMatchObject([{ label: 'Vault' }])
    await second.close()
  })
})

describe('the contract of a token', () => {
  it('is warned of where it is given as an address, however its letters are written', async () => {
    const who = await another('Contract')
    await fund(wallet, who, USDT_ERC20, '5', ETH)
    const contract = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
    expect((await resolve(who, contract, USDT_ERC20)).warnings).toEqual([
      expect.stringContaining('This is the contract of USDT itself'),
    ])
    expect((await resolve(who, ADDRESS, USDT_ERC20)).warnings).toEqual([])
  })
})

describe('a withdrawal to a deposit address of one’s own', () => {
  it('is warned of: the money comes back, less the fee', async () => {
    const who = await another('Detour')
    const asked = { account: who, holder: null, chainId: ETH, create: true }
    const own = await wallet.calls['receive.address'](asked)
    expect(own?.destination).toBeDefined()
    const { warnings } = await resolve(who, own?.destination ?? '', ETH)
    expect(warnings).toEqual([expect.stringContaining('deposit address of your own')])
  })
})

describe('look-alikes', () => {
  it('are recognised by equal ends, 1,000 of 1,000, and never among 10,000 unrelated ones', () => {
    const hex = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, 40)
    const addresses = Array.from({ length: 1_000 }, (_, at) => `0x${hex(`one ${at}`)}`)
    expect(
      addresses.every((one) => looksAlike(one, `${one.slice(0, 4)}${hex(one).slice(0, 34)}${one.slice(-4)}`)),
    ).toBe(true)
    const pairs = Array.from({ length: 10_000 }, (_, at) => [`0x${hex(`a ${at}`)}`, `0x${hex(`b ${at}`)}`] as const)
    expect(pairs.filter(([a, b]) => looksAlike(a, b))).toEqual([])
    expect(looksAlike(ADDRESS, ADDRESS.toLowerCase())).toBe(false)
  })

  it('of a saved address are warned of when typed and have to be accepted in the review', async () => {
    const who = await another('Poisoned')
    await fund(wallet, who, ETH, '2')
    await saveAddress(who, 'Cold storage', ADDRESS)
    expect(FORGED).toHaveLength(42)
    const { payee, warnings } = await resolve(who, FORGED, ETH)
    expect(warnings).toEqual([expect.stringContaining('begins and ends like the saved address “Cold storage”')])
    expect((await resolve(who, ADDRESS, ETH)).warnings).toEqual([])
    if (payee === null) throw new Error('the address was not understood')
    const review = await wallet.calls['payments.prepare'](
      paying(who, ETH, [{ payee, amount: '0.5' }], { feeAssetId: ETH }),
    )
    expect(review.verdict).toBe('attention')
    expect(review.checks).toContainEqual(
      expect.objectContaining({ id: expect.stringMatching(/^alike:0:/), result: 'attention' }),
    )
  })

  it('of an address in the history are warned of, but not what was sent in', async () => {
    const who = await another('History')
    await fund(wallet, who, ETH, '2')
    const asked = { kind: 'chain', destination: ADDRESS, tag: '' } as const
    const [fee] = await wallet.calls['payments.fees']({
      account: who,
      holder: null,
      assetId: ETH,
      destination: ADDRESS,
      tag: '',
    })
    const feeAssetId = fee?.asset.assetId ?? ETH
    await pay(wallet, paying(who, ETH, [{ payee: asked, amount: '0.5' }], { feeAssetId }))
    const { warnings } = await wallet.until(
      () => resolve(who, FORGED, ETH),
      (found) => found.warnings.length > 0,
    )
    expect(warnings).toEqual([expect.stringMatching(/begins and ends like one that you (paid|withdrew to) before/)])
    expect((await resolve(who, ADDRESS, ETH)).warnings).toEqual([])
  })

  it('by name are warned of: a stranger who is called like a contact', async () => {
    const who = await another('Namesake')
    await save(who, JONAS, 'Impostor')
    const impostor = await another('Imp\u200bo\u3164stor\u202e')
    const view = await resolve(who, impostor)
    expect(view.warnings).toEqual([expect.stringContaining('A contact of yours has the same name')])
    const card = await wallet.calls['contacts.card']({ account: who, userId: impostor })
    expect(card.namesakes).toMatchObject([{ userId: JONAS }])
  })

  it('by name are warned of: a contact who is called like another, as nobody picks the one for the other', async () => {
    const who = await another('Twin')
    const [one, two] = [await another('Ana Lima'), await another('Аna Lima')]
    for (const id of [one, two]) await save(who, id, '')
    const { identityNumber } = await wallet.calls['contacts.find']({ account: who, text: one }).then(({ user }) => user)
    expect((await resolve(who, two)).warnings).toEqual([expect.stringContaining(`and the number ${identityNumber}`)])
    expect((await resolve(who, MAYA)).warnings).toEqual([])
  })

  it.each([
    ['letters of another script', 'Marina Kern', 'Маrіna Кеrn'],
    ['digits for letters', 'Will Olsen', 'Wi11 0lsen'],
    ['two letters for one', 'Emma Marsh', 'Emrna Marsh'],
    ['marks', 'Jose Lopez', 'José López'],
  ])('by name in %s are warned of, and no other names are', async (_what, name, forged) => {
    const who = await another('Reader')
    await save(who, JONAS, name)
    const [impostor, other] = [await another(forged), await another(`${name.slice(0, -1)}x`)]
    expect((await resolve(who, impostor)).warnings).toEqual([expect.stringContaining('or one that looks the same')])
    expect((await resolve(who, other)).warnings).toEqual([])
  })
})

describe('a file of contacts', () => {
  it('brings names, notes and addresses to another account', async () => {
    const from = await another('From')
    await save(from, MAYA, 'Maya from work', { note: 'Met in Lisbon' })
    await saveAddress(from, 'Cold storage', ADDRESS, { userId: MAYA })
    await saveAddress(from, 'Exchange', FORGED)
    const { text, fileName } = await wallet.calls['contacts.export']({ account: from })
    expect(fileName).toMatch(/\.jsonl$/)
    const to = await another('To')
    for (const { user } of (await wallet.calls['contacts.list']({ account: to })).contacts)
      await wallet.calls['contacts.remove']({ account: to, userId: user.userId })
    const preview = await wallet.calls['contacts.previewImport']({ account: to, text })
    expect(preview.counts).toMatchObject({ changed: 0, unknown: 0, broken: 0 })
    expect(preview.addresses).toBe(2)
    const done = await wallet.calls['contacts.import']({ account: to, text, overwrite: false })
    expect(done).toMatchObject({ addresses: 2, left: 0 })
    const { contacts } = await wallet.calls['contacts.list']({ account: to })
    expect(contacts).toContainEqual(
      expect.objectContaining({
        user: expect.objectContaining({ userId: MAYA, name: 'Maya from work' }),
        note: 'Met in Lisbon',
        addresses: [expect.objectContaining({ label: 'Cold storage' })],
      }),
    )
    const again = await wallet.calls['contacts.previewImport']({ account: to, text })
    expect(again).toMatchObject({ counts: { new: 0, changed: 0 }, addresses: 0 })
  })

  it('overwrites nothing unless that was asked for', async () => {
    const who = await another('Overwrite')
    await save(who, MAYA, 'Maya M.', { note: 'Mine' })
    const line = { type: 'contact', user_id: MAYA, alias: 'Maya X.', note: 'Theirs' }
    const text = JSON.stringify(line)
    const preview = await wallet.calls['contacts.previewImport']({ account: who, text })
    expect(preview.rows).toMatchObject([
      { line: 1, kind: 'changed', text: 'Different here: the name Maya M. and another note' },
    ])
    expect(await wallet.calls['contacts.import']({ account: who, text, overwrite: false })).toMatchObject({
      changed: 0,
      left: 1,
    })
    expect(await wallet.calls['contacts.card']({ account: who, userId: MAYA })).toMatchObject({ note: 'Mine' })
    await wallet.calls['contacts.import']({ account: who, text, overwrite: true })
    expect(await wallet.calls['contacts.card']({ account: who, userId: MAYA })).toMatchObject({
      user: { name: 'Maya X.' },
      note: 'Theirs',
    })
  })

  it('leaves a contact the phone and the note that are here where a line has none', async () => {
    const who = await another('Keeper')
    await save(who, MAYA, 'Maya M.', { note: 'Owes me', phone: '+351123456' })
    const text = JSON.stringify({ type: 'contact', user_id: MAYA, alias: 'Maya X.', note: '' })
    const { rows } = await wallet.calls['contacts.previewImport']({ account: who, text })
    expect(rows).toMatchObject([{ kind: 'changed', text: 'Different here: the name Maya M.' }])
    await wallet.calls['contacts.import']({ account: who, text, overwrite: true })
    expect(await wallet.calls['contacts.card']({ account: who, userId: MAYA })).toMatchObject({
      user: { name: 'Maya X.' },
      note: 'Owes me',
      phone: '+351123456',
    })
  })

  it('leaves a contact their name where a line says none, and says from where on it was not read', async () => {
    const who = await another('Nameless')
    await save(who, MAYA, 'Maya M.')
    const text = JSON.stringify({ type: 'contact', user_id: MAYA, note: 'Theirs' })
    await wallet.calls['contacts.import']({ account: who, text, overwrite: true })
    expect(await wallet.calls['contacts.card']({ account: who, userId: MAYA })).toMatchObject({
      user: { name: 'Maya M.' },
      note: 'Theirs',
    })
    const long = `${'{}\n'.repeat(5_002)}${text}`
    const { rows } = await wallet.calls['contacts.previewImport']({ account: who, text: long })
    expect(rows.at(-1)).toMatchObject({
      line: 5_001,
      kind: 'broken',
      text: expect.stringMatching(/takes 5.000 lines/u),
    })
    expect(await wallet.calls['contacts.import']({ account: who, text: long, overwrite: true })).toMatchObject({
      left: 5_001,
    })
  })

  it('brings groups to another member, as they are called and coloured', async () => {
    const [from, to] = [await another('Gina'), await another('Hugo')]
    const of = { name: 'House', members: [to, MAYA], threshold: 2 }
    const { holder } = await wallet.calls['groups.create']({ account: from, ...of })
    await wallet.calls['groups.update']({ account: from, holder, name: 'House fund', colour: 5 })
    const { text } = await wallet.calls['contacts.export']({ account: from })
    const input = { account: to, text }
    const row = async () => (await wallet.calls['contacts.previewImport'](input)).rows.at(-1)
    expect(await row()).toMatchObject({ kind: 'new', name: 'House fund', text: 'A group: 2 of 3 sign' })
    expect(await wallet.calls['contacts.previewImport'](input)).toMatchObject({ groups: 1, counts: { broken: 0 } })
    expect(await wallet.calls['contacts.import']({ ...input, overwrite: false })).toMatchObject({ groups: 1 })
    expect(await wallet.calls['groups.list']({ account: to })).toMatchObject([
      { holder, name: 'House fund', colour: 5 },
    ])
    expect(await row()).toMatchObject({ kind: 'same' })
    await wallet.calls['groups.update']({ account: to, holder, name: 'Our house', colour: 1 })
    expect(await row()).toMatchObject({
      kind: 'changed',
      text: 'Different here: the name Our house and another colour',
    })
    await wallet.calls['contacts.import']({ ...input, overwrite: false })
    expect(await wallet.calls['groups.list']({ account: to })).toMatchObject([{ name: 'Our house', colour: 1 }])
    await wallet.calls['contacts.import']({ ...input, overwrite: true })
    expect(await wallet.calls['groups.list']({ account: to })).toMatchObject([{ name: 'House fund', colour: 5 }])
  })

  it('keeps out a group whose members or signatures were changed, or that is not one of this account', async () => {
    const [from, to] = [await another('Iris'), await another('Kurt')]
    const of = { name: 'Club', members: [to, MAYA], threshold: 2 }
    await wallet.calls['groups.create']({ account: from, ...of })
    const { text } = await wallet.calls['contacts.export']({ account: from })
    const line = text.trim().split('\n').at(-1) ?? ''
    const lines = [
      line.replace('"threshold":2', '"threshold":1'),
      line.replace(MAYA, JONAS),
      line.replace('"members":', '"people":'),
      line,
      line,
    ].join('\n')
    const kinds = async (account: UserId) =>
      (await wallet.calls['contacts.previewImport']({ account, text: lines })).rows.map(({ kind }) => kind)
    expect(await kinds(to)).toEqual(['broken', 'broken', 'broken', 'new', 'broken'])
    expect(await kinds(await another('Nobody'))).toEqual(['broken', 'broken', 'broken', 'broken', 'broken'])
  })

  it('keeps out a group that could never sign for its money', async () => {
    const who = await another('Lena')
    const { accounts } = await wallet.calls['app.state'](null)
    const known = accounts.map((each) => each.account)
    const { account: unregistered } = await wallet.calls['accounts.createLocal']({ name: 'Not yet' })
    const GHOST = '11111111-2222-4333-8444-555555555555' as UserId
    const proved = (members: UserId[], threshold: number) => {
      const holder = holderOf(members, threshold)
      // Of more signatures than members there is no address.
      const address = threshold > members.length ? 'MIX' : groupAddress(holder)
      const proof = { members_hash: holder.membersHash, address }
      return { type: 'group', name: 'Fund', members: holder.members, threshold, ...proof }
    }
    const groups = [proved([who, MAYA], 3), proved([who, GHOST], 2), proved([who, unregistered], 2), proved([who], 1)]
    expect(known).not.toContain(unregistered)
    const text = [...groups, proved([who, MAYA], 2)].map((line) => JSON.stringify(line)).join('\n')
    const { rows } = await wallet.calls['contacts.previewImport']({ account: who, text })
    expect(rows.map(({ kind }) => kind)).toEqual(['broken', 'unknown', 'unknown', 'broken', 'new'])
    await wallet.calls['contacts.import']({ account: who, text, overwrite: true })
    const made = await wallet.calls['groups.list']({ account: who })
    expect(made.map(({ holder }) => holder)).toEqual([holderOf([who, MAYA], 2).id])
  })

  it('keeps out lines that are broken, unknown, twice there, or whose number is another', async () => {
    const lines = [
      'not json',
      '{"type":"label"}',
      JSON.stringify({
        ...{ type: 'contact', user_id: '11111111-2222-4333-8444-555555555555', alias: 'Ghost' },
        addresses: [{ label: 'Of nobody', chain_id: ETH, destination: ADDRESS }],
      }),
      JSON.stringify({ type: 'contact', user_id: MAYA, identity_number: '1', alias: 'Maya' }),
      JSON.stringify({ type: 'contact', user_id: JONAS, alias: '' }),
      JSON.stringify({ type: 'contact', user_id: JONAS, alias: 'Jonas twice' }),
    ]
    const preview = await wallet.calls['contacts.previewImport']({ account, text: lines.join('\n') })
    expect(preview.rows.map(({ kind }) => kind)).toEqual(['broken', 'broken', 'unknown', 'broken', 'same', 'broken'])
    expect(preview.counts).toEqual({ new: 0, changed: 0, same: 1, unknown: 1, broken: 4 })
    expect(preview.addresses).toBe(0)
  })

  it('leaves blocked whom this account has blocked', async () => {
    const who = await another('Firm')
    await wallet.calls['contacts.block']({ account: who, userId: JONAS })
    const text = JSON.stringify({ type: 'contact', user_id: JONAS, alias: 'Jonas', note: 'Old friend' })
    const { rows } = await wallet.calls['contacts.previewImport']({ account: who, text })
    expect(rows).toMatchObject([{ kind: 'same', text: 'Blocked here, and stays so.' }])
    expect(await wallet.calls['contacts.import']({ account: who, text, overwrite: true })).toMatchObject({
      ...{ added: 0, changed: 0, left: 0 },
    })
    const { contacts, blocked } = await wallet.calls['contacts.list']({ account: who })
    expect([blocked.map(({ userId }) => userId), contacts.some(({ user }) => user.userId === JONAS)]).toEqual([
      ...[[JONAS], false],
    ])
  })
})

describe('shared bots', () => {
  it('are at most three: the fourth is refused here and by the service', async () => {
    const who = await another('Sharer')
    const names = ['One', 'Two', 'Three', 'Four']
    const bots = await Promise.all(names.map(async (name) => (await newBot(wallet, network.url, name)).account))
    for (const botId of bots.slice(0, 3)) await wallet.calls['bots.share']({ account: who, botId })
    const list = await wallet.calls['bots.list']({ account, userId: who })
    expect(list.bots.map(({ bot }) => bot.name)).toEqual(['One', 'Two', 'Three'])
    const botId = bots[3] ?? MAYA
    await expect(wallet.calls['bots.share']({ account: who, botId })).rejects.toThrow(coded('remote.bots_full'))
    const first = bots[0] ?? MAYA
    expect((await wallet.calls['bots.unshare']({ account: who, botId: first })).bots).toHaveLength(2)
    expect((await wallet.calls['bots.share']({ account: who, botId })).bots.at(-1)?.bot.name).toBe('Four')
  })

  it('are shared, and not any more, by calls without a body', async () => {
    const sent: unknown[] = []
    const sharer = await network.open({
      async fetch(target, init) {
        if (init?.method === 'POST' && String(target).endsWith('favorite')) sent.push(init.body)
        return fetch(target, init)
      },
    })
    const { account: who } = await newAccount(sharer, 'Sharer')
    for (const call of ['bots.share', 'bots.unshare'] as const) await sharer.calls[call]({ account: who, botId: SHOP })
    expect(sent).toEqual([undefined, undefined])
  })

  it('include no people', async () => {
    await expect(wallet.calls['bots.share']({ account, botId: MAYA })).rejects.toThrow(coded('remote.not_found'))
  })
})
