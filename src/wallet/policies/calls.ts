import type { AssetId } from '#contract/domain'
import type { Answer, Input, ListedPayee, PartyView, PolicyView } from '#contract/ipc'
import { said } from '#words/facts'
import { bound, type CallsOf, type Runtimes } from '../shared/calls.ts'
import { actReview, type Wish } from '../shared/consent.ts'
import type { Desk } from '../shared/desk.ts'
import { sumsOf } from './judge.ts'
import type { Policies } from './policies.ts'
import type { Rules } from './rules.ts'
import { rulesLines } from './words.ts'

/** An account whose payments are held to rules. */
export interface PoliciesDesk extends Desk {
  readonly policies: Policies
  /** How a recipient is shown. */
  readonly partyOf: (payee: ListedPayee) => PartyView
}
type All = Runtimes<PoliciesDesk>

export function policyCalls(runtimes: All): CallsOf<'policies'> {
  return bound(runtimes, { 'policies.read': read, 'policies.set': set, 'policies.keep': keep })
}

async function read(runtimes: All, { account, holder }: Input<'policies.read'>): Promise<PolicyView> {
  return view(runtimes.any(account), holder)
}

async function view(runtime: PoliciesDesk, of: Input<'policies.read'>['holder']): Promise<PolicyView> {
  const { policies, directory, partyOf } = runtime
  const { id } = runtime.holder(of)
  const { rules, lost, pending, clockBehind } = await policies.standing(id)
  const sums = sumsOf(policies.today(id))
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
      return spent === undefined ? [] : [{ asset: directory.asset(assetId), spent }]
    }),
    assets: [...named].map((assetId) => directory.asset(assetId)),
    listed: [...listed.values()].map((payee) => ({ payee, party: partyOf(payee) })),
  }
}

async function set(
  runtimes: All,
  { account, holder, rules, passphrase }: Input<'policies.set'>,
): Promise<Wish<Answer<'policies.set'>>> {
  const runtime = runtimes.ready(account)
  const { policies, directory } = runtime
  const { id } = runtime.holder(holder)
  const atOnce = await policies.isAtOnce(id, rules)
  const shown = actReview('rules', `${account} ${id} ${meaning(rules)}`, {
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

const meaning = (rules: Rules | null): string =>
  JSON.stringify(rules, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

async function keep(runtimes: All, { account, holder }: Input<'policies.keep'>): Promise<PolicyView> {
  const runtime = runtimes.ready(account)
  await runtime.policies.keep(runtime.holder(holder).id)
  return view(runtime, holder)
}
