import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Nanos, RequestId } from '#contract/domain'
import { parseAmount, parseSignedAmount } from '#protocol'
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
import { ALL_MOVEMENTS, approving, BTC, coded, paying, settled, sharedNetwork, toUser } from '../support/wallet.ts'
import type { RequestReview, WindowAsk } from '../support/worded.ts'
import { mixer } from './mixed.ts'

/* What happens to a request while a person looks at it: nothing is signed, shared or called sent that no longer stands. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member
/** What the window asked Ben last. */
let shown: WindowAsk | undefined
/** What happens while the window asks Ben. */
let meanwhile: () => Promise<void> = async () => undefined

beforeAll(async () => {
  const askInWindow = async (what: WindowAsk) => {
    shown = what
    await meanwhile()
    return 'approved' as const
  }
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1', '1'], [{}, { askInWindow }])
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
})
afterEach(() => {
  meanwhile = async () => undefined
  ben.line.faults.length = 0
})

/** What the history of a request says where it is open after it was not. */
const REOPENED = 'Waits for signatures'

/** Enough for an answer that is there to be read. */
const TURNS = 200

/** Ana asks for a payment; Ben reviews it. */
async function asked(): Promise<{ id: RequestId; review: RequestReview }> {
  const id = await asking(ana, paying(ana.account, BTC, [toUser(shop.account, '0.1')], { holder: team.holder }))
  await sees(ben, id)
  return { id, review: await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id }) }
}

async function giveUp(requestId: RequestId): Promise<void> {
  const { wallet, account } = ana
  await wallet.calls['approvals.unlock']({ account, requestId, passphrase: null })
}

const bundleOf = ({ wallet, account }: Member, requestId: RequestId) =>
  wallet.calls['approvals.bundle']({ account, requestId, note: '' })

describe('the window that asks a member', () => {
  const paysOfTwo = { group: { threshold: 2, members: 2 } }
  const closing = async () => {
    throw new Error('closed')
  }

  it('says of what the group is only asked for that a group pays', async () => {
    const { wallet, account } = ben
    const input = paying(account, BTC, [toUser(shop.account, '0.05')], { holder: team.holder })
    const review = await wallet.calls['payments.prepare'](input)
    meanwhile = closing
    await expect(wallet.calls['payments.approve'](approving(account, review))).rejects.toThrow('closed')
    expect(shown).toMatchObject({ title: 'Send 0.05 BTC to Shop', ...paysOfTwo })
    await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
  })

  it('says it of what another member asks for', async () => {
    const { id, review } = await asked()
    meanwhile = closing
    await expect(ben.wallet.calls['approvals.sign'](signing(ben.account, review))).rejects.toThrow('closed')
    expect(shown).toMatchObject({ verb: 'Sign as 2nd of 2', ...paysOfTwo })
    await giveUp(id)
  })
})

