import { Tag } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ExportMenu } from '../../components/ExportMenu.tsx'
import { MovementRow } from '../../components/MovementRow.tsx'
import { NO_FILTER, whatOf } from '../../components/movement.ts'
import { heard } from '../../lib/heard.tsx'
import { go } from '../../state/routes.ts'
import type { ActivityRow } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LabelInPlace } from './LabelInPlace.tsx'
import { SHOWN, useLately } from './newest.ts'
import { useWhose } from './Whose.tsx'

/** The newest movements, each a click away from what is known of it. */
export function Lately() {
  const { owner, account } = useWallet()
  const { together, everyone } = useWhose()
  const value = useLately(owner)
  // Where the figures beside it are of more than this account, it says whose these are.
  const title = together || everyone ? say('home.lately-of', { account: account.name }) : say('home.lately')
  if (value === undefined) return null
  if (value.rows.length === 0) {
    return (
      <section aria-label={say('home.lately')}>
        <SectionTitle className="border-line border-b pb-2">{heard(title)}</SectionTitle>
        <p className="mt-2.5 text-ink-2">{say('home.nothing-lately')}</p>
      </section>
    )
  }
  return (
    <section aria-label={say('home.lately')}>
      <div className="mb-1 flex items-center justify-between">
        <h2 className="text-[0.9375rem] font-semibold leading-[1.375rem]">{heard(title)}</h2>
        <span className="flex items-center gap-3">
          <ExportMenu filter={NO_FILTER} quiet />
          <LinkButton className="text-sm" onPress={() => go({ name: 'activity' })}>
            {say('home.all-activity')}
          </LinkButton>
        </span>
      </div>
      <ul>
        {value.rows.slice(0, SHOWN).map((row) => (
          <Movement key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

/** A movement; its label is a click away, and typed in its place. */
function Movement({ row }: { readonly row: ActivityRow }) {
  const [isLabelled, setLabelled] = useState(false)
  const [isBack, setBack] = useState(false)
  if (isLabelled) {
    return (
      <LabelInPlace
        row={row}
        onDone={(byKey) => {
          setBack(byKey)
          setLabelled(false)
        }}
      />
    )
  }
  return (
    <MovementRow
      row={row}
      deed={
        <IconButton
          autoFocus={isBack}
          label={say('home.label-this', { what: whatOf(row) })}
          onPress={() => setLabelled(true)}
        >
          <Tag className="size-4" />
        </IconButton>
      }
    />
  )
}
