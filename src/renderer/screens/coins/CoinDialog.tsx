import { ArrowRight, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { CoinStateMark, whyNot } from '../../components/coin.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { SecondOpinion } from '../../components/SecondOpinion.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusKept } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Coin } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Choice.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Time } from '../../ui/Time.tsx'

const AUDITS: Readonly<Record<NonNullable<Coin['audit']>, string>> = {
  pending: say('coins.it-came-back-to-you-coffer'),
  proved: say('coins.proved-to-be-yours-with-your'),
  failed: say('coins.not-proved-to-be-yours-sending'),
}

/** Everything about one coin, and what can be done with it. */
export function CoinDialog({ coin, onClose }: { readonly coin: Coin; readonly onClose: () => void }) {
  const why = whyNot(coin)
  return (
    <Dialog title={say('coins.coin')} isOpen onClose={onClose} width="max-w-xl">
      <div className="flex items-center gap-3.5 pb-3">
        <AssetIcon asset={coin.asset} size="lg" ring="var(--raised)" />
        <div className="min-w-0">
          <p className="break-words font-semibold text-xl">
            <Figure value={coin.amount} symbol={coin.asset.symbol} />
          </p>
          {/* Below stands the state in a sentence, where there is more to say of it. */}
          {(why === null || coin.state === 'inscribed') && <CoinStateMark state={coin.state} />}
        </div>
      </div>
      {why !== null && (
        <div className="mb-2 flex items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-2.5">
          <p className="min-w-0 break-words">{heard(why)}</p>
          {coin.heldFor !== null && <HolderButton heldFor={coin.heldFor} />}
        </div>
      )}
      <CoinLabel coin={coin} />
      {(coin.state === 'available' || coin.frozen !== null) && coin.state !== 'spent' && <Freezing coin={coin} />}
      <div className="mt-3">
        <Facts>
          <Fact name={say('coins.received')} narrow>
            <Time at={coin.createdAt} form="full" />
          </Fact>
          <CodeFact name={say('coins.transaction')} text={coin.hash} narrow />
          <Fact name={say('coins.output-in-that-transaction')} narrow>
            <span className="figure">{coin.index}</span>
          </Fact>
          {coin.audit !== null ? (
            <Fact name={say('coins.whose-it-is')} narrow>
              {AUDITS[coin.audit]}
            </Fact>
          ) : (
            coin.state !== 'spent' && <Unproved coin={coin} />
          )}
          {coin.state !== 'spent' && <SecondOpinion hash={coin.hash} index={coin.index} narrow />}
          {coin.inscription !== null && <CodeFact name={say('coins.inscription')} text={coin.inscription} narrow />}
          {coin.frozen !== null && coin.frozen.wasItem !== null && (
            <CodeFact name={say('coins.called-first')} text={coin.frozen.wasItem} narrow />
          )}
          {coin.spentBy !== null && <CodeFact name={say('coins.spent-by')} text={coin.spentBy} narrow />}
          <CodeFact name={say('coins.output-id')} text={coin.outputId} narrow />
        </Facts>
      </div>
    </Dialog>
  )
}

/** Received, and so far a word: what proves it, and the way to have that done now. */
function Unproved({ coin }: { readonly coin: Coin }) {
  const { owner, account, group } = useWallet()
  const prove = useAction('coins.prove')
  const isIdle = coin.state === 'available' || coin.state === 'frozen'
  const mayProve = isIdle && group === null && account.kind !== 'watch'
  return (
    <Fact name={say('coins.whose-it-is')} narrow>
      <p>{rich('coins.as-the-service-says', { who: group === null ? 'you' : 'group' })}</p>
      {mayProve && (
        <Button
          size="sm"
          className="mt-1.5"
          pending={prove.pending}
          onPress={() => void prove.run({ ...owner, outputId: coin.outputId })}
        >
          {say('coins.prove-it-now')}
        </Button>
      )}
      <ErrorNotice error={prove.error} className="mt-2" />
    </Fact>
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
      {heldFor.kind === 'payment' ? say('coins.open-the-payment') : say('coins.open-the-request')}
      <ArrowRight className="size-4" aria-hidden="true" />
    </Button>
  )
}

