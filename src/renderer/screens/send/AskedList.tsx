import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { isolated, say } from '#words'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { Button } from '../../ui/Button.tsx'
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
          <li key={one.requestId} className="border-line border-b last:border-0">
            <button
              type="button"
              onClick={() => go({ name: 'asked', requestId: one.requestId })}
              className="group flex w-full items-center gap-4 py-2.5 text-left"
            >
              <span className="min-w-0 flex-1">
                <span className="figure block truncate">
                  {one.label === '' ? askedTitle(one) : `${isolated(one.label)}: ${askedTitle(one)}`}
                </span>
                <span className="block text-ink-2 text-sm">
                  {knownWord(one)} · <Time at={one.askedAt} form="age" />
                </span>
              </span>
              <ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {asked.length > FEW && !all && (
        <Button kind="quiet" size="sm" onPress={() => setAll(true)}>
          {say('send.show-all', { asked: asked.length })}
        </Button>
      )}
    </Card>
  )
}
