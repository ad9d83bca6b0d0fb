import { useState } from 'react'
import { say } from '#words'
import { AmountField } from '../../../components/AmountField.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { useAction } from '../../../state/query.ts'
import type { Owner, Policy, PolicyRules } from '../../../state/types.ts'
import { useWallet } from '../../../state/wallet.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Choice.tsx'
import { Form } from '../../../ui/Form.tsx'
import { PassphraseInput } from '../../../ui/Input.tsx'
import { Dialog, DialogFoot } from '../../../ui/Overlay.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Limits } from './Limits.tsx'
import { formOf, hoursOptions, type RulesForm, rulesOf } from './model.ts'
import { Recipients } from './Recipients.tsx'

const NO_WAIT = '0'

export function EditRules(props: { readonly owner: Owner; readonly policy: Policy; readonly onClose: () => void }) {
  const { owner, policy } = props
  const { state } = useWallet()
  const { currency } = state.preferences
  const [form, setForm] = useState<RulesForm>(() => formOf(policy.rules, policy.listed, currency))
  const [passphrase, setPassphrase] = useState('')
  const set = useAction('policies.set')
  const asks = state.vault.passphrase
  const rules = rulesOf(form)
  const change = (next: Partial<RulesForm>): void => setForm({ ...form, ...next })
  const waiting = asks && passphrase === ''
  const [removing, setRemoving] = useState(false)

  async function save(wanted: PolicyRules | null): Promise<void> {
    if (waiting || set.pending) return
    setRemoving(wanted === null)
    const done = await set.run({ ...owner, rules: wanted, passphrase: asks ? passphrase : null })
    setPassphrase('')
    if (done !== undefined) props.onClose()
  }

  return (
    <Dialog title={say('settings.rules')} isOpen onClose={props.onClose} width="max-w-2xl">
      <Form
        className="flex flex-col gap-6"
        onSubmit={() => {
          if (rules !== null) void save(rules)
        }}
      >
        <Limits owner={owner} form={form} named={policy.assets} onChange={change} />
        <div className="grid gap-4 min-[760px]:grid-cols-2">
          <AmountField
            label={say('settings.rules-fiat', { currency: form.currency })}
            value={form.fiat}
            onChange={(fiat) => change({ fiat })}
            symbol={form.currency}
            least="zero"
            optional
            quiet
            hint={say('settings.rules-fiat-why')}
          />
          <Select
            label={say('settings.rules-change-hours')}
            value={String(form.changeHours)}
            onChange={(hours) => change({ changeHours: Number(hours) })}
            options={hoursOptions(form.changeHours)}
          />
        </div>
        <div className="grid gap-2">
          <Select
            label={say('settings.rules-wait')}
            value={String(form.waitHours)}
            onChange={(hours) => change({ waitHours: Number(hours) })}
            options={[{ id: NO_WAIT, text: say('settings.rules-no-wait') }, ...hoursOptions(form.waitHours)]}
          />
          {form.waitHours > 0 && (
            <Checkbox checked={form.newPayees} onChange={(newPayees) => change({ newPayees })}>
              {say('settings.rules-new-payees')}
            </Checkbox>
          )}
        </div>
        <Recipients owner={owner} form={form} onChange={change} />
        <p className="text-ink-2 text-sm">{say('settings.rules-stricter')}</p>
        <DialogFoot>
          <ErrorNotice error={set.error} className="w-full" />
          <div className="flex w-full flex-wrap items-end justify-end gap-2">
            {asks && (
              <PassphraseInput
                label={say('settings.your-passphrase')}
                value={passphrase}
                onChange={setPassphrase}
                className="mr-auto w-62 low:w-52"
              />
            )}
            {(policy.rules !== null || policy.lost !== null) && (
              <Button
                kind="quiet"
                className={asks ? '' : 'mr-auto'}
                pending={set.pending && removing}
                isDisabled={waiting}
                onPress={() => void save(null)}
              >
                {say('settings.rules-none')}
              </Button>
            )}
            <Button onPress={props.onClose}>{say('common.cancel')}</Button>
            <Button
              kind="primary"
              type="submit"
              pending={set.pending && !removing}
              isDisabled={rules === null || waiting}
            >
              {say('settings.rules-set')}
            </Button>
          </div>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
