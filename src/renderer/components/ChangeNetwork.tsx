import { FlaskConical, Globe, Landmark } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { say } from '#words'
import { useAction } from '../state/query.ts'
import type { AppState } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { RadioCards } from '../ui/Choice.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { Dialog, DialogFoot } from '../ui/Overlay.tsx'
import { ErrorNotice } from './ErrorNotice.tsx'

type Network = AppState['network']
type Kind = Network['kind']

/** A local network that runs as a program of its own is one by its address. */
const kindOf = ({ name, kind }: Network): Kind => (name === 'local' || kind === 'mainnet' ? kind : 'custom')

const KINDS: readonly { value: Kind; title: string; text: string; icon: ReactNode }[] = [
  {
    value: 'local',
    title: say('networks.play-money'),
    text: say('networks.play-money-text'),
    icon: <FlaskConical className="size-5 shrink-0 text-ink-2" aria-hidden="true" />,
  },
  {
    value: 'mainnet',
    title: say('networks.real-money'),
    text: say('networks.real-money-text'),
    icon: <Landmark className="size-5 shrink-0 text-ink-2" aria-hidden="true" />,
  },
  {
    value: 'custom',
    title: say('networks.another-service'),
    text: say('networks.another-service-text'),
    icon: <Globe className="size-5 shrink-0 text-ink-2" aria-hidden="true" />,
  },
]

/** Another network for this window. Once it is open the host loads the window anew, or starts Coffer again. */
export function ChangeNetwork(props: {
  readonly network: Network
  /** What is chosen first. */
  readonly first?: Kind
  readonly onClose: () => void
}) {
  const { network } = props
  const [kind, setKind] = useState(props.first ?? kindOf(network))
  const [address, setAddress] = useState(kindOf(network) === 'custom' ? network.baseUrl : '')
  const [isOpening, setOpening] = useState(false)
  const choose = useAction('networks.choose')
  const wanted = kind === 'custom' ? address.trim() : kind
  const isSame = kind === kindOf(network) && (kind !== 'custom' || wanted === network.baseUrl)

  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // In a low window it comes up below the fold.
    if (kind === 'custom') field.current?.scrollIntoView({ block: 'center' })
  }, [kind])

  async function change(): Promise<void> {
    if (choose.pending || isOpening || wanted === '') return
    if ((await choose.run({ network: wanted })) === undefined) return
    // Kept for the next start, which may have another one than this start was told. Any other has the window loaded anew, as it is until then.
    if (isSame) props.onClose()
    else setOpening(true)
  }

  return (
    <Dialog title={say('networks.change')} isOpen onClose={props.onClose} width="max-w-lg">
      <Form className="grid gap-5" onSubmit={() => void change()}>
        <RadioCards label={say('networks.network')} options={KINDS} value={kind} onChange={setKind} />
        {kind === 'custom' && (
          <Input
            ref={field}
            label={say('networks.address')}
            hint={say('networks.address-hint')}
            inputMode="url"
            maxLength={300}
            required
            value={address}
            onChange={setAddress}
          />
        )}
        <p className="text-ink-2 text-sm">{say('networks.what-happens')}</p>
        <DialogFoot>
          <ErrorNotice error={choose.error} className="w-full" />
          <div className="flex w-full flex-wrap justify-end gap-2">
            <Button onPress={props.onClose}>{say('common.cancel')}</Button>
            <Button kind="primary" type="submit" pending={choose.pending || isOpening}>
              {say('networks.change')}
            </Button>
          </div>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
