import { FileUp, OctagonX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failure } from '#contract/errors'
import type { WireAnswer, WireInput } from '#contract/ipc'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fact, Facts } from '../../components/Facts.tsx'
import { heard } from '../../lib/heard.tsx'
import { reportOf } from '../../state/bridge.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { ProxyFields } from './ProxyFields.tsx'
import { type ProxyForm, proxyForm, proxyOf } from './proxy-form.ts'
import { Group, Setting } from './rows.tsx'

type View = WireAnswer<'network.line'>
type Authority = NonNullable<View['authority']>
type Wish = Pick<WireInput<'network.setLine'>, 'proxy' | 'authority'>

/** More bytes than any certificate has: of a longer file only a part would be looked at. */
const PEM_MAX = 20_000
const TOO_LARGE = reportOf(failure('input.authority', 'more than a certificate', { details: { reason: 'large' } }))

/** How the service is reached: through which proxy, and whose certificates are believed. */
export function Line() {
  const line = useQuery('network.line', null).value
  const [open, setOpen] = useState<'proxy' | 'authority' | null>(null)
  const [told, setTold] = useState('')
  if (line === undefined) return null
  const { proxy, authority } = line
  const used = (tried: boolean): void => {
    setOpen(null)
    const tells = line.local ? say('settings.line-local') : say('settings.line-tried')
    setTold(tried ? tells : say('settings.line-kept'))
  }
  return (
    <Group title={say('settings.line')} text={line.fixed ? say('settings.line-given') : say('settings.line-text')}>
      {line.doubted && <Notice tone="stop" icon={<OctagonX />} title={say('settings.line-doubted')} className="my-3" />}
      <Setting
        label={say('settings.proxy')}
        text={
          proxy === null
            ? say('settings.proxy-none')
            : say('settings.proxy-is', { kind: proxy.kind, address: `${proxy.host}:${proxy.port}` })
        }
      >
        {!line.fixed && (
          <Button
            aria-label={say('settings.change') + say('lib.colon') + say('settings.proxy')}
            onPress={() => setOpen('proxy')}
          >
            {say('settings.change')}
          </Button>
        )}
      </Setting>
      <Setting
        label={say('settings.authority')}
        text={authority === null ? say('settings.authority-none') : <bdi>{authority.subject}</bdi>}
      >
        {/* Agreeing to it must not agree to a proxy that somebody else set. */}
        {!line.fixed && !line.doubted && (
          <Button
            aria-label={say('settings.change') + say('lib.colon') + say('settings.authority')}
            onPress={() => setOpen('authority')}
          >
            {say('settings.change')}
          </Button>
        )}
      </Setting>
      <p role="status" className="pt-2 text-ink-2 text-sm">
        {heard(told)}
      </p>
      {open === 'proxy' && <ProxyDialog line={line} onUsed={used} onClose={() => setOpen(null)} />}
      {open === 'authority' && <AuthorityDialog line={line} onUsed={used} onClose={() => setOpen(null)} />}
    </Group>
  )
}

interface DialogProps {
  readonly line: View
  readonly onUsed: (tried: boolean) => void
  readonly onClose: () => void
}

/** The passphrase where one is set, what came of the try, and the buttons; nothing is changed before the service answered or the person insists. */
function useUse({ onUsed, onClose }: DialogProps, wish: Wish | null) {
  const { state } = useWallet()
  const set = useAction('network.setLine')
  const passphrase = usePassphrase(state.vault.passphrase, set.error)
  const isReady = wish !== null && !passphrase.isMissing && passphrase.wait === 0

  async function use(untried: boolean): Promise<void> {
    if (wish === null || !isReady) return
    const done = await set.run({ ...wish, untried, passphrase: passphrase.given })
    if (done !== undefined) onUsed(!untried)
  }

  // It was tried, and nobody answered.
  const isSilent = set.error?.code.startsWith('remote.') === true
  const silent = { instead: { money: say('settings.line-not-changed'), todo: say('settings.line-check') } }
  const foot = (
    <>
      <AskedPassphrase of={passphrase} />
      <ErrorNotice error={passphrase.failure} {...(isSilent ? silent : {})} />
      <DialogFoot>
        <Button onPress={onClose}>{say('common.cancel')}</Button>
        {isSilent && (
          <Button isDisabled={!isReady || set.pending} onPress={() => void use(true)}>
            {say('settings.line-untried')}
          </Button>
        )}
        <Button kind="primary" type="submit" pending={set.pending} isDisabled={!isReady}>
          {say('settings.line-try')}
        </Button>
      </DialogFoot>
    </>
  )
  return { foot, submit: () => void use(false), reset: set.reset }
}

