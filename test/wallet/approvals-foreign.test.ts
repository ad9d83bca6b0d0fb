import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { ghostKeyHints, parseAmount, toAmount } from '#protocol'
import { groupHas, type Member, newMember, newTeam, sees, signing, type Team } from '../support/cosigners.ts'
import { remoteAt } from '../support/localnet.ts'
import { sharedNetwork } from '../support/wallet.ts'
import { foreignRequest } from './foreign-request.ts'

/* Requests that another program made: whose keys they have is confirmed by whichever rule it used. */

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, Array<string>(8).fill('1'))
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
})

const RULES = ['mobile', 'goSdk', 'nodeSdk', 'communitySdk', 'vault'] as const

async function madeBy(hint: (requestId: string, index: number) => string, senders: boolean) {
  const members = team.members.map(({ account }) => account)
  const { id } = await foreignRequest(ana, {
    ...{ network, holder: team.holder, members, hint, senders },
    outputs: (spent) => [
      { amount: parseAmount('0.2'), to: [shop.account] },
      { amount: toAmount(spent - parseAmount('0.2')), to: members, threshold: 2 },
    ],
  })
  await sees(ben, id)
  const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
  return { id, review }
}

describe('a request of another program', () => {
  it.each(RULES.flatMap((rule) => [true, false].map((senders) => [rule, senders] as const)))(
    'raises no alarm when its keys follow the rule %s (senders named: %s)',
    async (rule, senders) => {
      const { id, review } = await madeBy((requestId, index) => ghostKeyHints(requestId, index)[rule], senders)
      expect(review.payees.map(({ proof }) => proof)).toEqual(['claimed'])
      expect(review.change.map(({ proof }) => proof)).toEqual(['claimed'])
      expect(review.checks.filter((check) => check.id.startsWith('owner:'))).toEqual([])
      await ben.wallet.calls['approvals.unlock']({ account: ben.account, requestId: id, passphrase: null })
    },
  )

  it.each([
    ['is amber as ever', () => randomUUID(), 'attention'],
    ['is confirmed by another rule', (id: string, index: number) => ghostKeyHints(id, index).goSdk, null],
  ] as const)('whose maker has used up the hints of the first rule %s', async (_, hint, result) => {
    const remote = remoteAt(network.url, { authorize: ana.wallet.vault.signer(ana.account).authorize })
    const used: Promise<unknown>[] = []
    const { id, review } = await madeBy((requestId, index) => {
      const key = { receivers: [ana.account], index, hint: ghostKeyHints(requestId, index).mobile }
      used.push(remote.call('keys.request', { body: [key] }))
      return hint(requestId, index)
    }, true)
    await Promise.all(used)
    await ben.wallet.calls['approvals.unlock']({ account: ben.account, requestId: id, passphrase: null })
    const owners = review.checks.filter((check) => check.id.startsWith('owner:'))
    expect(owners.map((check) => check.result)).toEqual(result === null ? [] : [result, result])
  })

  it('that recomputes by no rule is amber and says so, and can be signed by who accepts it', async () => {
    const { id, review } = await madeBy(() => randomUUID(), true)
    const owners = review.checks.filter((check) => check.id.startsWith('owner:'))
    expect(owners.map(({ result }) => result)).toEqual(['attention', 'attention'])
    for (const { text } of owners) expect(text).toContain('made by a rule that cannot be recomputed')
    expect(review).toMatchObject({ verdict: 'attention', canSign: true })
    await ben.wallet.calls['approvals.sign'](signing(ben.account, review))
    await sees(ben, id, ({ state }) => state === 'final')
    await groupHas(ben, team.holder, parseAmount('7.8'))
  })
})
