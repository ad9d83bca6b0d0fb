import type { HolderId, UserId } from '#contract/domain'
import { parseAmount, toAmount } from '#protocol'
import { galleryOf, mint } from '../support/collectibles.ts'
import { BTC, type TestLocalnet } from '../support/localnet.ts'
import { approving, type OpenWallet, paying, toUser } from '../support/wallet.ts'
import { ADDRESS } from './wishes.ts'

/* What somebody keeps in a wallet besides payments, none of which may go without a word. */

const LATER = '2099-01-01'

/**
 * Keeps one of each: a contact, an address that took the place of another, a list, a plan, a draft, a limit, a request to be paid, a collectible, and a group
 * that was asked for something.
 */
export async function moveIn(wallet: OpenWallet, account: UserId, ben: UserId, net: TestLocalnet) {
  const { calls } = wallet
  const owner = { account, holder: null }
  await calls['contacts.save']({ account, userId: ben, alias: 'Benjamin', phone: '', note: 'who builds' })
  const place = { account, userId: null, chainId: BTC, label: 'Cold', tag: '' }
  const address = await calls['contacts.saveAddress']({ ...place, addressId: null, destination: ADDRESS })
  const destination = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
  await calls['contacts.saveAddress']({ ...place, addressId: address.addressId, destination })
  const row = { line: 1, to: ben, typed: '0.2', amount: parseAmount('0.2'), memo: '', label: '' }
  await calls['runs.save']({ ...owner, assetId: BTC, name: 'Wages', rows: [row] })
  const payment = {
    rows: [{ payee: { kind: 'user' as const, userId: ben }, amount: parseAmount('0.1') }],
    feeAssetId: null,
  }
  await calls['schedule.save']({
    ...{ ...owner, planId: null, name: 'Rent', assetId: BTC, memoHex: '', label: '', ...payment },
    when: { first: LATER, time: '09:00', zone: 'UTC', repeats: 'monthly', end: { kind: 'never' } },
  })
  const form = {
    ...{
      assetId: BTC,
      rows: [{ to: ben, amount: '0.1' }],
      tag: '',
      memo: 'half',
      memoForm: 'text' as const,
      label: '',
    },
    ...{ coins: null, feeAssetId: null, trace: null, references: [], returnTo: null, source: null, again: null },
  }
  await calls['drafts.save']({ ...owner, draftId: null, form })
  const limit = { assetId: BTC, day: parseAmount('5'), waitAbove: null, lookAbove: null }
  await calls['policies.set']({
    ...{ ...owner, passphrase: null },
    rules: {
      ...{ assets: [limit], others: 'free', fiat: null, payees: { kind: 'anyone' }, wait: null, changeHours: 24 },
      look: { withoutMemo: false, hours: null },
    },
  })
  const { holder } = await calls['groups.create']({ account, name: 'Treasury', members: [account, ben], threshold: 2 })
  await ask(wallet, { account, holder, ben }, net)
  await calls['receive.ask']({ ...owner, assetId: BTC, amount: parseAmount('0.7'), memo: 'for boards', reviewBy: null })
  await mint(net, [{ members: [account] }])
  await galleryOf(wallet, account, (items) => items.length === 1)
}

/** A request of the group that waits for the other member. */
async function ask(
  { calls, until }: OpenWallet,
  { account, holder, ben }: { readonly account: UserId; readonly holder: HolderId; readonly ben: UserId },
  net: TestLocalnet,
): Promise<void> {
  const amount = toAmount(50_000_000n)
  await calls['local.deposit']({ account, holder, chainId: BTC, assetId: BTC, amount })
  await net.blocks(10)
  await calls['app.retry']({ account })
  await until(
    () => calls['balances.read']({ account, holder, assetId: BTC }),
    ({ available }) => available === amount,
  )
  const review = await calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.3')], { holder }))
  await calls['payments.approve'](approving(account, review))
}

/** What of that a window shows, in words; and whether it says that rules are lost. */
export async function belongings({ calls }: OpenWallet, account: UserId) {
  const owner = { account, holder: null }
  const { contacts } = await calls['contacts.list']({ account })
  const addresses = await calls['contacts.addresses']({ account })
  const { rules, lost } = await calls['policies.read'](owner)
  const { requests } = await calls['approvals.list']({ account, holder: null })
  const { items } = await calls['collectibles.list']({ ...owner, hidden: false })
  const kept = [
    ...contacts.flatMap(({ note }) => (note === '' ? [] : [`contact ${note}`])),
    ...addresses.map(({ label, destination }) => `address ${label} ${destination}`),
    ...(await calls['runs.list'](owner)).map(({ name }) => `list ${name}`),
    ...(await calls['schedule.list'](owner)).map(({ name }) => `plan ${name}`),
    ...(await calls['drafts.list'](owner)).map(({ form }) => `draft ${form.memo}`),
    ...(await calls['groups.list']({ account })).map(({ name }) => `group ${name}`),
    ...(rules?.assets ?? []).map(({ day }) => `limit ${day}`),
    ...(await calls['receive.asks'](owner)).map(({ memo }) => `asked ${memo}`),
    ...items.map(({ inscription }) => `item ${inscription}`),
    ...requests.map(({ signedByMe }) => `request ${signedByMe ? 'signed' : 'unsigned'}`),
  ]
  return { kept, isTold: lost !== null }
}
