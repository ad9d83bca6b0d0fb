import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { CodeFact, Fact, Facts, MemoFact } from '../../components/Facts.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { ReturnFact } from '../../components/Outside.tsx'
import { Payees, ProofMark } from '../../components/Payees.tsx'
import { purposeName } from '../../components/review-model.ts'
import { StoredContent } from '../../components/StoredContent.tsx'
import { Technical } from '../../components/Technical.tsx'
import { VerdictCard } from '../../components/VerdictCard.tsx'
import { assetDetail } from '../../lib/asset.ts'
import type { Review } from '../../state/types.ts'
import { useWalletMaybe } from '../../state/wallet.tsx'
import { Card, Disclosure } from '../../ui/Surface.tsx'

/** The verdict first, then what leaves, to whom, and what comes back; all of it read from the bytes. */
export function ReviewBody(props: {
  readonly review: Review
  readonly accepted: ReadonlySet<string>
  readonly onAccept: (id: string, accepted: boolean) => void
  /** Without the estimate in a national currency, where the preferred one is not known. */
  readonly noFiat?: boolean
}) {
  const { review } = props
  // The window of its own knows no group: there the payment speaks for itself.
  const group = useWalletMaybe()?.group ?? null
  const burns = review.payees.length === 0
  return (
    <div className="grid gap-4">
      <VerdictCard {...props} />
      <Card className="px-6 py-1" label={say('send.what-is-paid')}>
        <Facts>
          <Fact
            name={
              review.combines === true ? say('send.you-combine') : burns ? say('send.you-burn') : say('send.you-send')
            }
          >
            <div className="flex items-center gap-3">
              <AssetIcon asset={review.asset} size="sm" />
              <Figure value={review.amount} symbol={review.asset.symbol} plain className="font-semibold text-xl" />
              {props.noFiat !== true && review.fiat !== null && (
                <Fiat value={review.fiat} approx plain className="text-ink-2" />
              )}
            </div>
            <p className="mt-0.5 text-ink-3 text-sm">{assetDetail(review.asset)}</p>
          </Fact>
          <Fact name={say('send.to')}>
            {burns ? (
              <span className="text-ink-2">{say('send.nobody-it-pays-for-keeping-the')}</span>
            ) : (
              <Payees payees={review.payees} symbol={review.asset.symbol} />
            )}
          </Fact>
          {review.stored === undefined ? (
            <MemoFact text={review.memoText} hex={review.memoHex} />
          ) : (
            <StoredFact stored={review.stored} />
          )}
          <Fact name={say('send.network-fee')}>
            {review.fee === null ? (
              <span className="text-ink-2">{say('send.none')}</span>
            ) : (
              <Figure value={review.fee.amount} symbol={review.fee.asset.symbol} plain className="font-medium" />
            )}
          </Fact>
          <Fact name={group === null ? say('send.back-to-you') : say('send.back-to-the-group')}>
            {review.change.length === 0 ? (
              <span className="text-ink-2">{say('send.nothing-your-coins-fit-exactly')}</span>
            ) : (
              review.change.map((change, at) => (
                <p key={at} className="flex flex-wrap items-center gap-x-3">
                  <Figure value={change.amount} symbol={change.asset.symbol} plain className="font-medium" />
                  <span className="text-ink-2">{say('send.as-change')}</span>
                  <ProofMark proof={change.proof} />
                </p>
              ))
            )}
          </Fact>
          <Fact name={say('send.coins-used')}>
            <span className="figure">{say('send.coin', { coins: review.coins })}</span>
          </Fact>
          {review.returnTo !== null && <ReturnFact address={review.returnTo} />}
          <CodeFact name={say('send.request-id')} text={review.paymentId} />
          {review.transactions.map(({ requestId, purpose, hash }) => (
            <CodeFact
              key={requestId}
              name={
                review.transactions.length === 1
                  ? say('send.payload-hash')
                  : say('send.payload-hash-2', { purposeName: purposeName(purpose).toLowerCase() })
              }
              text={hash}
            />
          ))}
        </Facts>
      </Card>
      <Card className="px-6 py-2" label={say('send.technical')}>
        <Disclosure title={say('send.transactions-byte-by-byte')}>
          <Technical transactions={review.transactions} chainName={review.asset.chainName} />
        </Disclosure>
      </Card>
    </div>
  )
}

/** A memo that is stored on its own: what it says, and what keeping it costs. */
function StoredFact({ stored }: { readonly stored: NonNullable<Review['stored']> }) {
  return (
    <Fact name={say('send.stored-memo')}>
      <p>
        <Figure value={stored.amount} symbol={stored.asset.symbol} plain className="font-medium" />{' '}
        <span className="text-ink-2">{say('send.burnt-to-keep-it')}</span>
      </p>
      <StoredContent {...stored} />
    </Fact>
  )
}
