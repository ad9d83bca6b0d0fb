import { FilePen, FilePlus2, HandCoins, Link2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { assetOptions } from '../../components/asset-options.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { call, reportOf } from '../../state/bridge.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { EMPTY_FORM } from '../../state/send-form.ts'
import type { Report, SendForm } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Card, Notice, Skeleton } from '../../ui/Surface.tsx'
import { AskedList } from './AskedList.tsx'
import { CoinsCard } from './CoinsCard.tsx'
import { FeeCard, MemoField, TagCard } from './Details.tsx'
import { fillFromLink, type Saved, useSendForm } from './form.ts'
import { askInput, type Field, prepareInput, worthOf } from './model.ts'
import { type Opened, type SendRoute, useOpening } from './opening.ts'
import { PasteList } from './PasteList.tsx'
import { Rows } from './Rows.tsx'
import type { Known } from './resolver.ts'
import { heldFirst, Summary } from './Summary.tsx'
import { type SendFacts, useSendFacts } from './send-facts.ts'
import { keepForm } from './store.ts'

export function Send(props: SendRoute) {
  const { owner } = useWallet()
  const opening = useOpening(props, owner)
  if (opening.kind === 'open') return <Writing opened={opening.opened} />
  return (
    <Page title="Send">
      {opening.kind === 'failed' ? (
        <ErrorNotice
          error={opening.error}
          action={<Button onPress={() => go({ name: 'send' })}>Start a new payment</Button>}
        />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </Page>
  )
}

const SAVED: Readonly<Record<Saved, string>> = {
  nothing: '',
  saving: 'Saving the draft',
  saved: 'Draft saved',
  failed: 'Draft not saved',
}

function Writing({ opened }: { readonly opened: Opened }) {
  const { owner, account } = useWallet()
  const { form, change, saved, settle, startOver } = useSendForm(opened, owner)
  const [noTag, setNoTag] = useState(false)
  const [tried, setTried] = useState(false)
  const [pasting, setPasting] = useState(false)
  const given = useGiven(opened)
  const facts = useSendFacts(form, owner, { noTag, watchOnly: account.kind === 'watch', given })
  const drafts = useQuery('drafts.list', owner).value?.length ?? 0
  const release = useRelease(opened.preparedAs, owner.account)
  const prepare = useAction('payments.prepare')
  const ask = useAction('asked.make')
  const onPhone = account.kind === 'watch' && owner.holder === null
  const main = useRef<HTMLDivElement>(null)
  useLinks(form.rows[0]?.to.trim() ?? '', facts, given, change)

  const { asset } = facts.context
  const symbol = asset?.symbol ?? ''
  const errorAt = (field: Field): string | undefined =>
    tried ? facts.look.obstacles.find((one) => one.field === field)?.text : undefined

  const onRow = useCallback(
    (at: number, row: SendForm['rows'][number]) =>
      change((before) => ({
        ...before,
        rows: before.rows.map((one, index) => (index === at ? row : one)),
        // The trace, references and return of a link belong to its own receiver and to no other.
        ...(at === 0 && row.to !== before.rows[0]?.to
          ? { trace: null, references: [], returnTo: null, source: null }
          : {}),
      })),
    [change],
  )
  const onRemove = useCallback(
    (at: number) => change((before) => ({ ...before, rows: before.rows.filter((_, index) => index !== at) })),
    [change],
  )

  async function next(): Promise<void> {
    const input = prepareInput(form, facts.context, owner, null)
    if (input === null) {
      setTried(true)
      focusOn(main.current, facts.look.obstacles[0]?.field)
      return
    }
    const draftId = await settle(form)
    const asking = onPhone ? askInput(form, facts.context, owner) : null
    if (asking !== null) {
      const asked = await ask.run(asking)
      if (asked === undefined) return
      // It is kept as what was asked for, which is followed from now on.
      if (draftId !== null) await call('drafts.remove', { ...owner, draftId }).catch(() => undefined)
      keepForm({ account: owner.account, draftId: null, form: EMPTY_FORM, preparedAs: null })
      go({ name: 'asked', requestId: asked.requestId })
      return
    }
    const review = await prepare.run({ ...input, draftId })
    if (review === undefined) return
    keepForm({ account: owner.account, draftId, form, preparedAs: review.paymentId })
    go({ name: 'payment', paymentId: review.paymentId })
  }

  return (
    <Page
      title="Send"
      note={
        <span role="status" className="text-ink-3 text-sm">
          {SAVED[saved]}
        </span>
      }
      actions={
        <>
          {drafts > 0 && (
            <Button kind="quiet" icon={<FilePen className="size-4" />} onPress={() => go({ name: 'drafts' })}>
              {`Drafts (${drafts})`}
            </Button>
          )}
          <Button
            kind="quiet"
            icon={<FilePlus2 className="size-4" />}
            onPress={() => {
              startOver()
              setTried(false)
              setNoTag(false)
              prepare.reset()
            }}
          >
            New payment
          </Button>
        </>
      }
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)_280px] items-start gap-6 min-[1200px]:grid-cols-[minmax(0,1fr)_304px]"
        onSubmit={(event) => {
          event.preventDefault()
          void next()
        }}
      >
        <div ref={main} className="grid gap-4">
          {form.source !== null && (
            <Notice tone="info" icon={<Link2 />} title={`Filled in from ${form.source}`}>
              Check every line: you decide what is paid.
            </Notice>
          )}
          {release !== null && <ErrorNotice error={release} />}
          {onPhone && <AskedList account={owner.account} />}
          <Card className="px-6 py-5" label="Who and how much">
            <AssetPicker
              facts={facts}
              form={form}
              onPick={(assetId) => change((before) => ({ ...before, assetId, feeAssetId: null, coins: null }))}
            />
            <Rows
              owner={owner}
              assetId={form.assetId}
              rows={form.rows}
              resolutions={facts.resolutions}
              obstacles={facts.look.obstacles}
              tried={tried}
              symbol={symbol}
              available={asset === undefined ? undefined : (facts.balance?.available ?? '0')}
              max={facts.max?.inOne}
              worth={
                facts.look.total === null ? undefined : (
                  <Fiat value={worthOf(facts.look.total, facts.balance)} approx plain />
                )
              }
              onRow={onRow}
              onRemove={onRemove}
              onAdd={() => change((before) => ({ ...before, rows: [...before.rows, { to: '', amount: '' }] }))}
              onPaste={() => setPasting(true)}
            />
          </Card>
          {facts.look.leaves && !onPhone && asset !== undefined && asset.tag !== 'none' && (
            <TagCard
              form={form}
              change={change}
              chainName={asset.chainName}
              needed={asset.tag === 'needed'}
              noTag={noTag}
              onNoTag={setNoTag}
              error={errorAt('tag')}
            />
          )}
          {facts.look.leaves && facts.context.isGroup === true && (
            <Notice tone="info" icon={<HandCoins />} title="One member pays the network fee afterwards">
              From an own account, once enough members have signed and this is final. Until then the money does not
              leave.
            </Notice>
          )}
          {facts.look.leaves && !onPhone && facts.context.isGroup !== true && (
            <FeeCard
              fees={facts.fees}
              error={facts.feesError}
              onRetry={facts.askFees}
              chosen={facts.look.fee}
              onChoose={(feeAssetId) => change((before) => ({ ...before, feeAssetId }))}
              problem={
                facts.fees === undefined ? undefined : facts.look.obstacles.find((one) => one.field === 'fee')?.text
              }
            />
          )}
          <Card className="grid gap-5 px-6 py-5" label="Memo and label">
            {!facts.look.leaves && (
              <MemoField form={form} change={change} error={errorAt('memo')} storage={facts.context.storage} />
            )}
            <Input
              label="Label for yourself"
              optional
              value={form.label}
              maxLength={200}
              onChange={(label) => change((before) => ({ ...before, label }))}
              hint="Stays on this computer. You find the payment by it in Activity."
            />
          </Card>
          {asset !== undefined && !onPhone && (
            <CoinsCard
              owner={owner}
              asset={asset}
              chosen={form.coins}
              total={facts.look.total}
              sum={facts.max?.available}
              onChoose={(coins) => change((before) => ({ ...before, coins }))}
            />
          )}
          <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
            Review
          </button>
        </div>
        <Summary
          facts={facts}
          rows={form.rows.length}
          pending={prepare.pending || ask.pending}
          error={prepare.error ?? ask.error}
          onNext={() => void next()}
        />
      </form>
      {pasting && (
        <PasteList
          symbol={symbol}
          before={filled(form).length}
          onClose={() => setPasting(false)}
          onRows={(rows) => {
            setPasting(false)
            change((before) => ({ ...before, rows: [...filled(before), ...rows] }))
          }}
        />
      )}
    </Page>
  )
}

