import { useId, useMemo } from 'react'

/*
 * The coffered ceiling: the mark, repeated, seen from below. Each coffer is two steps that recede towards the middle of the picture, so that
 * all of it leans to where the eye is. One path for each colour: a few elements however many coffers there are.
 */

const PITCH = 176
const OUTER = 146
/** Side of each square within a coffer, and how far it moves away from the middle by each pixel that the coffer is away from it. */
const STEPS = [
  {
    outer: OUTER,
    inner: 108,
    lean: [0.013, 0.019],
    faces: ['#0b3548', '#0f4058', '#205f7d', '#2b7492'],
    floor: '#134a64',
  },
  {
    outer: 84.4,
    inner: 59,
    lean: [0.0075, 0.011],
    faces: ['#092e40', '#0d394e', '#1b5773', '#256a88'],
    floor: '#0f4259',
  },
] as const
const LIT_FACES = [
  { faces: ['#1c475a', '#205068', '#2f6c89', '#397f9c'], floor: '#2d637c' },
  { faces: ['#375d70', '#39657a', '#447c96', '#4b8aa5'], floor: '#48798f' },
] as const
const STONE = 26

interface Square {
  readonly x: number
  readonly y: number
  readonly side: number
}

const corners = ({ x, y, side }: Square) => [x - side / 2, y - side / 2, x + side / 2, y + side / 2] as const

/** The four slanted faces between two squares: above, left, right, below. */
function facesOf(outer: Square, inner: Square): readonly string[] {
  const [l, t, r, b] = corners(outer)
  const [il, it, ir, ib] = corners(inner)
  return [
    `M${l} ${t}H${r}L${ir} ${it}H${il}z`,
    `M${l} ${b}V${t}L${il} ${it}V${ib}z`,
    `M${r} ${t}V${b}L${ir} ${ib}V${it}z`,
    `M${r} ${b}H${l}L${il} ${ib}H${ir}z`,
  ]
}

function floorOf(square: Square): string {
  const [l, t, r, b] = corners(square)
  return `M${l} ${t}H${r}V${b}H${l}z`
}

interface Drawing {
  /** Colour to path. */
  readonly paths: ReadonlyMap<string, string>
  readonly stones: readonly Square[]
  readonly lit: Square | null
}

function draw(width: number, height: number, middle: readonly [number, number], isLit: boolean): Drawing {
  const paths = new Map<string, string>()
  const stones: Square[] = []
  let lit: Square | null = null
  const add = (colour: string, path: string) => paths.set(colour, (paths.get(colour) ?? '') + path)
  const reach = (size: number, at: number) => Math.ceil(Math.max(at, size - at) / PITCH) + 1
  for (let row = -reach(height, middle[1]); row <= reach(height, middle[1]); row += 1) {
    for (let column = -reach(width, middle[0]); column <= reach(width, middle[0]); column += 1) {
      const [dx, dy] = [column * PITCH, row * PITCH]
      const here = isLit && column === 0 && row === 0
      let [x, y] = [middle[0] + dx, middle[1] + dy]
      for (const [at, step] of STEPS.entries()) {
        const colours = (here ? LIT_FACES[at] : undefined) ?? step
        const inner = { x: x - dx * step.lean[0], y: y - dy * step.lean[1], side: step.inner }
        for (const [face, path] of facesOf({ x, y, side: step.outer }, inner).entries()) {
          add(colours.faces[face] ?? colours.floor, path)
        }
        add(colours.floor, floorOf(inner))
        x = inner.x
        y = inner.y
      }
      const stone = { x, y, side: STONE }
      if (here) lit = stone
      else stones.push(stone)
    }
  }
  return { paths, stones, lit }
}

const Stone = ({ x, y, side, fill }: Square & { readonly fill: string }) => (
  <rect x={x - side / 2} y={y - side / 2} width={side} height={side} rx={side * 0.3} fill={fill} />
)

/** Fills its box. `lit`: one coffer glows, at the place that is given in parts of the picture. */
export function Ceiling(props: {
  readonly width: number
  readonly height: number
  readonly lit?: boolean
  readonly className: string
}) {
  const { width, height, lit = false } = props
  const id = useId()
  const middle = useMemo(() => [width / 2, lit ? height * 0.39 : height / 2] as const, [width, height, lit])
  const drawing = useMemo(() => draw(width, height, middle, lit), [width, height, middle, lit])
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={props.className}
      aria-hidden="true"
    >
      <defs>
        <radialGradient
          id={`${id}-dusk`}
          cx={middle[0]}
          cy={middle[1]}
          r={Math.hypot(width, height) * 0.52}
          gradientUnits="userSpaceOnUse"
        >
          <stop offset="0" stopColor="#0a2c3d" stopOpacity="0" />
          <stop offset=".55" stopColor="#082433" stopOpacity=".45" />
          <stop offset="1" stopColor="#051923" stopOpacity=".88" />
        </radialGradient>
        <radialGradient id={`${id}-light`} r=".75">
          <stop offset="0" stopColor="#eaf7ff" />
          <stop offset="1" stopColor="#8fc9e4" />
        </radialGradient>
        <filter id={`${id}-glow`} x="-1.5" y="-1.5" width="4" height="4">
          <feGaussianBlur stdDeviation="22" />
        </filter>
      </defs>
      <rect width={width} height={height} fill="#17536e" />
      {[...drawing.paths].map(([colour, path]) => (
        <path key={colour} d={path} fill={colour} />
      ))}
      {drawing.stones.map((stone) => (
        <Stone key={`${stone.x} ${stone.y}`} {...stone} fill="#1d6482" />
      ))}
      <rect width={width} height={height} fill={`url(#${id}-dusk)`} />
      {drawing.lit !== null && (
        <>
          <g filter={`url(#${id}-glow)`} opacity=".9">
            <Stone {...drawing.lit} fill="#bfe6f8" />
          </g>
          <Stone {...drawing.lit} fill={`url(#${id}-light)`} />
        </>
      )}
    </svg>
  )
}
