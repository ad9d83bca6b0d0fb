import type { Party } from '../../state/types.ts'
import type { Resolution } from './model.ts'

/**
 * Whom the rows of a form pay, each counted once, as the title of the review does: rows that pay one and the same are one. Whoever is not known yet is
 * nobody else.
 */
export function receiversIn(resolutions: readonly Resolution[]): Extract<Party, { readonly kind: 'several' }> {
  const known = resolutions.flatMap((one) => (one.kind === 'known' ? one : []))
  const apart = new Set(
    resolutions.map((one, row) => (one.kind === 'known' ? JSON.stringify(one.payee) : `row ${row}`)),
  )
  const people = known.length === resolutions.length && known.every(({ view }) => PEOPLE.has(view.party.kind))
  return { kind: 'several', count: apart.size, people }
}

const PEOPLE: ReadonlySet<Party['kind']> = new Set(['user', 'self'])
