import type { HolderId, RequestId } from '#contract/domain'
import type { GroupView } from '#contract/ipc'
import { parseAmount } from '#protocol'
import { signing } from '../../support/cosigners.ts'
import { approving, ETH, has, newAccount, paying, XIN } from '../../support/wallet.ts'
import type { RequestView } from '../../support/worded.ts'
import type { Step, Tour, Visitor } from '../tour.ts'

const MEMBERS = ['Ada', 'Ben', 'Cam'] as const

/** What a member's wallet knows of a request, once it is so. */
async function sees(
  { wallet, account }: Visitor,
  id: RequestId,
  satisfied: (request: RequestView) => boolean,
): Promise<RequestView> {
  const all = () => wallet.calls['approvals.list']({ account, holder: null })
  const found = await wallet.until(
    async () => (await all()).requests.find(({ requestId }) => requestId === id),
    (request) => request !== undefined && satisfied(request),
  )
  if (found === undefined) throw new Error('no such request')
  return found
}

async function makeGroup(tour: Tour): Promise<HolderId> {
  const people = MEMBERS.map((name) => tour.visitor(name))
  const members = people.map(({ account }) => account)
  const groups: GroupView[] = []
  for (const { wallet, account } of people) {
    groups.push(await wallet.calls['groups.create']({ account, name: 'Treasury', members, threshold: 2 }))
  }
  const [first] = groups
  if (first === undefined) throw new Error('three members')
  tour.id('group', first.membersHash)
  tour.id('words', first.words.join(' '))
  tour.claim(
    'all three made the same group',
    groups.every(({ holder }) => holder === first.holder),
  )
  return first.holder
}

export const cosigning: Step = {
  title: 'Ada, Ben and Cam hold 10 XIN together: two of them must sign',
  async run(tour) {
    await tour.enter('Cam', async (wallet) => (await newAccount(wallet, 'Cam')).account)
    const holder = await makeGroup(tour)
    const [ada, ben, cam] = [tour.visitor('Ada'), tour.visitor('Ben'), tour.visitor('Cam')]
    const { account } = ada
    const deposit = await ada.wallet.calls['local.deposit']({
      ...{ account, holder, chainId: ETH, assetId: XIN, amount: parseAmount('10') },
    })
    await ada.wallet.calls['local.confirm']({ blocks: deposit.threshold })
    for (const who of [ada, ben, cam]) await has(who.wallet, who.account, XIN, '10', holder)
    tour.claim('all three see 10 XIN of the group', true)

    const payee = { kind: 'user', userId: cam.account } as const
    const review = await ada.wallet.calls['payments.prepare'](
      paying(account, XIN, [{ payee, amount: '4' }], { holder }),
    )
    await ada.wallet.calls['payments.approve'](approving(account, review))
    tour.id('request', review.paymentId)
    const found = await sees(ben, review.paymentId, ({ signers }) => signers.length === 1)
    tour.claim(
      'Ben finds the request by himself, and it needs him',
      found.source === 'found' && found.tab === 'needs_you',
    )

    const shown = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: review.paymentId })
    tour.say(`${shown.request.title}: ${shown.rows.length} lines of asked, recorded and actual.`)
    tour.claim('every line agrees', shown.rows.every(({ agrees }) => agrees) && shown.canSign)
    await ben.wallet.calls['approvals.sign'](signing(ben.account, shown))
    const done = await sees(cam, review.paymentId, ({ state }) => state === 'final')
    tour.id('hash', done.hash)
    tour.claim('it is final with the signatures of Ada and Ben', done.signers.length === 2 && !done.signedByMe)
    await has(cam.wallet, cam.account, XIN, '6', holder)
    await tour.claimBalance(cam, XIN, '4')
  },
}
