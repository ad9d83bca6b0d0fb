import { useState } from 'react'
import { isolated, say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { formatFigure } from '../../lib/digits.ts'
import { useAction } from '../../state/query.ts'
import type { MoneyPassphrase as Rule } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Select } from '../../ui/Select.tsx'
import { Setting } from './rows.tsx'

const WHENS = ['always', 'above', 'never'] as const satisfies Rule['when'][]

/** When the approval window also asks for the passphrase; where there is no such window it always is asked for. */
export function MoneyPassphrase() {
  const { state } = useWallet()
  const [open, setOpen] = useState(false)
  const rule = state.moneyPassphrase
  if (!state.vault.passphrase || state.approval !== 'window') return null
  const limit = rule.when === 'above' ? `${formatFigure(rule.limit)} ${isolated(rule.currency)}` : ''
  return (
    <Setting
      label={say('settings.passphrase-for-money')}
      text={
        state.moneyPassphraseDoubted
          ? say('settings.passphrase-for-money-doubted')
          : say('settings.passphrase-for-money-now', { when: rule.when, limit })
      }
    >
      <Button onPress={() => setOpen(true)}>{say('settings.change')}</Button>
      {open && <RuleDialog now={rule} currency={state.preferences.currency} onClose={() => setOpen(false)} />}
    </Setting>
  )
}

function RuleDialog(props: { readonly now: Rule; readonly currency: string; readonly onClose: () => void }) {
  const { now } = props
  const [when, setWhen] = useState(now.when)
  const [limit, setLimit] = useState(now.when === 'above' ? formatFigure(now.limit) : '')
  const set = useAction('app.setMoneyPassphrase')
  const currency = now.when === 'above' ? now.currency : props.currency
  const reading = readAmount(limit)
  const rule: Rule | null =
    when !== 'above' ? { when } : reading.kind === 'ok' ? { when, limit: reading.text, currency } : null

  async function save(): Promise<void> {
    if (rule === null) return
    // The window of its own asks for the passphrase; nothing of it is typed here.
    if ((await set.run({ rule, passphrase: null })) !== undefined) props.onClose()
  }

  return (
    <Dialog title={say('settings.passphrase-for-money')} isOpen onClose={props.onClose} width="max-w-lg">
      <Form className="flex flex-col gap-4" onSubmit={() => void save()}>
        <p className="text-ink-2">{say('settings.passphrase-for-money-why')}</p>
        <Select
          label={say('settings.passphrase-asked')}
          value={when}
          onChange={(id) => setWhen(WHENS.find((each) => each === id) ?? 'always')}
          options={WHENS.map((id) => ({ id, text: say('settings.passphrase-when', { when: id }) }))}
        />
        {when === 'above' && (
          <AmountField
            label={say('settings.passphrase-above')}
            value={limit}
            onChange={setLimit}
            symbol={currency}
            hint={say('settings.passphrase-above-why')}
          />
        )}
        <ErrorNotice error={set.error} />
        <DialogFoot>
          <Button onPress={props.onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" type="submit" pending={set.pending} isDisabled={rule === null}>
            {say('settings.set')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
