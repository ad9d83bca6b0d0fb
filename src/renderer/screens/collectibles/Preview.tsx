import { CircleCheck, CircleDashed, OctagonX, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { WireInput } from '#contract/ipc'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { useSettled } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { call, reportOf } from '../../state/bridge.ts'
import type { Report } from '../../state/types.ts'
import { Card, Disclosure, Skeleton } from '../../ui/Surface.tsx'
import { type Preview, sizeWords } from './model.ts'

const MARKS = {
  ok: <CircleCheck className="size-4 text-ok" aria-label={say('collectibles.passed')} />,
  note: <CircleCheck className="size-4 text-ink-3" aria-label={say('collectibles.note')} />,
  warning: <TriangleAlert className="size-4 text-warn" aria-label={say('collectibles.warning')} />,
  attention: <TriangleAlert className="size-4 text-warn" aria-label={say('collectibles.attention')} />,
  stop: <OctagonX className="size-4 text-stop" aria-label={say('collectibles.not-yet')} />,
  missing: <CircleDashed className="size-4 text-ink-3" aria-label={say('collectibles.not-yet')} />,
} as const

/** What would be stored, what it costs, and every rule that it meets or breaks. */
export function PreviewCard({ preview, error }: { readonly preview: Preview | null; readonly error: Report | null }) {
  if (error !== null) return <ErrorNotice error={error} />
  if (preview === null) return <Skeleton className="h-40 w-full rounded-lg" />
  return (
    <Card className="px-6 py-5" label={say('collectibles.preview')}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <p className="font-semibold">{say('collectibles.before-anything-is-burnt')}</p>
        <p className="figure text-ink-2">
          {preview.bytes === 0
            ? say('collectibles.nothing-to-store-yet')
            : rich('collectibles.for', {
                sizeWords: sizeWords(preview.bytes),
                amount: formatFigure(preview.price.amount),
                symbol: preview.price.asset.symbol,
              })}
        </p>
      </div>
      <ul className="mt-3 grid gap-1.5">
        {preview.checks.map((check) => (
          <li key={check.id} className="flex items-start gap-2.5">
            {/* What a form that is still being filled in lacks is no mistake. */}
            <span className="mt-0.75 shrink-0">
              {MARKS[check.result === 'stop' && preview.bytes === 0 ? 'missing' : check.result]}
            </span>
            <span className="min-w-0 break-words">{heard(wording(check.text))}</span>
          </li>
        ))}
      </ul>
      {preview.text !== '' && (
        <Disclosure title={say('collectibles.what-is-stored')} className="mt-2 -ml-2">
          <p className="code ml-2 select-text whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2">
            {heard(preview.text)}
          </p>
        </Disclosure>
      )}
    </Card>
  )
}

/** The wallet's own checks of what is typed, asked for when typing rests. */
export function usePreview<Name extends 'collectibles.previewCollection' | 'collectibles.previewInscription'>(
  name: Name,
  input: WireInput<Name> | null,
): { readonly preview: Preview | null; readonly error: Report | null } {
  const [state, setState] = useState<{ preview: Preview | null; error: Report | null }>({ preview: null, error: null })
  const key = useSettled(input === null ? '' : JSON.stringify(input), 250)
  useEffect(() => {
    if (key === '') return undefined
    let wanted = true
    call(name, JSON.parse(key) as WireInput<Name>).then(
      (preview) => wanted && setState({ preview, error: null }),
      (error: unknown) => wanted && setState((before) => ({ ...before, error: reportOf(error) })),
    )
    return () => {
      wanted = false
    }
  }, [name, key])
  return state
}
