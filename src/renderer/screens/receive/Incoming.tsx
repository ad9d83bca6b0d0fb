import { Blocks, FlaskConical, Inbox } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { assetOptions } from '../../components/asset-options.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Unread } from '../../components/Unread.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { useFocusKept } from '../../lib/hooks.ts'
import { type Query, useAction, useQuery } from '../../state/query.ts'
import type { IncomingDeposit } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { DepositLine } from './DepositLine.tsx'
import { blocksNeeded } from './model.ts'

export function Incoming({ query }: { readonly query: Query<IncomingDeposit[]> }) {
  const { state } = useWallet()
  const [search, setSearch] = useState('')
  const deposits = query.value ?? []
  const shown = deposits.filter((deposit) =>
    deposit.transactionHash.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <div className="grid gap-5">
      {state.network.kind === 'local' && <Simulate deposits={deposits} />}
      <Unread of={query} rows={say('receive.incoming')} />
      {deposits.length > 4 && (
        <Input
          label={say('receive.find-by-the-hash-of-the')}
          value={search}
          onChange={setSearch}
          placeholder={say('receive.part-of-the-hash')}
          mono
        />
      )}
      {query.value !== undefined && (
        <div>
          {shown.length === 0 ? (
            <Empty
              icon={<Inbox />}
              title={search === '' ? say('receive.no-deposit-is-on-the-way') : say('receive.no-deposit-has-that-hash')}
            >
              {search === ''
                ? say('receive.a-deposit-appears-here-as-soon')
                : say('receive.check-that-you-pasted-the-transactions')}
            </Empty>
          ) : (
            <ul aria-label={say('receive.deposits')}>
              {shown.map((deposit) => (
                <DepositLine key={deposit.depositId} deposit={deposit} />
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

/** Practice only: what a stranger's wallet and a chain would do. */
function Simulate({ deposits }: { readonly deposits: readonly IncomingDeposit[] }) {
  const { owner } = useWallet()
  const assets = useQuery('assets.list', { account: owner.account })
  const [assetId, setAssetId] = useState<string | null>(null)
  const [amount, setAmount] = useState('1')
  const deposit = useAction('local.deposit')
  const confirm = useAction('local.confirm')
  const deeds = useFocusKept<HTMLDivElement>()
  const asset = assets.value?.find((one) => one.assetId === assetId) ?? assets.value?.[0]
  const reading = readAmount(amount)
  const pending = deposits.filter((one) => one.state === 'pending')
  const error = deposit.error ?? confirm.error
  return (
    <section className="rounded-lg bg-sunken px-6 py-5" aria-label={say('receive.simulate-a-deposit')}>
      <div className="flex items-center gap-2.5">
        <FlaskConical className="size-4.5 text-accent-ink" aria-hidden="true" />
        <h2 className="font-semibold">{say('receive.simulate-a-deposit')}</h2>
        <span className="text-ink-3 text-sm">{say('receive.only-on-the-local-network')}</span>
      </div>
      <Form
        className="mt-4 grid items-start gap-4 max-[50rem]:grid-cols-2 min-[50rem]:grid-cols-[1fr_1fr_auto]"
        onSubmit={() => {
          if (asset === undefined || reading.kind !== 'ok') return
          void deposit.run({ ...owner, chainId: asset.chainId, assetId: asset.assetId, amount: reading.text })
        }}
      >
        <Select
          label={say('receive.asset')}
          search={say('receive.search-assets')}
          value={asset?.assetId ?? null}
          onChange={setAssetId}
          options={assetOptions(assets.value ?? [])}
        />
        <AmountField
          label={say('receive.amount')}
          value={amount}
          onChange={setAmount}
          symbol={asset?.symbol ?? ''}
          quiet
        />
        <div ref={deeds} className="flex flex-wrap gap-2 max-[50rem]:col-span-2 min-[50rem]:pt-6.5">
          <Button kind="primary" type="submit" pending={deposit.pending}>
            {say('receive.simulate')}
          </Button>
          <Button
            icon={<Blocks className="size-4" />}
            isDisabled={pending.length === 0}
            pending={confirm.pending}
            onPress={() => void confirm.run({ blocks: blocksNeeded(pending) })}
          >
            {say('receive.confirm-now')}
          </Button>
        </div>
      </Form>
      <p className="mt-1 text-ink-3 text-sm">
        {pending.length === 0
          ? say('receive.the-deposit-is-seen-at-once')
          : say('receive.confirm-now-makes-block-so-that', { blocksNeeded: blocksNeeded(pending) })}
      </p>
      <ErrorNotice error={error} className="mt-4" />
    </section>
  )
}
