import type { BenchRow } from './measure.ts'

/* Cost against size, as small pictures side by side on logarithmic scales: what grows with its size is a line of slope one, what does not is flat. */

const [WIDTH, HEIGHT, MARGIN, GAP] = [200, 150, 56, 28]
const INK = '#1a1c1e'
const QUIET = '#70757a'
const LINE = '#00526b'

interface Point {
  readonly size: number
  readonly cost: number
}

const short = (value: number): string => {
  if (value >= 1_000_000) return `${value / 1_000_000} M`
  if (value >= 1000) return `${value / 1000} k`
  return value >= 10 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(2)
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

function label(text: string, at: { x: number; y: number; anchor?: string; colour?: string; bold?: boolean }): string {
  const { x, y, anchor = 'middle', colour = QUIET, bold = false } = at
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}"${bold ? ' font-weight="600"' : ''}>${escaped(text)}</text>`
}

/** Place of a value between two others, by orders of magnitude. */
const place = (value: number, from: number, to: number): number =>
  to === from ? 0.5 : Math.log(value / from) / Math.log(to / from)

function panel(title: string, unit: string, points: readonly Point[], left: number): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const costs = points.map(({ cost }) => cost)
  // As many orders of magnitude upwards as the sizes have, so that all slopes compare.
  const middle = Math.sqrt(Math.min(...costs) * Math.max(...costs))
  const spread = Math.sqrt(Math.max(last.size / first.size, Math.max(...costs) / Math.min(...costs))) * 1.3
  const spots = points.map(({ size, cost }) => ({
    ...{ size, cost },
    x: left + place(size, first.size, last.size) * WIDTH,
    y: MARGIN + HEIGHT - place(cost, middle / spread, middle * spread) * HEIGHT,
  }))
  const frame = `<path d="M${left - 12} ${MARGIN - 8}V${MARGIN + HEIGHT + 8}H${left + WIDTH + 12}" fill="none" stroke="${QUIET}" stroke-opacity=".5"/>`
  const line = `<polyline points="${spots.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none" stroke="${LINE}" stroke-width="2"/>`
  const marks = spots.map(
    ({ x, y, size, cost }, at) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5" fill="${LINE}"/>` +
      label(`${short(cost)} ${unit}`, {
        x: at === 0 ? x - 6 : x,
        y: y - 9,
        colour: INK,
        anchor: at === 0 ? 'start' : 'middle',
      }) +
      label(short(size), { x, y: MARGIN + HEIGHT + 26 }),
  )
  return [frame, line, ...marks, label(title, { x: left - 12, y: 24, anchor: 'start', colour: INK, bold: true })].join(
    '\n',
  )
}

/** An SVG of every curve that the rows have; null when there is none. */
export function pictureOf(rows: readonly BenchRow[]): string | null {
  const curves = new Map<string, { unit: string; points: readonly Point[] }>()
  for (const { curve, ours, unit } of rows) {
    if (curve === undefined) continue
    const { points } = curves.get(curve.name) ?? { points: [] }
    curves.set(curve.name, { unit, points: [...points, { size: curve.size, cost: ours }] })
  }
  if (curves.size === 0) return null
  const step = WIDTH + MARGIN + GAP
  const panels = [...curves].map(([name, { unit, points }], at) =>
    panel(
      name,
      unit,
      points.toSorted((a, b) => a.size - b.size),
      MARGIN + at * step,
    ),
  )
  const [width, height] = [MARGIN + curves.size * step, MARGIN + HEIGHT + 48]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">
<title>Cost against size</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${panels.join('\n')}
</svg>
`
}
