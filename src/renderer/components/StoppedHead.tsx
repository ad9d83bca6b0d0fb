import { OctagonX } from 'lucide-react'
import type { ReactNode } from 'react'
import { heard } from '../lib/heard.tsx'

/** Nothing may be signed: the sentence that says so, before anything else. */
export function StoppedHead(props: { readonly title: string; readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="flex items-start gap-4">
      <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center rounded-full bg-stop text-surface">
        <OctagonX className="size-6" strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <h2 className="text-balance text-who">{heard(props.title)}</h2>
        <p className="mt-0.5 text-pretty text-ink-2">{heard(props.text)}</p>
        {props.children}
      </div>
    </div>
  )
}
