import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AssetId, RequestId, UserId } from '#contract/domain'
import type { Input } from '#contract/ipc'
import { decodeTransaction, parseAmount } from '#protocol'
import { cosign, newTeam, sees } from '../support/cosigners.ts'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  changeIsBack,
  coded,
  ETH,
  fund,
  has,
  newAccount,
  type OpenWallet,
  paying,
  sharedNetwork,
  USDT_ERC20,
} from '../support/wallet.ts'
import { withdrawing } from './leaving.ts'
import { holdingLine } from './undecided.ts'

/* A row of a list that leaves the network is paid by itself, from the form, and once all the same. */

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const ETHEREUM = '0x52908400098527886E0F7030069857D2E4169EE7'
const XRP = '23dfb5a5-5d7b-48b6-905f-3970e3176e27' as AssetId
const RIPPLE = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'

const network = sharedNetwork()

const line = (at: number, to: string, amount: string, memo = '') => ({
  ...{ line: at, to, typed: amount, amount: parseAmount(amount), memo, label: '' },
})
type Line = ReturnType<typeof line>

interface Owned {
  readonly wallet: OpenWallet
  readonly account: UserId
  readonly holder: Input<'runs.save'>['holder']
}

const saved = ({ wallet, account, holder }: Owned, rows: readonly Line[], assetId = BTC, name = 'May') =>
  wallet.calls['runs.save']({ account, holder, assetId, name, rows: [...rows] })

const read = ({ wallet, account }: Owned, runId: RequestId) => wallet.calls['runs.read']({ account, runId })
const states = async (owned: Owned, runId: RequestId) => (await read(owned, runId)).rows.map(({ state }) => state)

/** What the form says of a row that it was filled from. */
const filled = async (owned: Owned, runId: RequestId, at = 0): Promise<Input<'runs.withdraw'>> =>
  withdrawing({ ...owned, runId }, (await read(owned, runId)).rows[at])

const withdraw = async (owned: Owned, runId: RequestId, at = 0) =>
  owned.wallet.calls['runs.withdraw'](await filled(owned, runId, at))

async function person(given: { fetch?: typeof fetch } = {}, amount = '1', assetId: AssetId = BTC) {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const wallet = await network.open({ dir, keychain, ...given })
  const { account } = await newAccount(wallet, 'Ana')
  await fund(wallet, account, assetId, amount)
  return { wallet, account, holder: null, dir, keychain }
}

const tagged = (form: Input<'runs.withdraw'>, tag: string): Input<'runs.withdraw'> =>
  form.payee.kind === 'chain' ? { ...form, payee: { ...form.payee, tag } } : form

