import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatAmountShort } from '#protocol/text'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Figure } from '../../components/figures.tsx'
import { partyName } from '../../components/party.tsx'
import { isSome } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import type { Balance, Report } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { receiversIn } from './receivers.ts'
import type { SendFacts } from './send-facts.ts'

/** What the form comes to so far, and the one step on. Whatever is in its way is named beside it. */
export function Summary(props: {
  readonly facts: SendFacts
  readonly rows: number
  /** Whether it is being written for another time, so that paying now is the other way on. */
  readonly isLater: boolean
  readonly pending: boolean
  readonly error: Report | null
  readonly onNext: () => void
}) {
  const { facts } = props
  const { look, context } = facts
  const symbol = context.asset?.symbol ?? ''
  const obstacle = look.obstacles[0]
  const onPhone = context.watchOnly && context.isGroup !== true
  return (
    <div className="grid gap-3">
      <ErrorNotice error={props.error} className="low:max-h-24 low:overflow-y-auto" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 min-[62.5rem]:flex-nowrap">
        <section
          aria-label={say('send.summary')}
          className="min-w-0 flex-1 max-[30rem]:basis-full min-[62.5rem]:max-w-[72%] min-[62.5rem]:flex-initial"
        >
          <dl className="flex flex-wrap gap-x-7 gap-y-1 max-[75rem]:gap-x-5">
            <Part
              name={onPhone ? say('send.your-phone-sends') : say('send.you-send', { group: context.isGroup === true })}
            >
              {look.total === null ? (
                <span className="text-ink-3">–</span>
              ) : (
                <Figure value={formatAmountShort(look.total)} symbol={symbol} plain />
              )}
            </Part>
            <Part name={say('send.to')}>{receivers(facts, props.rows)}</Part>
            <Part name={say('send.network-fee')} less>
              <FeeText facts={facts} onPhone={onPhone} />
            </Part>
            {look.storage !== undefined && (
              <Part name={say('send.storing-the-memo')}>
                <Figure value={look.storage.amount} symbol={look.storage.asset.symbol} plain />
              </Part>
            )}
            <Part name={context.isGroup === true ? say('send.left-to-spend') : say('send.you-keep')} less>
              {look.left === null ? '–' : <Figure value={formatAmountShort(look.left)} symbol={symbol} />}
            </Part>
          </dl>
        </section>
        {/* What is in the way takes three lines before the figures wrap, but never one for each word. */}
        <div className="flex min-w-0 items-center gap-4 max-[30rem]:flex-1 max-[30rem]:justify-end min-[62.5rem]:min-w-fit min-[62.5rem]:shrink-[100]">
          <p
            id="send-obstacle"
            role="status"
            aria-live={obstacle?.isTold === true ? 'off' : 'polite'}
            className="max-w-56 text-balance text-right text-ink-2 text-sm max-[50rem]:max-w-44 min-[62.5rem]:min-w-40 min-[75rem]:max-w-96"
          >
            {context.asset === undefined && facts.balances?.length === 0
              ? say('send.receive-something-first')
              : obstacle !== undefined
                ? heard(obstacleText(obstacle.text, obstacle.row, props.rows, look.obstacles.length))
                : look.duplicates.length > 0
                  ? say('send.one-receiver-stands-in-more-than')
                  : onPhone
                    ? say('send.your-phone-shows-everything-once-more')
                    : say('send.nothing-is-signed-yet-you-see')}
          </p>
          <Button
            {...(props.isLater ? {} : { kind: 'primary' })}
            size="lg"
            pending={props.pending}
            onPress={props.onNext}
            {...(obstacle === undefined
              ? {}
              : { 'aria-describedby': 'send-obstacle', className: '!bg-pressed !text-ink-2' })}
          >
            {props.pending
              ? say('send.preparing')
              : onPhone
                ? say('send.make-a-code')
                : props.isLater
                  ? say('send.review-to-pay-now')
                  : say('send.review')}
            {!props.pending && <ArrowRight className="size-4" aria-hidden="true" />}
          </Button>
        </div>
      </div>
    </div>
  )
}

function FeeText({ facts, onPhone }: { readonly facts: SendFacts; readonly onPhone: boolean }): ReactNode {
  const { look, context } = facts
  if (!look.leaves) return say('send.none-2')
  if (context.isGroup === true) return say('send.paid-by-one-member-later')
  if (onPhone) return '–'
  if (look.fee !== null) return <Figure value={look.fee.amount} symbol={look.fee.asset.symbol} plain />
  return facts.fees === undefined ? '–' : say('send.none-fee')
}

function obstacleText(text: string, row: number, rows: number, all: number): string {
  const where = rows > 1 && row > 0 ? say('send.row-2', { row: row + 1, text }) : text
  return all > 1 ? say('send.more-thing-after-that', { where, all: all - 1 }) : where
}

function receivers(facts: SendFacts, rows: number): ReactNode {
  const several = receiversIn(facts.resolutions)
  if (rows > 1 && several.count > 1) return partyName(several)
  const [first] = facts.resolutions
  return first?.kind === 'known' ? partyName(first.view.party) : '–'
}

/** `less`: what gives way where the window is small. */
function Part(props: { readonly name: string; readonly less?: boolean; readonly children: ReactNode }) {
  return (
    <div className={props.less === true ? 'min-w-0 max-[50rem]:hidden' : 'min-w-0'}>
      <dt className="text-ink-2 text-xs">{props.name}</dt>
      <dd className="figure min-w-0 max-w-64 break-words text-row">{props.children}</dd>
    </div>
  )
}

/** Assets that can be sent, with what is there of each. */
export function heldFirst(balances: readonly Balance[]): Balance[] {
  return [...balances].sort((a, b) => Number(isSome(b.available)) - Number(isSome(a.available)))
}
