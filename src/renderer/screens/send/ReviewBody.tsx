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
import { plural } from '../../lib/digits.ts'
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
      <Card className="px-6 py-1" label="What is paid">
        <Facts>
          <Fact name={review.verb.startsWith('Combine') ? 'You combine' : burns ? 'You burn' : 'You send'}>
            <div className="flex items-center gap-3">
              <AssetIcon asset={review.asset} size="sm" />
              <Figure value={review.amount} symbol={review.asset.symbol} plain className="font-semibold text-xl" />
              {props.noFiat !== true && review.fiat !== null && (
                <Fiat value={review.fiat} approx plain className="text-ink-2" />
              )}
            </div>
            <p className="mt-0.5 text-ink-3 text-sm">{assetDetail(review.asset)}</p>
          </Fact>
          <Fact name="To">
            {burns ? (
              <span className="text-ink-2">Nobody: it pays for keeping the content.</span>
            ) : (
              <Payees payees={review.payees} symbol={review.asset.symbol} />
            )}
          </Fact>
          {review.stored === undefined ? (
            <MemoFact text={review.memoText} hex={review.memoHex} />
          ) : (
            <StoredFact stored={review.stored} />
          )}
          <Fact name="Network fee">
            {review.fee === null ? (
              <span className="text-ink-2">None</span>
            ) : (
              <Figure value={review.fee.amount} symbol={review.fee.asset.symbol} plain className="font-medium" />
            )}
          </Fact>
          <Fact name={group === null ? 'Back to you' : 'Back to the group'}>
            {review.change.length === 0 ? (
              <span className="text-ink-2">Nothing: your coins fit exactly.</span>
            ) : (
              review.change.map((change, at) => (
                <p key={at} className="flex flex-wrap items-center gap-x-3">
                  <Figure value={change.amount} symbol={change.asset.symbol} plain className="font-medium" />
                  <span className="text-ink-2">as change</span>
                  <ProofMark proof={change.proof} />
                </p>
              ))
            )}
          </Fact>
          <Fact name="Coins used">
            <span className="figure">{plural(review.coins, 'coin')}</span>
          </Fact>
          {review.returnTo !== null && <ReturnFact address={review.returnTo} />}
          <CodeFact name="Request id" text={review.paymentId} />
          {review.transactions.map(({ requestId, purpose, hash }) => (
            <CodeFact
              key={requestId}
              name={
                review.transactions.length === 1
                  ? 'Payload hash'
                  : `Payload hash, ${purposeName(purpose).toLowerCase()}`
              }
              text={hash}
            />
          ))}
        </Facts>
      </Card>
      <Card className="px-6 py-2" label="Technical">
        <Disclosure title="Transactions, byte by byte">
          <Technical transactions={review.transactions} chainName={review.asset.chainName} />
        </Disclosure>
      </Card>
    </div>
  )
}

/** A memo that is stored on its own: what it says, and what keeping it costs. */
function StoredFact({ stored }: { readonly stored: NonNullable<Review['stored']> }) {
  return (
    <Fact name="Stored memo">
      <p>
        <Figure value={stored.amount} symbol={stored.asset.symbol} plain className="font-medium" />{' '}
        <span className="text-ink-2">burnt to keep it</span>
      </p>
      <StoredContent {...stored} />
    </Fact>
  )
}
