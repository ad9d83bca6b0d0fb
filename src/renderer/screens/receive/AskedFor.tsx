import { ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { Figure } from '../../components/figures.tsx'
import { Unread } from '../../components/Unread.tsx'
import { cx } from '../../lib/cx.ts'
import { useNow } from '../../lib/hooks.ts'
import { dayOf, endOfDay } from '../../lib/time.ts'
import { type Query, useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Ask } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { Time } from '../../ui/Time.tsx'
import { askDue, askWords } from './asks.ts'
import { LookAgain } from './LookAgain.tsx'
import { PayCode } from './PayCode.tsx'

const TONES = { plain: 'text-ink-2', ok: 'text-ok', warn: 'text-warn' } as const

/** What was asked for with a link of its own, and whether it came. */
export function AskedFor({ query }: { readonly query: Query<Ask[]> }) {
  const now = useNow()
  const [open, setOpen] = useState<string | null>(null)
  const asks = query.value ?? []
  const shown = asks.find(({ askId }) => askId === open)
  if (asks.length === 0 && query.error === null) return null
  return (
    <section aria-label={say('receive.asked-for')}>
      <SectionTitle>{say('receive.asked-for')}</SectionTitle>
      <Unread of={query} rows={say('receive.asked-for')} />
      <ul className="mt-1">
        {asks.map((one) => {
          const due = askDue(one, now)
          return (
            <LinkRow
              key={one.askId}
              icon={<AssetIcon asset={one.asset} size="sm" />}
              title={
                <>
                  <Figure value={one.amount} symbol={one.asset.symbol} />
                  {one.memo !== '' && <bdi className="text-ink-2"> · {one.memo}</bdi>}
                </>
              }
              under={
                <>
                  <Came ask={one} /> · <Time at={one.askedAt} form="age" />
                  {due !== null && <span className={cx('ml-1', TONES[due.tone])}>· {due.word}</span>}
                </>
              }
              end={<ChevronRight className="size-4 shrink-0 text-ink-3" aria-hidden="true" />}
              onPress={() => setOpen(one.askId)}
            />
          )
        })}
      </ul>
      {shown !== undefined && <AskDialog ask={shown} onClose={() => setOpen(null)} />}
    </section>
  )
}

/** What came of it, with how much where that is not what was asked for. */
function Came({ ask }: { readonly ask: Ask }) {
  const { tone, word, sums } = askWords(ask)
  return (
    <span className={TONES[tone]}>
      {word}
      {sums.map(({ amount, asset }, at) => (
        <Fragment key={asset.assetId}>
          {at === 0 ? say('lib.colon') : say('lib.separator')}
          <Figure value={amount} symbol={asset.symbol} />
        </Fragment>
      ))}
    </span>
  )
}

function AskDialog({ ask, onClose }: { readonly ask: Ask; readonly onClose: () => void }) {
  const { owner } = useWallet()
  const end = useAction('receive.endAsk')
  const review = useAction('receive.reviewAsk')
  const { account } = owner
  const { askId } = ask
  const day = dayOf(ask.reviewBy)
  const isPaid = ask.state === 'paid'
  const keep = (reviewBy: string | null) => void review.run({ account, askId, reviewBy })
  return (
    <DeedDialog
      title={say('receive.asked-for')}
      onClose={onClose}
      back={say('common.close')}
      error={end.error ?? review.error}
      deed={{
        label: isPaid ? say('receive.take-off') : say('receive.stop-waiting'),
        kind: 'danger',
        pending: end.pending,
        onPress: () => void end.run({ account, askId }, onClose),
      }}
    >
      <div className="grid gap-3">
        <p>
          <Came ask={ask} />
        </p>
        {ask.memo !== '' && <p className="break-words text-ink-2">{ask.memo}</p>}
        {isPaid ? null : (
          <>
            <div className="flex w-full flex-col items-center">
              <PayCode link={ask.link} sum={ask} />
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <LookAgain day={day} onChange={(next) => keep(endOfDay(next))} />
            </div>
            <p className="text-ink-3 text-sm">{say('receive.stop-means')}</p>
          </>
        )}
        {ask.row !== null && (
          <Button className="w-fit" onPress={() => go({ name: 'activity', row: ask.row ?? '' })}>
            {say('receive.show-in-activity')}
          </Button>
        )}
      </div>
    </DeedDialog>
  )
}
