import { say } from '#words'
import { MovementRow } from '../../components/MovementRow.tsx'
import { NO_FILTER } from '../../components/movement.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Owner } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'

const SHOWN = 6

export const useLately = (owner: Owner) =>
  useQuery('activity.list', { ...owner, filter: NO_FILTER, cursor: null, limit: SHOWN }).value

/** The newest movements, each a click away from what is known of it. */
export function Lately() {
  const { owner } = useWallet()
  const value = useLately(owner)
  if (value === undefined) return null
  if (value.rows.length === 0) {
    return (
      <section aria-label={say('home.lately')}>
        <SectionTitle className="border-line border-b pb-2">{say('home.lately')}</SectionTitle>
        <p className="mt-2.5 text-ink-2">{say('home.nothing-lately')}</p>
      </section>
    )
  }
  return (
    <section aria-label={say('home.lately')}>
      <div className="mb-1 flex items-baseline justify-between">
        <h2 className="text-[0.9375rem] font-semibold leading-[1.375rem]">{say('home.lately')}</h2>
        <button
          type="button"
          onClick={() => go({ name: 'activity' })}
          className="rounded-sm font-semibold text-accent-ink text-sm hover:underline"
        >
          {say('home.all-activity')}
        </button>
      </div>
      <ul>
        {value.rows.slice(0, SHOWN).map((row) => (
          <MovementRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}
