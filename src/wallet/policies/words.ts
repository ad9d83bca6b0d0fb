import type { PaymentReview } from '#contract/ipc'
import { type Amount, toAmount } from '#protocol/text'
import { type Said, said } from '#words/facts'
import { spoken, spokenFiat } from '../shared/fiat.ts'
import type { Directory } from '../shared/names.ts'
import { CENT, type Finding, type Worth } from './judge.ts'
import type { Verdict } from './policies.ts'
import type { Rules } from './rules.ts'

/* Rules as sentences: what they are, and what they say of a payment. */

type Check = PaymentReview['checks'][number]
type Names = Pick<Directory, 'asset'>

/** What a review says of each rule that applies; the window tells them by their ids. */
export function ruleChecks(verdict: Verdict, directory: Names): Check[] {
  return verdict.map((finding, at): Check => {
    const { stops, until } = finding
    return {
      id: `rule:${finding.rule}:${at}`,
      result: stops ? 'stop' : 'ok',
      text: textOf(finding, directory),
      ...(finding.rule === 'payee' && stops ? { row: finding.row } : {}),
      ...(stops && until !== null ? { until } : {}),
    }
  })
}

function textOf(finding: Verdict[number], { asset }: Names): Said {
  switch (finding.rule) {
    case 'lost':
      return said('check.rules.lost', { why: finding.why })
    case 'asset':
      return said('check.rules.asset', { symbol: asset(finding.assetId).symbol })
    case 'day': {
      const { symbol } = asset(finding.assetId)
      const [left, limit] = [spoken(finding.left, symbol), spoken(finding.limit, symbol)]
      return finding.stops ? said('check.rules.day-over', { left, limit }) : said('check.rules.day', { left, limit })
    }
    case 'fiat':
      return fiatText(finding)
    case 'payee':
      return finding.why === null ? said('check.rules.payee') : said('check.rules.payee-refused', { why: finding.why })
    case 'wait':
      return finding.stops ? said('check.rules.wait') : said('check.rules.wait-over')
    case 'look':
      return said('check.rules.look', { why: finding.why, state: finding.state })
  }
}

function fiatText({ currency, left, limit, why, earlier = false }: Extract<Finding, { rule: 'fiat' }>): Said {
  const sums = { left: spokenFiat(left, currency), limit: spokenFiat(limit / CENT, currency) }
  if (why === null) return said('check.rules.fiat', sums)
  return why === 'over'
    ? said('check.rules.fiat-over', sums)
    : said('check.rules.fiat-unknown', { currency, why, earlier })
}

/** What all that was signed for within the day counts for by a limit in a currency. */
export function countedText(all: Worth, { currency, day }: NonNullable<Rules['fiat']>): Said {
  const limit = toAmount(day) / CENT
  if ('why' in all) return said('check.rules.counted-unknown', { limit: spokenFiat(limit, currency), why: all.why })
  const left = limit > all.cents ? limit - all.cents : 0n
  return said('check.rules.counted', {
    spent: spokenFiat(all.cents, currency),
    limit: spokenFiat(limit, currency),
    left: spokenFiat(left, currency),
  })
}

/** Each rule as a sentence; that there are none, where there are none. */
export function rulesLines(rules: Rules | null, { asset }: Names): Said[] {
  if (rules === null) return [said('check.rules.none')]
  const { assets, others, fiat, payees, wait, look, changeHours } = rules
  const amount = (value: Amount, { assetId }: Rules['assets'][number]): string => spoken(value, asset(assetId).symbol)
  const ofAssets = assets.flatMap((each) => [
    ...(each.day === null ? [] : [said('check.rules.at-most', { amount: amount(each.day, each) })]),
    ...(each.waitAbove === null || wait === null
      ? []
      : [said('check.rules.waits-above', { amount: amount(each.waitAbove, each), hours: wait.hours })]),
    ...(each.lookAbove === null ? [] : [said('check.rules.look-above', { amount: amount(each.lookAbove, each) })]),
  ])
  return [
    ...ofAssets,
    ...(others === 'free' ? [] : [said('check.rules.others', { others })]),
    ...(fiat === null
      ? []
      : [said('check.rules.at-most-fiat', { amount: spokenFiat(toAmount(fiat.day) / CENT, fiat.currency) })]),
    ...(payees.kind === 'saved' ? [said('check.rules.only-saved', { hours: payees.hours })] : []),
    ...(payees.kind === 'listed' ? [said('check.rules.only-listed', { count: payees.payees.length })] : []),
    ...(payees.kind === 'listed' && payees.payees.some(({ kind }) => kind === 'chain')
      ? [said('check.rules.listed-chains')]
      : []),
    ...(wait?.newPayees === true ? [said('check.rules.waits-new', { hours: wait.hours })] : []),
    ...(look.withoutMemo ? [said('check.rules.look-memo')] : []),
    ...(look.hours === null ? [] : [said('check.rules.look-hours', look.hours)]),
    said('check.rules.change', { hours: changeHours }),
  ]
}
