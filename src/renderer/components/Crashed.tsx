import { LifeBuoy } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { say } from '#words'
import { NotRead } from '../lib/lazy.tsx'
import { rich } from '../lib/rich.tsx'
import { useQuery } from '../state/query.ts'
import { go } from '../state/routes.ts'
import { Button } from '../ui/Button.tsx'
import { saveReport } from './report.ts'

/** Where the money stands, from the journal: what is signed goes on, what is not has not left. */
function MoneyStanding() {
  const { value, error } = useQuery('trouble.standing', null)
  if (value === undefined) return error === null ? null : <p>{say('shell.crash-unknown')}</p>
  return <UnderWay {...value} />
}

/** What of payments is signed, and what only prepared. */
export function UnderWay({ signed, unsigned }: { readonly signed: number; readonly unsigned: number }) {
  return (
    <>
      {signed > 0 && <p>{rich('shell.crash-signed', { count: signed })}</p>}
      {unsigned > 0 && <p>{rich('shell.crash-unsigned', { count: unsigned })}</p>}
      {signed + unsigned === 0 && <p>{say('shell.crash-nothing')}</p>}
    </>
  )
}

export function ReportButton() {
  return (
    <Button size="sm" onPress={() => void saveReport().catch(() => undefined)}>
      {say('shell.crash-report')}
    </Button>
  )
}

function Crashed({ onAgain, onLeft }: { readonly onAgain: () => void; readonly onLeft: () => void }) {
  return (
    <div role="alert" className="mx-auto grid w-full max-w-xl gap-4 p-6 min-[62.5rem]:p-10">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-warn-soft text-warn"
        >
          <LifeBuoy className="size-6" />
        </span>
        <h1 className="text-pretty text-who">{say('shell.crash-title')}</h1>
      </div>
      <div className="grid gap-2">
        <MoneyStanding />
        <p className="text-ink-2">{say('shell.crash-todo')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" kind="primary" onPress={onAgain}>
          {say('shell.crash-again')}
        </Button>
        <Button
          size="sm"
          onPress={() => {
            go({ name: 'home' }, 'replace')
            onLeft()
          }}
        >
          {say('shell.crash-home')}
        </Button>
        <ReportButton />
      </div>
      <p className="text-ink-3 text-sm">{say('shell.crash-report-what')}</p>
    </div>
  )
}

/** What fails inside says where the money stands, in its own place; what is outside goes on. */
export class Guard extends Component<
  { readonly children: ReactNode },
  { readonly failed: boolean; readonly isUnread: boolean }
> {
  override state = { failed: false, isUnread: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, isUnread: error instanceof NotRead }
  }

  override render() {
    const { failed, isUnread } = this.state
    if (!failed) return this.props.children
    const draw = () => this.setState({ failed: false })
    // What was not read is read by another page only.
    return <Crashed onAgain={isUnread ? () => location.reload() : draw} onLeft={draw} />
  }
}
