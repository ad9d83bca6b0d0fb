import { useState } from 'react'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { partyName } from '../../components/party.tsx'
import { WhenFields } from '../../components/WhenFields.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { useAction } from '../../state/query.ts'
import type { Plan, When } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'

/** Name, amounts and times from now on; whom it pays stays, so that nobody else is paid by a plan that was looked at once. */
export function ChangePlan({ plan, onClose }: { readonly plan: Plan; readonly onClose: () => void }) {
  const { owner } = useWallet()
  const save = useAction('schedule.save')
  const [name, setName] = useState(plan.name)
  const [label, setLabel] = useState(plan.label)
  const [amounts, setAmounts] = useState<readonly string[]>(plan.rows.map(({ amount }) => amount))
  const [when, setWhen] = useState<When>(plan.when)
  const rows = plan.rows.flatMap(({ payee }, at) => {
    const reading = readAmount(amounts[at] ?? '')
    return reading.kind === 'ok' ? [{ payee, amount: reading.text }] : []
  })
  const isReady = name.trim() !== '' && rows.length === plan.rows.length

  async function keep(): Promise<void> {
    const { planId, memoHex, feeAssetId } = plan
    const { account } = owner
    const given = { account, holder: plan.holder, planId, name, assetId: plan.asset.assetId, rows, memoHex, label }
    if ((await save.run({ ...given, feeAssetId, when })) !== undefined) onClose()
  }

  return (
    <Dialog
      title={say('scheduled.change-plan', { name: plan.name })}
      isOpen
      onClose={onClose}
      width="max-w-2xl"
      footer={
        <>
          <Button onPress={onClose}>{say('common.cancel')}</Button>
          <Button kind="primary" isDisabled={!isReady} pending={save.pending} onPress={() => void keep()}>
            {say('common.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-ink-2">{say('scheduled.from-now-on')}</p>
        <Input label={say('scheduled.name')} value={name} maxLength={80} onChange={setName} />
        {plan.rows.map(({ party }, at) => (
          <AmountField
            key={at}
            label={say('scheduled.amount-for', { name: partyName(party) })}
            symbol={plan.asset.symbol}
            value={amounts[at] ?? ''}
            onChange={(text) => setAmounts(amounts.map((one, index) => (index === at ? text : one)))}
            quiet
          />
        ))}
        <Input label={say('send.label-for-yourself')} optional value={label} maxLength={200} onChange={setLabel} />
        <WhenFields account={owner.account} when={when} onChange={setWhen} />
        {save.error !== null && <ErrorNotice error={save.error} />}
      </div>
    </Dialog>
  )
}
