import { ShieldCheck } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { say, wording } from '#words'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useQuery } from '../../state/query.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Form } from '../../ui/Form.tsx'
import { previewOf } from './model.ts'
import type { FoundCode } from './qr.ts'
import type { Scanning, Stage } from './scanning.ts'

/** So many codes of one picture are looked at; more are listed as they are. */
const GLANCED = 32

/** More than one code in a picture: the same numbers on the picture and beside it, and the person says which. */
export function Chooser(props: { readonly stage: Extract<Stage, { kind: 'choose' }>; readonly scanning: Scanning }) {
  const { codes, picture, source } = props.stage
  const texts = codes.map(({ text }) => text)
  const known = useQuery('scan.glance', { texts: texts.slice(0, GLANCED).map((text) => text.slice(0, 10_000)) }).value
  const [chosen, setChosen] = useState(0)
  const name = useId()
  const text = texts[chosen] ?? ''
  const form = useRef<HTMLFormElement>(null)
  // The way that the picture came is gone from the screen, and the focus with it.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <Form ref={form} onSubmit={() => props.scanning.scanText(text, source)}>
      <div
        className={cx('grid items-start gap-7', picture !== null && 'min-[50rem]:grid-cols-[minmax(0,23.25rem)_1fr]')}
      >
        {picture !== null && <Numbered picture={picture} codes={codes} chosen={chosen} />}
        <div className="grid gap-3">
          <ol aria-label={say('scan.what-the-codes-are')} className="grid gap-3">
            {texts.map((each, at) => (
              <li key={each}>
                <label className="flex items-start gap-3 rounded-lg bg-surface px-4 py-3.5 shadow-[inset_0_0_0_1px_var(--line-button)] hover:bg-hover has-checked:shadow-[inset_0_0_0_2px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
                  <input
                    type="radio"
                    name={name}
                    checked={at === chosen}
                    onChange={() => setChosen(at)}
                    className="sr-only"
                  />
                  <span
                    aria-hidden="true"
                    className={cx(
                      'figure grid size-6.5 shrink-0 place-items-center rounded-full font-semibold text-sm',
                      at === chosen ? 'bg-accent text-on-accent' : 'shadow-[inset_0_0_0_1px_var(--line-control)]',
                    )}
                  >
                    {at + 1}
                  </span>
                  <span className="min-w-0">
                    <span className="block text-row">
                      {known?.[at] === undefined ? say('scan.a-code') : heard(wording(known[at]))}
                    </span>
                    <span className="code mt-0.5 block break-all text-ink-2 text-sm">{previewOf(each)}</span>
                  </span>
                </label>
              </li>
            ))}
          </ol>
          <p className="flex items-start gap-2.5 text-ink-2 text-sm">
            <ShieldCheck className="mt-px size-4 shrink-0" aria-hidden="true" />
            {say('scan.read-on-this-computer')}
          </p>
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-4">
        <p className="text-ink-2">{say('scan.opening-pays-nothing')}</p>
        <div className="flex flex-wrap items-center gap-3">
          <CopyButton text={text} what={say('scan.text-of-the-code')} label={say('scan.copy-text')} />
          <Button kind="primary" type="submit">
            {rich('scan.open-code', { code: chosen + 1 })}
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** The picture with an outline and a number at each code; the list beside it says the same to who does not see it. */
function Numbered(props: {
  readonly picture: ImageBitmap
  readonly codes: readonly FoundCode[]
  readonly chosen: number
}) {
  const { picture } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (target === null) return
    target.width = picture.width
    target.height = picture.height
    target.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])
  // Numbers are of one size on screen, whatever the picture's is.
  const unit = Math.max(picture.width, picture.height) / 372
  return (
    <div aria-hidden="true" className="relative overflow-hidden rounded-lg bg-sunken">
      <canvas ref={canvas} className="mx-auto block max-h-[46vh] max-w-full" />
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${picture.width} ${picture.height}`}
        preserveAspectRatio="xMidYMid meet"
        className="absolute inset-0 size-full"
      >
        {props.codes.map(({ text, corners }, at) => {
          const points = corners.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height }))
          const [first] = points
          if (first === undefined) return null
          const isChosen = at === props.chosen
          return (
            <g key={text}>
              <polygon
                points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
                fill="transparent"
                stroke="#fff"
                strokeWidth={6 * unit}
                strokeLinejoin="round"
              />
              <polygon
                points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
                fill="transparent"
                strokeWidth={(isChosen ? 3.5 : 2) * unit}
                strokeLinejoin="round"
                className={isChosen ? 'stroke-[#025473]' : 'stroke-[#111921]'}
              />
              <circle
                cx={first.x}
                cy={first.y}
                r={13 * unit}
                strokeWidth={2 * unit}
                className={isChosen ? 'fill-[#025473] stroke-white' : 'fill-white stroke-[#111921]'}
              />
              <text
                x={first.x}
                y={first.y}
                dominantBaseline="central"
                textAnchor="middle"
                fontSize={14 * unit}
                fontWeight="600"
                className={isChosen ? 'fill-white' : 'fill-[#111921]'}
              >
                {at + 1}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
