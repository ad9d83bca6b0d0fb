import { beforeAll, describe, expect, it } from 'vitest'
import type { HolderId, UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import {
  ALL_MOVEMENTS,
  BTC,
  coded,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

const network = sharedNetwork()
let wallet: OpenWallet

beforeAll(async () => {
  wallet = await network.open()
})

const idOf = (digit: number): string => `${String(digit).repeat(8)}-2222-4333-8444-555555555555`

/** A new account with these labels, by subject. */
async function labelled(labels: Readonly<Record<string, string>> = {}): Promise<UserId> {
  const { account } = await newAccount(wallet, 'Ana')
  for (const [id, label] of Object.entries(labels)) await set(account, id, label)
  return account
}

const set = (account: UserId, id: string, label: string, note = '') =>
  wallet.calls['labels.set']({ account, id, label, note })
const exported = (account: UserId) => wallet.calls['labels.export']({ account })
const labelsOf = async (account: UserId): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await exported(account)).text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as { subject: string; label: string })
      .map(({ subject, label }) => [subject, label]),
  )

const COIN = `o:${idOf(1)}`
const PERSON = `u:${idOf(2)}`
const REQUEST = `r:${idOf(3)}`

describe('labels', () => {
  it('stand at the coin that they were given to', async () => {
    const account = await labelled()
    await fund(wallet, account, BTC, '1')
    const query = { account, holder: null, assetId: BTC, state: null, search: '', cursor: null, limit: 10 }
    const [coin] = (await wallet.calls['coins.list'](query)).rows
    await set(account, `o:${coin?.outputId}`, 'Salary', 'March')
    expect((await wallet.calls['coins.list'](query)).rows).toMatchObject([{ label: 'Salary', note: 'March' }])
  })

  it('are refused for what has none', async () => {
    const account = await labelled()
    await expect(set(account, 'x:1', 'no')).rejects.toThrow(coded('input.invalid', { field: 'id' }))
  })
})

describe('words about a payment', () => {
  const paid = async () => {
    const [account, other] = [await labelled(), await labelled()]
    const owner = { account, holder: null }
    await fund(wallet, account, BTC, '1')
    const { paymentId } = await pay(wallet, paying(account, BTC, [toUser(other, '0.25')]))
    await set(account, `p:${paymentId}`, 'Rent', 'of June')
    const filter = { ...ALL_MOVEMENTS, direction: 'out' } as const
    const { rows } = await wallet.until(
      () => wallet.calls['activity.list']({ ...owner, filter, cursor: null, limit: 1 }),
      (page) => page.rows[0]?.id.startsWith('s:') === true,
    )
    const id = rows[0]?.id ?? ''
    const seen = async () => {
      const [{ row, note }, receipt] = await Promise.all([
        wallet.calls['activity.read']({ ...owner, id }),
        wallet.calls['payments.read']({ account, paymentId }),
      ])
      return [row.label, note, receipt.label, receipt.note]
    }
    return { account, paymentId, id, seen }
  }

  it('are the same on its receipt and on the movement that it made, wherever they are changed', async () => {
    const { account, paymentId, id, seen } = await paid()
    expect(await seen()).toEqual(['Rent', 'of June', 'Rent', 'of June'])
    await set(account, id, 'Flat', '')
    expect(await seen()).toEqual(['Flat', '', 'Flat', ''])
    await set(account, `p:${paymentId}`, 'House', 'July')
    expect(await seen()).toEqual(['House', 'July', 'House', 'July'])
  })

  it('are gone when they are taken away from the movement', async () => {
    const { account, id, seen } = await paid()
    await set(account, id, '')
    expect(await seen()).toEqual(['', '', '', ''])
    expect(await labelsOf(account)).toEqual({})
  })
})