describe('a row of a list that leaves the network', () => {
  it('is not left out, and counts among what the list pays: on its way, and paid', async () => {
    const ana = await person()
    const { wallet, account } = ana
    const run = await saved(ana, [line(1, BITCOIN, '0.1'), line(2, BITCOIN, '0.2')])
    expect(run).toMatchObject({ leftOut: 0, next: null, waiting: null })
    expect(run.rows.map(({ state, why }) => [state, why])).toEqual(Array(2).fill(['to_withdraw', null]))
    const review = await withdraw(ana, run.runId)
    expect(review).toMatchObject({ amount: parseAmount('0.1'), payees: [{ party: { destination: BITCOIN } }] })
    expect(review.fee).not.toBeNull()
    const waiting = await read(ana, run.runId)
    expect(waiting).toMatchObject({ waiting: null, rows: [{ state: 'prepared', paymentId: review.paymentId }, {}] })
    await approved(wallet, account, review)
    const done = await read(ana, run.runId)
    expect(done.rows.map(({ state, paymentId }) => [state, paymentId])).toEqual([
      ['paid', review.paymentId],
      ['to_withdraw', null],
    ])
    expect(done).toMatchObject({ paid: { rows: 1, amounts: [{ amount: parseAmount('0.1') }] }, gone: { rows: 0 } })
    const listed = await wallet.calls['runs.list']({ account, holder: null })
    expect(listed).toMatchObject([{ paid: { rows: 1 }, rows: 2 }])
    expect(await wallet.calls['payments.read']({ account, paymentId: review.paymentId })).toMatchObject({
      run: run.runId,
    })
    await wallet.close()
  })

  it('is paid once, also from a form that is still open, and whatever became of the list since', async () => {
    const ana = await person()
    const { wallet, account } = ana
    const rows = [line(1, BITCOIN, '0.1', 'gift'), line(2, OTHER, '0.2')]
    const { runId } = await saved(ana, rows)
    const form = await filled(ana, runId)
    await approved(wallet, account, await wallet.calls['runs.withdraw'](form))
    await changeIsBack(wallet, account, BTC)
    await expect(wallet.calls['runs.withdraw'](form)).rejects.toMatchObject(coded('wallet.already_sent'))
    await wallet.calls['runs.remove']({ account, runId })
    await expect(wallet.calls['runs.withdraw'](form)).rejects.toMatchObject(coded('wallet.row_changed'))
    // In capitals it is the same address.
    await saved(ana, [line(1, OTHER, '0.2'), line(2, BITCOIN.toUpperCase(), '0.1', ' gift ')])
    expect(await states(ana, runId)).toEqual(['to_withdraw', 'paid'])
    await wallet.close()
  })

  it('is shown again while it waits, also where it is asked for in the same moment, and made anew once it was given up', async () => {
    const ana = await person()
    const { wallet, account } = ana
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const [one, two] = await Promise.all([withdraw(ana, runId), withdraw(ana, runId)])
    expect(two.paymentId).toBe(one.paymentId)
    expect((await withdraw(ana, runId)).digest).toBe(one.digest)
    await wallet.calls['payments.cancel']({ account, paymentId: one.paymentId })
    expect(await states(ana, runId)).toEqual(['to_withdraw'])
    const three = await withdraw(ana, runId)
    expect(three.paymentId).not.toBe(one.paymentId)
    await approved(wallet, account, three)
    await wallet.close()
  })

  it('is paid with what is asked by then, also where less was agreed upon before', async () => {
    const connection = faultyLine()
    const ana = await person({ fetch: connection.fetch })
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const before = await withdraw(ana, runId)
    const doubled = (fees: { amount: string }[]) => fees.map((fee) => ({ ...fee, amount: `${Number(fee.amount) * 2}` }))
    connection.faults.push({ path: /\/fees$/, act: doubled })
    const review = await withdraw(ana, runId)
    expect(review.fee?.amount).toBe((before.fee?.amount ?? 0n) * 2n)
    await approved(ana.wallet, ana.account, review)
    await ana.wallet.close()
  })

  it('is paid with the fee, the coins and the words that the form has by then, not with those of the one that waits', async () => {
    const ana = await person({}, '9', ETH)
    const { wallet, account } = ana
    await fund(wallet, account, USDT_ERC20, '9', ETH)
    await fund(wallet, account, USDT_ERC20, '8', ETH)
    const { runId } = await saved(ana, [line(1, ETHEREUM, '2')], USDT_ERC20)
    const form = await filled(ana, runId)
    const query = { assetId: USDT_ERC20, state: 'available', search: '', cursor: null, limit: 50 } as const
    const coins = (await wallet.calls['coins.list']({ account, holder: null, ...query })).rows
    const asked = async (more: Partial<Input<'runs.withdraw'>>) => {
      const review = await wallet.calls['runs.withdraw']({ ...form, ...more })
      const [main] = review.transactions
      const { label } = await wallet.calls['payments.read']({ account, paymentId: review.paymentId })
      return [review.fee?.asset.assetId, main?.inputs.map(({ outputId }) => outputId), label]
    }
    const [one, other] = coins.map(({ outputId }) => outputId)
    if (one === undefined || other === undefined) throw new Error('two coins')
    const first = { feeAssetId: USDT_ERC20, coins: [one], label: 'First' }
    expect(await asked(first)).toEqual([USDT_ERC20, [one], 'First'])
    expect(await asked({ ...first, feeAssetId: ETH })).toEqual([ETH, [one], 'First'])
    expect(await asked({ ...first, feeAssetId: ETH, coins: [other] })).toEqual([ETH, [other], 'First'])
    expect(await asked({ feeAssetId: ETH, coins: [other], label: 'Last' })).toEqual([ETH, [other], 'Last'])
    expect(await wallet.calls['payments.open']({ account, holder: null })).toHaveLength(1)
    await wallet.close()
  })

  it('is not paid as it was once the list was mended', async () => {
    const ana = await person()
    const { wallet, account } = ana
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const wrong = await withdraw(ana, runId)
    await saved(ana, [line(1, BITCOIN, '0.01')])
    expect(await states(ana, runId)).toEqual(['to_withdraw'])
    expect(await wallet.calls['payments.open']({ account, holder: null })).toEqual([])
    const agreed = wallet.calls['payments.approve'](approving(account, wrong))
    await expect(agreed).rejects.toMatchObject(coded('wallet.payment_state'))
    await wallet.close()
  })

  it('says before that its memo does not go along on a network that carries none, and nothing where there is none', async () => {
    const ana = await person()
    await fund(ana.wallet, ana.account, BTC, '2')
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1', 'invoice 7'), line(2, OTHER, '0.1')])
    const unsent = async (at: number) =>
      (await withdraw(ana, runId, at)).checks
        .filter(({ id }) => id === 'memo-unsent')
        .map(({ result, text }) => [result, text])
    expect(await unsent(0)).toEqual([['attention', expect.stringContaining('invoice 7')]])
    // Looked at again, it says so still.
    expect(await unsent(0)).toHaveLength(1)
    expect(await unsent(1)).toEqual([])
    await ana.wallet.close()
  })

  it('stands in nobody’s way: the list goes on with what it pays together while a withdrawal waits', async () => {
    const ana = await person()
    await fund(ana.wallet, ana.account, BTC, '1')
    const ben = (await newAccount(ana.wallet, 'Ben')).account
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1'), line(2, ben, '0.2')])
    const own = await withdraw(ana, runId)
    const next = await ana.wallet.calls['runs.prepare']({ account: ana.account, runId })
    expect([next.amount, next.paymentId === own.paymentId]).toEqual([parseAmount('0.2'), false])
    expect(await states(ana, runId)).toEqual(['prepared', 'prepared'])
    await ana.wallet.close()
  })

  it('pays nothing but what the row asks for', async () => {
    const ana = await person()
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const form = await filled(ana, runId)
    for (const other of [
      { amount: parseAmount('0.11') },
      { assetId: ETH },
      { payee: { kind: 'chain' as const, destination: OTHER, tag: '' } },
      { payee: { kind: 'user' as const, userId: ana.account } },
    ])
      await expect(ana.wallet.calls['runs.withdraw']({ ...form, ...other })).rejects.toMatchObject(
        coded('wallet.row_changed'),
      )
    expect(await states(ana, runId)).toEqual(['to_withdraw'])
    await ana.wallet.close()
  })

  it('warns of a withdrawal that was made by hand since the list was read', async () => {
    const ana = await person()
    const { wallet, account } = ana
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const payee = { kind: 'chain' as const, destination: BITCOIN, tag: '' }
    const byHand = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.1' }]))
    await approved(wallet, account, byHand)
    await changeIsBack(wallet, account, BTC)
    const { checks } = await withdraw(ana, runId)
    expect(checks.filter(({ id }) => id.startsWith('meanwhile:'))).toMatchObject([{ result: 'attention' }])
    await wallet.close()
  })

  it('is named where another list has paid the same', async () => {
    const ana = await person()
    const may = await saved(ana, [line(1, BITCOIN, '0.1', 'gift')])
    await approved(ana.wallet, ana.account, await withdraw(ana, may.runId))
    const june = await saved(ana, [line(1, BITCOIN, '0.1', 'gift'), line(2, BITCOIN, '0.1', 'gift')], BTC, 'June')
    expect(june.repeats).toEqual([{ runId: may.runId, name: 'May', rows: 1 }])
    expect(june.rows.map(({ sameAs }) => sameAs)).toEqual([null, 1])
    await ana.wallet.close()
  })
})

