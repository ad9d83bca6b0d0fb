import { Link2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { assetOptions } from '../../components/asset-options.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { cx } from '../../lib/cx.ts'
import { useFocusKept, useLast, useSettled } from '../../lib/hooks.ts'
import { MEMO_BYTES, readMemo } from '../../lib/memo.ts'
import { rich } from '../../lib/rich.tsx'
import { endOfDay } from '../../lib/time.ts'
import { useAction, useQuery } from '../../state/query.ts'
import type { Ask } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Disclosure, Skeleton } from '../../ui/Surface.tsx'
import { AskedFor } from './AskedFor.tsx'
import type { Sum } from './asks.ts'
import { LookAgain } from './LookAgain.tsx'
import { PayCode } from './PayCode.tsx'

const ANY = 'any'

/** A link for people who are on the network: free, at once, without any chain. */
export function Inside() {
  const { owner } = useWallet()
  const assets = useQuery('assets.list', { account: owner.account })
  const asks = useQuery('receive.asks', owner)
  const [assetId, setAssetId] = useState<string>(ANY)
  const [amount, setAmount] = useState('')
  const [memo, setMemo] = useState('')
  const [often, setOften] = useState<'once' | 'often'>('once')
  const asset = assets.value?.find((one) => one.assetId === assetId)
  const reading = readAmount(amount, 'zero')
  const bytes = readMemo(memo, 'text')
  const amountText = asset !== undefined && reading.kind === 'ok' && reading.amount > 0n ? reading.text : null
  const wanted = useMemo(
    () => ({ ...owner, assetId: asset?.assetId ?? null, amount: amountText, memo: bytes.problem === null ? memo : '' }),
    [owner, asset, amountText, bytes.problem, memo],
  )
  // What cannot be read is asked for by no link.
  const isRead = (asset === undefined || reading.kind === 'ok' || reading.kind === 'empty') && bytes.problem === null
  const isOnce = amountText !== null && often === 'once'
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-x-10 gap-y-6 min-[37.5rem]:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid gap-5">
          <p className="text-ink-2">{say('receive.whoever-is-on-the-network-pays')}</p>
          {/* Beside the sidebar and the code an amount of sixteen digits needs the whole line. */}
          <div className="grid gap-5 min-[50rem]:grid-cols-2 min-[62.5rem]:grid-cols-1 min-[75rem]:grid-cols-2">
            <Select
              label={say('receive.asset')}
              search={say('receive.search-assets')}
              value={assetId}
              onChange={setAssetId}
              options={[{ id: ANY, text: say('receive.any-asset') }, ...assetOptions(assets.value ?? [])]}
            />
            <AmountField
              label={say('receive.amount')}
              optional
              value={amount}
              onChange={setAmount}
              symbol={asset?.symbol ?? ''}
              least="zero"
              disabled={asset === undefined}
              hint={asset === undefined ? say('receive.choose-an-asset-to-ask-for') : undefined}
            />
          </div>
          <Input
            label={say('receive.memo')}
            optional
            value={memo}
            onChange={setMemo}
            aside={
              <span className="figure text-ink-3 text-sm">
                {rich('receive.bytes', { bytes: bytes.bytes, memoBytes: MEMO_BYTES })}
              </span>
            }
            error={bytes.problem ?? undefined}
            hint={say('receive.the-payer-sees-it-and-can')}
          />
          {amountText !== null && (
            <div className="grid gap-1.5">
              <Segmented
                label={say('receive.how-often')}
                value={often}
                onChange={setOften}
                options={[
                  { value: 'once', label: say('receive.once') },
                  { value: 'often', label: say('receive.often') },
                ]}
              />
              <p className="text-ink-2 text-sm">
                {often === 'once' ? say('receive.once-means') : say('receive.often-means')}
              </p>
            </div>
          )}
        </div>
        <Frame
          className="w-full min-[37.5rem]:w-[min(20.875rem,52vw)]"
          inner="p-6! max-[50rem]:p-5!"
          label={say('receive.payment-link')}
        >
          {isOnce ? (
            <Once wanted={wanted} amount={amountText} isRead={isRead} />
          ) : (
            <Open
              wanted={wanted}
              isRead={isRead}
              {...(asset !== undefined && amountText !== null && { sum: { asset, amount: amountText } })}
            />
          )}
        </Frame>
      </div>
      <AskedFor query={asks} />
    </div>
  )
}

