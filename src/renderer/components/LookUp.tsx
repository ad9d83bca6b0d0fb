import { useEffect, useRef, useState } from 'react'
import type { WireAnswer } from '#contract/ipc'
import { say } from '#words'
import { heard } from '../lib/heard.tsx'
import { useFocusKept, useSettled } from '../lib/hooks.ts'
import { call, reportOf } from '../state/bridge.ts'
import type { Owner, Report, Suggestion } from '../state/types.ts'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/Input.tsx'
import { ErrorLines } from './ErrorNotice.tsx'
import { NotRegistered, PartyAvatar, partyName } from './party.tsx'

/** Of those already known, at most so many are offered. */
const OFFERS = 6

/** What the wallet makes of a text that names somebody, or one of those already known. */
export type Found = Pick<WireAnswer<'payees.resolve'>, 'payee' | 'party' | 'problem'>

/** Of the field: whether somebody stands in it who was not taken yet, or is looked up just now. */
type State = 'empty' | 'written' | 'asking'

/** Keeps a deed from leaving out whoever stands in a field and was not taken. */
export function useNaming() {
  const [state, setState] = useState<State>('empty')
  const [tried, setTried] = useState(false)
  return {
    asking: state === 'asking',
    /** Asked before the deed: whether somebody would be left out. The field says what to do. */
    leavesOut(): boolean {
      setTried(true)
      return state !== 'empty'
    },
    field: {
      tried,
      onState(next: State) {
        setState(next)
        setTried(false)
      },
    },
  }
}

export type Naming = ReturnType<typeof useNaming>['field']

/** Names somebody by a text, or picks one of those already known; what is found is shown before anything is done with it. */
export function LookUp(props: {
  readonly owner: Owner
  readonly label: string
  readonly placeholder: string
  /** Of whose chain an address is; without one no address is found. */
  readonly assetId?: string | null
  /** Of the button that looks. */
  readonly action: string
  /** Takes what was found, or says why not. */
  readonly onFound: (found: Found) => Report | string | null
  readonly onText?: (text: string) => void
  readonly naming: Naming
  readonly autoFocus?: boolean | undefined
  /** What is wrong while nothing was looked for. */
  readonly error?: string | undefined
  readonly canOffer: (offer: Suggestion) => boolean
  /** What stands behind an offer's name. */
  readonly detailOf?: (offer: Suggestion) => string | null
}) {
  const { owner } = props
  const [text, setText] = useState('')
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Report | string | null>(null)
  /** Of whoever was picked, whose button goes away with that: it is said, and the field has the focus. */
  const [picked, setPicked] = useState('')
  const box = useFocusKept<HTMLDivElement>()
  const offers = useOffers(owner.account, text).filter(props.canOffer).slice(0, OFFERS)

  /** Whoever is found late is added to what there is by then. */
  const latest = useRef(props)
  latest.current = props

  /** What is asked about whoever stood there before is no answer to what stands there now. */
  const turn = useRef(0)

  function write(next: string): void {
    turn.current += 1
    setAsking(false)
    setText(next)
    setProblem(null)
    props.onText?.(next)
    props.naming.onState(next.trim() === '' ? 'empty' : 'written')
  }

  function take(found: Found): void {
    const refused = latest.current.onFound(found)
    if (refused === null) {
      write('')
      setPicked(say('shared.picked', { name: partyName(found.party) }))
    } else setProblem(refused)
  }

  async function look(): Promise<void> {
    if (text.trim() === '' || asking) return
    const mine = turn.current
    setAsking(true)
    props.naming.onState('asking')
    setProblem(null)
    const found = await call('payees.resolve', { ...owner, text: text.trim(), assetId: props.assetId ?? null }).catch(
      reportOf,
    )
    if (mine !== turn.current) return
    setAsking(false)
    props.naming.onState('written')
    if ('code' in found) setProblem(found)
    else take(found)
  }

  const left = props.naming.tried && text.trim() !== ''
  const said =
    (offers.length > 0 && isNoName(problem) ? say('shared.choose-one-below') : problem) ??
    (left ? say('shared.not-taken-yet', { action: props.action }) : props.error)
  return (
    <div ref={box}>
      <p role="status" className="sr-only">
        {picked}
      </p>
      <div className="flex items-start gap-2">
        <Input
          label={props.label}
          className="flex-1"
          autoFocus={props.autoFocus}
          value={text}
          onChange={write}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void look()
          }}
          placeholder={props.placeholder}
          error={said === undefined || typeof said === 'string' ? said : <ErrorLines error={said} />}
        />
        <Button className="mt-6.5" pending={asking} onPress={() => void look()}>
          {props.action}
        </Button>
      </div>
      {offers.length > 0 && (
        <ul aria-label={say('shared.people-you-know')} className="mt-2 flex flex-wrap gap-2">
          {offers.map((offer) => {
            const detail = props.detailOf?.(offer) ?? null
            return (
              <li key={JSON.stringify(offer.payee)}>
                <button
                  type="button"
                  onClick={() => take({ ...offer, problem: null })}
                  className="flex h-9 items-center gap-2 rounded-full bg-surface pr-3 pl-1.5 shadow-[inset_0_0_0_1px_var(--line-button)] hover:bg-hover"
                >
                  <PartyAvatar party={offer.party} size="sm" />
                  <span className="font-medium text-sm">{partyName(offer.party)}</span>
                  {detail !== null && <span className="figure text-ink-3 text-xs">{heard(detail)}</span>}
                  <NotRegistered party={offer.party} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** Whether the text names nobody by itself: a part of a name does not. */
const isNoName = (problem: Report | string | null): boolean =>
  problem !== null &&
  typeof problem !== 'string' &&
  problem.code === 'input.payee' &&
  problem.details['reason'] === undefined &&
  problem.details['asks'] === undefined

/** Contacts and people paid before who fit a text, as it is typed. */
function useOffers(account: string, text: string): readonly Suggestion[] {
  const [offers, setOffers] = useState<readonly Suggestion[]>([])
  const asked = useSettled(text.trim(), 120)
  useEffect(() => {
    let current = true
    call('payees.suggest', { account, holder: null, text: asked.slice(0, 40) }).then(
      (found) => current && setOffers(found),
      () => current && setOffers([]),
    )
    return () => {
      current = false
    }
  }, [account, asked])
  return offers
}