function ProxyDialog(props: DialogProps) {
  const [form, setForm] = useState<ProxyForm>(() => proxyForm(props.line.proxy))
  const proxy = proxyOf(form)
  const { foot, submit, reset } = useUse(props, proxy === undefined ? null : { proxy })
  return (
    <LineDialog title={say('settings.proxy')} text={say('settings.proxy-why')} submit={submit} onClose={props.onClose}>
      <ProxyFields
        form={form}
        onChange={(next) => {
          reset()
          setForm(next)
        }}
      />
      {foot}
    </LineDialog>
  )
}

/** What is to be believed from now on: what a file says, or nobody of one's own. */
interface Chosen {
  readonly pem: string | null
  readonly facts: Authority | null
}

function AuthorityDialog(props: DialogProps) {
  const { line } = props
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isLarge, setLarge] = useState(false)
  const read = useAction('network.readAuthority')
  const { foot, submit, reset } = useUse(props, chosen === null ? null : { proxy: line.proxy, authority: chosen.pem })
  const { facts } = chosen ?? { facts: line.authority }

  async function choose(file: File): Promise<void> {
    reset()
    setLarge(file.size > PEM_MAX)
    if (file.size > PEM_MAX) return setChosen(null)
    const pem = await file.text()
    const found = await read.run({ pem })
    setChosen(found === undefined ? null : { pem, facts: found })
  }

  return (
    <LineDialog
      title={say('settings.authority')}
      text={say('settings.authority-why')}
      submit={submit}
      onClose={props.onClose}
    >
      {facts === null ? <p>{say('settings.authority-none')}</p> : <AuthorityFacts authority={facts} />}
      <div className="flex flex-wrap gap-2">
        <FileButton accept={['.pem', '.crt', '.cer']} icon={<FileUp className="size-4" />} onFile={choose}>
          {say('settings.authority-choose')}
        </FileButton>
        {facts !== null && line.authority !== null && (
          <Button
            kind="danger"
            onPress={() => {
              reset()
              setLarge(false)
              setChosen({ pem: null, facts: null })
            }}
          >
            {say('settings.authority-remove')}
          </Button>
        )}
      </div>
      <ErrorNotice error={isLarge ? TOO_LARGE : read.error} />
      {foot}
    </LineDialog>
  )
}

function LineDialog(props: {
  readonly title: string
  readonly text: string
  readonly submit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Dialog title={props.title} isOpen onClose={props.onClose} width="max-w-xl">
      <Form className="flex flex-col gap-4" onSubmit={props.submit}>
        <p className="text-ink-2">{heard(props.text)}</p>
        {props.children}
      </Form>
    </Dialog>
  )
}

function AuthorityFacts({ authority }: { readonly authority: Authority }) {
  return (
    <div>
      <Facts>
        <Fact name={say('settings.authority-subject')}>
          <bdi className="select-text break-words">{authority.subject}</bdi>
        </Fact>
        <Fact name={say('settings.authority-until')}>
          <Time at={authority.validUntil} />
        </Fact>
        <Fact name={say('settings.authority-fingerprint')}>
          <span className="code select-text break-all">{authority.fingerprint}</span>
        </Fact>
      </Facts>
      <p className="text-ink-3 text-sm">{say('settings.authority-compare')}</p>
    </div>
  )
}
