import type { Hash, UserId } from '#contract/domain'
import { formatAmountShort, parseAmount } from '#protocol'
import { mint } from '../support/collectibles.ts'
import { BTC, paying, toUser } from '../support/wallet.ts'
import type { ScanCard } from '../support/worded.ts'
import { type Act, agree, attempt, type Life, one, type Person } from './lied-to.ts'
import { type Code, invoiceOf, linkOf } from './living-codes.ts'
import type { Witness } from './witness.ts'

/* What else people have whose service lies: collectibles, plans, and the links and invoices of others. */

/** By whom each is to be paid, as it was made. */
export interface Wares {
  readonly items: readonly Hash[]
  readonly codes: readonly (Code & { readonly to: UserId })[]
}

/** One plan that is due now, of an amount of its own. */
async function planFor({ wallet, account }: Person, to: UserId, now: bigint, odd: number): Promise<void> {
  const [first = '', time = ''] = new Date(Number(now / 1_000_000n)).toISOString().slice(0, 16).split('T')
  await wallet.calls['schedule.save']({
    ...{ account, holder: null, planId: null, name: `Plan ${odd}`, assetId: BTC, memoHex: '', label: '' },
    ...{
      feeAssetId: null,
      rows: [toUser(to, '0')].map(({ payee }) => ({ payee, amount: parseAmount(`0.1100${odd}`) })),
    },
    when: { first, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
  })
}

export async function waresOf(
  { network }: Witness,
  [ana, ben, cleo]: readonly [Person, Person, Person],
  [dora, eli]: readonly [UserId, UserId],
): Promise<Wares> {
  const members = [ana, ben, cleo].map(({ account }) => account)
  const owners = [{ members: [ana.account] }, { members: [ben.account] }, { members, threshold: 2 }]
  const made = await mint(network, owners)
  for (const [at, person] of [ana, ben].entries())
    for (const more of [1, 2]) await planFor(person, dora, network.clock.now(), 1 + at * 2 + more)
  return {
    items: made.items.map(({ inscription_hash }) => inscription_hash),
    codes: [
      { ...linkOf(dora, '0.12000001'), to: dora },
      { ...linkOf(eli, '0.12000002'), to: eli },
      { ...invoiceOf(eli, '', ['0.13000001', '0.13000002']), to: eli },
    ],
  }
}

type Card<Kind extends ScanCard['kind']> = Extract<ScanCard, { kind: Kind }>

async function payLink(life: Life, person: Person, code: Wares['codes'][number], { view }: Card<'payment'>) {
  const { wallet, account } = person
  const { payee, asked } = view
  if (payee === null || asked.assetId === null || asked.amount === null) return
  const { assetId, amount, memoHex } = asked
  // A link is read here: whom and what it asks for is nobody's to change.
  if (payee.kind !== 'user' || payee.userId !== code.to || !code.amounts.includes(amount) || assetId !== BTC)
    life.witness.broken.push(`a link for ${code.to} is read as ${JSON.stringify(payee)}`)
  const more = { requestId: asked.trace, memoHex: memoHex ?? '', references: asked.references }
  const input = paying(account, assetId, [{ payee, amount: formatAmountShort(amount) }], {
    ...{ ...more, asked: { assetId, amount, memoHex } },
  })
  await agree(life, person, await attempt(() => wallet.calls['payments.prepare'](input)))
}

async function payEntry(life: Life, person: Person, code: Wares['codes'][number], { entries }: Card<'invoice'>) {
  const { wallet, account } = person
  const entry = entries.find(({ state, waitsFor }) => state === 'open' && waitsFor.length === 0)
  if (entry === undefined) return
  const { assetId } = entry.asset
  const to = await attempt(() => wallet.calls['payees.resolve']({ account, holder: null, text: entry.to, assetId }))
  if (to === undefined || to.payee === null) return
  if (to.payee.kind !== 'user' || to.payee.userId !== code.to || !code.amounts.includes(entry.amount))
    life.witness.broken.push(`an invoice for ${code.to} is read as ${JSON.stringify(to.payee)}`)
  const { amount, memoHex, references, trace } = entry
  const input = paying(account, assetId, [{ payee: to.payee, amount: formatAmountShort(amount) }], {
    ...{ memoHex, references, requestId: trace, asked: { assetId, amount, memoHex } },
  })
  await agree(life, person, await attempt(() => wallet.calls['payments.prepare'](input)))
}

const withItem =
  (act: 'transfer' | 'release'): Act =>
  async (life, person) => {
    const { account, wallet } = person
    const owner = { account, holder: life.below(3) === 0 ? life.holder : null }
    const listed = await attempt(() => wallet.calls['collectibles.list']({ ...owner, hidden: false }))
    const inscription = one(life, listed?.items ?? [])?.inscription
    const to = one(life, life.people)
    if (inscription === undefined || to === undefined) return
    const payee = { kind: 'user', userId: to.account } as const
    const review = await attempt(() =>
      act === 'release'
        ? wallet.calls['collectibles.release']({ ...owner, inscription })
        : wallet.calls['collectibles.transfer']({ ...owner, inscription, payee }),
    )
    await agree(life, person, review)
  }

export const WARES = {
  sendItem: [3, withItem('transfer')],
  releaseItem: [1, withItem('release')],
  occupyItem: [
    1,
    async (life, person) => {
      const { account, wallet } = person
      const inscription = one(life, life.wares.items)
      if (inscription === undefined) return
      const asked = { account, holder: null, inscription }
      await agree(life, person, await attempt(() => wallet.calls['collectibles.occupy'](asked)))
    },
  ],
  plan: [
    4,
    async (life, person) => {
      const { account, wallet } = person
      const due = one(life, (await attempt(() => wallet.calls['schedule.open']({ account }))) ?? [])
      if (due === undefined) return
      const { day, planId } = due
      await agree(life, person, await attempt(() => wallet.calls['schedule.prepare']({ account, planId, day })))
    },
  ],
  scan: [
    5,
    async (life, person) => {
      const { account, wallet } = person
      const code = one(life, life.wares.codes)
      if (code === undefined) return
      const card = await attempt(() => wallet.calls['scan.read']({ account, text: code.text, source: 'paste' }))
      if (card?.kind === 'payment') await payLink(life, person, code, card)
      if (card?.kind === 'invoice') await payEntry(life, person, code, card)
    },
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>
