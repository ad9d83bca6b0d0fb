import { Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react'
import type { StatementFormat } from '#contract/ipc'
import { say } from '#words'
import { saveText } from '../lib/save.ts'
import { useAction } from '../state/query.ts'
import { go } from '../state/routes.ts'
import type { ActivityFilter } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'

/** Saves a form of the statement as a file. */
function useStatementFile() {
  const { owner } = useWallet()
  const draw = useAction('statements.file')
  return {
    error: draw.error,
    async save(format: StatementFormat, filter: ActivityFilter): Promise<void> {
      const made = await draw.run({ ...owner, filter, format })
      if (made !== undefined) saveText(made.fileName, made.text)
    },
  }
}

/** What is listed, as a file or on paper. `quiet` stands beside a heading, as a link would. */
export function ExportMenu({ filter, quiet = false }: { readonly filter: ActivityFilter; readonly quiet?: boolean }) {
  const { save } = useStatementFile()
  const file = (id: StatementFormat, label: string, icon: typeof FileText) => {
    const Icon = icon
    return { id, label, icon: <Icon />, onAction: () => void save(id, filter) }
  }
  return (
    <Menu
      label={say('shared.export')}
      trigger={
        <Button
          size="sm"
          {...(quiet ? { kind: 'quiet', className: '-my-2 h-6 px-1.5' } : {})}
          icon={<Download className="size-4" />}
        >
          {say('shared.export')}
        </Button>
      }
      entries={[
        {
          id: 'statement',
          label: say('shared.statement-to-print'),
          icon: <FileText />,
          onAction: () => go({ name: 'statement', filter }),
        },
        file('csv', say('shared.table-csv'), FileSpreadsheet),
        file('json', say('shared.signed-json'), FileJson),
        file('koinly', say('shared.for-koinly'), FileSpreadsheet),
        file('cointracking', say('shared.for-cointracking'), FileSpreadsheet),
      ]}
    />
  )
}
