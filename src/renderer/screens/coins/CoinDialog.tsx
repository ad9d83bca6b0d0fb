import { ArrowRight, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { CoinStateMark, whyNot } from '../../components/coin.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Coin } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Time } from '../../ui/Time.tsx'

const AUDITS: Readonly<Record<NonNullable<Coin['audit']>, string>> = {
  pending: 'It came back to you. Coffer is proving that its key is yours.',
  proved: 'Proved to be yours with your own key.',
  failed: 'Not proved to be yours. Sending from this account has stopped.',
}

/** Everything about one coin, and what can be done with it. */
export function CoinDialog({ coin, onClose }: { readonly coin: Coin; readonly onClose: () => void }) {
  const why = whyNot(coin)
  return (
    <Dialog title="Coin" isOpen onClose={onClose} width="max-w-xl">
      <div className="flex items-center gap-3.5 pb-3">
        <AssetIcon asset={coin.asset} size="lg" ring="var(--raised)" />
        <div className="min-w-0">
          <p className="break-words font-semibold text-xl">
            <Figure value={coin.amount} symbol={coin.asset.symbol} />
          </p>
          <CoinStateMark state={coin.state} />
        </div>
      </div>
      {why !== null && (
        <div className="mb-2 flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-2.5">
          <p className="min-w-0 break-words">{why}</p>
          {coin.heldFor !== null && <HolderButton heldFor={coin.heldFor} />}
        </div>
      )}
      <Facts>
        <Fact name="Received" narrow>
          <Time at={coin.createdAt} form="full" />
        </Fact>
        <CodeFact name="Transaction" text={coin.hash} narrow />
        <Fact name="Output in that transaction" narrow>
          <span className="figure">{coin.index}</span>
        </Fact>
        {coin.audit !== null && (
          <Fact name="Whose it is" narrow>
            {AUDITS[coin.audit]}
          </Fact>
        )}
        {coin.inscription !== null && <CodeFact name="Inscription" text={coin.inscription} narrow />}
        {coin.spentBy !== null && <CodeFact name="Spent by" text={coin.spentBy} narrow />}
        <CodeFact name="Output id" text={coin.outputId} narrow />
      </Facts>
      {(coin.state === 'available' || coin.frozen !== null) && coin.state !== 'spent' && <Freeze coin={coin} />}
      <CoinLabel coin={coin} />
    </Dialog>
  )
}

/** To the payment or request that has set the coin aside. */
function HolderButton({ heldFor }: { readonly heldFor: NonNullable<Coin['heldFor']> }) {
  return (
    <Button
      size="sm"
      onPress={() =>
        go(
          heldFor.kind === 'payment'
            ? { name: 'payment', paymentId: heldFor.id }
            : { name: 'request', requestId: heldFor.id },
        )
      }
    >
      {heldFor.kind === 'payment' ? 'Open the payment' : 'Open the request'}
      <ArrowRight className="size-4" aria-hidden="true" />
    </Button>
  )
}

function Freeze({ coin }: { readonly coin: Coin }) {
  const { owner } = useWallet()
  const [reason, setReason] = useState('')
  const freeze = useAction('coins.freeze')
  const unfreeze = useAction('coins.unfreeze')
  const outputs = [coin.outputId]
  if (coin.frozen !== null) {
    return (
      <section aria-label="Freeze" className="mt-3 flex items-center justify-between gap-4 rounded-lg bg-sunken p-4">
        <p className="text-ink-2 text-sm">
          Frozen <Time at={coin.frozen.at} form="age" />. Coffer spends it in no payment until you unfreeze it.
        </p>
        <Button size="sm" pending={unfreeze.pending} onPress={() => void unfreeze.run({ ...owner, outputs })}>
          Unfreeze
        </Button>
      </section>
    )
  }
  return (
    <form
      aria-label="Freeze"
      className="mt-3 grid gap-3 rounded-lg bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason.trim() !== '') void freeze.run({ ...owner, outputs, reason })
      }}
    >
      <Input
        label="Why freeze it"
        value={reason}
        onChange={setReason}
        maxLength={200}
        placeholder="Dust from a stranger"
        hint="A frozen coin is left out of Available and of every payment until you unfreeze it."
      />
      {freeze.error !== null && <ErrorNotice error={freeze.error} />}
      <div className="flex justify-end">
        <Button
          size="sm"
          type="submit"
          icon={<Snowflake className="size-4" />}
          isDisabled={reason.trim() === ''}
          pending={freeze.pending}
        >
          Freeze
        </Button>
      </div>
    </form>
  )
}

/** The person's own words about a coin; they stay on this computer. */
function CoinLabel({ coin }: { readonly coin: Coin }) {
  const { owner } = useWallet()
  const [label, setLabel] = useState(coin.label)
  const [note, setNote] = useState(coin.note)
  const save = useAction('labels.set')
  const changed = label.trim() !== coin.label || note.trim() !== coin.note
  return (
    <form
      aria-label="Label"
      className="mt-3 grid gap-3 rounded-lg bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (changed) void save.run({ account: owner.account, id: `o:${coin.outputId}`, label, note })
      }}
    >
      <Input label="Label" optional value={label} onChange={setLabel} maxLength={200} />
      <TextArea label="Note" optional rows={2} value={note} onChange={setNote} maxLength={4000} />
      {save.error !== null && <ErrorNotice error={save.error} />}
      <div className="flex items-center justify-between gap-3">
        <span className="text-ink-3 text-sm">Stays on this computer.</span>
        <Button size="sm" kind="primary" type="submit" isDisabled={!changed} pending={save.pending}>
          {changed ? 'Save label' : 'Saved'}
        </Button>
      </div>
    </form>
  )
}
