import { formatAmountShort } from '#protocol/text'
import { isolated, say } from '#words'
import { partyName } from '../../components/party.tsx'
import { formatFigure } from '../../lib/digits.ts'
import type { Asset, Party, SendForm } from '../../state/types.ts'
import { totalOf } from './model.ts'

/** A short name of a draft for the list. Whoever is paid in several rows is one, and a row that is empty is nobody. */
export function draftTitle(form: SendForm, asset: Asset | undefined, party: Party | null = null): string {
  const total = totalOf(form)
  const amount =
    total === null
      ? null
      : `${formatFigure(formatAmountShort(total))}${asset === undefined ? '' : ` ${isolated(asset.symbol)}`}`
  const named = [...new Set(form.rows.map(({ to }) => to.trim()).filter((to) => to !== ''))]
  const [first = ''] = named
  const whom =
    named.length > 1
      ? say('send.recipient-2', { rows: named.length })
      : party !== null
        ? partyName(party)
        : first === ''
          ? say('send.nobody-yet')
          : first.length > 24
            ? `${first.slice(0, 23)}…`
            : first
  if (amount === null && named.length === 0 && party === null) return say('send.nothing-yet')
  return say('send.to-3', { amount: amount ?? say('send.no-amount-yet'), whom })
}
