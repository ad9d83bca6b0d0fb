import { ArrowDown, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolated, say, wording } from '#words'
import { assetDetail } from '../lib/asset.ts'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { useNow } from '../lib/hooks.ts'
import { rich } from '../lib/rich.tsx'
import { spoken } from '../lib/spoken.ts'
import { formatShortDay } from '../lib/time.ts'
import type { Asset, Party, Review } from '../state/types.ts'
import { Frame } from '../ui/Frame.tsx'
import { AssetIcon } from './AssetIcon.tsx'
import { Figure } from './figures.tsx'
import { numberBeside } from './group.tsx'
import { ItemUnits } from './ItemUnits.tsx'
import { PaysRows } from './PaysRows.tsx'
import { PartyAvatar, partyDetail, partyName, recipientsIn, ThisIsYou } from './party.tsx'
import { isStacked, isWide, type PaidRow } from './pays-model.ts'
import { PROOF_WORDS, proofText } from './review-model.ts'
import { WholeId } from './WholeId.tsx'

interface Paying {
  readonly asset: Asset
  readonly amount: string
  /** "You send", "You sent". */
  readonly verb: string
  readonly worth?: ReactNode
  /** The collectible that moves as a whole and leads: the amount only goes with it. */
  readonly item?: Review['item'] | undefined
  readonly rows: readonly PaidRow[]
  /** What stands for whoever is paid where nobody is. */
  readonly nobody?: string
  readonly tone?: 'plain' | 'stop'
  /** What is about to be signed is never hidden. */
  readonly plain?: boolean
}

/** Who pays whom how much, in the frame of what binds: the same before it is signed and after. */
export function PaysFrame(
  props: Paying & {
    /** What a person has to tick in a row, and what stands at its end. */
    readonly asked?: (at: number) => ReactNode
    readonly end?: ReactNode
  },
) {
  const { rows, tone = 'plain' } = props
  if (rows.length > 1) {
    return (
      <Frame tone={tone} inner="!p-0 overflow-hidden">
        <Head {...props} />
        <PaysRows rows={rows} symbol={props.asset.symbol} plain={props.plain} asked={props.asked} end={props.end} />
      </Frame>
    )
  }
  const [only] = rows
  const long = isStacked(props.amount, only?.party) || isWide(props.item)
  return (
    <Frame tone={tone} inner="low:!px-5 low:!py-3">
      <div
        className={cx(
          'grid gap-x-7 gap-y-4 low:gap-y-1.5',
          // The amount takes what it needs: its unit is never parted, and never on another line.
          !long &&
            'min-[62.5rem]:grid-cols-[minmax(min-content,1fr)_2.5rem_minmax(0,1.35fr)] min-[62.5rem]:items-start',
        )}
      >
        <div
          className={cx(
            long
              ? 'flex flex-wrap items-end justify-between gap-x-6 gap-y-1'
              : 'max-[62.5rem]:flex max-[62.5rem]:flex-wrap max-[62.5rem]:items-end max-[62.5rem]:justify-between max-[62.5rem]:gap-x-6',
          )}
        >
          <div className="min-w-0">
            <Verb {...props} />
            <Amount {...props} long={long} />
          </div>
          <div
            className={cx(
              'text-ink-2 text-row font-normal',
              long ? 'ml-auto text-right' : 'max-[62.5rem]:ml-auto max-[62.5rem]:text-right',
              'max-[30rem]:ml-0 max-[30rem]:text-left',
            )}
          >
            {props.worth !== undefined && <p>{heard(props.worth)}</p>}
            {props.item !== undefined && (
              <p>
                <ItemUnits amount={props.amount} asset={props.asset} {...(props.plain === true && { plain: true })} />
              </p>
            )}
            <p className="text-ink-3 text-sm">{assetDetail(props.asset)}</p>
          </div>
        </div>
        <Arrow down={long} />
        {only === undefined ? (
          <p className="text-ink-2">
            <span className="block font-medium text-sm">{say('send.to')}</span>
            {props.nobody}
          </p>
        ) : (
          <Whom row={only} long={long} />
        )}
      </div>
    </Frame>
  )
}

function Verb({ asset, verb }: Paying) {
  return (
    <p className="flex min-h-6 items-center gap-2 font-medium text-ink-2 text-sm">
      <AssetIcon asset={asset} size="sm" />
      {verb}
    </p>
  )
}

function Amount({ amount, asset, plain, item, long }: Paying & { readonly long: boolean }) {
  const size = cx(
    'mt-1.5 low:mt-0 break-words',
    long ? 'text-hero-2' : 'text-hero min-[30rem]:short:text-hero-2 max-[62.5rem]:text-hero-2',
    // Where a window is as narrow as a phone's, a sum of fifteen figures still stands in one line.
    'max-[30rem]:text-[1.5rem] max-[30rem]:leading-[2rem]',
  )
  if (item !== undefined) return <p className={size}>{heard(wording(item))}</p>
  return (
    <p className={cx(size, !long && 'whitespace-nowrap')}>
      <Figure value={amount} settled {...(plain === true ? { plain } : {})} />
      <span className="font-medium text-[0.62em] text-ink-2">{`\u00a0${isolated(asset.symbol)}`}</span>
    </p>
  )
}