interface Wanted {
  readonly account: string
  readonly holder: string | null
  readonly assetId: string | null
  readonly amount: string | null
  readonly memo: string
}

/** A link of its own, which is written down before anybody sees it. Another wish is another link. */
function Once(props: { readonly wanted: Wanted; readonly amount: string; readonly isRead: boolean }) {
  const { wanted, amount, isRead } = props
  const { assetId } = wanted
  const ask = useAction('receive.ask')
  const [made, setMade] = useState<{ readonly of: string; readonly ask: Ask } | null>(null)
  // The button goes with the code that comes.
  const box = useFocusKept<HTMLDivElement>()
  const [day, setDay] = useState('')
  const key = JSON.stringify(wanted)
  const shown = made?.of === key && isRead ? made.ask : null

  async function make(): Promise<void> {
    if (assetId === null) return
    const done = await ask.run({ ...wanted, assetId, amount, reviewBy: endOfDay(day) })
    if (done !== undefined) setMade({ of: key, ask: done })
  }

  return (
    <div ref={box} className="flex w-full flex-col items-center">
      {shown === null ? (
        <>
          <p className="text-center text-ink-2">{say('receive.once-code')}</p>
          <div className="mt-4 flex flex-wrap items-center justify-center gap-2">
            <LookAgain day={day} onChange={setDay} />
          </div>
          <Button
            kind="primary"
            size="lg"
            className="mt-4"
            pending={ask.pending}
            isDisabled={!isRead}
            onPress={() => void make()}
          >
            {say('receive.make-code')}
          </Button>
          <ErrorNotice error={ask.error} className="mt-4" />
        </>
      ) : (
        <>
          <PayCode link={shown.link} sum={shown} />
          <Disclosure title={say('receive.link-as-text')} className="mt-3 w-full">
            <p className="code select-text break-all px-2 pb-2 text-ink-2">{shown.link}</p>
          </Disclosure>
        </>
      )}
    </div>
  )
}

/** A link that can be paid again and again. */
function Open(props: { readonly wanted: Wanted; readonly isRead: boolean; readonly sum?: Sum }) {
  const { wanted, isRead, sum } = props
  const settled = useSettled(wanted, 250)
  const link = useQuery('receive.link', settled)
  const shown = useLast(link.value)
  // A link that asks for something else than the fields is not handed out: neither that of before, nor one that leaves out what cannot be read.
  const isOld = settled !== wanted || link.value === undefined || !isRead
  if (link.error !== null) return <ErrorNotice error={link.error} onRetry={link.refresh} />
  if (shown === undefined) return <Skeleton className="size-68 rounded-lg" />
  return (
    <div className={cx('flex w-full flex-col items-center', isOld && 'invisible')}>
      <PayCode link={shown.link} {...(sum !== undefined && { sum })} />
      <Disclosure title={say('receive.link-and-address-as-text')} className="mt-3 w-full">
        <p className="code select-text break-all px-2 pb-2 text-ink-2">{shown.link}</p>
        <p className="code select-text break-all px-2 text-ink-2">{shown.address}</p>
        <div className="mt-1 flex items-center gap-1 px-1 text-ink-3 text-sm">
          <Link2 className="size-4" aria-hidden="true" /> {say('receive.address-for-any-wallet-of-the')}
          <CopyButton text={shown.address} what={say('receive.address')} />
        </div>
      </Disclosure>
    </div>
  )
}
