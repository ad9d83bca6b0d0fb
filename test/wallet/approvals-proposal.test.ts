import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { ghostKeyHints, parseAmount, toAmount } from '#protocol'
import { type Member, newMember, newTeam, sees, signing, type Team } from '../support/cosigners.ts'
import { BTC, order } from '../support/localnet.ts'
import { sharedNetwork } from '../support/wallet.ts'
import { foreignRequest } from './foreign-request.ts'

/* Requests of a service of vaults: what they are for is said beside the bytes, by the service alone. */

const VAULT = 'bc1qc7ndtvmq0cuj9wqg2n37vkqqdlqcfy8a9y9zpw'
const THEM = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const PAYS = {
  ...{ id: '0f6f0b0a-8f56-4a8d-9c3b-3d5c3f3f8d11', name: 'Cold \u202etreasury', address: VAULT, role: 'member' },
  operation: {
    transaction: { asset_id: BTC, recipients: [{ address: THEM, amount: '0.75' }], note: 'Rent\nof May' },
  },
}

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, Array<string>(5).fill('1'))
  ;[ana, ben] = team.members
  shop = await newMember(network, 'Shop')
})

const says = (request_id: RequestId, safe: unknown) => order(network, 'proposals', { request_id, safe })

/** A request of another program, of which the service says what it is for; as Ben's wallet sees it. */
async function asked(safe: unknown): Promise<RequestId> {
  const members = team.members.map(({ account }) => account)
  const { id } = await foreignRequest(ana, {
    ...{ network, holder: team.holder, members, senders: true },
    hint: (requestId, index) => ghostKeyHints(requestId, index).vault,
    outputs: (spent) => [
      { amount: parseAmount('0.00000001'), to: [shop.account] },
      { amount: toAmount(spent - 1n), to: members, threshold: 2 },
    ],
  })
  await says(id, safe)
  await sees(ben, id)
  return id
}

const reviewOf = async (requestId: RequestId, { wallet, account } = ben) =>
  wallet.calls['approvals.review']({ account, requestId })

const proposalChecks = ({ checks }: Awaited<ReturnType<typeof reviewOf>>) =>
  checks.filter(({ id }) => id.startsWith('proposal'))

describe('what the service says that a signature is for', () => {
  it('is shown beside what the bytes do, cleaned, as the service’s word, and can be signed', async () => {
    const id = await asked(PAYS)
    const review = await reviewOf(id)
    expect(review).toMatchObject({ canSign: true, request: { amount: 1n } })
    expect(review.proposal).toMatchObject({
      ...{ kind: 'transaction', name: 'Cold treasury', address: VAULT, note: 'Rent\nof May' },
      asset: { assetId: BTC, symbol: 'BTC' },
      recipients: [{ address: THEM, amount: '0.75', symbol: 'BTC' }],
    })
    expect(proposalChecks(review)).toEqual([
      {
        id: 'proposal',
        result: 'note',
        text: `The service says that this is for a transaction of the vault “Cold treasury” on another chain: 0.75 BTC to ${THEM}. The bytes that are signed do not prove this.`,
      },
    ])
    const { wallet, account } = ben
    await wallet.calls['approvals.sign'](signing(account, review))
    await sees(ben, id, ({ state }) => state === 'final')
    expect((await reviewOf(id)).proposal?.recipients).toHaveLength(1)
  })

  it('is shown when a vault is given up', async () => {
    const recovery = { address: THEM, assets: [{ name: 'Bitcoin', symbol: 'BTC', amount: '3.5' }] }
    const review = await reviewOf(await asked({ ...PAYS, operation: { recovery } }))
    expect(review.proposal).toMatchObject({
      ...{ kind: 'recovery', asset: null, note: '' },
      recipients: [{ address: THEM, amount: '3.5', symbol: 'BTC' }],
    })
    expect(proposalChecks(review)).toMatchObject([{ result: 'note' }])
    expect(proposalChecks(review)[0]?.text).toContain(`“Cold treasury” into another address: 3.5 BTC to ${THEM}.`)
  })

  it.each([
    ['in a form that is not known', { ...PAYS, operation: { burn: {} } }],
    ['in no form at all', 7],
  ])('stands in the way of a careless signature where it cannot be read: %s', async (_, odd) => {
    const id = await asked(odd)
    const review = await reviewOf(id)
    expect(review).toMatchObject({ verdict: 'attention', canSign: true, proposal: { kind: 'unknown' } })
    expect(proposalChecks(review)).toMatchObject([{ id: 'proposal', result: 'attention' }])
    await ben.wallet.calls['approvals.unlock']({ account: ben.account, requestId: id, passphrase: null })
  })

  it('is told when it changes, and stays when the service stops saying it', async () => {
    const id = await asked(PAYS)
    expect((await reviewOf(id)).proposal).toMatchObject({ address: VAULT })
    await says(id, null)
    const silent = await reviewOf(id)
    expect(silent.proposal).toMatchObject({ address: VAULT })
    expect(proposalChecks(silent).map(({ result }) => result)).toEqual(['note'])
    await says(id, { ...PAYS, address: THEM })
    const review = await reviewOf(id)
    expect(review).toMatchObject({ verdict: 'attention', proposal: { address: THEM } })
    expect(proposalChecks(review).map(({ id: check, result }) => [check, result])).toEqual([
      ['proposal', 'note'],
      ['proposal-changed', 'attention'],
    ])
    // However often the same is said from then on.
    expect(proposalChecks(await reviewOf(id))).toEqual(proposalChecks(review))
  })

  it('is nothing where the service says nothing', async () => {
    const review = await reviewOf(await asked(null))
    expect(review.proposal).toBeNull()
    expect(proposalChecks(review)).toEqual([])
  })
})
