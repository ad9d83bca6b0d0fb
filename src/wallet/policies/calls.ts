import type { AssetId } from '#contract/domain'
import type { Input, ListedPayee, PartyView, PolicyView } from '#contract/ipc'
import { said } from '#words/facts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import type { Desk } from '../shared/desk.ts'
import { spokenFiat } from '../shared/fiat.ts'
import { plainJson } from '../shared/plain-json.ts'
import { sumsByAsset } from '../shared/sums.ts'
import type { Policies } from './policies.ts'
import { countedText, rulesLines } from './words.ts'

/** An account whose payments are held to rules. */
export interface PoliciesDesk extends Desk {
  readonly policies: Policies
  /** How a recipient is shown. */
  readonly partyOf: (payee: ListedPayee) => PartyView
}

export function policyCalls(runtimes: Runtimes<PoliciesDesk>): CallsOf<'policies'> {
  return {
    'policies.read': async ({ account, holder }) => view(runtimes.any(account), holder),

    'policies.set': async ({ account, ...wish }) => set(runtimes.ready(account), wish),

    async 'policies.keep'({ account, holder }) {
      const runtime = runtimes.ready(account)
      await runtime.policies.keep(runtime.holder(holder).id)
      return view(runtime, holder)
    },
  }
}

async function view(runtime: PoliciesDesk, of: Input<'policies.read'>['holder']): Promise<PolicyView> {
  const { policies, directory, partyOf } = runtime
  const { id } = runtime.holder(of)
  const { rules, lost, pending, clockBehind } = await policies.standing(id)
  const sums = sumsByAsset(policies.today(id))
  const counted =
    rules === null || rules.fiat === null ? null : { ...rules.fiat, ...policies.todayIn(id, rules.fiat.currency) }
  const all = [rules, pending?.rules ?? null].flatMap((each) => each ?? [])
  const named = new Set<AssetId>(all.flatMap(({ assets }) => assets.map(({ assetId }) => assetId)))
  const listed = new Map(
    all
      .flatMap(({ payees }) => (payees.kind === 'listed' ? payees.payees : []))
      .map((payee) => [JSON.stringify(payee), payee]),
  )
  return {
    rules,
    lines: rulesLines(rules, directory),
    lost: lost?.why ?? null,
    clockBehind,
    pending: pending === null ? null : { ...pending, lines: rulesLines(pending.rules, directory) },
    today: [...new Set([...named, ...sums.keys()])].flatMap((assetId) => {
      const spent = sums.get(assetId)
      if (spent === undefined) return []
      const worth = counted?.of.get(assetId)
      const text =
        counted !== null && worth !== undefined && 'cents' in worth ? spokenFiat(worth.cents, counted.currency) : null
      return [{ asset: directory.asset(assetId), spent, worth: text }]
    }),
    counted: counted === null ? null : countedText(counted.all, counted),
    assets: [...named].map((assetId) => directory.asset(assetId)),
    listed: [...listed.values()].map((payee) => ({ payee, party: partyOf(payee) })),
  }
}

async function set(
  runtime: PoliciesDesk,
  { holder, rules, passphrase }: Omit<Input<'policies.set'>, 'account'>,
): Promise<Wish<PolicyView>> {
  const { policies, directory, account } = runtime
  const { id } = runtime.holder(holder)
  const atOnce = await policies.isAtOnce(id, rules)
  const shown = actReview('rules', `${account} ${id} ${plainJson(rules)}`, {
    title: said('title.rules'),
    lines: [
      ...rulesLines(rules, directory),
      atOnce ? said('check.rules.at-once') : said('check.rules.later'),
      ...(id === runtime.self.id ? [] : [said('check.rules.only-here')]),
    ],
    verb: said('title.set-rules'),
  })
  return {
    ...{ passphrase, shown },
    async act() {
      await policies.set(id, rules)
      return view(runtime, holder)
    },
  }
}