describe('words about a deposit that is still on its way', () => {
  const arrive = async (holderOf: (account: UserId) => Promise<HolderId | null> = async () => null) => {
    const account = await labelled()
    const owner = { account, holder: await holderOf(account) }
    const amount = parseAmount('0.5')
    const seen = await wallet.calls['local.deposit']({ ...owner, chainId: BTC, assetId: BTC, amount })
    const arriving = `d:${seen.depositId}`
    const find = (search: string) =>
      wallet.calls['activity.list']({ ...owner, filter: { ...ALL_MOVEMENTS, search }, cursor: null, limit: 10 })
    const detail = (id: string) => wallet.calls['activity.read']({ ...owner, id })
    const confirm = async () => {
      await wallet.calls['local.confirm']({ blocks: seen.threshold })
      const { rows } = await wallet.until(
        () => find(''),
        (page) => page.rows[0]?.money === 'final',
      )
      return rows[0]?.id ?? ''
    }
    const bring = async (subject: string, words: { readonly label: string; readonly note: string }) => {
      const head = (await exported(account)).text.split('\n')[0]
      const text = `${head}\n${JSON.stringify({ subject, ...words })}\n`
      await wallet.calls['labels.import']({ account, text, replace: false })
    }
    return { account, arriving, bring, find, detail, confirm }
  }

  it('stand at what it becomes, and are found there', async () => {
    const { account, arriving, find, detail, confirm } = await arrive()
    await set(account, arriving, 'Landlady', 'deposit of the flat')
    await wallet.calls['labels.setTags']({ account, id: arriving, tags: ['Home'] })
    expect((await find('')).rows).toMatchObject([{ id: arriving, label: 'Landlady', tags: ['Home'] }])
    expect(await detail(arriving)).toMatchObject({ note: 'deposit of the flat' })
    expect((await find('flat')).rows).toMatchObject([{ id: arriving }])
    const id = await confirm()
    expect(id).toMatch(/^s:/)
    const { rows } = await wallet.until(
      () => find('flat'),
      (page) => page.rows.length > 0,
    )
    expect(rows).toMatchObject([{ id, label: 'Landlady', tags: ['Home'] }])
    expect(await detail(id)).toMatchObject({ note: 'deposit of the flat' })
    expect(await labelsOf(account)).toEqual({ [id]: 'Landlady' })
  })

  it('do not take the place of what was written there since', async () => {
    const { account, arriving, bring, detail, confirm } = await arrive()
    await set(account, arriving, 'Landlady', 'deposit of the flat')
    const kept = await labelsOf(account)
    const id = await confirm()
    await wallet.until(
      () => detail(id),
      ({ row }) => row.label === 'Landlady',
    )
    await set(account, id, 'Ms Grey', '')
    // As from a file that another computer wrote before it had come.
    const [early = ''] = Object.keys(kept)
    await bring(early, { label: 'Landlady', note: 'deposit of the flat' })
    const { row, note } = await wallet.until(
      () => detail(id),
      (found) => found.note !== '',
    )
    expect({ label: row.label, note }).toEqual({ label: 'Ms Grey', note: 'deposit of the flat' })
  })

  it('stand at the coin of a group that it becomes', async () => {
    const other = await labelled()
    const { account, arriving, detail, confirm } = await arrive(async (account) => {
      const { holder } = await wallet.calls['groups.create']({
        account,
        members: [account, other],
        threshold: 2,
        name: 'Two',
      })
      return holder
    })
    await set(account, arriving, 'Landlady', 'deposit of the flat')
    const id = await confirm()
    expect(id).toMatch(/^o:/)
    const { row } = await wallet.until(
      () => detail(id),
      ({ note }) => note === 'deposit of the flat',
    )
    expect(row.label).toBe('Landlady')
  })

  it('that an earlier version kept in another place stand there too', async () => {
    const { account, arriving, bring, detail, confirm } = await arrive()
    await bring(arriving, { label: 'Landlady', note: '' })
    await wallet.until(
      () => detail(arriving),
      ({ row }) => row.label === 'Landlady',
    )
    const id = await confirm()
    await wallet.until(
      () => detail(id),
      ({ row }) => row.label === 'Landlady',
    )
    expect(await labelsOf(account)).toEqual({ [id]: 'Landlady' })
  })

  it('are not lost where it has come while they were written', async () => {
    const { account, arriving, detail, confirm } = await arrive()
    const id = await confirm()
    expect((await detail(arriving)).row.id).toBe(id)
    await set(account, arriving, 'Landlady')
    expect((await detail(id)).row.label).toBe('Landlady')
  })
})

