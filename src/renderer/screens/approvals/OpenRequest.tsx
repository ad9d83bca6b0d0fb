import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { openScan } from '../../state/scan.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { requestIdIn } from './model.ts'

/** A request by its id or hash; everything else that carries one is scanned. */
export function OpenRequest({ onClose }: { readonly onClose: () => void }) {
  const { account } = useWallet()
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const open = useAction('approvals.open')

  function submit(): void {
    const id = requestIdIn(text)
    if (id !== null) {
      void open.run({ account: account.account, id }, ({ requestId }) => {
        onClose()
        go({ name: 'request', requestId })
      })
    } else if (text.trim() === '') {
      setTried(true)
    } else {
      onClose()
      openScan({ kind: 'text', text, source: 'paste' })
    }
  }

  return (
    <Dialog
      title={say('approvals.open-a-request')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button
            kind="quiet"
            icon={<ScanLine className="size-4" />}
            onPress={() => {
              onClose()
              openScan()
            }}
          >
            {say('approvals.from-a-code-or-file')}
          </Button>
          <Button kind="primary" pending={open.pending} onPress={submit}>
            {say('approvals.open')}
          </Button>
        </>
      }
    >
      <Form onSubmit={submit}>
        <Input
          label={say('approvals.request-id-transaction-hash-or-link')}
          mono
          autoFocus
          value={text}
          onChange={setText}
          error={tried && text.trim() === '' ? say('approvals.paste-what-you-were-given') : undefined}
          hint={say('approvals.opening-a-request-signs-nothing-a')}
        />
      </Form>
      <ErrorNotice error={open.error} className="mt-4" />
    </Dialog>
  )
}
