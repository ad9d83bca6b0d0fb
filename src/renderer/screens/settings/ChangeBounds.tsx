import { useState } from 'react'
import { AmountField } from '../../components/AmountField.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { formatFigure, plural } from '../../lib/digits.ts'
import { isolated } from '../../lib/isolated.ts'
import { useAction, useQuery } from '../../state/query.ts'
import type { Asset } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { PassphraseInput } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Select } from '../../ui/Select.tsx'
import { Group, Setting } from './rows.tsx'

/** How much change may be on its way back at a time before the next payment waits. */
export function ChangeBounds() {
  const { owner } = useWallet()
  const risk = useQuery('payments.changeAtRisk', owner).value
  const [changing, setChanging] = useState<Asset | 'any' | null>(null)
  if (risk === undefined) return null
  const open = risk.sums.map(({ asset, amount }) => `${formatFigure(amount)} ${isolated(asset.symbol)}`).join(', ')
  return (
    <Group
      title="Change on its way back"
      text="The service makes the keys of your change, so what was not proved to be yours yet could be lost."
    >
      <Setting
        label={open === '' ? 'Nothing is unproved' : `Not proved yet: ${open}`}
        text={
          open === ''
            ? 'Without an amount of its own, an asset may have the change of one payment on its way.'
            : `Of ${plural(risk.payments.length, 'payment')}. The next payment with change waits, usually a few seconds.`
        }
      >
        <Button onPress={() => setChanging('any')}>Set an amount</Button>
      </Setting>
      {risk.bounds.map(({ asset, amount }) => (
        <Setting
          key={asset.assetId}
          label={`Up to ${formatFigure(amount)} ${isolated(asset.symbol)}`}
          text="Payments do not wait while less than this is on its way."
        >
          <Button onPress={() => setChanging(asset)}>Change</Button>
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
  const [amount, setAmount] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const set = useAction('payments.setChangeBound')
  const asks = state.vault.passphrase && state.approval === 'inline'
  const assets = props.fixed === null ? balances.map(({ asset }) => asset) : [props.fixed]
  const asset = assets.find(({ assetId }) => assetId === chosen) ?? assets[0]
  const reading = readAmount(amount)

  async function save(bound: string | null): Promise<void> {
    if (asset === undefined || (asks && passphrase === '')) return
    const input = {
      account: owner.account,
      assetId: asset.assetId,
      amount: bound,
      passphrase: asks ? passphrase : null,
    }
    const done = await set.run(input)
    setPassphrase('')
    if (done !== undefined) props.onClose()
  }

  return (
    <Dialog title="Change that may be on its way" isOpen onClose={props.onClose} width="max-w-lg">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (reading.kind === 'ok') void save(reading.text)
        }}
      >
        <p className="text-ink-2">
          A service that kept your change could take up to this much before Coffer stops sending.
        </p>
        {asset === undefined ? (
          <p>There is nothing in this account to set it for.</p>
        ) : (
          <>
            {props.fixed === null && (
              <Select
                label="Asset"
                value={asset.assetId}
                onChange={setChosen}
                options={assets.map(({ assetId, symbol, chainName }) => ({
                  id: assetId,
                  text: `${symbol} on ${chainName}`,
                }))}
              />
            )}
            <AmountField label="Amount" value={amount} onChange={setAmount} symbol={asset.symbol} />
            {asks && <PassphraseInput label="Your passphrase" value={passphrase} onChange={setPassphrase} />}
          </>
        )}
        {set.error !== null && <ErrorNotice error={set.error} />}
        <div className="flex justify-end gap-2">
          {props.fixed !== null && (
            <Button className="mr-auto" onPress={() => void save(null)}>
              Only the change of one payment
            </Button>
          )}
          <Button onPress={props.onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            pending={set.pending}
            isDisabled={reading.kind !== 'ok' || (asks && passphrase === '')}
          >
            Set
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