/** From the money to whoever gets it; down where both stand one under the other. */
function Arrow({ down }: { readonly down: boolean }) {
  const disc =
    'grid size-9 shrink-0 place-items-center rounded-full border border-button text-accent-ink min-[62.5rem]:size-10 low:size-7'
  return (
    <div
      aria-hidden="true"
      // Beside the amount it stands at the height of its digits.
      className={cx(
        'flex items-center gap-3.5',
        !down && 'min-[62.5rem]:mt-[2.3125rem] min-[62.5rem]:short:mt-[2.0625rem]',
      )}
    >
      <span className={cx('h-px flex-1 bg-line', !down && 'min-[62.5rem]:hidden')} />
      <span className={disc}>
        <ArrowDown className={cx('size-4.5', !down && 'min-[62.5rem]:hidden')} />
        {!down && <ArrowRight className="hidden size-4.5 min-[62.5rem]:block" />}
      </span>
      <span className={cx('h-px flex-1 bg-line', !down && 'min-[62.5rem]:hidden')} />
    </div>
  )
}

/** What kind of receiver it is, before its name. */
function kindOf(party: Party): string {
  switch (party.kind) {
    case 'user':
      return party.user.bot ? say('send.to-a-bot') : say('send.to-a-person')
    case 'group':
      return say('send.to-a-group')
    case 'kernel':
      return party.threshold > party.members ? say('send.to') : say('send.to-a-kernel-address')
    case 'chain':
      return say('send.to-an-address-on', { chainName: party.chainName })
    case 'self':
      return say('send.to-yourself')
    default:
      return say('send.to')
  }
}

function Whom({ row, long }: { readonly row: PaidRow; readonly long: boolean }) {
  const { party } = row
  return (
    <div className="min-w-0">
      <p className="flex min-h-6 items-center font-medium text-ink-2 text-sm low:sr-only">{kindOf(party)}</p>
      <div
        className={cx(
          'mt-1 flex items-center gap-3 low:mt-0',
          // The name stands at the height of the amount.
          !long && 'min-[62.5rem]:mt-1.5 min-[62.5rem]:min-h-[3.375rem] min-[62.5rem]:short:min-h-[2.875rem]',
        )}
      >
        <PartyAvatar party={party} size="lg" />
        <p className={cx('min-w-0 break-words', long ? 'text-xl font-semibold' : 'text-who')}>{partyName(party)}</p>
        <ThisIsYou party={party} />
      </div>
      <WholeId party={party} />
      <p className="mt-1 text-ink-2 text-sm low:mt-0">
        <Known row={row} />
      </p>
    </div>
  )
}

/** What is known of a receiver: number, whether paid before, and how the key is known. */
function Known({ row }: { readonly row: PaidRow }) {
  const now = useNow()
  const { party, paidBefore, proof } = row
  const parts = [
    ...(party.kind === 'user' ? [numberBeside(party.user)].filter((number) => number !== '') : []),
    ...(party.kind === 'group' ? [partyDetail(party)] : []),
    ...(paidBefore === undefined || party.kind === 'self'
      ? []
      : [
          paidBefore === null
            ? say('shared.first-time')
            : say('shared.paid-time-last', { times: paidBefore.times, last: formatShortDay(paidBefore.last, now) }),
        ]),
  ]
  return (
    <>
      <span className="figure">{heard(parts.join(' · '))}</span>
      {proof !== undefined && (
        <>
          {parts.length > 0 && ' · '}
          <ProofWord proof={proof} party={party} />
        </>
      )}
    </>
  )
}

function ProofWord({ proof, party }: Required<Pick<PaidRow, 'proof'>> & Pick<PaidRow, 'party'>) {
  const text = proofText(proof, party)
  return (
    <span title={spoken(text)} className={cx(proof === 'unknown' && 'font-semibold text-stop')}>
      {PROOF_WORDS[proof].word}
      <span className="sr-only">{heard(say('lib.colon') + text)}</span>
    </span>
  )
}

/** Of a payment to several: the sum, and to how many. */
function Head(props: Paying) {
  const people = props.rows.every(({ party }) => party.kind === 'user')
  const count = recipientsIn(props.rows)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-1 px-6 pt-5 pb-4">
      <div className="min-w-0">
        <Verb {...props} />
        <Amount {...props} long />
      </div>
      <div className="ml-auto text-right">
        <p className="text-xl font-semibold">
          {people ? rich('send.to-people', { count }) : rich('send.to-recipients', { count })}
        </p>
        <p className="text-ink-2 text-sm">
          {heard(props.worth)} {props.worth !== undefined && '· '}
          {count === props.rows.length ? say('send.each-once') : rich('send.in-rows', { rows: props.rows.length })}
        </p>
      </div>
    </div>
  )
}
