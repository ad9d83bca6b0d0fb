import { FileDown, Printer, Users } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { OnPaper, PaperButtons, usePaper } from '../../components/OnPaper.tsx'
import { PartyAvatar, partyId, partyName } from '../../components/party.tsx'
import { formatDayLong, wallOf } from '../../lib/time.ts'
import type { Payment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { ReceiptPaper } from './ReceiptPaper.tsx'
import { ofRow, receiptText } from './receipt-text.ts'

/** A receipt copied, printed or saved; of a payment to several people also for each of them. */
export function ReceiptDeeds({ payment }: { readonly payment: Payment }) {
  const [row, setRow] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { account, group } = useWallet()
  const paper = usePaper([say('send.receipt-title'), wallOf(Date.parse(payment.createdAt)).day].join(' '))
  /** The paper is drawn before it is printed. */
  const withRow = (wanted: number | null, deed: () => void) => () => {
    flushSync(() => setRow(wanted))
    deed()
  }
  return (
    <>
      {payment.rows.length > 1 && (
        <Button icon={<Users className="size-4" />} onPress={() => setOpen(true)}>
          {say('send.receipt-per-person')}
        </Button>
      )}
      <CopyButton text={receiptText(payment)} what={say('send.receipt')} label={say('send.copy-receipt')} size="md" />
      <PaperButtons paper={{ ...paper, print: withRow(null, paper.print), save: withRow(null, paper.save) }} />
      <OnPaper
        name={[say('send.receipt-title'), group?.name ?? account.name, formatDayLong(payment.createdAt)].join(' · ')}
      >
        <ReceiptPaper payment={ofRow(payment, row)} />
      </OnPaper>
      {paper.error !== null && !isOpen && (
        <Dialog title={say('send.receipt-title')} isOpen onClose={paper.clear}>
          <ErrorNotice error={paper.error} />
        </Dialog>
      )}
      {isOpen && (
        <Dialog title={say('send.receipt-per-person')} isOpen onClose={() => setOpen(false)}>
          <p className="mb-3 text-ink-2">{say('send.receipt-per-person-text')}</p>
          <ErrorNotice error={paper.error} className="mb-3" />
          <ul>
            {payment.rows.map(({ party, amount }, at) => (
              <li key={at} className="flex items-center gap-3 border-line border-b py-2 last:border-0">
                <PartyAvatar party={party} />
                <div className="min-w-0 flex-1">
                  <p className="break-words font-medium leading-5">{partyName(party)}</p>
                  <p className="code break-all text-ink-3 text-xs">{partyId(party)}</p>
                </div>
                <Figure value={amount} symbol={payment.asset.symbol} className="shrink-0 font-medium" />
                <span className="flex shrink-0">
                  <CopyButton
                    text={receiptText(payment, at)}
                    what={say('send.receipt-for', { name: partyName(party) })}
                  />
                  <IconButton
                    label={say('send.print-receipt-for', { name: partyName(party) })}
                    onPress={withRow(at, paper.save)}
                  >
                    {paper.hasPdf ? <FileDown className="size-4" /> : <Printer className="size-4" />}
                  </IconButton>
                </span>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