describe('a tag', () => {
  it('stands in the list as the memo, and is part of the row', async () => {
    const ana = await person({}, '100', XRP)
    const run = await saved(ana, [line(1, RIPPLE, '10', '77'), line(2, RIPPLE, '10', '88')], XRP)
    expect(run.rows.map(({ withdrawal, sameAs }) => [withdrawal?.tag, sameAs])).toEqual([
      ['77', null],
      ['88', null],
    ])
    const form = await filled(ana, run.runId)
    const other = ana.wallet.calls['runs.withdraw'](tagged(form, '78'))
    await expect(other).rejects.toMatchObject(coded('wallet.row_changed'))
    const review = await ana.wallet.calls['runs.withdraw'](form)
    expect(review.payees).toMatchObject([{ party: { destination: RIPPLE, tag: '77' } }])
    await ana.wallet.close()
  })

  it('that was typed otherwise since is what is paid, not the one that waits', async () => {
    const ana = await person({}, '100', XRP)
    const { runId } = await saved(ana, [line(1, RIPPLE, '20')], XRP)
    const typed = async (tag: string) => {
      const form = await filled(ana, runId)
      const payee = { ...form.payee, tag } as typeof form.payee
      return ana.wallet.calls['runs.withdraw']({ ...form, payee })
    }
    const before = await typed('123')
    const after = await typed('456')
    expect(after).toMatchObject({ payees: [{ party: { destination: RIPPLE, tag: '456' } }] })
    const { account } = ana
    expect(await ana.wallet.calls['payments.read']({ account, paymentId: before.paymentId })).toMatchObject({
      money: 'cancelled',
    })
    await approved(ana.wallet, account, after)
    expect(await states(ana, runId)).toEqual(['paid'])
    await ana.wallet.close()
  })

  it('that a row leaves open is filled in, and pays it: also if it is saved with the address later, or written into the list', async () => {
    const ana = await person({}, '100', XRP)
    const { wallet, account } = ana
    const { runId } = await saved(ana, [line(1, RIPPLE, '10')], XRP)
    await approved(wallet, account, await wallet.calls['runs.withdraw'](tagged(await filled(ana, runId), '77')))
    const place = { chainId: XRP, destination: RIPPLE, tag: '77', label: 'The exchange' }
    await wallet.calls['contacts.saveAddress']({ account, addressId: null, userId: null, ...place })
    await saved(ana, [line(1, RIPPLE, '10')], XRP)
    expect(await states(ana, runId)).toEqual(['paid'])
    const later = await saved(ana, [line(1, RIPPLE, '10', '77')], XRP)
    expect(later).toMatchObject({ rows: [{ state: 'to_withdraw' }], gone: { rows: 1 } })
    await changeIsBack(wallet, account, XRP)
    const { checks } = await withdraw(ana, runId)
    expect(checks.filter(({ id }) => id.startsWith('meanwhile:'))).toMatchObject([{ result: 'attention' }])
    await wallet.close()
  })
})

