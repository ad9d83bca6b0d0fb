import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isolated, say } from '#words'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { Card } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { askedTitle, knownWord } from './asked-model.ts'

const FEW = 3

/** Payments that were written down for the phone and not put away yet. */
export function AskedList({ account }: { readonly account: string }) {
  const asked = useQuery('asked.list', { account }).value ?? []
  const [all, setAll] = useState(false)
  if (asked.length === 0) return null
  return (
    <Card className="px-6 py-4" label={say('send.for-your-phone')}>
      <h2 className="font-semibold">{say('send.for-your-phone')}</h2>
      <ul className="mt-1">
        {(all ? asked : asked.slice(0, FEW)).map((one) => (
          <LinkRow
            key={one.requestId}
            title={one.label === '' ? askedTitle(one) : isolated(one.label) + say('lib.colon') + askedTitle(one)}
            under={
              <>
                {knownWord(one)} · <Time at={one.askedAt} form="age" />
              </>
            }
            end={<ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />}
            onPress={() => go({ name: 'asked', requestId: one.requestId })}
          />
        ))}
      </ul>
      {asked.length > FEW && !all && (
        <Button kind="quiet" size="sm" onPress={() => setAll(true)}>
          {rich('send.show-all', { asked: asked.length })}
        </Button>
      )}
    </Card>
  )
}
