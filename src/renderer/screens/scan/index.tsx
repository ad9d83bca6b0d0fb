import { ArrowLeft, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { closeScan, takesText } from '../../state/scan.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Camera } from './Camera.tsx'
import { Chooser } from './Chooser.tsx'
import { PartsRing } from './PartsRing.tsx'
import { FileWay, PasteWay } from './Paste.tsx'
import { asCode } from './qr.ts'
import { Result } from './Result.tsx'
import { canCapture, Screen } from './Screen.tsx'
import { type Scanning, type Stage, useScanning } from './scanning.ts'

type Way = 'camera' | 'screen' | 'file' | 'paste'

let lastWay: Way = 'camera'

/**
 * Reads codes, links and files wherever they come from. What was read is shown with its source and offers one step;
 * nothing is sent, signed, opened or gone to by scanning.
 */
export function Scan() {
  const { account, state } = useWallet()
  const scanning = useScanning(account.account, state.host)
  const { stage } = scanning
  return (
    <Dialog
      title={titleOf(stage)}
      isOpen
      onClose={closeScan}
      width={stage.kind === 'choose' ? 'max-w-225' : 'max-w-2xl'}
    >
      <div className="min-h-90 low:min-h-0">
        {stage.kind === 'input' && <Ways scanning={scanning} problem={stage.problem} />}
        {stage.kind === 'looking' && (
          <p role="status" className="grid h-90 low:h-40 place-items-center text-ink-2">
            <span className="flex items-center gap-3">
              <Spinner /> {say('scan.reading')}
            </span>
          </p>
        )}
        {stage.kind === 'choose' && <Chooser stage={stage} scanning={scanning} />}
        {stage.kind === 'card' && <Result card={stage.card} source={stage.source} at={stage.at} />}
        {stage.kind === 'failed' && (
          <ErrorNotice
            error={stage.error}
            action={
              <Button size="sm" onPress={() => scanning.scanText(stage.text, stage.source)}>
                {say('common.try-again')}
              </Button>
            }
          />
        )}
        {stage.kind !== 'input' && stage.kind !== 'looking' && (
          <Button
            kind="quiet"
            className="-ml-2.5 mt-5"
            icon={<ArrowLeft className="size-4" />}
            onPress={scanning.restart}
          >
            {say('scan.read-something-else')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function titleOf(stage: Stage): string {
  if (stage.kind === 'card') return say('scan.this-is-what-was-read')
  if (stage.kind === 'choose') return say('scan.codes-in-this-picture', { codes: stage.codes.length })
  return say('scan.scan-or-read')
}

function Ways({ scanning, problem }: { readonly scanning: Scanning; readonly problem: string | null }) {
  const [way, setWay] = useState<Way>(lastWay === 'screen' && !canCapture() ? 'camera' : lastWay)
  const choose = (next: Way) => {
    lastWay = next
    setWay(next)
  }
  return (
    <>
      {problem !== null && (
        <Notice tone="warn" icon={<CircleAlert />} title={problem} live className="mb-4">
          {say('scan.nothing-happened-try-again-or-another')}
        </Notice>
      )}
      <PartsRing />
      <div
        onPaste={(event) => {
          // The field takes text by itself, and the window takes pictures.
          const text = event.clipboardData.getData('text/plain')
          if (takesText(event.target) || event.clipboardData.files.length > 0 || text.trim() === '') return
          scanning.scanCodes([asCode(text)], 'paste')
        }}
      >
        <Tabs
          label={say('scan.where-the-code-is')}
          selected={way}
          onSelect={choose}
          tabs={[
            {
              id: 'camera',
              label: say('scan.camera'),
              content: <Camera scanning={scanning} onOther={() => choose('file')} />,
            },
            ...(canCapture()
              ? [{ id: 'screen' as const, label: say('scan.screen'), content: <Screen scanning={scanning} /> }]
              : []),
            { id: 'file', label: say('scan.file'), content: <FileWay scanning={scanning} /> },
            { id: 'paste', label: say('scan.paste'), content: <PasteWay scanning={scanning} /> },
          ]}
        />
      </div>
    </>
  )
}
