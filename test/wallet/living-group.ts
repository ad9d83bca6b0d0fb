import type { RequestId } from '#contract/domain'
import { signing } from '../support/cosigners.ts'
import { type Act, type Acts, agreeTo, attempt, type Desk, type Life, one, openRequests } from './living.ts'

/* What members do about the requests of their group. */

const withRequest =
  (act: (life: Life, desk: Desk, requestId: RequestId) => Promise<unknown>): Act =>
  async (life, desk, choice) => {
    const request = one(await openRequests(life, desk), choice.pick)
    if (request !== undefined) await act(life, desk, request.requestId)
  }

async function sign(
  life: Life,
  { wallet, account, passphrase }: Desk,
  requestId: RequestId,
  by: 'sign' | 'signOffline',
) {
  const review = await attempt(life, () => wallet.calls['approvals.review']({ account, requestId }))
  if (review !== undefined)
    await attempt(life, () => wallet.calls[`approvals.${by}`]({ ...signing(account, review), passphrase }))
}

export const GROUP = {
  cosign: [10, withRequest((life, desk, requestId) => sign(life, desk, requestId, 'sign'))],
  refuse: [
    1,
    withRequest((life, { wallet, account }, requestId) =>
      attempt(life, () => wallet.calls['approvals.refuse']({ account, requestId, reason: 'no' })),
    ),
  ],
  giveUpRequest: [
    2,
    withRequest((life, { wallet, account, passphrase }, requestId) =>
      attempt(life, () => wallet.calls['approvals.unlock']({ account, requestId, passphrase })),
    ),
  ],
  passOn: [
    3,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const request = one(await openRequests(life, desk), choice.pick)
      const other = one(life.desks, choice.desk + 1 + (choice.pick % 3))
      if (request === undefined || other === undefined) return
      const { requestId } = request
      const made = await attempt(life, () => wallet.calls['approvals.bundle']({ account, requestId, note: 'please' }))
      if (made === undefined) return
      const given = { account: other.account, text: made.text, source: 'file' } as const
      const card = await attempt(life, () => other.wallet.calls['scan.read'](given))
      if (card?.kind === 'bundle' && choice.agree) await sign(life, other, requestId, 'signOffline')
    },
  ],
  payFee: [
    4,
    async (life, desk, choice) => {
      const { wallet, account } = desk
      const { requests } = await wallet.calls['approvals.list']({ account, holder: life.holder })
      const request = one(
        requests.filter(({ state, withdrawal }) => state === 'final' && withdrawal !== undefined),
        choice.pick,
      )
      if (request === undefined) return
      const { requestId } = request
      const review = await attempt(life, () => wallet.calls['approvals.payFee']({ account, requestId }))
      await agreeTo(life, desk, review, choice)
    },
  ],
} as const satisfies Acts
