import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { logText } from '../../components/report.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { saveText } from '../../lib/save.ts'
import { useAction } from '../../state/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Time } from '../../ui/Time.tsx'
import { Group } from './rows.tsx'

type Line = WireAnswer<'trouble.log'>['lines'][number]
type Least = 'debug' | 'warn' | 'error'

const LEVELS = [
  { value: 'debug', label: say('settings.log-all') },
  { value: 'warn', label: say('settings.log-warnings') },
  { value: 'error', label: say('settings.log-errors') },
] as const
const RANK: Readonly<Record<Line['level'], number>> = { debug: 0, info: 1, warn: 2, error: 3 }
const TONE: Readonly<Record<Line['level'], string>> = {
  ...{ debug: 'text-ink-3', info: 'text-ink-3', warn: 'text-warn', error: 'text-stop' },
}
/** More than anybody reads; the file that is saved has them all. */
const SHOWN_MAX = 300

/** The log of this computer, read when it is asked for. */
export function LogGroup() {
  const read = useAction('trouble.log')
  const [lines, setLines] = useState<readonly Line[] | null>(null)

  async function open(): Promise<void> {
    const found = await read.run(null)
    if (found !== undefined) setLines(found.lines)
  }

  return (
    <Group title={say('settings.log')} text={say('settings.log-text')}>
      <div className="grid gap-3 py-3.5">
        <div>
          <Button pending={read.pending} onPress={() => void open()}>
            {say('settings.log-open')}
          </Button>
        </div>
        <ErrorNotice error={read.error} />
      </div>
      {lines !== null && <LogDialog lines={lines} onClose={() => setLines(null)} />}
    </Group>
  )
}

function LogDialog({ lines, onClose }: { readonly lines: readonly Line[]; readonly onClose: () => void }) {
  const [least, setLeast] = useState<Least>('debug')
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = lines
    .filter((line) => RANK[line.level] >= RANK[least] && line.text.toLowerCase().includes(wanted))
    .toReversed()
  return (
    <Dialog
      title={say('settings.log')}
      isOpen
      onClose={onClose}
      width="max-w-3xl"
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-3 text-sm" role="status">
            {rich('settings.log-lines', { count: found.length })}
          </p>
          <Button onPress={() => saveText('coffer-log.txt', logText(found.toReversed()))}>
            {say('settings.log-save')}
          </Button>
        </div>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchField
          label={say('settings.log-find')}
          placeholder={say('settings.log-find')}
          value={text}
          onChange={setText}
          className="min-w-48 flex-1"
        />
        <Segmented label={say('settings.log-level')} options={LEVELS} value={least} onChange={setLeast} />
      </div>
      {found.length === 0 && <p className="py-6 text-center text-ink-3">{say('settings.log-empty')}</p>}
      <ul aria-label={say('settings.log')}>
        {found.slice(0, SHOWN_MAX).map((line, at) => (
          // Two lines may be alike in everything but their place.
          <li key={`${lines.length - at} ${line.at}`} className="border-line border-b py-1.5 last:border-0">
            <span className="flex gap-3 text-xs">
              <Time at={line.at} form="clock" />
              <span className={TONE[line.level]}>{line.level}</span>
            </span>
            <span className="code select-text break-all text-ink-2">{heard(line.text)}</span>
          </li>
        ))}
      </ul>
      {found.length > SHOWN_MAX && (
        <p className="py-3 text-ink-3 text-sm">{rich('settings.log-more', { count: found.length - SHOWN_MAX })}</p>
      )}
    </Dialog>
  )
}