describe('tags', () => {
  const PAYMENT = `p:${idOf(4)}`
  const tag = (account: UserId, id: string, ...tags: string[]) => wallet.calls['labels.setTags']({ account, id, tags })
  const tagsOf = (account: UserId) => wallet.calls['labels.tags']({ account })

  it('are suggested by how often they were given, however they were written', async () => {
    const account = await labelled({ [COIN]: 'Salary' })
    await tag(account, PAYMENT, ' Rent ', 'rent', '#Office  2', '')
    await tag(account, REQUEST, 'RENT')
    expect(await tagsOf(account)).toEqual([
      { tag: 'Rent', count: 2 },
      { tag: 'Office 2', count: 1 },
    ])
    await tag(account, PAYMENT)
    expect(await tagsOf(account)).toEqual([{ tag: 'RENT', count: 1 }])
  })

  it('leave label and note as they are', async () => {
    const account = await labelled({ [REQUEST]: 'Rent' })
    await tag(account, REQUEST, 'home')
    expect(await labelsOf(account)).toEqual({ [REQUEST]: 'Rent' })
  })

  it('go out and come in with the labels, and are no silent change', async () => {
    const [from, to] = [await labelled({ [COIN]: 'Salary' }), await labelled({ [COIN]: 'Salary' })]
    await tag(from, COIN, 'work', '房租')
    await tag(from, PAYMENT, 'home')
    const { text } = await exported(from)
    expect(text).toContain('"tags":["work","房租"]')
    expect(await wallet.calls['labels.preview']({ account: to, text })).toMatchObject({
      ...{ added: 1, same: 0, different: 1, invalid: 0 },
      examples: [{ subject: COIN, here: 'Salary', there: 'Salary · #work · #房租' }],
    })
    await wallet.calls['labels.import']({ account: to, text, replace: false })
    expect(await tagsOf(to)).toEqual([{ tag: 'home', count: 1 }])
    await wallet.calls['labels.import']({ account: to, text, replace: true })
    expect((await exported(to)).text.split('\n').slice(1)).toEqual(text.split('\n').slice(1))
  })

  it('are refused for what has none', async () => {
    const account = await labelled()
    await expect(tag(account, 'x:1', 'no')).rejects.toThrow(coded('input.invalid', { field: 'id' }))
  })
})

describe('an export of labels', () => {
  it('begins with what it is and holds a line per label', async () => {
    const account = await labelled({ [COIN]: 'Salary', [REQUEST]: 'Rent' })
    const { text, count, fileName } = await exported(account)
    const [head, ...lines] = text.trim().split('\n')
    expect(JSON.parse(head ?? '')).toEqual({
      coffer: 'labels',
      version: 1,
      network: expect.stringMatching(/^local:/),
      account,
    })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { subject: COIN, label: 'Salary', note: '' },
      { subject: REQUEST, label: 'Rent', note: '' },
    ])
    expect(count).toBe(2)
    expect(fileName).toMatch(/\.jsonl$/)
  })
})

describe('an import of labels', () => {
  it('says what it would do and does nothing yet', async () => {
    const [from, to] = [
      await labelled({ [COIN]: 'Salary', [PERSON]: 'Landlord', [REQUEST]: 'Rent' }),
      await labelled({ [COIN]: 'Wages', [REQUEST]: 'Rent' }),
    ]
    const { text } = await exported(from)
    expect(await wallet.calls['labels.preview']({ account: to, text: `${text}{"subject":"q"}\n` })).toEqual({
      lines: 4,
      added: 1,
      same: 1,
      different: 1,
      invalid: 1,
      otherAccount: true,
      examples: [{ subject: COIN, here: 'Wages', there: 'Salary' }],
    })
    expect(await labelsOf(to)).toEqual({ [COIN]: 'Wages', [REQUEST]: 'Rent' })
  })

  it('adds what is missing and keeps what is here', async () => {
    const [from, to] = [await labelled({ [COIN]: 'Salary', [PERSON]: 'Landlord' }), await labelled({ [COIN]: 'Wages' })]
    const { text } = await exported(from)
    await wallet.calls['labels.import']({ account: to, text, replace: false })
    expect(await labelsOf(to)).toEqual({ [COIN]: 'Wages', [PERSON]: 'Landlord' })
  })

  it('replaces what differs when that was asked for', async () => {
    const [from, to] = [await labelled({ [COIN]: 'Salary' }), await labelled({ [COIN]: 'Wages' })]
    await wallet.calls['labels.import']({ account: to, text: (await exported(from)).text, replace: true })
    expect(await labelsOf(to)).toEqual({ [COIN]: 'Salary' })
  })

  it('changes nothing the second time', async () => {
    const [from, to] = [await labelled({ [COIN]: 'Salary' }), await labelled()]
    const { text } = await exported(from)
    await wallet.calls['labels.import']({ account: to, text, replace: true })
    expect(await wallet.calls['labels.preview']({ account: to, text })).toMatchObject({
      added: 0,
      same: 1,
      different: 0,
    })
  })

  it.each([
    ['another network', (text: string) => text.replace(/"network":"[^"]+"/, '"network":"mainnet"')],
    ['a later version', (text: string) => text.replace('"version":1', '"version":2')],
    ['no header', (text: string) => text.split('\n').slice(1).join('\n')],
    ['something else', () => 'hello'],
  ])('refuses a file of %s', async (_, spoil) => {
    const account = await labelled({ [COIN]: 'Salary' })
    const { text } = await exported(account)
    await expect(wallet.calls['labels.import']({ account, text: spoil(text), replace: true })).rejects.toThrow(
      coded('input.invalid', { field: 'labels file' }),
    )
  })
})
