import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { BTC, paying, toUser } from '../support/wallet.ts'
import { type Acts, agreeTo, attempt, type Choice, type Desk, type Life, one } from './living.ts'
import { BITCOIN, prepared } from './living-paying.ts'

/* What somebody keeps for later: addresses, forms that are half written, and what others were asked to pay. */

const ELSEWHERE = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

let labels = 0
function newLabel(): string {
  labels += 1
  return `Place ${labels}`
}

const addressOf = async ({ account, wallet }: Desk, pick: number) =>
  one(await wallet.calls['contacts.addresses']({ account }), pick)

const ownerOf = ({ holder }: Life, { account }: Desk, shared: boolean) => ({ account, holder: shared ? holder : null })

const formOf = ({ payees }: Life, { amount, pick }: Choice) => ({
  ...{ assetId: BTC, rows: [{ to: one(payees, pick) ?? '', amount }], tag: '', memo: `half ${pick}`, label: '' },
  ...{ coins: null, feeAssetId: null, trace: null, references: [], returnTo: null, source: null, again: null },
  memoForm: 'text' as const,
})

export const KEPT = {
  /** A new one, or another under the name of one that is there. */
  saveAddress: [
    3,
    async (life, desk, { agree, pick }) => {
      const { account, called, wallet } = desk
      const before = agree ? undefined : await addressOf(desk, pick)
      const place = { label: newLabel(), destination: pick % 2 === 0 ? BITCOIN : ELSEWHERE }
      const asked = { account, userId: null, chainId: BTC, tag: '', addressId: before?.addressId ?? null, ...place }
      await attempt(life, async () => {
        const { addressId } = await wallet.calls['contacts.saveAddress'](asked)
        called.places.set(addressId, `${place.label} ${place.destination}`)
      })
    },
  ],
  removeAddress: [
    1,
    async (life, desk, { pick }) => {
      const { account, called, wallet } = desk
      const addressId = (await addressOf(desk, pick))?.addressId
      if (addressId === undefined) return
      await attempt(life, () => wallet.calls['contacts.removeAddress']({ account, addressId }))
      called.places.delete(addressId)
    },
  ],
  withdrawToSaved: [
    2,
    async (life, desk, choice) => {
      const destination = (await addressOf(desk, choice.pick))?.destination
      if (destination === undefined) return
      await prepared(() => ({ kind: 'chain', destination, tag: '' }))(life, desk, choice)
    },
  ],
  saveForm: [
    2,
    async (life, desk, choice) => {
      const owner = ownerOf(life, desk, choice.shared)
      const before = choice.agree ? undefined : one(await desk.wallet.calls['drafts.list'](owner), choice.pick)
      const draft = { ...owner, draftId: before?.draftId ?? null, form: formOf(life, choice) }
      await attempt(life, () => desk.wallet.calls['drafts.save'](draft))
    },
  ],
  payForm: [
    2,
    async (life, desk, choice) => {
      const owner = ownerOf(life, desk, choice.shared)
      const { calls } = desk.wallet
      const draft = one(await calls['drafts.list'](owner), choice.pick)
      const [row] = draft?.form.rows ?? []
      if (draft === undefined || row === undefined) return
      const { draftId } = draft
      const input = paying(desk.account, BTC, [toUser(row.to as UserId, row.amount)], { ...owner, draftId })
      await agreeTo(life, desk, await attempt(life, () => calls['payments.prepare'](input)), choice)
      if (!choice.agree) await attempt(life, () => calls['drafts.remove']({ ...owner, draftId }))
    },
  ],
  ask: [
    2,
    async (life, desk, { amount, pick, shared }) => {
      const asked = { ...ownerOf(life, desk, shared), assetId: BTC, amount: parseAmount(amount), memo: `for ${pick}` }
      await attempt(life, () => desk.wallet.calls['receive.ask']({ ...asked, reviewBy: null }))
    },
  ],
  endAsk: [
    1,
    async (life, desk, { pick, shared }) => {
      const { account, wallet } = desk
      const askId = one(await wallet.calls['receive.asks'](ownerOf(life, desk, shared)), pick)?.askId
      if (askId !== undefined) await attempt(life, () => wallet.calls['receive.endAsk']({ account, askId }))
    },
  ],
} as const satisfies Acts