/** One account on two computers that know the same list. */
async function computers(rows: readonly Line[], assetId: AssetId = BTC) {
  const { wallet, dir, keychain, ...ana } = await person({}, '50', assetId)
  await fund(wallet, ana.account, assetId, '50')
  const { runId } = await saved({ ...ana, wallet }, rows, assetId)
  await wallet.close()
  const copy = newFolder('copy')
  cpSync(dir, copy, { recursive: true })
  const open = async (from: string): Promise<Owned> => ({
    ...ana,
    wallet: await network.open({ dir: from, keychain: testKeychain(keychain.entries) }),
  })
  return { one: await open(dir), other: await open(copy), runId }
}

describe('a row that leaves the network, on two computers', () => {
  it('is known to be paid on the other one, whichever of equal rows it was, and with a tag that was typed there', async () => {
    const rows = [line(1, RIPPLE, '10'), line(2, RIPPLE, '10'), line(3, RIPPLE, '20', '77')]
    const { one, other, runId } = await computers(rows, XRP)
    const open = await filled(one, runId, 1)
    const typed = { ...open, payee: { kind: 'chain' as const, destination: RIPPLE, tag: '99' } }
    await approved(one.wallet, one.account, await one.wallet.calls['runs.withdraw'](typed))
    await changeIsBack(one.wallet, one.account, XRP)
    await approved(one.wallet, one.account, await withdraw(one, runId, 2))
    const told = async () =>
      (await read(other, runId)).rows.map(({ state, elsewhere }) => `${state}${elsewhere ? ' elsewhere' : ''}`).join()
    const all = 'to_withdraw,paid elsewhere,paid elsewhere'
    expect(await other.wallet.until(told, (now) => now === all)).toBe(all)
    const again = other.wallet.calls['runs.withdraw']({ ...typed, label: 'again' })
    await expect(again).rejects.toMatchObject(coded('wallet.already_sent'))
    // What its list has no more is known all the same.
    await saved(other, [line(1, RIPPLE, '1')], XRP)
    expect((await read(other, runId)).gone).toMatchObject({ rows: 2 })
    await one.wallet.close()
    await other.wallet.close()
  })

  it('counts as paid also where it left the list before that was known, with a tag or without', async () => {
    const { one, other, runId } = await computers([line(1, RIPPLE, '10'), line(2, RIPPLE, '20', '77')], XRP)
    await saved(other, [line(1, RIPPLE, '1')], XRP)
    const typed = tagged(await filled(one, runId), '99')
    await approved(one.wallet, one.account, await one.wallet.calls['runs.withdraw'](typed))
    await changeIsBack(one.wallet, one.account, XRP)
    await approved(one.wallet, one.account, await withdraw(one, runId, 1))
    const { gone } = await other.wallet.until(
      () => read(other, runId),
      (run) => run.gone.rows === 2,
    )
    expect(gone.amounts.map(({ amount }) => amount)).toEqual([parseAmount('30')])
    await one.wallet.close()
    await other.wallet.close()
  })

  it('is not signed where it waits once the other has paid it', async () => {
    const { one, other, runId } = await computers([line(1, BITCOIN, '0.1')])
    const waiting = await withdraw(one, runId)
    const given = await withdraw(other, runId)
    await other.wallet.calls['payments.cancel']({ account: other.account, paymentId: given.paymentId })
    const second = await withdraw(other, runId)
    expect(second.paymentId).not.toBe(waiting.paymentId)
    await approved(other.wallet, other.account, second)
    const { account, wallet } = one
    await expect(wallet.calls['payments.approve'](approving(account, waiting))).rejects.toMatchObject(
      coded('wallet.already_sent'),
    )
    await wallet.calls['payments.cancel']({ account, paymentId: waiting.paymentId })
    await expect(withdraw(one, runId)).rejects.toMatchObject(coded('wallet.already_sent'))
    expect(await states(one, runId)).toEqual(['paid'])
    await one.wallet.close()
    await other.wallet.close()
  })

  it('that can never be paid any more is tried again, tied to the first', async () => {
    const connection = holdingLine()
    const ana = await person({ fetch: connection.fetch })
    const { wallet, account } = ana
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const review = await withdraw(ana, runId)
    const { paymentId } = review
    connection.kept.add(paymentId)
    await wallet.calls['payments.approve'](approving(account, review))
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId }),
      ({ canVoid, problem }) => canVoid === true && problem !== null,
    )
    expect(await states(ana, runId)).toEqual(['pending'])
    await expect(withdraw(ana, runId)).rejects.toMatchObject(coded('wallet.already_sent'))
    await approved(wallet, account, await wallet.calls['payments.prepareVoid']({ account, paymentId }))
    const isRefused = ([state]: readonly string[]) => state === 'refused'
    await wallet.until(() => states(ana, runId), isRefused)
    // What leaves has a form of its own, also for another try.
    const together = wallet.calls['runs.prepare']({ account, runId })
    await expect(together).rejects.toMatchObject(coded('input.invalid'))
    const again = await withdraw(ana, runId)
    expect(again.paymentId).not.toBe(paymentId)
    await approved(wallet, account, again)
    expect(await states(ana, runId)).toEqual(['paid'])
    await wallet.close()
  })

  it('that can never be paid any more is tied to the first try also where another tag is typed for the second', async () => {
    const connection = holdingLine()
    const ana = await person({ fetch: connection.fetch }, '100', XRP)
    const { wallet, account } = ana
    await fund(wallet, account, XRP, '90')
    const { runId } = await saved(ana, [line(1, RIPPLE, '10')], XRP)
    const review = await wallet.calls['runs.withdraw'](tagged(await filled(ana, runId), '77'))
    const { paymentId } = review
    connection.kept.add(paymentId)
    await wallet.calls['payments.approve'](approving(account, review))
    await wallet.until(
      () => wallet.calls['payments.read']({ account, paymentId }),
      ({ canVoid, problem }) => canVoid === true && problem !== null,
    )
    const voiding = await wallet.calls['payments.prepareVoid']({ account, paymentId })
    const { hashes } = await approved(wallet, account, voiding)
    await wallet.until(
      () => states(ana, runId),
      ([state]) => state === 'refused',
    )
    const used = new Set(review.transactions.flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId)))
    const query = { assetId: XRP, state: 'available', search: '', cursor: null, limit: 50 } as const
    const { rows } = await wallet.calls['coins.list']({ account, holder: null, ...query })
    const others = rows.filter(({ outputId, hash }) => !used.has(outputId) && !hashes.includes(hash))
    expect(others).toHaveLength(1)
    const form = tagged(await filled(ana, runId), '78')
    const again = await wallet.calls['runs.withdraw']({ ...form, coins: others.map(({ outputId }) => outputId) })
    const coins = again.transactions.flatMap(({ inputs }) => inputs.map(({ hash }) => hash))
    const keysOf = ({ transactions }: typeof review) =>
      transactions.flatMap(({ raw }) => decodeTransaction(raw).outputs.flatMap(({ keys }) => keys))
    const isTied =
      coins.some((hash) => hashes.includes(hash)) || keysOf(again).some((key) => keysOf(review).includes(key))
    expect(isTied).toBe(true)
    await wallet.close()
  })
})

