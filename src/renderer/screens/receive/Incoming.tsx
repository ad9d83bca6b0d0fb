import { Blocks, ChevronRight, FlaskConical, Inbox } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { assetOptions } from '../../components/asset-options.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { Unread } from '../../components/Unread.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { useFocusKept } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { CAME_IN } from '../../state/arrivals.ts'
import { type Query, useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { ActivityRow, IncomingDeposit } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Input } from '../../ui/Input.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { Select } from '../../ui/Select.tsx'
import { Empty } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { DepositLine } from './DepositLine.tsx'
import { Missed } from './Missed.tsx'
import { blocksNeeded, hashIn } from './model.ts'

/** Shorter beginnings of a hash are those of many. */
const HASH_MIN = 6
const FOUND_MAX = 5

export function Incoming({ query }: { readonly query: Query<IncomingDeposit[]> }) {
  const { state, account, owner } = useWallet()
  const [search, setSearch] = useState('')
  const deposits = query.value ?? []
  const hash = hashIn(search)
  const shown = deposits.filter((deposit) => hashIn(deposit.transactionHash).includes(hash))
  // What was credited is on no list of deposits any more, but in the history: the newest of it stands here too, or it would be gone without a word.
  const isLooked = hash === '' || (/^[\da-z]+$/.test(hash) && hash.length >= HASH_MIN)
  const asked = isLooked ? search.trim() : ''
  const filter = useMemo(() => ({ ...CAME_IN, kind: 'deposit' as const, search: asked }), [asked])
  const came = useQuery('activity.list', isLooked ? { ...owner, filter, cursor: null, limit: FOUND_MAX } : undefined)
  const settled = isLooked ? (came.value?.rows ?? []).filter(({ money }) => money === 'final') : []
  return (
    <div className="grid gap-5">
      {state.network.kind === 'local' && account.kind !== 'watch' && <Simulate deposits={deposits} />}
      <Unread of={query} rows={say('receive.incoming')} />
      <Input
        label={say('receive.find-by-the-hash-of-the')}
        value={search}
        onChange={setSearch}
        placeholder={say('receive.part-of-the-hash')}
        mono
      />
      {query.value !== undefined && (
        <div>
          {shown.length === 0 ? (
            (hash === '' || settled.length === 0) && (
              <Empty
                icon={<Inbox />}
                title={hash === '' ? say('receive.no-deposit-is-on-the-way') : say('receive.no-deposit-has-that-hash')}
              >
                {hash === ''
                  ? say('receive.a-deposit-appears-here-as-soon')
                  : say('receive.check-that-you-pasted-the-transactions')}
              </Empty>
            )
          ) : (
            <ul aria-label={say('receive.deposits')}>
              {shown.map((deposit) => (
                <DepositLine key={deposit.depositId} deposit={deposit} />
              ))}
            </ul>
          )}
        </div>
      )}
      <Missed hash={hash} />
      {settled.length > 0 && <Settled rows={settled} />}
    </div>
  )
}

/** Deposits that are money already, each with what the history has of it. */
function Settled({ rows }: { readonly rows: readonly ActivityRow[] }) {
  return (
    <section aria-label={say('receive.came-in-already')}>
      <SectionTitle>{say('receive.came-in-already')}</SectionTitle>
      <ul className="mt-1">
        {rows.map((row) => (
          <LinkRow
            key={row.id}
            icon={<AssetIcon asset={row.asset} size="sm" />}
            title={<Figure value={row.amount} symbol={row.asset.symbol} sign settled />}
            under={<Time at={row.at} />}
            end={<ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />}
            onPress={() => go({ name: 'activity', row: row.id })}
          />
        ))}
      </ul>
    </section>
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
          : rich('receive.confirm-now-makes-block-so-that', { blocksNeeded: blocksNeeded(pending) })}
      </p>
      <ErrorNotice error={error} className="mt-4" />
    </section>
  )
}
