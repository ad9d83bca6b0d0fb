import { ArrowRight, CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAmountShort } from '#protocol/text'
import { say } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat, Figure } from '../../components/figures.tsx'
import { partyName } from '../../components/party.tsx'
import type { Balance, Report } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Surface.tsx'
import { worthOf } from './model.ts'
import type { SendFacts } from './send-facts.ts'

/** What the form comes to so far, and the one step on. Whatever is in its way is named beside it. */
export function Summary(props: {
  readonly facts: SendFacts
  readonly rows: number
  readonly pending: boolean
  readonly error: Report | null
  readonly onNext: () => void
}) {
  const { facts } = props
  const { look, balance, context } = facts
  const symbol = context.asset?.symbol ?? ''
  const obstacle = look.obstacles[0]
  const onPhone = context.watchOnly && context.isGroup !== true
  return (
    <div className="sticky top-6 grid gap-3">
      <Card className="px-5 py-4" label={say('send.summary')}>
        <p className="text-ink-2 text-sm">{onPhone ? say('send.your-phone-sends') : say('send.you-send')}</p>
        <div className="mt-1 flex min-h-9 items-center gap-3">
          {context.asset !== undefined && <AssetIcon asset={context.asset} size="sm" />}
          <p className="min-w-0 break-words font-semibold text-xl">
            {look.total === null ? (
              <span className="text-ink-3">–</span>
            ) : (
              <Figure value={formatAmountShort(look.total)} symbol={symbol} plain />
            )}
          </p>
        </div>
        <p className="min-h-5 break-words text-ink-3 text-sm">
          {look.total !== null && <Fiat value={worthOf(look.total, balance)} approx plain />}
        </p>
        <dl className="mt-3 grid gap-1.5 border-line border-t pt-3 text-sm">
          <Line name={say('send.to')}>{receivers(facts, props.rows)}</Line>
          {look.leaves && context.isGroup === true && (
            <Line name={say('send.network-fee')}>{say('send.paid-by-one-member-later')}</Line>
          )}
          {look.leaves && !onPhone && context.isGroup !== true && (
            <Line name={say('send.network-fee')}>
              {look.fee !== null ? (
                <Figure value={look.fee.amount} symbol={look.fee.asset.symbol} plain />
              ) : facts.fees === undefined ? (
                '–'
              ) : (
                say('send.none-fee')
              )}
            </Line>
          )}
          {!look.leaves && <Line name={say('send.network-fee')}>{say('send.none-2')}</Line>}
          {context.storage !== undefined && (
            <Line name={say('send.storing-the-memo')}>
              <Figure value={context.storage.amount} symbol={context.storage.asset.symbol} plain />
            </Line>
          )}
          <Line name={say('send.you-keep')}>
            {look.left === null ? '–' : <Figure value={formatAmountShort(look.left)} symbol={symbol} />}
          </Line>
        </dl>
      </Card>
      {props.error !== null && <ErrorNotice error={props.error} />}
      <Button
        kind="primary"
        size="lg"
        className="w-full"
        pending={props.pending}
        onPress={props.onNext}
        {...(obstacle === undefined ? {} : { 'aria-describedby': 'send-obstacle' })}
      >
        {props.pending ? say('send.preparing') : onPhone ? say('send.make-a-code-for-the-phone') : say('send.review')}
        {!props.pending && <ArrowRight className="size-4" aria-hidden="true" />}
      </Button>
      <p id="send-obstacle" role="status" className="flex min-h-10 items-start gap-2 text-ink-2 text-sm">
        {obstacle !== undefined ? (
          <>
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-ink-3" aria-hidden="true" />
            {obstacleText(obstacle.text, obstacle.row, props.rows, look.obstacles.length)}
          </>
        ) : look.duplicates.length > 0 ? (
          say('send.one-receiver-stands-in-more-than')
        ) : onPhone ? (
          say('send.your-phone-shows-everything-once-more')
        ) : (
          say('send.nothing-is-signed-yet-you-see')
        )}
      </p>
    </div>
  )
}

function obstacleText(text: string, row: number, rows: number, all: number): string {
  const where = rows > 1 && row > 0 ? say('send.row-2', { row: row + 1, text }) : text
  return all > 1 ? say('send.more-thing-after-that', { where, all: all - 1 }) : where
}

function receivers(facts: SendFacts, rows: number): ReactNode {
  if (rows > 1) return say('send.recipient-2', { rows })
  const [first] = facts.resolutions
  return first?.kind === 'known' ? partyName(first.view.party) : '–'
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="figure min-w-0 truncate text-right">{children}</dd>
    </div>
  )
}

/** Assets that can be sent, with what is there of each. */
export function heldFirst(balances: readonly Balance[]): Balance[] {
  return [...balances].sort((a, b) => Number(/[1-9]/.test(b.available)) - Number(/[1-9]/.test(a.available)))
}
