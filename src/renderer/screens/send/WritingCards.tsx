import { HandCoins } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { formatAmountShort } from '#protocol/text'
import { say } from '#words'
import { assetOptions } from '../../components/asset-options.tsx'
import { COINS_MAX } from '../../components/coin.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { go } from '../../state/routes.ts'
import type { SendForm } from '../../state/types.ts'
import { Input, TextArea } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Disclosure, Notice } from '../../ui/Surface.tsx'
import { FeeCard, MemoBytes, MemoField, TagCard } from './Details.tsx'
import { worthOf } from './model.ts'
import { Rows } from './Rows.tsx'
import { ShareLine } from './ShareLine.tsx'
import { heldFirst } from './Summary.tsx'
import { hasShares, markedToShare } from './share.ts'
import type { Writing } from './writing.ts'

/** Who is paid, and how much of what. */
export function WhoCard({ writing, onPaste }: { readonly writing: Writing; readonly onPaste: () => void }) {
  const { owner, form, change, facts, tried } = writing
  const { asset } = facts.context
  const onRow = useCallback(
    (at: number, row: SendForm['rows'][number]) =>
      change((before) => ({ ...before, rows: before.rows.map((one, index) => (index === at ? row : one)) })),
    [change],
  )
  const onRemove = useCallback(
    (at: number) => change((before) => ({ ...before, rows: before.rows.filter((_, index) => index !== at) })),
    [change],
  )
  const onTotal = (total: string | undefined): void =>
    change(({ shareOf: _, ...before }) => (total === undefined ? before : { ...before, shareOf: total }))
  const isLimited =
    form.coins === null &&
    facts.max !== undefined &&
    facts.max.available !== facts.max.inOne &&
    facts.max.coins >= COINS_MAX
  const onAsset = (assetId: string): void => change((before) => ({ ...before, assetId, feeAssetId: null, coins: null }))
  const { quote } = facts
  const isFiat = form.inFiat === true
  const entry = useMemo(
    () => ({
      inFiat: isFiat,
      asset,
      quote,
      onSwitch: (inFiat: boolean) => change((before) => ({ ...before, inFiat })),
    }),
    [isFiat, asset, quote, change],
  )
  return (
    <section aria-label={say('send.who-and-how-much')}>
      <Rows
        owner={owner}
        assetId={form.assetId}
        rows={form.rows}
        resolutions={facts.resolutions}
        obstacles={facts.look.obstacles}
        tried={tried}
        symbol={asset?.symbol ?? ''}
        available={asset === undefined ? undefined : (facts.balance?.available ?? '0')}
        max={facts.most}
        isMaxOld={facts.isMaxOld}
        worth={
          facts.look.total === null ? undefined : (
            <Fiat
              value={worthOf(facts.look.total, facts.balance)}
              of={formatAmountShort(facts.look.total)}
              approx
              plain
            />
          )
        }
        entry={entry}
        onRow={onRow}
        onRemove={onRemove}
        onAdd={() => change((before) => ({ ...before, rows: [...before.rows, { to: '', amount: '' }] }))}
        onPaste={onPaste}
        isAlone={writing.onPhone}
        paid={facts.paid.rows}
        onAsset={onAsset}
        onCombine={isLimited && asset !== undefined ? () => go({ name: 'coins', assetId: asset.assetId }) : null}
        onShare={() => change((before) => ({ ...before, rows: markedToShare(before.rows) }))}
        share={
          hasShares(form) ? (
            <ShareLine
              shared={facts.shared}
              symbol={asset?.symbol ?? ''}
              total={form.shareOf}
              max={facts.max}
              onTotal={onTotal}
            />
          ) : null
        }
        picker={<AssetPicker writing={writing} onChange={onAsset} />}
      />
    </section>
  )
}

