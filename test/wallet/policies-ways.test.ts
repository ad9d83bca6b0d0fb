import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import type { PolicyRules } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { galleryOf, kites, mint, words } from '../support/collectibles.ts'
import {
  asking,
  cosign,
  groupHas,
  type Member,
  newMember,
  newTeam,
  sees,
  signing,
  type Team,
} from '../support/cosigners.ts'
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
  paying,
  sharedNetwork,
  toUser,
  XIN,
} from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { FREE, rulesIn } from './rules.ts'

/* Each way in which something comes to be signed asks the rules. */

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** No more bitcoin than that in a day, and nothing of anything else. */
const atMost = (day: string): PolicyRules => ({
  ...{ ...FREE, others: 'refused' },
  assets: [{ assetId: BTC, day: parseAmount(day), waitAbove: null, lookAbove: null }],
})

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let cas: Member
beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1', '1'])
  ;[ana, ben] = team.members
  cas = await newMember(network, 'Cas')
  const { wallet, account } = cas
  await fund(wallet, account, BTC, '1')
  await fund(wallet, account, BTC, '1')
  await fund(wallet, account, XIN, '1', ETH)
  await wallet.calls['policies.set']({ account, holder: null, rules: atMost('0.3'), passphrase: null })
})

/** It is shown as stopped, and refused although nobody looked. */
async function stopped({ wallet, account }: Member, review: PaymentReview): Promise<void> {
  expect(review.verdict).toBe('stop')
  await expect(wallet.calls['payments.approve'](approving(account, review))).rejects.toThrow(coded('wallet.rules_stop'))
  await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
}

describe('rules of an account', () => {
  it('are told of where a payment that they stop waits, and of no other', async () => {
    const { wallet, account } = cas
    const heldNow = async () => {
      const { attention } = await wallet.calls['home.read']({ account, holder: null })
      const atHome = attention.flatMap((item) => (item.kind === 'unfinished' ? [item.held] : []))
      const open = await wallet.calls['payments.open']({ account, holder: null })
      return [atHome, open.map(({ held }) => held)]
    }
    const payee = { kind: 'user' as const, userId: ben.account }
    const over = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.4' }]))
    expect(await heldNow()).toEqual([[{ until: null }], [{ until: null }]])
    await wallet.calls['payments.cancel']({ account, paymentId: over.paymentId })
    const within = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.3' }]))
    expect(await heldNow()).toEqual([[undefined], [undefined]])
    await wallet.calls['payments.cancel']({ account, paymentId: within.paymentId })
  })

  it('count a withdrawal together with its fee', async () => {
    const { wallet, account } = cas
    const withdrawing = (amount: string) =>
      wallet.calls['payments.prepare'](
        paying(account, BTC, [{ payee: { kind: 'chain', destination: BITCOIN, tag: '' }, amount }], {
          feeAssetId: BTC,
        }),
      )
    const whole = await withdrawing('0.3')
    expect(rulesIn(whole)).toEqual(['stop: Daily limit: this is more than the 0.3 BTC left of 0.3 BTC.'])
    await stopped(cas, whole)
    const less = await withdrawing('0.2')
    expect(less.verdict).not.toBe('stop')
    const { wallet: cased, account: of } = cas
    await cased.calls['payments.cancel']({ account: of, paymentId: less.paymentId })
  })

  it('stop an item that would leave', async () => {
    const { wallet, account } = cas
    const made = await mint(network, [{ members: [account], content_type: 'text/plain' }])
    const [item] = made.items.map(({ inscription_hash }) => inscription_hash)
    if (item === undefined) throw new Error('there is one')
    await galleryOf(wallet, account, (all) => all.some(({ inscription }) => inscription === item))
    const payee = { kind: 'user' as const, userId: ben.account }
    await stopped(cas, await wallet.calls['collectibles.transfer']({ account, holder: null, inscription: item, payee }))
    // Giving up the item leaves its money with its owner.
    const release = await wallet.calls['collectibles.release']({ account, holder: null, inscription: item })
    expect(rulesIn(release)).toEqual([])
    await wallet.calls['payments.cancel']({ account, paymentId: release.paymentId })
  })

  it('stop what is burnt to store a memo', async () => {
    const { wallet, account } = cas
    const review = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(ben.account, '0.01')], {
        ...{ memoHex: '61'.repeat(2000), storeMemo: true },
      }),
    )
    expect(rulesIn(review)).toContain('stop: Your rules let no XIN leave.')
    await stopped(cas, review)
  })

  it('stop what is burnt to deploy a collection', async () => {
    const { wallet, account } = cas
    const review = await wallet.calls['collectibles.deploy'](kites(account))
    expect(rulesIn(review)).toEqual(['stop: Your rules let no XIN leave.'])
    await stopped(cas, review)
  })

  it('stop what is burnt to inscribe into a collection of their own', async () => {
    const dee = await newMember(network, 'Dee')
    const { wallet, account } = dee
    await fund(wallet, account, XIN, '1', ETH)
    const {
      hashes: [collection],
    } = await approved(wallet, account, await wallet.calls['collectibles.deploy'](kites(account)))
    if (collection === undefined) throw new Error('there is one')
    await network.blocks(1)
    await wallet.until(
      () => balanceOf(wallet, account, XIN),
      (available) => available > 0n,
    )
    await wallet.calls['policies.set']({ account, holder: null, rules: atMost('0.3'), passphrase: null })
    const review = await wallet.calls['collectibles.inscribe']({
      ...{ account, collection, content: words('first') },
      recipient: { kind: 'user', userId: account },
    })
    expect(rulesIn(review)).toEqual(['stop: Your rules let no XIN leave.'])
    await stopped(dee, review)
    await wallet.close()
  })

  it('stop what only a rate that leapt would let through', async () => {
    const files = { dir: newFolder('wallet'), keychain: testKeychain() }
    const { wallet, account, line } = await newMember(network, 'Eve', files)
    await fund(wallet, account, BTC, '1')
    const rules: PolicyRules = { ...FREE, fiat: { currency: 'EUR', day: parseAmount('1000') } }
    await wallet.calls['policies.set']({ account, holder: null, rules, passphrase: null })
    const payee = { kind: 'user' as const, userId: ben.account }
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.5' }]))
    expect(review.verdict).toBe('stop')
    line.faults.push({
      path: /^\/external\/fiats$/,
      act: (fiats: { rate: number }[]) => fiats.map((fiat) => ({ ...fiat, rate: fiat.rate / 1000 })),
      times: Number.POSITIVE_INFINITY,
    })
    await wallet.close()
    const again = await network.open({ ...files, fetch: line.fetch })
    await again.until(
      () => again.calls['payments.review']({ account, paymentId: review.paymentId }),
      (now) => rulesIn(now).join() !== rulesIn(review).join(),
    )
    const now = await again.calls['payments.review']({ account, paymentId: review.paymentId })
    expect(now.verdict).toBe('stop')
    await expect(again.calls['payments.approve'](approving(account, now))).rejects.toThrow(coded('wallet.rules_stop'))
    await again.close()
  })

  it('stop a run of payments', async () => {
    const { wallet, account } = cas
    const row = { line: 1, to: ben.account, typed: '0.4', amount: parseAmount('0.4'), memo: '', label: '' }
    const { runId } = await wallet.calls['runs.save']({
      ...{ account, holder: null, assetId: BTC, name: 'November', rows: [row] },
    })
    await stopped(cas, await wallet.calls['runs.prepare']({ account, runId }))
  })
})

