import { type ReactNode, useEffect, useRef } from 'react'
import { say, wording } from '#words'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import type { ScanCard, ScanSource } from '../../state/types.ts'
import { Time } from '../../ui/Time.tsx'
import { GroupResult, RequestResult } from './GroupCards.tsx'
import { kindWords, sourceWords } from './model.ts'
import { Conversation, Inert, Legacy, Pointer, SignIn, Unsupported } from './OtherCards.tsx'
import { Invoice, Payment, Person } from './PayCards.tsx'

/** One card: what it is, where it came from, the facts, and one step that only fills a form or opens a page. */
export function Result(props: { readonly card: ScanCard; readonly source: ScanSource; readonly at: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The field or picture that had the focus is gone: what was read comes next, not the way out.
  useEffect(() => title.current?.focus(), [])
  return (
    <section aria-label={say('scan.what-was-read')}>
      <header className="mb-3">
        <h2 ref={title} tabIndex={-1} className="font-semibold text-lg">
          {heard(kindWords(props.card))}
        </h2>
        <p className="text-ink-3 text-sm">
          {rich('scan.from-2', { sourceWords: sourceWords(props.source) })}
          <Time at={props.at} />
        </p>
      </header>
      <Body {...props} />
    </section>
  )
}

function Body({ card, source }: { readonly card: ScanCard; readonly source: ScanSource }): ReactNode {
  switch (card.kind) {
    case 'user':
      return <Person card={card} source={source} />
    case 'payment':
      return <Payment card={card} source={source} />
    case 'invoice':
      return <Invoice card={card} source={source} />
    case 'group':
      return <GroupResult card={card} source={source} />
    case 'request':
    case 'bundle':
      return <RequestResult card={card} />
    case 'conversation':
      return <Conversation card={card} />
    case 'legacy':
      return <Legacy card={card} />
    case 'snapshot':
    case 'inscription':
    case 'app':
      return <Pointer card={card} />
    case 'authorization':
      return <SignIn card={card} />
    case 'unsupported':
      return <Unsupported what={wording(card.what)} />
    case 'text':
      return <Inert text={card.text} problem={card.problem} fault={card.fault === null ? null : wording(card.fault)} />
  }
}