const filled = (form: SendForm): SendForm['rows'] =>
  form.rows.filter((row) => row.to.trim() !== '' || row.amount.trim() !== '')

function AssetPicker(props: {
  readonly facts: SendFacts
  readonly form: SendForm
  readonly onPick: (assetId: string) => void
}) {
  const { facts, form } = props
  const held = heldFirst(facts.balances ?? [])
  const chosen = facts.context.asset
  const other = chosen !== undefined && !held.some((one) => one.asset.assetId === chosen.assetId) ? [chosen] : []
  const amounts = new Map(held.map((one) => [one.asset.assetId, one.available]))
  return (
    <div data-field="asset" className="mb-5">
      <Select
        label="Asset"
        search="Search your assets"
        large
        placeholder={facts.balances?.length === 0 ? 'You have nothing to send yet' : 'Choose what to send'}
        value={form.assetId}
        onChange={props.onPick}
        options={assetOptions([...held.map((one) => one.asset), ...other], (asset) => (
          <Figure value={amounts.get(asset.assetId) ?? '0'} className="text-ink-2" />
        ))}
      />
    </div>
  )
}

/** Coming back from the review means writing again: the coins that were set aside are let go. */
function useRelease(preparedAs: string | null, account: string): Report | null {
  const [error, setError] = useState<Report | null>(null)
  useEffect(() => {
    if (preparedAs === null) return
    call('payments.cancel', { account, paymentId: preparedAs }).catch((caught: unknown) => {
      const report = reportOf(caught)
      // Cancelled already, or signed: either way there is nothing left to let go.
      if (report.code !== 'wallet.payment_state') setError(report)
    })
  }, [preparedAs, account])
  return error
}

