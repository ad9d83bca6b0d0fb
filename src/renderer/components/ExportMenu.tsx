import { Check, Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StatementFormat } from '#contract/ipc'
import { say } from '#words'
import { rich } from '../lib/rich.tsx'
import { saveTable, saveText } from '../lib/save.ts'
import { useAction } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { ActivityFilter, Owner } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Dialog } from '../ui/Overlay.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

interface Wish {
  readonly owner: Owner
  readonly others: readonly Owner[]
  readonly filter: ActivityFilter
}

/** For so long a file that was made is told. */
const TOLD_MS = 6000

/** Saves a form of the statement as a file, which comes in parts. */
function useStatementFile() {
  const [made, setMade] = useState<string | null>(null)
  useEffect(() => {
    if (made === null) return
    const timer = setTimeout(() => setMade(null), TOLD_MS)
    return () => clearTimeout(timer)
  }, [made])
  const draw = useAction('statements.file')
  const take = useAction('statements.part')
  const [unsigned, setUnsigned] = useState(false)
  const [doubted, setDoubted] = useState(false)
  return {
    /** Name of the file that was just made; where it went is what browser or system say. */
    made,
    /** It was saved, and nothing shows later whether it was changed. */
    unsigned,
    /** It was saved, and movements may be missing in it. */
    doubted,
    error: draw.error ?? take.error,
    pending: draw.pending || take.pending,
    clear(): void {
      draw.reset()
      take.reset()
      setUnsigned(false)
      setDoubted(false)
    },
    async save(format: StatementFormat, { owner, others, filter }: Wish): Promise<void> {
      setMade(null)
      const drawn = await draw.run({ ...owner, others: [...others], filter, format })
      if (drawn === undefined) return
      const texts: string[] = []
      for (let part = 0; part < drawn.parts; part += 1) {
        const found = await take.run({ account: owner.account, file: drawn.file, part })
        if (found === undefined) return
        texts.push(found.text)
      }
      const save = format === 'csv' ? saveTable : saveText
      save(drawn.fileName, texts.join(''))
      setMade(drawn.fileName)
      setUnsigned(format === 'json' && !drawn.signed)
      setDoubted(drawn.agrees === false)
    },
  }
}

/** What is listed, as a file or on paper. */
export function ExportMenu(props: {
  readonly filter: ActivityFilter
  /** Whose it is, where it is not the one that is shown. */
  readonly owner?: Owner
  readonly others?: readonly Owner[]
  /** It is on paper already. */
  readonly isSheet?: boolean
  /** Stands beside a heading, as a link would. */
  readonly quiet?: boolean
}) {
  const shown = useWallet().owner
  const { filter, owner = shown, others = [], isSheet = false, quiet = false } = props
  const { save, error, made, unsigned, doubted, pending, clear } = useStatementFile()
  const file = (id: StatementFormat, label: string, icon: typeof FileText) => {
    const Icon = icon
    return { id, label, icon: <Icon />, onAction: () => void save(id, { owner, others, filter }) }
  }
  const sheet = {
    id: 'statement',
    label: say('shared.statement-to-print'),
    icon: <FileText />,
    onAction: () => go({ name: 'statement', filter }),
  }
  return (
    <>
      <Menu
        label={say('shared.export')}
        trigger={
          <Button
            {...(quiet ? { kind: 'quiet', size: 'sm', className: '-my-2 h-6' } : {})}
            icon={made === null ? <Download className="size-4" /> : <Check className="size-4 text-ok" />}
            pending={pending}
          >
            {say('shared.export')}
          </Button>
        }
        entries={[
          ...(isSheet ? [] : [sheet]),
          file('csv', say('shared.table-csv'), FileSpreadsheet),
          file('json', say('shared.signed-json'), FileJson),
          file('koinly', say('shared.for-koinly'), FileSpreadsheet),
          file('cointracking', say('shared.for-cointracking'), FileSpreadsheet),
        ]}
      />
      <span role="status" className="sr-only">
        {made === null ? '' : rich('shared.file-was-made', { file: made })}
      </span>
      {(unsigned || doubted) && (
        <Dialog title={doubted ? say('shared.saved-incomplete') : say('shared.saved-unsigned')} isOpen onClose={clear}>
          <div className="grid gap-2.5 text-ink-2">
            {doubted && (
              <>
                <p>{say('statement.does-not-agree-with-the-coins')}</p>
                <p>{say('shared.saved-incomplete-todo')}</p>
              </>
            )}
            {unsigned && <p>{say('shared.saved-unsigned-why')}</p>}
          </div>
        </Dialog>
      )}
      {error !== null && (
        <Dialog title={say('shared.not-exported')} isOpen onClose={clear}>
          <ErrorNotice error={error} />
        </Dialog>
      )}
    </>
  )
}