function AssetPicker(props: { readonly writing: Writing; readonly onChange: (assetId: string) => void }) {
  const { facts, form } = props.writing
  const held = heldFirst(facts.balances ?? [])
  const chosen = facts.context.asset
  const other = chosen !== undefined && !held.some((one) => one.asset.assetId === chosen.assetId) ? [chosen] : []
  const amounts = new Map(held.map((one) => [one.asset.assetId, one.available]))
  return (
    <div data-field="asset" className="min-w-52 max-w-64 flex-[1_1_13rem]">
      <Select
        hideLabel
        label={say('send.asset')}
        search={say('send.search-your-assets')}
        large
        placeholder={
          facts.balances?.length === 0 ? say('send.you-have-nothing-to-send-yet') : say('send.choose-what-to-send')
        }
        value={form.assetId}
        onChange={props.onChange}
        options={assetOptions([...held.map((one) => one.asset), ...other], (asset) => (
          <Figure value={amounts.get(asset.assetId) ?? '0'} className="text-ink-2" />
        ))}
      />
    </div>
  )
}

/** What a withdrawal to another network needs besides: a tag, and somebody who pays the fee. */
export function LeavingCards({ writing }: { readonly writing: Writing }) {
  const { form, change, facts, onPhone } = writing
  const { asset, isGroup } = facts.context
  if (!facts.look.leaves) return null
  return (
    <>
      {!onPhone && asset !== undefined && asset.tag !== 'none' && (
        <TagCard
          form={form}
          change={change}
          chainName={asset.chainName}
          needed={asset.tag === 'needed'}
          noTag={writing.noTag}
          onNoTag={writing.setNoTag}
          error={writing.errorAt('tag')}
        />
      )}
      {isGroup === true && (
        <Notice tone="info" icon={<HandCoins />} title={say('send.one-member-pays-the-network-fee')}>
          {say('send.from-an-own-account-once-enough')}
        </Notice>
      )}
      {!onPhone && isGroup !== true && (
        <FeeCard
          fees={facts.fees}
          error={facts.feesError}
          onRetry={facts.askFees}
          chosen={facts.look.fee}
          onChoose={(feeAssetId) => change((before) => ({ ...before, feeAssetId }))}
          problem={facts.fees === undefined ? undefined : facts.look.obstacles.find((one) => one.field === 'fee')?.text}
        />
      )}
    </>
  )
}

/** What the other members are told who find a request and know nothing of it. */
export function ReasonField({ form, change }: Pick<Writing, 'form' | 'change'>) {
  return (
    <TextArea
      label={say('approvals.note-for-the-others')}
      optional
      rows={form.reason?.includes('\n') === true ? 3 : 1}
      maxLength={2000}
      value={form.reason ?? ''}
      onChange={(reason) => change((before) => ({ ...before, reason }))}
      hint={say('send.the-others-read-why')}
    />
  )
}

/** The words for the receiver stand open; what few payments need is folded away: words for oneself, which coins pay, the memo as bytes. */
export function MemoPart({ writing, children }: { readonly writing: Writing; readonly children: ReactNode }) {
  const { form, change, facts } = writing
  const { leaves } = facts.look
  const title = writing.onPhone
    ? say('send.label-and-bytes')
    : leaves
      ? say('send.label-and-coins')
      : say('send.label-coins-and-bytes')
  const used = form.label !== '' || form.coins !== null || form.memoForm === 'hex'
  return (
    <div className="grid gap-3">
      {!leaves && (
        <MemoField form={form} change={change} error={writing.errorAt('memo')} storage={facts.context.storage} />
      )}
      <Disclosure title={title} open={used} flush>
        <div className="grid gap-5 pt-2 pb-5">
          <Input
            label={say('send.label-for-yourself')}
            optional
            value={form.label}
            maxLength={200}
            onChange={(label) => change((before) => ({ ...before, label }))}
            hint={say('send.stays-on-this-computer-you-find')}
          />
          {!leaves && <MemoBytes form={form} change={change} />}
          {children}
        </div>
      </Disclosure>
    </div>
  )
}
