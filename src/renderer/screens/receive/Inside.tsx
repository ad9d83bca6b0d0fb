import { Link2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { say } from '#words'
import { AmountField } from '../../components/AmountField.tsx'
import { assetOptions } from '../../components/asset-options.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { GroupName, userName } from '../../components/group.tsx'
import { readAmount } from '../../lib/amount-input.ts'
import { assetDetail } from '../../lib/asset.ts'
import { cx } from '../../lib/cx.ts'
import { useLast, useSettled } from '../../lib/hooks.ts'
import { MEMO_BYTES, readMemo } from '../../lib/memo.ts'
import { useQuery } from '../../state/query.ts'
import { useWallet } from '../../state/wallet.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { Input } from '../../ui/Input.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Select } from '../../ui/Select.tsx'
import { Disclosure, Skeleton } from '../../ui/Surface.tsx'

const ANY = 'any'

/** A link for people who are on the network: free, at once, without any chain. */
export function Inside() {
  const { owner, account, group } = useWallet()
  const assets = useQuery('assets.list', { account: owner.account })
  const [assetId, setAssetId] = useState<string>(ANY)
  const [amount, setAmount] = useState('')
  const [memo, setMemo] = useState('')
  const asset = assets.value?.find((one) => one.assetId === assetId)
  const reading = readAmount(amount, 'zero')
  const bytes = readMemo(memo, 'text')
  const amountText = asset !== undefined && reading.kind === 'ok' && reading.amount > 0n ? reading.text : null
  const wanted = useMemo(
    () => ({ ...owner, assetId: asset?.assetId ?? null, amount: amountText, memo: bytes.problem === null ? memo : '' }),
    [owner, asset, amountText, bytes.problem, memo],
  )
  const settled = useSettled(wanted, 250)
  const link = useQuery('receive.link', settled)
  const shown = useLast(link.value)
  // A link that asks for something else than the fields is not handed out: neither that of before, nor one that leaves out what cannot be read.
  const isRead = asset === undefined || reading.kind === 'ok' || reading.kind === 'empty'
  const isOld = settled !== wanted || link.value === undefined || !isRead || bytes.problem !== null
  return (
    <div className="grid items-start gap-x-10 gap-y-6 min-[37.5rem]:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-5">
        <p className="text-ink-2">{say('receive.whoever-is-on-the-network-pays')}</p>
        <div className="grid gap-5 min-[50rem]:grid-cols-2">
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
              {say('receive.bytes', { bytes: bytes.bytes, memoBytes: MEMO_BYTES })}
            </span>
          }
          error={bytes.problem ?? undefined}
          hint={say('receive.the-payer-sees-it-and-can')}
        />
      </div>
      <Frame
        className="w-full min-[37.5rem]:w-[min(20.875rem,52vw)]"
        inner="p-6! max-[50rem]:p-5!"
        label={say('receive.payment-link')}
      >
        {link.error !== null ? (
          <ErrorNotice error={link.error} onRetry={link.refresh} />
        ) : shown === undefined ? (
          <Skeleton className="size-68 rounded-lg" />
        ) : (
          <div className={cx('flex w-full flex-col items-center', isOld && 'invisible')}>
            <QrCode text={shown.link} label={say('receive.qr-code-of-the-payment-link')} size={272} />
            {group === null ? (
              <>
                <p className="mt-4 max-w-full break-words text-center font-semibold">{account.name}</p>
                <p className="figure text-ink-3 text-sm">{account.identityNumber}</p>
              </>
            ) : (
              <>
                <GroupName
                  name={group.name}
                  threshold={group.threshold}
                  members={group.members.length}
                  className="mt-4 font-semibold"
                />
                <p className="text-center text-ink-3 text-sm">
                  {group.members.map(userName).join(say('lib.separator'))}
                </p>
              </>
            )}
            {/* Whoever is shown the code sees what it asks for before it is read. */}
            {asset !== undefined && amountText !== null && (
              <p className="mt-2 max-w-full break-words text-center">
                <Figure value={amountText} symbol={asset.symbol} plain className="font-semibold" />{' '}
                <span className="text-ink-2 text-sm">{assetDetail(asset)}</span>
              </p>
            )}
            <div className="mt-4 flex gap-2">
              <CopyButton text={shown.link} what={say('receive.link')} label={say('receive.copy-link')} />
            </div>
            <Disclosure title={say('receive.link-and-address-as-text')} className="mt-3 w-full">
              <p className="code select-text break-all px-2 pb-2 text-ink-2">{shown.link}</p>
              <p className="code select-text break-all px-2 text-ink-2">{shown.address}</p>
              <div className="mt-1 flex items-center gap-1 px-1 text-ink-3 text-sm">
                <Link2 className="size-4" aria-hidden="true" /> {say('receive.address-for-any-wallet-of-the')}
                <CopyButton text={shown.address} what={say('receive.address')} />
              </div>
            </Disclosure>
          </div>
        )}
      </Frame>
    </div>
  )
}
