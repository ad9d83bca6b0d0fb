import { useRef, useState } from 'react'
import { isolated, say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { AskedPassphrase, usePassphrase } from '../../components/AskedPassphrase.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { formatFigure } from '../../lib/digits.ts'
import { useAction, useQuery } from '../../state/query.ts'
import type { Asset } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Dialog, DialogFoot } from '../../ui/Overlay.tsx'
import { Select } from '../../ui/Select.tsx'
import { Group, Setting } from './rows.tsx'

/** How much change may be on its way back at a time before the next payment waits. */
export function ChangeBounds() {
  const { owner } = useWallet()
  const risk = useQuery('payments.changeAtRisk', owner).value
  const [changing, setChanging] = useState<Asset | 'any' | null>(null)
  if (risk === undefined) return null
  const open = risk.sums
    .map(({ asset, amount }) => `${formatFigure(amount)} ${isolated(asset.symbol)}`)
    .join(say('lib.separator'))
  return (
    <Group title={say('settings.change-on-its-way-back')} text={say('settings.the-service-makes-the-keys-of')}>
      <Setting
        label={open === '' ? say('settings.nothing-is-unproved') : say('settings.not-proved-yet', { open })}
        text={
          open === ''
            ? say('settings.without-an-amount-of-its-own')
            : say('settings.of-payment-the-next-payment-with', { payments: risk.payments.length })
        }
      >
        <Button onPress={() => setChanging('any')}>{say('settings.set-an-amount')}</Button>
      </Setting>
      {risk.bounds.map(({ asset, amount }) => (
        <Setting
          key={asset.assetId}
          label={say('settings.up-to', { amount: formatFigure(amount), symbol: asset.symbol })}
          text={say('settings.payments-do-not-wait-while-less')}
        >
          <Button onPress={() => setChanging(asset)}>{say('settings.change')}</Button>
        </Setting>
      ))}
      {changing !== null && (
        <BoundDialog fixed={changing === 'any' ? null : changing} onClose={() => setChanging(null)} />
      )}
    </Group>
  )
}

function BoundDialog(props: { readonly fixed: Asset | null; readonly onClose: () => void }) {
  const { owner, state } = useWallet()
  const balances = useQuery('home.read', owner).value?.balances ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  // Stays the first one while it is typed for, whatever is worth most by then.
  const first = useRef<string | undefined>(undefined)
  first.current ??= balances[0]?.asset.assetId
  const [amount, setAmount] = useState('')
  const set = useAction('payments.setChangeBound')
  const passphrase = usePassphrase(state.vault.passphrase && state.approval === 'inline', set.error)
  const assets = props.fixed === null ? balances.map(({ asset }) => asset) : [props.fixed]
  const asset = assets.find(({ assetId }) => assetId === (chosen ?? first.current)) ?? assets[0]
  const reading = readAmount(amount)

  async function save(bound: string | null): Promise<void> {
    if (asset === undefined || !passphrase.isReady()) return
    const input = {
      account: owner.account,
      assetId: asset.assetId,
      amount: bound,
      passphrase: passphrase.given,
    }
    const done = await set.run(input)
    passphrase.clear()
    if (done !== undefined) props.onClose()
  }

  return (
    <Dialog title={say('settings.change-that-may-be-on-its')} isOpen onClose={props.onClose} width="max-w-lg">
      <Form
        className="flex flex-col gap-4"
        onSubmit={() => {
          if (reading.kind === 'ok') void save(reading.text)
        }}
      >
        <p className="text-ink-2">{say('settings.a-service-that-kept-your-change')}</p>
        {asset === undefined ? (
          <p>{say('settings.there-is-nothing-in-this-account')}</p>
        ) : (
          <>
            {props.fixed === null && (
              <Select
                label={say('settings.asset')}
                value={asset.assetId}
                onChange={setChosen}
                options={assets.map(({ assetId, symbol, chainName }) => ({
                  id: assetId,
                  text: say('settings.on', { symbol, chainName }),
                }))}
              />
            )}
            <AmountField label={say('settings.amount')} value={amount} onChange={setAmount} symbol={asset.symbol} />
            <AskedPassphrase of={passphrase} />
          </>
        )}
        <ErrorNotice error={passphrase.failure} />
        <DialogFoot>
          {props.fixed !== null && (
            <Button className="mr-auto" onPress={() => void save(null)}>
              {say('settings.only-the-change-of-one-payment')}
            </Button>
          )}
          <Button onPress={props.onClose}>{say('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            pending={set.pending}
            isDisabled={reading.kind !== 'ok' || passphrase.wait > 0}
          >
            {say('settings.set')}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
