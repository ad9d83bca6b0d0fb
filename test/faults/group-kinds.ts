import type { HolderId, RequestId } from '#contract/domain'
import { parseAmount, toAmount } from '#protocol'
import { mint } from '../support/collectibles.ts'
import { signing } from '../support/cosigners.ts'
import type { Group } from '../support/group.ts'
import { BTC, FEE_USER, type Person } from '../support/localnet.ts'
import { paying, toUser } from '../support/wallet.ts'
import {
  ADDRESS,
  amountOf,
  type CallName,
  type Desk,
  fund,
  type Kind,
  paid,
  ready,
  type Scene,
  toBen,
} from './wishes.ts'

/* Payments of a group of two, and of one of its members for it. */

const ASKED: readonly CallName[] = ['keys', 'create', 'sign', 'record', 'state', 'coins']

const stock = async ({ group }: Desk): Promise<void> => void (await group.fund('10'))
const holderOf = ({ group }: Desk): HolderId => `${group.membersHash}:${group.threshold}` as HolderId
const placeOf = ({ members }: Group, person: Person): number => members.findIndex(({ id }) => id === person.id)

/** Signs as the other member once the person has; refused when he did already, or the request is gone. */
async function others({ group, partner }: Desk, ids: readonly RequestId[]): Promise<void> {
  const place = placeOf(group, partner)
  for (const request_id of ids) {
    const record = await group.read(place, { request_id }).catch(() => undefined)
    if (record === undefined || record.revoked_by !== null || record.signers.length === 0) continue
    if (!record.signers.includes(partner.id)) await group.sign(place, { request_id }).catch(() => undefined)
  }
}

const asked: Kind = {
  name: 'group request asked for',
  calls: ASKED,
  assets: [],
  stock,
  scene: async (desk) => ({ holder: holderOf(desk) }),
  prepare: async (wallet, account, { payee, amount, holder }) =>
    ready(
      wallet,
      account,
      await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(payee, amount)], { holder })),
    ),
  others,
  done: (desk, scene) => paid(desk, scene, BTC, toBen(scene)),
}

/** It leaves the network, and pays its fee later. */
const askedToLeave: Kind = {
  ...asked,
  name: 'group withdrawal asked for',
  seldom: true,
  prepare: async (wallet, account, { amount, holder }) => {
    const payee = { kind: 'chain', destination: ADDRESS, tag: '' } as const
    return ready(
      wallet,
      account,
      await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount }], { holder })),
    )
  },
  done: (desk, scene) => paid(desk, scene, BTC, ({ destination }) => destination === ADDRESS),
}

const cosigned: Kind = {
  name: 'group request co-signed',
  calls: ['record', 'sign', 'state', 'coins'],
  assets: [],
  stock,
  async scene(desk, count) {
    const { group, partner, ben } = desk
    const amount = amountOf(count)
    const place = placeOf(group, partner)
    const [coin] = await group.outputs()
    const built = await group.build(amount, ben.id, coin === undefined ? undefined : [coin])
    const record = await group.create(built, place)
    await group.sign(place, record)
    return { requestId: record.request_id, holder: holderOf(desk) }
  },
  async prepare(wallet, account, { requestId }) {
    if (requestId === null) throw new Error('a request was made')
    await wallet.calls['approvals.open']({ account, id: requestId })
    const review = await wallet.calls['approvals.review']({ account, requestId })
    return { paymentId: requestId, approve: () => wallet.calls['approvals.sign'](signing(account, review)) }
  },
  done: (desk, scene) => paid(desk, scene, BTC, toBen(scene)),
}

/** Of a withdrawal that all have signed and that waits for one of them to pay. */
const fee: Kind = {
  name: 'fee of a group withdrawal',
  calls: ['record', 'fees', 'keys', 'verify', 'send', 'state', 'coins'],
  assets: [BTC],
  async stock(desk) {
    await stock(desk)
    await fund(BTC, '10')(desk)
  },
  async scene({ group, partner, victim, net }, count) {
    const [coin] = await group.outputs()
    if (coin === undefined) throw new Error('the group has money')
    const amount = parseAmount(amountOf(count))
    const rest = { to: group.ids, threshold: group.threshold, amount: toAmount(coin.amount - amount) }
    const built = await partner.build(BTC, [{ address: ADDRESS, amount }, rest], { inputs: [coin] })
    const { request_id: requestId } = await group.create(built, placeOf(group, partner))
    // Whoever never saw it open learns nothing of it once it is final.
    await victim.wallet.calls['approvals.open']({ account: victim.account, id: requestId })
    for (const member of [partner, victim.person]) await group.sign(placeOf(group, member), { request_id: requestId })
    await net.blocks(1)
    await victim.wallet.calls['app.retry']({ account: victim.account })
    return { requestId }
  },
  async prepare(wallet, account, { requestId }) {
    if (requestId === null) throw new Error('a withdrawal was signed')
    return ready(wallet, account, await wallet.calls['approvals.payFee']({ account, requestId }))
  },
  done: ({ ledger, victim }, { since }: Scene) =>
    ledger
      .sentBy([victim.account])
      .filter(({ sequence, outputs }) => sequence > since && outputs[0]?.members?.join() === FEE_USER).length,
}

/** Of which a group has so many. */
const ITEMS = 130

const item: Kind = {
  ...asked,
  name: 'collectible of a group',
  seldom: true,
  async stock({ net, group, items }) {
    const { ids: members, threshold } = group
    const wanted = Array.from({ length: ITEMS }, () => ({ members, threshold, content_type: 'text/plain' }))
    const made = await mint(net, wanted, { supply: String(ITEMS * 2) })
    items.push(...made.items.map(({ inscription_hash }) => inscription_hash))
  },
  async scene(desk) {
    if (desk.items.length === 0) await item.stock(desk)
    return { holder: holderOf(desk), inscription: desk.items.shift() ?? null }
  },
  async prepare(wallet, account, { inscription, payee, holder }) {
    if (inscription === null) throw new Error('an item was minted')
    const input = { account, holder, inscription, payee: { kind: 'user' as const, userId: payee } }
    return ready(wallet, account, await wallet.calls['collectibles.transfer'](input))
  },
  done: ({ ledger }, { inscription, payee }) => ledger.items([payee]).filter((each) => each === inscription).length,
}

export const GROUP_KINDS: readonly Kind[] = [asked, cosigned, askedToLeave, fee, item]
