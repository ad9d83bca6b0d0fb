import { type ReactNode, useId, useRef } from 'react'
import { isolated, say } from '#words'
import { type Reading, readAmount } from '../lib/amount-input.ts'
import { cx } from '../lib/cx.ts'
import { formatFigure } from '../lib/digits.ts'
import { heard } from '../lib/heard.tsx'
import { amountInWords } from '../lib/number-words.ts'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'

/** Digits behind the decimal mark that still say something as words; nobody hears a wrong digit among millionths. */
const SPOKEN_DIGITS = 3
/** So few whole ones are read at a glance. */
const PLAIN_DIGITS = 2

/** Whether words say more of an amount than its figures: where a mark or a nought is easily too many. */
function helpsInWords(text: string): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  return fraction.length <= SPOKEN_DIGITS && (fraction !== '' || whole.length > PLAIN_DIGITS)
}

/**
 * An amount as text. Under it stands what Coffer understood: the figure in words, a question when the text can be read
 * in more than one way, or what is wrong. The text itself is only changed by the person's own choice.
 */
export function AmountField(props: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly symbol: string
  readonly least?: 'more' | 'zero'
  readonly optional?: boolean
  readonly disabled?: boolean
  readonly aside?: ReactNode
  readonly hint?: ReactNode
  /** An error of the form, shown when the text itself is fine. */
  readonly error?: ReactNode
  /** Leaves out the echo in words where nothing is at stake. */
  readonly quiet?: boolean
  readonly large?: boolean
  /** Drawn as what the screen is about, in a box of its own; what stands here chooses the unit. */
  readonly unit?: ReactNode
  /** What the amount is worth, after its words. */
  readonly worth?: ReactNode
  readonly onBlur?: () => void
  /** What the figure is counted in, where that is not the unit that is chosen beside it. */
  readonly currency?: string | undefined
  readonly placeholder?: string | undefined
}) {
  const reading = readAmount(props.value, props.least)
  const asked = reading.kind === 'ask'
  const wrong = reading.kind === 'invalid' ? reading.reason : undefined
  const echo = reading.kind === 'ok' && props.quiet !== true ? amountInWords(reading.text) : null
  const isShort = reading.kind === 'ok' && helpsInWords(reading.text)
  const box = useRef<HTMLDivElement>(null)
  /** The question goes with its answer; the focus goes back to the field. */
  function pick(text: string): void {
    props.onChange(text)
    box.current?.querySelector('input')?.focus()
  }
  if (props.unit !== undefined) {
    return (
      <div ref={box} data-amount className="grid gap-2">
        <HeroInput
          {...props}
          error={wrong ?? (asked ? undefined : props.error)}
          hint={echoLine(props, reading, echo, isShort)}
        />
        {asked && <Readings readings={reading.readings} symbol={props.symbol} onPick={pick} />}
      </div>
    )
  }
  return (
    <div ref={box} data-amount>
      <Input
        label={props.label}
        value={props.value}
        onChange={props.onChange}
        inputMode="decimal"
        placeholder="0.00"
        optional={props.optional}
        large={props.large}
        disabled={props.disabled}
        onBlur={props.onBlur}
        aside={props.aside}
        error={wrong ?? (asked ? undefined : props.error)}
        hint={echoLine(props, reading, echo, isShort)}
        trailing={<span className="pointer-events-none pr-2 font-medium text-ink-3 text-sm">{props.symbol}</span>}
      />
      {asked && <Readings readings={reading.readings} symbol={props.symbol} onPick={pick} />}
    </div>
  )
}

type Props = Parameters<typeof AmountField>[0]

/** What was understood, in words where those help, and what it is worth. */
function echoLine(
  props: Props,
  reading: ReturnType<typeof readAmount>,
  echo: string | null,
  isShort: boolean,
): ReactNode {
  if (reading.kind === 'ask') return undefined
  if (echo === null || reading.kind !== 'ok') return props.hint
  return (
    <span className="figure">
      <span className="font-medium text-ink-2">{heard(`${formatFigure(reading.text)} ${isolated(props.symbol)}`)}</span>
      {isShort && ` — ${echo}`}
      {props.worth !== undefined && props.symbol !== '' && <> · {heard(props.worth)}</>}
    </span>
  )
}

/** Characters that stand beside the unit at the largest step. */
const HERO_CHARACTERS = 11

function HeroInput(props: Props) {
  const shown = props.value === '' ? (props.placeholder ?? '0.00') : props.value
  return (
    <div className="rounded-sheet px-6 py-5 shadow-[inset_0_0_0_1px_var(--line-control)] transition-shadow duration-120 has-[input:focus]:shadow-[inset_0_0_0_2px_var(--focus),0_0_0_4px_color-mix(in_oklab,var(--focus)_18%,transparent)]">
      <Field label={props.label} aside={props.aside} hint={props.hint} error={props.error}>
        {(wires) => (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-2">
            <input
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              inputMode="decimal"
              placeholder={shown}
              {...wires}
              value={props.value}
              disabled={props.disabled}
              onBlur={props.onBlur}
              onChange={(event) => props.onChange(event.target.value)}
              className={cx(
                'figure min-w-32 max-w-full grow bg-transparent font-semibold tracking-[-0.034em] focus:outline-none focus-visible:outline-none',
                props.value.length > HERO_CHARACTERS ? 'text-2xl' : 'text-[2.75rem] leading-[3.25rem]',
              )}
              // What chooses the unit gives way before a digit does.
              style={{ flexBasis: `max(9rem, ${shown.length}ch)` }}
            />
            {props.currency !== undefined && (
              <span aria-hidden="true" className="font-medium text-ink-2 text-xl">
                {props.currency}
              </span>
            )}
            {props.unit}
          </div>
        )}
      </Field>
    </div>
  )
}

/** The readings of one text. One of them has to be picked; none is picked by itself. */
function Readings(props: {
  readonly readings: readonly Reading[]
  readonly symbol: string
  readonly onPick: (text: string) => void
}) {
  const question = useId()
  return (
    // What leads here leads to the question: on a reading, an Enter that is still held would pick it.
    <div
      role="alert"
      data-asks
      tabIndex={-1}
      aria-labelledby={question}
      className="mt-1.5 rounded-md bg-warn-soft px-3 py-2.5"
    >
      <p id={question} className="font-medium text-sm">
        {props.readings.length > 1 ? say('shared.this-can-be-read-in-two') : say('shared.do-you-mean-this')}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {props.readings.map((reading) => (
          <button
            key={reading.text}
            type="button"
            onClick={() => props.onPick(reading.text)}
            className="rounded-md bg-surface px-3 py-1.5 text-left shadow-card transition-shadow duration-120 hover:shadow-[0_0_0_1px_var(--line-control)]"
          >
            <span className="figure block font-medium">
              {heard(`${formatFigure(reading.text)} ${isolated(props.symbol)}`)}
            </span>
            <span className="block text-ink-2 text-sm">{heard(reading.because)}</span>
          </button>
        ))}
      </div>
    </div>
  )
}