describe('rules over a group', () => {
  /** Ana asks the group to pay somebody. */
  async function ask(amount: string): Promise<RequestId> {
    const wish = paying(ana.account, BTC, [toUser(cas.account, amount)], { holder: team.holder })
    const requestId = await asking(ana, wish)
    await sees(ben, requestId)
    return requestId
  }

  it('bind the member who set them, with the service and without it, and nobody else', async () => {
    const { wallet, account } = ben
    await wallet.calls['policies.set']({ account, holder: team.holder, rules: atMost('0.3'), passphrase: null })
    const requestId = await ask('0.4')
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(rulesIn(review)).toEqual(['stop: Daily limit: this is more than the 0.3 BTC left of 0.3 BTC.'])
    expect(review).toMatchObject({ canSign: false, cannotSign: 'Your own rules stop this.' })
    // In the list it is not one of those that nobody should sign.
    expect(await sees(ben, requestId)).toMatchObject({ verdict: 'rules' })
    for (const way of ['approvals.sign', 'approvals.signOffline'] as const) {
      await expect(wallet.calls[way](signing(account, review))).rejects.toThrow(coded('wallet.rules_stop'))
    }
    expect((await wallet.calls['policies.read']({ account, holder: null })).rules).toBeNull()
    const { wallet: asker, account: by } = ana
    await asker.calls['approvals.unlock']({ account: by, requestId, passphrase: null })
    await sees(ana, requestId, ({ state }) => state === 'revoked')
  })

  it('count what was signed for others, and then stop what one asks oneself', async () => {
    await groupHas(ana, team.holder, parseAmount('3'))
    const requestId = await ask('0.2')
    const { wallet, account } = ben
    const review = await wallet.calls['approvals.review']({ account, requestId })
    expect(rulesIn(review)).toEqual(['ok: Daily limit: 0.1 BTC of 0.3 BTC left after this.'])
    await wallet.calls['approvals.sign'](signing(account, review))
    await sees(ben, requestId, ({ state }) => state === 'complete')
    await groupHas(ben, team.holder, parseAmount('2.8'))
    const payee = { kind: 'user' as const, userId: cas.account }
    await stopped(
      ben,
      await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.2' }], { holder: team.holder })),
    )
  })
})