describe('a request that is given up while somebody is asked to sign it', () => {
  it('gets no signature', async () => {
    const { id, review } = await asked()
    const { wallet, account, signed } = ben
    const before = signed()
    meanwhile = () => giveUp(id)
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toThrow(
      coded('wallet.request_ended', { state: 'revoked' }),
    )
    expect(signed()).toBe(before)
    expect(await sees(ben, id)).toMatchObject({ state: 'revoked', signedByMe: false })
  })

  it('gets none into its bundle either', async () => {
    const { id, review } = await asked()
    const { wallet, account, signed } = ben
    const before = signed()
    meanwhile = () => giveUp(id)
    await expect(wallet.calls['approvals.signOffline'](signing(account, review))).rejects.toThrow(
      coded('wallet.request_ended', { state: 'revoked' }),
    )
    expect(signed()).toBe(before)
  })

  it('gets none when another transaction has taken its coin', async () => {
    const { id, review } = await asked()
    const { wallet, account, signed, line } = ben
    const before = signed()
    meanwhile = async () => {
      line.faults.push({
        path: /^\/safe\/outputs\/[^/]+$/,
        act: (output: object) => ({ ...output, state: 'signed', signed_by: 'ab'.repeat(32) }),
        times: Number.POSITIVE_INFINITY,
      })
    }
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toThrow(coded('wallet.coin_taken'))
    expect(signed()).toBe(before)
    await giveUp(id)
  })

  it('is handed on by nobody, although its signatures were complete in a bundle', async () => {
    const { id } = await asked()
    const { wallet, account } = ben
    // Signed while the service is away: the bundle is complete, and nobody else has it.
    await bundleOf(ben, id)
    const review = await wallet.calls['approvals.review']({ account, requestId: id })
    meanwhile = async () => {
      ben.line.faults.push({ path: /^\/safe\//, act: 'before', times: Number.POSITIVE_INFINITY })
    }
    const kept = await wallet.calls['approvals.signOffline'](signing(account, review))
    expect(kept.signers.map(({ offline }) => offline)).toContain(true)
    expect(await bundleOf(ben, id)).toMatchObject({ confirmed: false })
    await giveUp(id)
    ben.line.faults.length = 0
    await expect(bundleOf(ben, id)).rejects.toThrow(coded('wallet.request_ended', { state: 'revoked' }))
    await sees(ben, id, ({ state }) => state === 'revoked')
    await groupHas(ana, team.holder, parseAmount('3'))
  })
})

describe('a signature', () => {
  it('counts as handed over only once the service has said so', async () => {
    const { id, review } = await asked()
    const { wallet, account, line } = ben
    line.faults.push({ path: /\/sign$/, act: 'before', times: Number.POSITIVE_INFINITY })
    const mine = async () => (await sees(ben, id)).signers.find(({ user }) => user.userId === account)?.offline
    await wallet.calls['approvals.sign'](signing(account, review))
    expect(await mine()).toBe(true)
    expect(await sees(ben, id)).toMatchObject({ state: 'open', signedByMe: true })
    line.faults.length = 0
    await wallet.calls['app.retry']({ account })
    await sees(ben, id, ({ state }) => state === 'final')
    expect(await mine()).toBe(false)
  })

  it('is not made when the service cannot confirm the request after consent, except for a bundle', async () => {
    const { id, review } = await asked()
    const { wallet, account, signed, line } = ben
    const before = signed()
    meanwhile = async () => {
      line.faults.push({ path: /^\/safe\/multisigs\//, act: 'before', times: Number.POSITIVE_INFINITY })
    }
    await expect(wallet.calls['approvals.sign'](signing(account, review))).rejects.toThrow(coded('remote.unreachable'))
    expect(signed()).toBe(before)
    line.faults.length = 0
    await giveUp(id)
  })
})

describe('a request that was given up', () => {
  it('stays so where an answer of before comes late', async () => {
    const mix = mixer()
    const { members, holder } = await newTeam(network, ['Eva', 'Fay'], 2, ['1'], [{ fetch: mix.fetch }])
    const [eva] = members
    const { wallet, account } = eva
    const id = await asking(eva, paying(account, BTC, [toUser(shop.account, '0.1')], { holder }))
    mix.hold(new RegExp(`^after GET /safe/multisigs/${id}`))
    const review = wallet.calls['approvals.review']({ account, requestId: id })
    await wallet.until(
      async () => mix.kept.length,
      (count) => count > 0,
    )
    await wallet.calls['approvals.unlock']({ account, requestId: id, passphrase: null })
    mix.letGo()
    expect((await review).request.state).toBe('revoked')
  })

  it('stays so where the answer to a signature of before comes late', async () => {
    const mix = mixer()
    const { members, holder } = await newTeam(network, ['Gil', 'Hal'], 2, ['1'], [{ fetch: mix.fetch }])
    const [gil, hal] = members
    const { wallet, account } = gil
    mix.hold(/^after POST \/safe\/multisigs\/[0-9a-f-]+\/sign$/)
    const review = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(shop.account, '0.1')], { holder }),
    )
    const id = review.paymentId
    await wallet.calls['payments.approve'](approving(account, review))
    await sees(hal, id, ({ signers }) => signers.length > 0)
    await hal.wallet.calls['approvals.unlock']({ account: hal.account, requestId: id, passphrase: null })
    const look = () => wallet.calls['approvals.review']({ account, requestId: id })
    await wallet.until(look, ({ request }) => request.state === 'revoked')
    mix.letGo()
    expect((await settled(wallet, account, id)).state).toBe('failed')
    const { request, log } = await look()
    expect(request.state).toBe('revoked')
    expect(log.map(({ text }) => text)).not.toContain(REOPENED)
  })

  it('is found by whoever searches for it, by every member, and stands in no list by itself', async () => {
    const { id } = await asked()
    await giveUp(id)
    await sees(ben, id, ({ state }) => state === 'revoked')
    for (const { wallet, account } of team.members) {
      const owner = { account, holder: team.holder }
      const found = async (search: string) => {
        const filter = { assetId: null, direction: null, kind: null, opponent: null, from: null, to: null, search }
        const { rows } = await wallet.calls['activity.list']({ ...owner, filter, cursor: null, limit: 50 })
        return rows.map((row) => row.id)
      }
      expect(await found('is:cancelled')).toContain(`r:${id}`)
      expect(await found('amount=0.1 to:shop')).toContain(`r:${id}`)
      expect([...(await found('')), ...(await found('is:failed'))]).not.toContain(`r:${id}`)
      expect(await wallet.calls['activity.read']({ ...owner, id: `r:${id}` })).toMatchObject({
        row: { money: 'cancelled', amount: parseSignedAmount('-0.1') },
        requestId: id,
      })
    }
  })

  it('is found by each of those whom it was to pay', async () => {
    const { wallet, account } = ana
    const rows = [toUser(shop.account, '0.05'), toUser(ben.account, '0.02')]
    const id = await asking(ana, paying(account, BTC, rows, { holder: team.holder }))
    await giveUp(id)
    await sees(ana, id, ({ state }) => state === 'revoked')
    const found = async (asked: Partial<typeof ALL_MOVEMENTS>) => {
      const filter = { ...ALL_MOVEMENTS, search: 'is:cancelled amount=0.07', ...asked }
      const list = { account, holder: team.holder, filter, cursor: null, limit: 50 }
      return (await wallet.calls['activity.list'](list)).rows.map((row) => row.id)
    }
    expect(await found({ opponent: shop.account })).toEqual([`r:${id}`])
    expect(await found({ opponent: ben.account })).toEqual([`r:${id}`])
    expect(await found({ search: 'is:cancelled amount=0.07 to:shop' })).toEqual([`r:${id}`])
    // Nearly every id has some letters of any word: whoever types few means a name.
    const few = /[0-9]?[a-f][0-9a-f]{2}/.exec(shop.account)?.[0] ?? ''
    expect(few).not.toBe('')
    expect(await found({ search: `is:cancelled amount=0.07 to:${few}` })).toEqual([])
    expect(await found({ search: `is:cancelled amount=0.07 to:${shop.account.slice(0, 8)}` })).toEqual([`r:${id}`])
  })

  it('is found also where nobody was asked yet', async () => {
    const { wallet, account } = ana
    const payee = { kind: 'user' as const, userId: shop.account }
    const input = paying(account, BTC, [{ payee, amount: '0.08' }], { holder: team.holder })
    const { paymentId } = await wallet.calls['payments.prepare'](input)
    await wallet.calls['payments.cancel']({ account, paymentId })
    const filter = {
      ...{ assetId: null, direction: null, kind: null, opponent: null, from: null, to: null },
      search: 'is:cancelled amount=0.08',
    }
    const { rows } = await wallet.calls['activity.list']({
      ...{ account, holder: team.holder, filter, cursor: null, limit: 50 },
    })
    expect(rows.map(({ id }) => id)).toEqual([`p:${paymentId}`])
  })
})

describe('a request that others signed after its payment was given up here', () => {
  it('is one with that payment, and found at one time', async () => {
    const { wallet, account, line } = ana
    const input = paying(account, BTC, [toUser(shop.account, '0.06')], { holder: team.holder })
    const { paymentId } = await wallet.calls['payments.prepare'](input)
    line.faults.push({ path: /unlock/, act: 'before' })
    await wallet.calls['payments.cancel']({ account, paymentId })
    await ben.wallet.calls['approvals.open']({ account: ben.account, id: paymentId })
    await cosign(ben, paymentId)
    await sees(ana, paymentId)
    line.faults.length = 0
    await wallet.calls['approvals.unlock']({ account, requestId: paymentId, passphrase: null })
    await sees(ana, paymentId, ({ state }) => state === 'revoked')
    const found = async (from: Nanos | null) => {
      const filter = { ...ALL_MOVEMENTS, from, search: 'is:cancelled amount=0.06' }
      const asked = { account, holder: team.holder, filter, cursor: null, limit: 50 }
      return (await wallet.calls['activity.list'](asked)).rows
    }
    const [row, ...others] = await found(null)
    expect([row?.id, others]).toEqual([`r:${paymentId}`, []])
    expect(await found(((row?.at ?? 0n) + 1n) as Nanos)).toEqual([])
  })
})

describe('a payment of a group that is given up unsigned', () => {
  it('is no trouble of the wallet where that is closed before the service has answered', async () => {
    const mix = mixer()
    const logged: string[] = []
    const log = (_level: string, event: string) => void logged.push(event)
    const { members, holder } = await newTeam(network, ['Cleo', 'Dan'], 2, ['1'], [{ fetch: mix.fetch, log }])
    const [{ wallet, account }] = members
    const review = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(shop.account, '0.1')], { holder }),
    )
    mix.hold(/^after POST .*unlock/)
    await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
    await wallet.until(
      async () => mix.kept.length,
      (count) => count === 1,
    )
    await wallet.close()
    mix.letGo()
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(logged).not.toContain('payment.not_given_up')
  })
})
