import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { isolated, say } from '#words'
import { Figure } from '../../components/figures.tsx'
import { cx } from '../../lib/cx.ts'
import { shorten } from '../../lib/digits.ts'
import type { SendForm } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { ROWS_MAX } from './model.ts'
import { readList } from './paste.ts'

const TEXT_MAX = 200_000

/** A list from a spreadsheet or a CSV file. What was understood is shown before a single row enters the form. */
export function PasteList(props: {
  readonly symbol: string
  /** Rows that are in the form already and stay there. */
  readonly before: number
  readonly onRows: (rows: SendForm['rows']) => void
  readonly onClose: () => void
}) {
  const [text, setText] = useState('')
  const list = readList(text)
  const good = list.rows.filter((row) => row.verdict === 'ok')
  const wrong = list.rows.length - good.length
  const room = ROWS_MAX - props.before
  const tooMany = good.length > room

  return (
    <Dialog
      title={say('send.paste-a-list')}
      isOpen
      onClose={props.onClose}
      width="max-w-2xl"
      footer={
        <>
          <span className="mr-auto text-ink-2 text-sm" role="status">
            {list.rows.length === 0 ? (
              say('send.one-recipient-per-line')
            ) : tooMany ? (
              <span className="text-stop">
                {say('send.row-one-payment-takes', { good: good.length, rowsMax: ROWS_MAX })}
              </span>
            ) : (
              <>
                {say('send.row-together', { good: good.length })}
                <Figure value={list.total} symbol={props.symbol} plain />
                {wrong > 0 && <span className="text-stop">{say('send.row-to-correct', { wrong })}</span>}
              </>
            )}
          </span>
          <Button onPress={props.onClose}>{say('common.cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={good.length === 0 || wrong > 0 || tooMany}
            onPress={() => props.onRows(good.map(({ to, amount }) => ({ to, amount })))}
          >
            {good.length === 0 ? say('send.add-rows') : say('send.add', { good: good.length })}
          </Button>
        </>
      }
    >
      <TextArea
        label={say('send.receiver-and-amount-line-by-line')}
        mono
        rows={list.rows.length > 0 ? 5 : 9}
        value={text}
        onChange={(next) => setText(next.slice(0, TEXT_MAX))}
        placeholder={'7000123451, 0.025\n39012847; 1.5\nMIX4fwusRK88p5Gex…\t12'}
        hint={say('send.separated-by-a-comma-a-semicolon')}
        aside={
          <FileTrigger
            acceptedFileTypes={['text/csv', 'text/plain', '.csv', '.tsv', '.txt']}
            onSelect={(files) => {
              const file = files?.[0]
              if (file !== undefined) void file.text().then((read) => setText(read.slice(0, TEXT_MAX)))
            }}
          >
            <Button kind="quiet" size="sm" icon={<FileUp className="size-4" />}>
              {say('send.choose-a-file')}
            </Button>
          </FileTrigger>
        }
      />
      {list.rows.length > 0 && (
        <div className="mt-4 max-h-56 overflow-y-auto rounded-lg shadow-card">
          <table className="w-full border-collapse text-left">
            <caption className="sr-only">{say('send.rows-that-were-understood')}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{say('send.line')}</th>
                <th scope="col">{say('send.receiver')}</th>
                <th scope="col">{say('send.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.line} className="border-line border-b last:border-0">
                  <td className="figure w-12 py-1.5 pr-2 pl-4 text-right text-ink-3 text-sm">{row.line}</td>
                  <td className="py-1.5 pr-2">
                    <span className="figure">{shorten(row.to, 20, 8)}</span>
                    {row.why !== null && <span className="block text-sm text-stop">{row.why}</span>}
                  </td>
                  <td
                    className={cx('figure py-1.5 pr-4 text-right align-top', row.verdict === 'fix' && 'text-ink-3')}
                  >{`${row.amount} ${isolated(props.symbol)}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.skipped > 0 && <p className="mt-2 text-ink-3 text-sm">{say('send.the-first-line-was-taken-for')}</p>}
    </Dialog>
  )
}