/** What the first row was resolved to before the form was opened. */
function useGiven({ form, view }: Opened): Known | null {
  return useMemo(
    () => (view === null ? null : { text: form.rows[0]?.to.trim() ?? '', assetId: form.assetId, view }),
    [form, view],
  )
}

/** What links ask for goes into the form once per link; a form that was filled from one has it already. */
function useLinks(
  text: string,
  facts: SendFacts,
  given: Known | null,
  change: (next: (before: SendForm) => SendForm) => void,
): void {
  const done = useRef<string | null>(given?.text ?? null)
  const [first] = facts.resolutions
  const view = first?.kind === 'known' ? first.view : null
  useEffect(() => {
    if (view === null || done.current === text) return
    done.current = text
    change((before) => fillFromLink(before, view))
  }, [view, text, change])
}

/** Moves the focus to where the first obstacle is. */
function focusOn(within: HTMLElement | null, field: Field | undefined): void {
  if (within === null || field === undefined) return
  const target =
    field === 'asset'
      ? within.querySelector<HTMLElement>('[data-field=asset] button')
      : field === 'to'
        ? [...within.querySelectorAll<HTMLInputElement>('input[role=combobox]')].find((one) => one.value === '')
        : field === 'amount'
          ? [...within.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')].find((one) => one.value === '')
          : within.querySelector<HTMLElement>('input[aria-invalid=true]')
  target?.focus()
}