describe('a request of a group that was signed and given up', () => {
  it('counts until another payment has taken its coins', async () => {
    const { members, holder } = await newTeam(network, ['Dan', 'Eve', 'Fay'], 3, ['1'])
    const [dan, eve, fay] = members
    const { wallet, account } = eve
    await wallet.calls['policies.set']({ account, holder, rules: atMost('0.5'), passphrase: null })
    const today = async () => {
      const { today: sums } = await wallet.calls['policies.read']({ account, holder })
      return sums.map(({ spent }) => spent)
    }
    const ask = async () => {
      const id = await asking(dan, paying(dan.account, BTC, [toUser(cas.account, '0.2')], { holder }))
      await sees(eve, id)
      await sees(fay, id)
      return id
    }
    const first = await ask()
    await cosign(eve, first)
    await dan.wallet.calls['approvals.unlock']({ account: dan.account, requestId: first, passphrase: null })
    for (const member of members) await sees(member, first, ({ state }) => state === 'revoked')
    expect(await today()).toEqual([parseAmount('0.2')])

    const second = await ask()
    await cosign(eve, second)
    expect(await today()).toEqual([parseAmount('0.4')])
    // That it is paid is a word: one signature is missing.
    const isPaid = { state: 'spent', snapshot_hash: second.replaceAll('-', '').repeat(2) }
    eve.line.faults.push({
      path: new RegExp(`/(multisigs|transactions)/${second}$`),
      act: (record: object) => ({ ...record, ...isPaid }),
    })
    const read = () => wallet.calls['payments.read']({ account, paymentId: second })
    await wallet.until(read, ({ state }) => state === 'final')
    await wallet.calls['app.retry']({ account })
    expect(await today()).toEqual([parseAmount('0.4')])
    eve.line.faults.length = 0
    await cosign(fay, second)
    for (const member of members) await groupHas(member, holder, parseAmount('0.8'))
    // The coins are listed before the request is known to be final.
    await expect.poll(today).toEqual([parseAmount('0.2')])
    const third = await ask()
    const review = await wallet.calls['approvals.review']({ account, requestId: third })
    expect(rulesIn(review)).toEqual(['ok: Daily limit: 0.1 BTC of 0.5 BTC left after this.'])
  })
})

describe('rules of a group', () => {
  it('say nothing of what was signed before they were stricter, which they cannot stop', async () => {
    const { members, holder } = await newTeam(network, ['Gil', 'Hal'], 2, ['1'])
    const [gil, hal] = members
    const payee = { kind: 'user' as const, userId: cas.account }
    const requestId = await asking(gil, paying(gil.account, BTC, [{ payee, amount: '0.4' }], { holder }))
    await sees(hal, requestId)
    const rulesOf = async ({ wallet, account }: Member) => {
      await wallet.calls['policies.set']({ account, holder, rules: atMost('0.1'), passphrase: null })
      return rulesIn(await wallet.calls['approvals.review']({ account, requestId }))
    }
    expect(await rulesOf(gil)).toEqual([])
    expect(await rulesOf(hal)).toEqual([expect.stringMatching(/^stop: Daily limit/)])
  })
})

describe('rules of a member', () => {
  it('stop the fee that the member would pay for a withdrawal of the group', async () => {
    const { wallet, account } = ana
    await fund(wallet, account, BTC, '1')
    const payee = { kind: 'chain' as const, destination: BITCOIN, tag: '' }
    const requestId = await asking(ana, paying(account, BTC, [{ payee, amount: '0.05' }], { holder: team.holder }))
    await sees(ben, requestId)
    await cosign(ben, requestId)
    await sees(ana, requestId, ({ withdrawal }) => withdrawal?.fee === 'waits')
    await wallet.calls['policies.set']({ account, holder: null, rules: atMost('0'), passphrase: null })
    const review = await wallet.calls['approvals.payFee']({ account, requestId })
    expect(rulesIn(review)).toMatchObject([expect.stringMatching(/^stop: Daily limit/)])
    await stopped(ana, review)
  })
})
