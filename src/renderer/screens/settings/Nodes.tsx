import { useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { isolated, say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Group, Setting } from './rows.tsx'

type View = WireAnswer<'nodes.read'>

const PLACES = [0, 1, 2] as const

/** Whom Coffer asks besides the service. */
export function Nodes() {
  const view = useQuery('nodes.read', null).value
  const test = useAction('nodes.test')
  const [found, setFound] = useState<WireAnswer<'nodes.test'>>([])
  const [open, setOpen] = useState(false)
  const [told, setTold] = useState('')
  if (view === undefined) return null
  const { nodes, from } = view

  async function tried(): Promise<void> {
    setFound((await test.run(null)) ?? [])
  }

  function kept(count: number): void {
    setOpen(false)
    setFound([])
    setTold(say('settings.nodes-kept', { count }))
  }

  return (
    <Group title={say('settings.nodes')} text={say('settings.nodes-text')}>
      {nodes.length === 0 && <Setting label={say('settings.nodes-none')}>{changing()}</Setting>}
      {nodes.map((node, at) => {
        const result = found.find((each) => each.node === node)
        return (
          <Setting
            key={node}
            label={<bdi className="select-text break-all">{node}</bdi>}
            {...(result === undefined ? {} : { text: say('settings.node-is', { is: result.is }) })}
          >
            {at === 0 && (
              <>
                <Button pending={test.pending} onPress={() => void tried()}>
                  {say('settings.nodes-test')}
                </Button>
                {changing()}
              </>
            )}
          </Setting>
        )
      })}
      {from !== null && (
        <p className="border-line border-b py-3">
          {rich('settings.nodes-from-is', { limit: `${formatFigure(from.limit)} ${isolated(from.currency)}` })}
        </p>
      )}
      <ErrorNotice error={test.error} className="mt-3" />
      <p role="status" className="pt-2 text-ink-2 text-sm">
        {heard(told)}
      </p>
      {open && <NodesDialog view={view} onKept={kept} onClose={() => setOpen(false)} />}
    </Group>
  )

  function changing() {
    return (
      <Button
        aria-label={say('settings.change') + say('lib.colon') + say('settings.nodes')}
        onPress={() => setOpen(true)}
      >
        {say('settings.change')}
      </Button>
    )
  }
}

function NodesDialog(props: {
  readonly view: View
  readonly onKept: (count: number) => void
  readonly onClose: () => void
}) {
  const { view } = props
  const { state } = useWallet()
  const set = useAction('nodes.set')
  const passphrase = usePassphrase(state.vault.passphrase, set.error)
  const [texts, setTexts] = useState<readonly string[]>(() => PLACES.map((at) => view.nodes[at] ?? ''))
  const [limit, setLimit] = useState(view.from === null ? '' : formatFigure(view.from.limit))
  const currency = view.from?.currency ?? state.preferences.currency
  const reading = readAmount(limit)
  const from = reading.kind === 'ok' ? { limit: reading.text, currency } : null
  const isReady = (reading.kind === 'ok' || reading.kind === 'empty') && !passphrase.isMissing && passphrase.wait === 0

  async function use(): Promise<void> {
    if (!isReady) return
    const nodes = texts.map((text) => text.trim()).filter((text) => text !== '')
    const done = await set.run({ nodes, from, passphrase: passphrase.given })
    if (done !== undefined) props.onKept(done.nodes.length)
  }

  return (
    <Dialog title={say('settings.nodes')} isOpen onClose={props.onClose} width="max-w-xl">
      <Form className="flex flex-col gap-4" onSubmit={() => void use()}>
        <p className="text-ink-2">{say('settings.nodes-why')}</p>
        {PLACES.map((at) => (
          <Input
            key={at}
            label={say('settings.node', { place: String(at + 1) })}
            optional
            mono
            maxLength={200}
            value={texts[at] ?? ''}
            onChange={(text) => {
              set.reset()
              setTexts(texts.map((each, place) => (place === at ? text : each)))
            }}
            hint={at === 0 ? say('settings.node-hint') : undefined}
          />
        ))}
        <AmountField
          label={say('settings.nodes-from')}
          value={limit}
          onChange={setLimit}
          symbol={currency}
          optional
          quiet
          hint={say('settings.nodes-from-hint')}
        />
        <AskedPassphrase of={passphrase} />
        <ErrorNotice error={passphrase.failure} />
        <DialogFoot>
          <Button onPress={props.onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" type="submit" pending={set.pending} isDisabled={!isReady}>
            {say('settings.line-try')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
