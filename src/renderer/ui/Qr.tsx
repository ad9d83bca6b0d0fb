import { create } from 'qrcode'
import { useMemo } from 'react'
import { spoken } from '../lib/spoken.ts'

const QUIET = 4

/** The dark modules of a code as one SVG path of horizontal runs. */
function pathOf(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size, data } = modules
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (data[row * size + column] !== 1) continue
      const start = column
      while (column + 1 < size && data[row * size + column + 1] === 1) column += 1
      path += `M${start + QUIET} ${row + QUIET}h${column - start + 1}v1h-${column - start + 1}z`
    }
  }
  return { path, size: size + 2 * QUIET }
}

/** A QR code, dark on white in every theme, with its quiet zone: scanners need both. */
export function QrCode(props: { readonly text: string; readonly label: string; readonly size?: number }) {
  const code = useMemo(() => pathOf(props.text), [props.text])
  const size = props.size ?? 240
  return (
    <svg
      role="img"
      aria-label={spoken(props.label)}
      viewBox={`0 0 ${code.size} ${code.size}`}
      // Never taller than half a low window: no camera reads a code that has to be scrolled.
      style={{ width: `min(${size}px, 48dvh)` }}
      shapeRendering="crispEdges"
      className="aspect-square shrink-0 rounded-lg bg-white shadow-card"
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#0d1418" />
    </svg>
  )
}

/** Dots of a picture for each module, so that it can be printed large. */
const DOTS = 10
const LINE_DOTS = 44

/** The same as a picture to send or print, with lines of text below it that say whose it is. */
export function qrPicture(text: string, lines: readonly string[]): Promise<Blob> {
  const { path, size } = pathOf(text)
  const side = size * DOTS
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side + lines.length * LINE_DOTS + (lines.length === 0 ? 0 : LINE_DOTS / 2)
  const context = canvas.getContext('2d')
  if (context === null) return Promise.reject(new Error('no picture can be drawn here'))
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#0d1418'
  context.font = `600 ${LINE_DOTS * 0.6}px system-ui, sans-serif`
  context.textAlign = 'center'
  for (const [at, line] of lines.entries()) {
    context.fillText(line, side / 2, side + (at + 0.5) * LINE_DOTS, side - 2 * QUIET * DOTS)
  }
  context.scale(DOTS, DOTS)
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was drawn')) : resolve(blob)), 'image/png')
  })
}
