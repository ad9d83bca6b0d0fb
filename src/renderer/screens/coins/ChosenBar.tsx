import { Combine, Snowflake, Tag, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { useFocusBack } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import type { Coin } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { PopoverPanel } from '../../ui/Overlay.tsx'
import { canCombine, sumsOf, whyNoFreeze } from './model.ts'

/** What can be done with the coins that are chosen. */
export function ChosenBar(props: {
  readonly coins: readonly Coin[]
  readonly combining: boolean
  readonly onCombine: () => void
  readonly onClear: () => void
}) {
  const { coins, onClear } = props
  useFocusBack()
  const { owner } = useWallet()
  const freeze = useAction('coins.freeze')
  const name = useAction('labels.set')
  const noFreeze = whyNoFreeze(coins)
  const outputs = coins.map(({ outputId }) => outputId)
  return (
    <section
      aria-label={say('coins.chosen-coins')}
      data-foot
      className="sticky bottom-3 z-10 mt-4 flex min-h-[3.25rem] animate-rise flex-wrap items-center gap-x-2 gap-y-1 rounded-lg bg-raised py-1.5 pr-2 pl-4 shadow-overlay"
    >
      <p className="mr-auto font-[550]">
        {rich('coins.count-chosen', { count: coins.length })}
        {sumsOf(coins).map(({ symbol, amount }) => (
          <span key={symbol}>
            {' · '}
            <Figure value={amount} symbol={symbol} />
          </span>
        ))}
      </p>
      <Asking
        name={say('coins.label')}
        deed={say('coins.save-label')}
        missing={say('coins.write-a-label')}
        icon={<Tag className="size-4" />}
        onSave={async (label) => {
          for (const { outputId, note } of coins) {
            if ((await name.run({ account: owner.account, id: `o:${outputId}`, label, note })) === undefined) return
          }
        }}
      />
      <Asking
        name={say('coins.freeze')}
        deed={say('coins.freeze')}
        missing={say('coins.write-why')}
        field={say('coins.why-freeze-it')}
        icon={<Snowflake className="size-4" />}
        isDisabled={noFreeze !== null}
        onSave={async (reason) => {
          // Nothing more can be done with them together.
          if ((await freeze.run({ ...owner, outputs, reason })) !== undefined) onClear()
        }}
      />
      {canCombine(coins) && (
        <Button
          size="sm"
          // What is looked at has the one filled button.
          kind={props.combining ? 'quiet' : 'primary'}
          aria-expanded={props.combining}
          icon={<Combine className="size-4" />}
          onPress={props.onCombine}
        >
          {say('coins.combine')}
        </Button>
      )}
      <IconButton label={say('coins.choose-none')} onPress={onClear}>
        <X className="size-4" />
      </IconButton>
      <p role="status" className="w-full pb-1 text-ink-2 text-sm empty:hidden">
        {noFreeze}
      </p>
      {[freeze.error, name.error].map(
        (error, at) => error !== null && <ErrorNotice key={at} error={error} className="w-full" />,
      )}
    </section>
  )
}

/** A deed that needs a few words first. */
function Asking(props: {
  readonly name: string
  readonly deed: string
  /** Said where nothing was written. */
  readonly missing: string
  readonly field?: string
  readonly icon: ReactNode
  readonly isDisabled?: boolean
  readonly onSave: (text: string) => Promise<void>
}) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState(false)
  const isEmpty = text.trim() === ''
  return (
    <PopoverPanel
      label={props.name}
      placement="top end"
      trigger={
        <Button size="sm" kind="quiet" icon={props.icon} isDisabled={props.isDisabled === true}>
          {props.name}
        </Button>
      }
    >
      {(close) => (
        <Form
          className="flex items-start gap-2 p-4"
          onSubmit={() => {
            setAsked(true)
            if (isEmpty) return
            void props.onSave(text.trim()).then(() => {
              setText('')
              setAsked(false)
              close()
            })
          }}
        >
          <Input
            label={props.field ?? props.name}
            className="min-w-0 flex-1"
            autoFocus
            error={asked && isEmpty ? props.missing : undefined}
            value={text}
            onChange={setText}
            maxLength={200}
          />
          <Button type="submit" kind="primary" className="mt-6">
            {props.deed}
          </Button>
        </Form>
      )}
    </PopoverPanel>
  )
}