/** To freeze it, or to free it again: the focus goes from the one to the other. */
function Freezing({ coin }: { readonly coin: Coin }) {
  const box = useFocusKept<HTMLDivElement>()
  return (
    <div ref={box} className="mt-3 rounded-lg bg-sunken p-4">
      {coin.frozen === null ? <Freeze coin={coin} /> : <Frozen coin={coin} frozen={coin.frozen} />}
    </div>
  )
}

function Frozen({ coin, frozen }: { readonly coin: Coin; readonly frozen: NonNullable<Coin['frozen']> }) {
  const { owner } = useWallet()
  const unfreeze = useAction('coins.unfreeze')
  const [sure, setSure] = useState(false)
  const wasItem = frozen.wasItem !== null
  return (
    <section aria-label={say('coins.freeze')}>
      {wasItem && (
        <div className="mb-3 grid gap-2">
          <p>{coin.inscription === null ? say('coins.was-item') : say('coins.was-other-item')}</p>
          <Checkbox checked={sure} onChange={setSure}>
            {say('coins.was-item-sure')}
          </Checkbox>
        </div>
      )}
      <div className="flex items-center justify-between gap-4">
        <p className="text-ink-2 text-sm">
          {rich('coins.frozen-coffer-spends-it-in-no', { time: <Time at={frozen.at} form="age" /> })}
        </p>
        <Button
          size="sm"
          pending={unfreeze.pending}
          isDisabled={wasItem && !sure}
          onPress={() => void unfreeze.run({ ...owner, outputs: [coin.outputId] })}
        >
          {say('coins.unfreeze')}
        </Button>
      </div>
      <ErrorNotice error={unfreeze.error} className="mt-3" />
    </section>
  )
}

function Freeze({ coin }: { readonly coin: Coin }) {
  const { owner } = useWallet()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const isEmpty = reason.trim() === ''
  const freeze = useAction('coins.freeze')
  return (
    <Form
      aria-label={say('coins.freeze')}
      className="grid gap-3"
      onSubmit={() => {
        setAsked(true)
        if (!isEmpty) void freeze.run({ ...owner, outputs: [coin.outputId], reason })
      }}
    >
      <Input
        label={say('coins.why-freeze-it')}
        value={reason}
        onChange={setReason}
        maxLength={200}
        placeholder={say('coins.why-frozen-example')}
        hint={say('coins.a-frozen-coin-is-left-out')}
        error={asked && isEmpty ? say('coins.write-why') : undefined}
      />
      <ErrorNotice error={freeze.error} />
      <div className="flex justify-end">
        <Button size="sm" type="submit" icon={<Snowflake className="size-4" />} pending={freeze.pending}>
          {say('coins.freeze')}
        </Button>
      </div>
    </Form>
  )
}

/** The person's own words about a coin; they stay on this computer. */
function CoinLabel({ coin }: { readonly coin: Coin }) {
  const { owner } = useWallet()
  const [label, setLabel] = useState(coin.label)
  const [note, setNote] = useState(coin.note)
  const save = useAction('labels.set')
  const changed = label.trim() !== coin.label || note.trim() !== coin.note
  // Of words that are not there nobody says that they are kept.
  const isKept = !changed && (coin.label !== '' || coin.note !== '')
  return (
    <Form
      aria-label={say('coins.label')}
      className="mt-3 grid gap-3 rounded-lg bg-sunken p-4"
      onSubmit={() => {
        if (changed) void save.run({ account: owner.account, id: `o:${coin.outputId}`, label, note })
      }}
    >
      <Input label={say('coins.label')} optional value={label} onChange={setLabel} maxLength={200} />
      <TextArea label={say('coins.note')} optional rows={2} value={note} onChange={setNote} maxLength={4000} />
      <ErrorNotice error={save.error} />
      <div className="flex items-center justify-between gap-3">
        <span className="text-ink-3 text-sm">{say('coins.stays-on-this-computer')}</span>
        <Button size="sm" kind="primary" type="submit" isDisabled={!changed} pending={save.pending}>
          {isKept ? say('coins.saved') : say('coins.save-label')}
        </Button>
      </div>
    </Form>
  )
}
