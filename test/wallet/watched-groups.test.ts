import { beforeAll, describe, expect, it } from 'vitest'
import type { HolderId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { type Member, newTeam, type Team } from '../support/cosigners.ts'
import { authorizationOf } from '../support/permission.ts'
import { MAYA } from '../support/residents.ts'
import { approving, BTC, coded, has, type OpenWallet, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* A member whose key is in a phone looks at the group here; the others have wallets of their own. */

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let watcher: OpenWallet

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 2, ['3'])
  ;[ana, ben] = team.members
  watcher = await network.open()
})

describe('a group of which a watched account is a member', () => {
  let holder: HolderId

  it('is added, with its balance and coins', async () => {
    const { text } = await authorizationOf(network.url, { user: ana.account })
    await watcher.calls['accounts.watch']({ permission: text })
    const account = ana.account
    const made = await watcher.calls['groups.create']({
      ...{ account, name: 'Treasury', members: team.members.map((one) => one.account), threshold: 2 },
    })
    expect(made.holder).toBe(team.holder)
    holder = made.holder
    await has(watcher, account, BTC, '3', holder)
    const query = { account, holder, assetId: BTC, state: null, search: '', cursor: null, limit: 10 }
    expect((await watcher.calls['coins.list'](query)).rows).toHaveLength(1)
  })

  it('shows what is asked of its members, and signs nothing', async () => {
    const account = ana.account
    const review = await ben.wallet.calls['payments.prepare'](paying(ben.account, BTC, [toUser(MAYA, '1')], { holder }))
    await ben.wallet.calls['payments.approve'](approving(ben.account, review))
    const [row] = await watcher.until(
      async () => (await watcher.calls['approvals.list']({ account, holder: null })).requests,
      (rows) => rows.length > 0,
    )
    expect(row).toMatchObject({ requestId: review.paymentId })
    // What others have signed for is the group's still.
    const { available, held, total } = await watcher.calls['balances.read']({ account, holder, assetId: BTC })
    expect([available, held, total]).toEqual([0n, parseAmount('3'), parseAmount('3')])
    const { balances } = await watcher.calls['home.read']({ account, holder })
    expect(balances).toMatchObject([{ held: parseAmount('3') }])
    const seen = await watcher.calls['approvals.review']({ account, requestId: review.paymentId })
    expect(seen.request).toMatchObject({ requestId: review.paymentId, amount: parseAmount('1'), signedByMe: false })
    expect(seen).toMatchObject({ canSign: false, canUnlock: false })
    expect(seen.checks.filter(({ result }) => result === 'stop')).toEqual([])
    expect(seen.cannotSign).toContain('not on this computer')
    // Nobody who only looks may ask for keys, which says nothing of how these were made.
    const ofKeys = seen.checks.filter(({ id }) => id.startsWith('owner:'))
    expect(ofKeys).toMatchObject([{ result: 'note' }, { result: 'note' }])
    for (const { text } of ofKeys) expect(text).toContain('could not be compared')
    const { requestId, digest } = { requestId: review.paymentId, digest: review.digest }
    await expect(
      watcher.calls['approvals.sign']({ account, requestId, digest, passphrase: null, accepted: [] }),
    ).rejects.toThrow(coded('wallet.watch_only'))
    await expect(
      watcher.calls['payments.prepare'](paying(account, BTC, [toUser(MAYA, '1')], { holder })),
    ).rejects.toThrow(coded('wallet.watch_only'))
  })
})