describe('a draft of the form that a row has filled', () => {
  it('still says which row it is', async () => {
    const ana = await person()
    const { wallet, account } = ana
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const { rowId } = await filled(ana, runId)
    const listed = { runId, rowId, name: 'May', to: BITCOIN, assetId: BTC, amount: '0.1', tag: '' }
    const form = {
      ...{
        assetId: BTC,
        rows: [{ to: BITCOIN, amount: '0.1' }],
        tag: '',
        memo: '',
        memoForm: 'text' as const,
        label: '',
      },
      ...{ coins: null, feeAssetId: null, trace: null, references: [], again: null, returnTo: null, source: null },
    } as const
    await wallet.calls['drafts.save']({
      ...{ account, holder: null, draftId: null },
      form: { ...form, rows: [...form.rows], references: [], listed },
    })
    expect(await wallet.calls['drafts.list']({ account, holder: null })).toMatchObject([{ form: { listed } }])
    await wallet.close()
  })
})

describe('a row of a group’s list that leaves the network', () => {
  it('asks the others with the words that the form has by then, and is paid with nobody else’s money', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1'])
    const [{ wallet, account }] = team.members
    await fund(wallet, account, BTC, '1')
    const ana: Owned = { wallet, account, holder: team.holder }
    const { runId } = await saved(ana, [line(1, BITCOIN, '0.1')])
    const form = await filled(ana, runId)
    const ask = (more: Partial<typeof form>) => wallet.calls['runs.withdraw']({ ...form, ...more })
    await expect(ask({ holder: null })).rejects.toMatchObject(coded('wallet.row_changed'))
    const early = await ask({ reason: 'For May' })
    expect((await ask({ reason: ' For May ' })).paymentId).toBe(early.paymentId)
    expect((await ask({ reason: 'For June' })).paymentId).not.toBe(early.paymentId)
    expect(await wallet.calls['payments.open']({ account, holder: team.holder })).toHaveLength(1)
  })

  it('asks the others for it, is known to each that has the list, and says that its fee waits', async () => {
    const team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1'])
    const [ana, ben] = team.members.map(({ wallet, account }): Owned => ({ wallet, account, holder: team.holder }))
    const [first, second] = team.members
    if (ana === undefined || ben === undefined) throw new Error('two members')
    const rows = [line(1, BITCOIN, '0.1'), line(2, OTHER, '0.2')]
    const { runId } = await saved(ana, rows)
    await saved(ben, rows)
    const review = await withdraw(ana, runId)
    expect(review.fee).toBeNull()
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    await sees(second, review.paymentId)
    await ben.wallet.until(
      () => states(ben, runId),
      ([state]) => state === 'pending',
    )
    await expect(withdraw(ben, runId)).rejects.toMatchObject(coded('wallet.already_sent'))
    await cosign(second, review.paymentId)
    for (const member of [first, second]) await sees(member, review.paymentId, ({ state }) => state === 'final')
    for (const owned of [ana, ben]) {
      const [row] = await owned.wallet.until(
        async () => (await read(owned, runId)).rows,
        ([one]) => one?.state === 'paid' && one.withdrawal?.feeWaits === true,
      )
      expect(row).toMatchObject({ elsewhere: owned === ben })
    }
    await fund(ben.wallet, ben.account, BTC, '1')
    const fee = await ben.wallet.calls['approvals.payFee']({ account: ben.account, requestId: review.paymentId })
    await approved(ben.wallet, ben.account, fee)
    await ana.wallet.until(
      async () => (await read(ana, runId)).rows[0]?.withdrawal,
      (withdrawal) => withdrawal?.feeWaits === false,
    )
    await has(ana.wallet, ana.account, BTC, parseAmount('1.9'), team.holder)
  })
})
