import { beforeAll, describe, expect, it } from 'vitest'
import type { OutputId, UserId } from '#contract/domain'
import type { ConsolidationView } from '#contract/ipc'
import { formatAmountShort, parseAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approved,
  approving,
  BTC,
  balanceOf,
  coded,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import type { CoinView } from '../support/worded.ts'
import { killedAt } from './killing.ts'

const network = sharedNetwork()
let ben: { readonly wallet: OpenWallet; readonly account: UserId }

beforeAll(async () => {
  const wallet = await network.open()
  ben = { wallet, account: (await newAccount(wallet, 'Ben')).account }
})

/** A person of its own wallet with coins of these amounts. */
async function person(amounts: readonly string[], assetId = BTC) {
  const keychain = testKeychain()
  const dir = newFolder()
  const wallet = await network.open({ dir, keychain })
  const { account } = await newAccount(wallet, 'Ana')
  for (const amount of amounts) await fund(wallet, account, assetId, amount)
  return { wallet, account, owner: { account, holder: null }, dir, entries: keychain.entries }
}
type Person = Awaited<ReturnType<typeof person>>

async function coinsOf(
  { wallet, owner }: Pick<Person, 'wallet' | 'owner'>,
  state: CoinView['state'] | 'open' | null = null,
  search = '',
) {
  const found: CoinView[] = []
  let cursor: string | null = null
  do {
    const page: { rows: CoinView[]; cursor: string | null } = await wallet.calls['coins.list']({
      ...owner,
      assetId: BTC,
      state,
      search,
      cursor,
      limit: 100,
    })
    found.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null)
  return found
}

async function coinOf(ana: Person, amount: string): Promise<OutputId> {
  const coin = (await coinsOf(ana)).find((each) => each.amount === parseAmount(amount) && each.state !== 'spent')
  if (coin === undefined) throw new Error(`there is a coin of ${amount}`)
  return coin.outputId
}

const toBen = (account: UserId, amount: string, more = {}) => paying(account, BTC, [toUser(ben.account, amount)], more)

const planOf = ({ wallet, owner }: Pick<Person, 'wallet' | 'owner'>) =>
  wallet.calls['coins.plan']({ ...owner, assetId: BTC })

async function planUntil(
  ana: Pick<Person, 'wallet' | 'owner'>,
  satisfied: (plan: ConsolidationView) => boolean,
): Promise<ConsolidationView> {
  const plan = await ana.wallet.until(
    () => planOf(ana),
    (each) => each !== null && satisfied(each),
  )
  if (plan === null) throw new Error('there is a plan')
  return plan
}

async function approveFirst({ wallet, account }: Pick<Person, 'wallet' | 'account'>, assetId = BTC) {
  const begun = await wallet.calls['coins.combine']({ account, holder: null, assetId })
  const review = await wallet.calls['payments.review']({ account, paymentId: begun.paymentId })
  await wallet.calls['payments.approve'](approving(account, review))
  return { ...begun, review }
}

describe('the list of coins', () => {
  it('shows every output with what it is free for', async () => {
    const ana = await person(['1', '2', '3'])
    await pay(ana.wallet, toBen(ana.account, '3'))
    await ana.wallet.calls['coins.freeze']({
      ...ana.owner,
      outputs: [await coinOf(ana, '2')],
      reason: 'For the tax office',
    })
    const review = await ana.wallet.calls['payments.prepare'](toBen(ana.account, '0.5'))
    const coins = await ana.wallet.until(
      () => coinsOf(ana),
      (each) => each.some(({ state }) => state === 'spent'),
    )
    expect(coins.map(({ amount, state }) => `${formatAmountShort(amount)} ${state}`)).toEqual([
      '3 spent',
      '2 frozen',
      '1 held',
    ])
    expect(coins[1]?.frozen?.reason).toBe('For the tax office')
    expect(coins[2]?.heldFor).toEqual({ kind: 'payment', id: review.paymentId, title: review.title })
    await ana.wallet.close()
  })

  it('counts a coin once that a payment holds and that was frozen since', async () => {
    const ana = await person(['1', '2'])
    const read = () => ana.wallet.calls['balances.read']({ ...ana.owner, assetId: BTC })
    const order = { ...toBen(ana.account, '0.5'), coins: [await coinOf(ana, '1')] }
    await ana.wallet.calls['payments.prepare'](order)
    const before = await read()
    expect([before.total, before.held, before.available]).toEqual(['3', '1', '2'].map(parseAmount))
    await ana.wallet.calls['coins.freeze']({ ...ana.owner, outputs: order.coins, reason: 'kept' })
    expect(await read()).toEqual(before)
    await ana.wallet.close()
  })

  it('gives only coins of the state that was asked for, page by page', async () => {
    const ana = await person(['1', '2', '3'])
    await ana.wallet.calls['coins.freeze']({ ...ana.owner, outputs: [await coinOf(ana, '2')], reason: 'kept' })
    const first = await ana.wallet.calls['coins.list']({
      ...ana.owner,
      assetId: BTC,
      state: 'available',
      search: '',
      cursor: null,
      limit: 1,
    })
    expect(first.rows.map(({ amount }) => amount)).toEqual([parseAmount('3')])
    const { rows } = await ana.wallet.calls['coins.list']({
      ...ana.owner,
      assetId: BTC,
      state: 'available',
      search: '',
      cursor: first.cursor,
      limit: 10,
    })
    expect(rows.map(({ amount }) => amount)).toEqual([parseAmount('1')])
    expect((await coinsOf(ana, 'frozen')).map(({ amount }) => amount)).toEqual([parseAmount('2')])
    expect(await coinsOf(ana, 'held')).toEqual([])
    await ana.wallet.close()
  })

  it('leaves spent ones out where what there is is asked for, counts them, and finds them by words', async () => {
    const ana = await person(['1', '2', '3'])
    await ana.wallet.calls['labels.set']({
      ...{ account: ana.account, id: `o:${await coinOf(ana, '3')}` },
      ...{ label: 'Salary of March', note: '' },
    })
    await pay(ana.wallet, toBen(ana.account, '3'))
    await ana.wallet.until(
      () => ana.wallet.calls['coins.spent']({ ...ana.owner, assetId: BTC }),
      (count) => count === 1,
    )
    const amounts = async (...asked: ['open' | 'spent' | null, string?]) =>
      (await coinsOf(ana, ...asked)).map(({ amount }) => formatAmountShort(amount))
    expect(await amounts('open')).toEqual(['2', '1'])
    expect(await amounts('spent')).toEqual(['3'])
    expect(await amounts(null, 'march SALARY')).toEqual(['3'])
    expect(await amounts('open', 'march')).toEqual([])
    const [, one] = await coinsOf(ana, 'open')
    expect(await amounts(null, one?.outputId.slice(0, 13))).toEqual(['1'])
    await ana.wallet.close()
  })

  it('tells of change whether it was proved to be ours, and of what was received once that is asked for', async () => {
    const ana = await person(['1'])
    await pay(ana.wallet, toBen(ana.account, '0.4'))
    const coins = await ana.wallet.until(
      () => coinsOf(ana, 'available'),
      (each) => each[0]?.audit === 'proved',
    )
    expect(coins).toMatchObject([{ amount: parseAmount('0.6'), audit: 'proved' }])
    // What was received is a word until it is asked for, and is no coin of a group's or of somebody else.
    await fund(ana.wallet, ana.account, BTC, '2')
    const received = async () => (await coinsOf(ana, 'available')).find(({ amount }) => amount === parseAmount('2'))
    const { outputId, audit } = (await ana.wallet.until(received, (coin) => coin !== undefined)) ?? {}
    if (outputId === undefined) throw new Error('it was received')
    expect(audit).toBeNull()
    await expect(ben.wallet.calls['coins.prove']({ account: ben.account, holder: null, outputId })).rejects.toThrow(
      coded('input.invalid'),
    )
    await ana.wallet.calls['coins.prove']({ ...ana.owner, outputId })
    expect(await received()).toMatchObject({ audit: 'proved' })
    await ana.wallet.close()
  })
})

describe('a frozen coin', () => {
  it('is left out of what is available, of the maximum and of every payment', async () => {
    const ana = await person(['1', '2'])
    const { wallet, account, owner } = ana
    await wallet.calls['coins.freeze']({ ...owner, outputs: [await coinOf(ana, '2')], reason: 'kept' })
    expect(await wallet.calls['balances.read']({ ...owner, assetId: BTC })).toMatchObject({
      available: parseAmount('1'),
      held: parseAmount('2'),
      frozen: parseAmount('2'),
      coins: 1,
    })
    const max = { ...owner, assetId: BTC, feeAssetId: null, destination: '', coins: null }
    expect(await wallet.calls['payments.max'](max)).toMatchObject({ inOne: parseAmount('1'), coins: 1 })
    await expect(wallet.calls['payments.prepare'](toBen(account, '1.5'))).rejects.toThrow(coded('wallet.insufficient'))
    await wallet.calls['coins.unfreeze']({ ...owner, outputs: [await coinOf(ana, '2')] })
    expect(await balanceOf(wallet, account, BTC)).toBe(parseAmount('3'))
    await wallet.close()
  })

  it('stays frozen after a restart and cannot be chosen by hand', async () => {
    const ana = await person(['1', '2'])
    const frozen = await coinOf(ana, '2')
    await ana.wallet.calls['coins.freeze']({ ...ana.owner, outputs: [frozen], reason: 'kept' })
    await ana.wallet.close()
    const wallet = await network.open({ dir: ana.dir, keychain: testKeychain(ana.entries) })
    await expect(wallet.calls['payments.prepare'](toBen(ana.account, '1', { coins: [frozen] }))).rejects.toThrow(
      coded('wallet.insufficient'),
    )
    await wallet.close()
  })

  it('is not spent by a payment that had chosen it before', async () => {
    const ana = await person(['1', '2'])
    const { wallet, account, owner } = ana
    const { paymentId } = await wallet.calls['payments.prepare'](toBen(account, '2'))
    const chosen = [await coinOf(ana, '2')]
    await wallet.calls['coins.freeze']({ ...owner, outputs: chosen, reason: 'kept' })
    const stopped = await wallet.calls['payments.review']({ account, paymentId })
    expect(stopped).toMatchObject({ verdict: 'stop' })
    expect(stopped.checks.find(({ id }) => id === 'frozen')).toMatchObject({ result: 'stop' })
    await expect(wallet.calls['payments.approve'](approving(account, stopped))).rejects.toThrow(
      coded('wallet.review_changed'),
    )
    await wallet.calls['coins.unfreeze']({ ...owner, outputs: chosen })
    const review = await wallet.calls['payments.review']({ account, paymentId })
    expect(await approved(wallet, account, review)).toMatchObject({ state: 'final' })
    await wallet.close()
  })

  it('is not spent either when it was frozen while the approval was asked for, or while it was being signed for', async () => {
    const ana = await person(['1'])
    const frozen = await coinOf(ana, '1')
    await ana.wallet.close()
    let when: 'asked' | 'signed' = 'asked'
    const freezeWhen = async (now: typeof when) => {
      if (now === when) await wallet.calls['coins.freeze']({ ...ana.owner, outputs: [frozen], reason: 'kept' })
    }
    const wallet = await network.open({
      ...{ dir: ana.dir, keychain: testKeychain(ana.entries) },
      askInWindow: async () => {
        await freezeWhen('asked')
        return 'approved'
      },
      wrapVault: (vault) => ({
        ...vault,
        signer: (account) => {
          const signer = vault.signer(account)
          const sign: typeof signer.sign = async (request) => {
            await freezeWhen('signed')
            return signer.sign(request)
          }
          return { ...signer, sign }
        },
      }),
    })
    for (when of ['asked', 'signed'] as const) {
      const review = await wallet.calls['payments.prepare'](toBen(ana.account, '1'))
      await expect(wallet.calls['payments.approve'](approving(ana.account, review))).rejects.toThrow(
        coded('wallet.review_changed'),
      )
      const { paymentId } = review
      expect(await wallet.calls['payments.cancel']({ account: ana.account, paymentId })).toMatchObject({
        state: 'cancelled',
        signedAt: null,
      })
      await wallet.calls['coins.unfreeze']({ ...ana.owner, outputs: [frozen] })
    }
    await wallet.close()
  })

  it('of somebody else cannot be frozen', async () => {
    const ana = await person([])
    const foreign = '11111111-2222-4333-8444-555555555555' as OutputId
    await expect(
      ana.wallet.calls['coins.freeze']({ ...ana.owner, outputs: [foreign], reason: 'kept' }),
    ).rejects.toThrow(coded('input.invalid'))
    await ana.wallet.close()
  })
})

it('spends exactly the coins that were chosen by hand', async () => {
  const ana = await person(['1', '2', '4'])
  const chosen = [await coinOf(ana, '1'), await coinOf(ana, '4')]
  const review = await ana.wallet.calls['payments.prepare'](toBen(ana.account, '5', { coins: chosen }))
  expect(review.transactions[0]?.inputs.map(({ outputId }) => outputId).sort()).toEqual([...chosen].sort())
  const sum = await ana.wallet.calls['payments.max']({
    ...ana.owner,
    assetId: BTC,
    feeAssetId: null,
    destination: '',
    coins: chosen,
  })
  expect(sum.available).toBe(0n)
  await ana.wallet.close()
})

/** Ben pays many receivers at once, all of whom are this account: many coins in few transactions. */
async function manyCoins(ana: Person, count: number): Promise<void> {
  let left = count
  while (left > 0) {
    const size = Math.min(150, left)
    left -= size
    const rows = Array.from({ length: size }, (_, at) => ({
      payee: { kind: 'user' as const, userId: ana.account },
      amount: formatAmountShort(parseAmount(`0.000${(left + at + 1).toString().padStart(4, '0')}`)),
    }))
    await fund(ben.wallet, ben.account, BTC, '20')
    expect((await pay(ben.wallet, paying(ben.account, BTC, rows))).state).toBe('final')
  }
  await ana.wallet.until(
    () => ana.wallet.calls['balances.read']({ ...ana.owner, assetId: BTC }),
    ({ coins }) => coins === count,
  )
}

describe('combining coins', () => {
  it('proposes steps of at most 256 coins and leaves out what is held or frozen', async () => {
    const ana = await person(['1', '2', '3', '4'])
    await ana.wallet.calls['coins.freeze']({ ...ana.owner, outputs: [await coinOf(ana, '2')], reason: 'kept' })
    await ana.wallet.calls['payments.prepare'](toBen(ana.account, '3'))
    expect(await planOf(ana)).toMatchObject({
      planId: null,
      state: 'proposal',
      coins: 2,
      amount: parseAmount('5'),
      steps: [{ coins: 2, amount: parseAmount('5'), state: 'waiting' }],
      skipped: { held: 1, frozen: 1, inscribed: 0 },
    })
    await ana.wallet.close()
  })

  it('has nothing to propose for one coin', async () => {
    const ana = await person(['1'])
    expect(await planOf(ana)).toBeNull()
    await expect(ana.wallet.calls['coins.combine']({ ...ana.owner, assetId: ETH })).rejects.toThrow(
      coded('input.invalid'),
    )
    await ana.wallet.close()
  })

  it('says in the review that it is a payment to oneself without a fee', async () => {
    const ana = await person(['1', '2'])
    const begun = await ana.wallet.calls['coins.combine']({ ...ana.owner, assetId: BTC })
    const review = await ana.wallet.calls['payments.review']({ account: ana.account, paymentId: begun.paymentId })
    expect(review).toMatchObject({
      verb: 'Combine 3 BTC',
      verdict: 'ok',
      fee: null,
      change: [],
      coins: 2,
      payees: [{ party: { kind: 'self' }, amount: parseAmount('3') }],
    })
    await ana.wallet.calls['payments.cancel']({ account: ana.account, paymentId: begun.paymentId })
    await ana.wallet.until(
      () => planOf(ana),
      (plan) => plan?.state === 'proposal',
    )
    await ana.wallet.close()
  })

  it('makes one coin of 300 in two steps, approved once, losing nothing', async () => {
    const ana = await person([])
    await manyCoins(ana, 300)
    const before = await balanceOf(ana.wallet, ana.account, BTC)
    // Above this each step leaves more; what is ticked with the first holds for all of them.
    const bound = { assetId: BTC, amount: parseAmount('0.0001'), passphrase: null }
    await ana.wallet.calls['payments.setChangeBound']({ account: ana.account, ...bound })
    const { review } = await approveFirst(ana)
    expect(review.coins).toBe(256)
    const whole = `${formatAmountShort(before)} BTC`
    expect(review.checks.find(({ id }) => id.startsWith('change-over-limit:'))?.text).toContain(whole)
    expect(review.checks.find(({ id }) => id === 'plan')?.text).toContain('all 2 steps for 300 coins')
    const plan = await planUntil(ana, ({ state }) => state === 'done')
    expect(plan.steps).toMatchObject([
      { coins: 256, state: 'final' },
      { coins: 45, state: 'final' },
    ])
    await ana.wallet.until(
      () => coinsOf(ana, 'available'),
      (coins) => coins.length === 1 && coins[0]?.amount === before && coins[0].audit === 'proved',
    )
    const { paymentId } = plan.steps[1] ?? {}
    if (paymentId == null) throw new Error('the second step was a payment')
    expect(await ana.wallet.calls['payments.read']({ account: ana.account, paymentId })).toMatchObject({
      kind: 'consolidation',
      party: { kind: 'self' },
      amount: before,
    })
    await ana.wallet.close()
  })

  it('pauses behind the step that is on its way and goes on when told to', async () => {
    const ana = await person([])
    await manyCoins(ana, 260)
    const { planId } = await approveFirst(ana)
    const plan = { account: ana.account, planId }
    await planUntil(ana, ({ state }) => state === 'running')
    await ana.wallet.calls['coins.pause'](plan)
    const first = (await planUntil(ana, ({ state }) => state === 'paused')).steps[0]?.paymentId
    if (first == null) throw new Error('the first step is a payment')
    await settled(ana.wallet, ana.account, first)
    await ana.wallet.calls['app.retry']({ account: ana.account })
    expect((await planOf(ana))?.steps[1]).toMatchObject({ state: 'waiting', paymentId: null })
    await ana.wallet.calls['coins.resume'](plan)
    await planUntil(ana, ({ state }) => state === 'done')
    await ana.wallet.until(
      () => coinsOf(ana, 'available'),
      (coins) => coins.length === 1,
    )
    await ana.wallet.close()
  })

  it('that was not approved is given up with its payment, which frees its coins', async () => {
    const ana = await person(['1', '2'])
    const { planId, paymentId } = await ana.wallet.calls['coins.combine']({ ...ana.owner, assetId: BTC })
    expect(await coinsOf(ana, 'held')).toHaveLength(2)
    await ana.wallet.calls['coins.stop']({ account: ana.account, planId })
    expect((await ana.wallet.calls['payments.read']({ account: ana.account, paymentId })).state).toBe('cancelled')
    expect(await coinsOf(ana, 'available')).toHaveLength(2)
    expect(await planOf(ana)).toMatchObject({ planId: null, state: 'proposal' })
    await expect(ana.wallet.calls['coins.resume']({ account: ana.account, planId })).rejects.toThrow(
      coded('wallet.payment_unknown'),
    )
    await ana.wallet.close()
  })

  it('keeps the step that was signed when the rest is given up, and begins no other', async () => {
    const ana = await person([])
    await manyCoins(ana, 260)
    const { planId, paymentId } = await approveFirst(ana)
    const plan = { account: ana.account, planId }
    await planUntil(ana, ({ state }) => state === 'running')
    await ana.wallet.calls['coins.pause'](plan)
    await ana.wallet.calls['coins.stop'](plan)
    expect((await settled(ana.wallet, ana.account, paymentId)).state).toBe('final')
    await ana.wallet.until(
      () => coinsOf(ana, 'available'),
      (coins) => coins.length === 5,
    )
    await ana.wallet.calls['app.retry']({ account: ana.account })
    expect(await ana.wallet.calls['payments.open'](ana.owner)).toEqual([])
    expect(await planOf(ana)).toMatchObject({ planId: null, state: 'proposal', coins: 5 })
    await ana.wallet.close()
  })

  it('leaves out a coin that was frozen after the plan was made', async () => {
    const ana = await person([])
    await manyCoins(ana, 258)
    const largest = (await coinsOf(ana, 'available')).sort((a, b) => (a.amount < b.amount ? 1 : -1))[0]
    if (largest === undefined) throw new Error('there are coins')
    const begun = await ana.wallet.calls['coins.combine']({ ...ana.owner, assetId: BTC })
    await ana.wallet.calls['coins.freeze']({ ...ana.owner, outputs: [largest.outputId], reason: 'kept' })
    const review = await ana.wallet.calls['payments.review']({ account: ana.account, paymentId: begun.paymentId })
    await ana.wallet.calls['payments.approve'](approving(ana.account, review))
    await planUntil(ana, ({ state }) => state === 'done')
    expect(await coinsOf(ana, 'frozen')).toMatchObject([{ outputId: largest.outputId }])
    await ana.wallet.until(
      () => coinsOf(ana, 'available'),
      (coins) => coins.length === 1,
    )
    await ana.wallet.close()
  })

  it.each([
    ['after its second step was signed', 'second signed'],
    ['after its second step was sent, before that was written', 'second sent'],
    ['while its second step was being prepared', 'second keyed'],
  ] as const)('goes on by itself when the program was killed %s', async (_, point) => {
    const ana = await person([])
    await manyCoins(ana, 258)
    const before = await balanceOf(ana.wallet, ana.account, BTC)
    await ana.wallet.close()
    await killedAt(point, network.url, ana, { kind: 'combine' })
    const wallet = await network.open({ dir: ana.dir, keychain: testKeychain(ana.entries) })
    const again = { wallet, owner: ana.owner }
    const plan = await planUntil(again, ({ state }) => state === 'done')
    expect(plan.steps.map(({ state }) => state)).toEqual(['final', 'final'])
    const coins = await wallet.until(
      () => coinsOf(again, 'available'),
      (each) => each.length === 1,
    )
    expect(coins[0]?.amount).toBe(before)
    await wallet.close()
  })
})
