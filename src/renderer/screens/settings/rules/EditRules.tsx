import { useState } from 'react'
import { say } from '#words'
import { AskedPassphrase, usePassphrase } from '../../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../../components/ErrorNotice.tsx'
import { useNaming } from '../../../components/LookUp.tsx'
import { useAction } from '../../../state/query.ts'
import type { Owner, Policy, PolicyRules } from '../../../state/types.ts'
import { useWallet } from '../../../state/wallet.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Choice.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Dialog, DialogFoot } from '../../../ui/Overlay.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Limits } from './Limits.tsx'
import { Looks } from './Looks.tsx'
import { formOf, hoursOptions, listsNobody, type RulesForm, rulesOf } from './model.ts'
import { PAIR, Part } from './Part.tsx'
import { Recipients } from './Recipients.tsx'

const NO_WAIT = '0'

export function EditRules(props: { readonly owner: Owner; readonly policy: Policy; readonly onClose: () => void }) {
  const { owner, policy } = props
  const { state } = useWallet()
  const { currency } = state.preferences
  const [form, setForm] = useState<RulesForm>(() => formOf(policy.rules, policy.listed, currency))
  const set = useAction('policies.set')
  const passphrase = usePassphrase(state.vault.passphrase, set.error)
  const rules = rulesOf(form)
  const change = (next: Partial<RulesForm>): void => setForm((before) => ({ ...before, ...next }))
  const naming = useNaming()
  const [removing, setRemoving] = useState(false)
  const [tried, setTried] = useState(false)

  async function save(wanted: PolicyRules | null): Promise<void> {
    if (set.pending || !passphrase.isReady()) return
    setRemoving(wanted === null)
    const done = await set.run({ ...owner, rules: wanted, passphrase: passphrase.given })
    passphrase.clear()
    if (done !== undefined) props.onClose()
  }

  return (
    <Dialog title={say('settings.rules')} isOpen onClose={props.onClose} width="max-w-2xl">
      <Form
        className="flex flex-col gap-6"
        onSubmit={() => {
          setTried(true)
          if (rules !== null && !naming.leavesOut() && !listsNobody(form)) void save(rules)
        }}
      >
        <Limits owner={owner} form={form} named={policy.assets} onChange={change} />
        <Part title={say('settings.rules-what-waits')}>
          <div className={PAIR}>
            <Select
              label={say('settings.rules-wait')}
              value={String(form.waitHours)}
              onChange={(hours) => change({ waitHours: Number(hours) })}
              options={[{ id: NO_WAIT, text: say('settings.rules-no-wait') }, ...hoursOptions(form.waitHours)]}
              {...(form.waitHours > 0 && { hint: say('settings.rules-wait-for') })}
            />
            {form.waitHours > 0 && (
              <Checkbox
                checked={form.newPayees}
                onChange={(newPayees) => change({ newPayees })}
                // On the line of the field beside it.
                className="min-[47.5rem]:mt-8"
              >
                {say('settings.rules-new-payees')}
              </Checkbox>
            )}
          </div>
        </Part>
        <Looks form={form} onChange={change} />
        <Recipients owner={owner} form={form} onChange={change} naming={naming.field} tried={tried} />
        <Part title={say('settings.rules-changing')}>
          <div className={PAIR}>
            <Select
              label={say('settings.rules-change-hours')}
              value={String(form.changeHours)}
              onChange={(hours) => change({ changeHours: Number(hours) })}
              options={hoursOptions(form.changeHours)}
            />
          </div>
          <p className="text-ink-3 text-sm">{say('settings.rules-stricter')}</p>
        </Part>
        <DialogFoot>
          <ErrorNotice error={passphrase.failure} className="w-full" />
          <div className="flex w-full flex-wrap items-end justify-end gap-2">
            <AskedPassphrase of={passphrase} className="mr-auto w-62 low:w-52" />
            {(policy.rules !== null || policy.lost !== null) && (
              <Button
                kind="quiet"
                className={passphrase.asks ? '' : 'mr-auto'}
                pending={set.pending && removing}
                isDisabled={passphrase.wait > 0}
                onPress={() => void save(null)}
              >
                {say('settings.rules-none')}
              </Button>
            )}
            <Button onPress={props.onClose}>{say('common.cancel')}</Button>
            <Button
              kind="primary"
              type="submit"
              pending={(set.pending && !removing) || naming.asking}
              isDisabled={passphrase.wait > 0}
            >
              {say('settings.rules-set')}
            </Button>
          </div>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
