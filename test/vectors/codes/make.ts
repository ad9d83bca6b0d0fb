/*
 * Draws the pictures of this folder and their list, codes.json: QR codes as screens, printers and cameras show them. Every
 * number follows from a seed, so that the same program gives the same pictures. Run: node test/vectors/codes/make.ts
 */
import { writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { create, type QRCodeErrorCorrectionLevel } from 'qrcode'
import type { CodeCase, Picture } from './codes.ts'
import { seeded } from '../../support/random.ts'

const USER = '16c2c92e-620d-4046-8a43-7dacf53e0be9'
const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
const TRACE = '769b753c-d593-4324-afe5-03dc2f826c69'
const CODE = 'https://mixin.one/codes/1b5a4ba9-8ec6-43c1-bf29-7449ae367f71'
const PAY = `https://mixin.one/pay/${USER}?asset=${BTC}&amount=0.1&memo=two%20coffees&trace=${TRACE}`
const GROUP = 'MIXiSgu2V5DYTXX7N2aCWtHh8XnZi9fqmmaaptU2Q2tmcminLSXYRtNShZuyERzVApxKCEuxbX6Nn'
const KERNEL = 'XINAwwJA74xVqqua4vvLepG8PU45Dgc98HgdM7N5kezJ3eqaFbPTfQ3qzh14WfTdoXbYtri5QcUZS33pr6pwRvgK3P8srCTU'
const INVOICE =
  'MINAABzAgQHZ6h4KBj1RqG2zMcql6d8Q8lKyI9GcTl2tgoJBk8YEejG0McoJiRCm44N2dGbZZL6Z6h4KBj1RqG2zMcql6d8Q8lKyI9GcTl2tgoJBk8YEejG0McoJiRCm44N2dGbZZL6Z6h4KBj1RqG2zMcql6d8QwJ3LmvvO_9PzJh9Kbr8p01jxtDHKCYkQpuODdnRm2WS-gowLjEyMzQ1Njc4AAlleHRyYSBvbmUBAH7Pn8Sf9NLjZCS45T5nrtjMTp0I18vcp9i9sVPtL83eNVLRFrKdTXKbJDyjsuD5wkPWHc3kE0UNgLgQHV6QM1cKMC4yMzM0NTY3OAAJZXh0cmEgdHdvAgEAAEpfecdoclJMakqBsXQzhYTnkPCfsFnDnPKolN4bPDHGTTpvYA'
const BITCOIN = 'BITCOIN:BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ?AMOUNT=0.01'
const CHINESE = `https://mixin.one/pay/${USER}?memo=两杯咖啡`

/** Ink of a point of the plane, 0 for none and 1 for dark; a code lies in the unit square. */
type Ink = (x: number, y: number) => number
/** From a point of the picture, in pixels, to a point of the unit square. */
type Place = (x: number, y: number) => readonly [number, number]

/** Numbers from 0 to 1 that follow from a seed. */
function numbers(seed: number): () => number {
  const below = seeded(seed)
  return () => below(2 ** 32) / 2 ** 32
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, check])
}

/** The picture as a grey PNG without filters. */
function writePng({ width, height, data }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  const rows = Buffer.alloc(height * (width + 1))
  for (let row = 0; row < height; row += 1)
    rows.set(data.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  return Buffer.concat([
    ...[SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 }))],
    chunk('IEND', new Uint8Array()),
  ])
}

function modulesOf(text: string, level: QRCodeErrorCorrectionLevel): { size: number; dark: (row: number, column: number) => boolean } {
  const { size, data } = create(text, { errorCorrectionLevel: level }).modules
  return { size, dark: (row, column) => data[row * size + column] === 1 }
}

function inkOf(text: string, level: QRCodeErrorCorrectionLevel = 'M'): Ink {
  const { size, dark } = modulesOf(text, level)
  return (x, y) => (x < 0 || y < 0 || x >= 1 || y >= 1 ? 0 : Number(dark(Math.floor(y * size), Math.floor(x * size))))
}

/** A mark in the middle, as shops print it over their codes. */
const withLogo = (ink: Ink, part: number): Ink => (x, y) => {
  const away = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5)) * 2
  return away > part ? ink(x, y) : away > part * 0.8 ? 0 : Number((x - 0.5) ** 2 + (y - 0.5) ** 2 < (part * 0.3) ** 2)
}
const withRoundModules = (text: string, level: QRCodeErrorCorrectionLevel): Ink => {
  const { size, dark } = modulesOf(text, level)
  const finder = (row: number, column: number) =>
    (row < 7 && column < 7) || (row < 7 && column >= size - 7) || (row >= size - 7 && column < 7)
  return (x, y) => {
    if (x < 0 || y < 0 || x >= 1 || y >= 1) return 0
    const [row, column] = [Math.floor(y * size), Math.floor(x * size)]
    if (!dark(row, column)) return 0
    const [dx, dy] = [x * size - column - 0.5, y * size - row - 0.5]
    return Number(finder(row, column) || dx * dx + dy * dy < 0.23)
  }
}

/** A square of that side around a middle, turned by degrees. */
const square = (middle: readonly [number, number], side: number, degrees = 0): Place => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return (x, y) => {
    const [dx, dy] = [(x - middle[0]) / side, (y - middle[1]) / side]
    return [dx * cos + dy * sin + 0.5, dy * cos - dx * sin + 0.5]
  }
}
/** Seen from aside: the plane leans by these parts of its depth. */
const leaning = (middle: readonly [number, number], side: number, leanX: number, leanY: number, degrees = 0): Place => {
  const flat = square([0, 0], 1, degrees)
  return (x, y) => {
    const [dx, dy] = [(x - middle[0]) / side, (y - middle[1]) / side]
    const depth = 1 - leanX * dx - leanY * dy
    return flat(dx / depth, dy / depth)
  }
}

const FINE = 4
interface Drawn {
  readonly ink: Ink
  readonly place: Place
}

/** White paper with all the codes on it. */
function draw(width: number, height: number, codes: readonly Drawn[], [paper, dark] = [255, 13]): Picture {
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let part = 0; part < FINE * FINE; part += 1) {
        const [px, py] = [x + ((part % FINE) + 0.5) / FINE, y + (Math.floor(part / FINE) + 0.5) / FINE]
        for (const { ink, place } of codes) sum += ink(...place(px, py))
      }
      data[y * width + x] = Math.round(paper + (dark - paper) * (sum / FINE ** 2))
    }
  }
  return { width, height, data }
}

type Change = (picture: Picture) => Picture
const each = (change: (grey: number, x: number, y: number) => number): Change => (picture) => ({
  ...picture,
  data: picture.data.map((grey, at) =>
    Math.min(255, Math.max(0, Math.round(change(grey, at % picture.width, Math.floor(at / picture.width))))),
  ),
})
const inverted = each((grey) => 255 - grey)
const contrast = (low: number, high: number): Change => each((grey) => low + (grey / 255) * (high - low))
/** Light from the left, shadow at the right. */
const shaded = (part: number): Change => (picture) => each((grey, x) => grey * (1 - (part * x) / picture.width))(picture)
const noisy = (strength: number, seed: number): Change => {
  const next = numbers(seed)
  // Steps of eight keep the files small.
  return each((grey) => grey + Math.round(((next() + next() + next()) / 1.5 - 1) * (strength / 8)) * 8)
}
const speckled = (part: number, seed: number): Change => {
  const next = numbers(seed)
  return each((grey) => {
    const drawn = next()
    return drawn < part / 2 ? 0 : drawn < part ? 255 : grey
  })
}
const mirrored: Change = (picture) => ({
  ...picture,
  data: picture.data.map((_, at) => {
    const x = at % picture.width
    return picture.data[at - x + picture.width - 1 - x] ?? 0
  }),
})
function blurred(radius: number): Change {
  const reach = Math.ceil(radius * 2.5)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * radius ** 2)))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const pass =
    (across: boolean): Change =>
    (picture) =>
      each((_, x, y) => {
        let sum = 0
        weights.forEach((weight, at) => {
          const px = Math.min(picture.width - 1, Math.max(0, across ? x + at - reach : x))
          const py = Math.min(picture.height - 1, Math.max(0, across ? y : y + at - reach))
          sum += weight * (picture.data[py * picture.width + px] ?? 0)
        })
        return sum / whole
      })(picture)
  return (picture) => pass(false)(pass(true)(picture))
}
/** Horizontal lines as of a screen that is photographed. */
const lined = (every: number, depth: number): Change => each((grey, _, y) => grey * (y % every === 0 ? 1 - depth : 1))

const after = (picture: Picture, ...changes: readonly Change[]): Picture =>
  changes.reduce((done, change) => change(done), picture)

/** One code in the middle of a square picture. */
const one = (text: string, side = 240, degrees = 0, level: QRCodeErrorCorrectionLevel = 'M'): Picture => {
  const edge = Math.ceil(side * (degrees % 90 === 0 ? 1.25 : 1.6))
  return draw(edge, edge, [{ ink: inkOf(text, level), place: square([edge / 2, edge / 2], side, degrees) }])
}
const tilted = (text: string, leanX: number, leanY: number, degrees = 0): Picture =>
  draw(420, 420, [{ ink: inkOf(text), place: leaning([210, 210], 240, leanX, leanY, degrees) }])
const pair = (texts: readonly [string, string], places: readonly [Place, Place], width = 520, height = 300): Picture =>
  draw(width, height, [
    { ink: inkOf(texts[0]), place: places[0] },
    { ink: inkOf(texts[1]), place: places[1] },
  ])

const PICTURES: readonly (readonly [string, string, Picture, readonly string[]])[] = [
  ['plain-code', 'a short link', one(CODE), [CODE]],
  ['plain-id', 'a bare id', one(USER, 150), [USER]],
  ['plain-payment', 'a payment with everything', one(PAY, 270), [PAY]],
  ['plain-group', 'an address of a group', one(GROUP, 200), [GROUP]],
  ['plain-kernel', 'a kernel address', one(KERNEL, 200), [KERNEL]],
  ['plain-invoice', 'an invoice of two entries', one(INVOICE, 340), [INVOICE]],
  ['plain-upper', 'a payment of another chain, in letters that codes pack well', one(BITCOIN, 150), [BITCOIN]],
  ['plain-chinese', 'letters beyond ASCII', one(CHINESE, 220), [CHINESE]],
  ['level-low', 'the least correction', one(PAY, 240, 0, 'L'), [PAY]],
  ['level-high', 'the most correction', one(PAY, 300, 0, 'H'), [PAY]],
  ['small-3', 'about three pixels for a module', one(CODE, 111), [CODE]],
  ['small-2', 'about two pixels for a module', one(CODE, 76), [CODE]],
  ['small-2-5', 'modules that no pixel fits', one(GROUP, 93), [GROUP]],
  ['turned-5', 'turned a little', one(CODE, 200, 5), [CODE]],
  ['turned-15', 'turned by 15 degrees', one(CODE, 200, 15), [CODE]],
  ['turned-30', 'turned by 30 degrees', one(PAY, 240, 30), [PAY]],
  ['turned-45', 'turned by 45 degrees', one(CODE, 200, 45), [CODE]],
  ['turned-90', 'on its side', one(CODE, 200, 90), [CODE]],
  ['turned-137', 'turned by 137 degrees', one(GROUP, 220, 137), [GROUP]],
  ['turned-180', 'upside down', one(PAY, 240, 180), [PAY]],
  ['turned-270', 'on its other side', one(CODE, 200, 270), [CODE]],
  ['inverted', 'light on dark', after(one(CODE, 200), inverted), [CODE]],
  ['inverted-turned', 'light on dark, turned', after(one(GROUP, 220, 20), inverted), [GROUP]],
  ['inverted-faint', 'light grey on dark grey', after(one(CODE, 200), inverted, contrast(40, 130)), [CODE]],
  ['blurred-1', 'a little out of focus', after(one(CODE, 200), blurred(1)), [CODE]],
  ['blurred-2', 'out of focus', after(one(CODE, 200), blurred(2)), [CODE]],
  ['blurred-2-turned', 'out of focus and turned', after(one(CODE, 240, 12), blurred(2.4)), [CODE]],
  ['blurred-payment', 'a long one out of focus', after(one(PAY, 280), blurred(1.6)), [PAY]],
  ['faint-light', 'light grey on white', after(one(CODE, 200), contrast(190, 255)), [CODE]],
  ['faint-dark', 'black on dark grey', after(one(CODE, 200), contrast(0, 60)), [CODE]],
  ['faint-middle', 'grey on grey', after(one(PAY, 260), contrast(110, 150)), [PAY]],
  ['shaded', 'half in the shadow', after(one(CODE, 200), shaded(0.7)), [CODE]],
  ['shaded-turned', 'turned, half in the shadow', after(one(PAY, 260, 10), shaded(0.6)), [PAY]],
  ['leaning-x', 'seen from the side', tilted(CODE, 0.35, 0), [CODE]],
  ['leaning-y', 'seen from below', tilted(CODE, 0, 0.4), [CODE]],
  ['leaning-both', 'seen from a corner', tilted(GROUP, 0.25, -0.25), [GROUP]],
  ['leaning-turned', 'seen from the side and turned', tilted(PAY, -0.25, 0.15, 25), [PAY]],
  ['noisy-40', 'a dark room', after(one(CODE, 160), noisy(40, 1)), [CODE]],
  ['noisy-80', 'a very dark room', after(one(CODE, 160), contrast(20, 200), noisy(80, 2)), [CODE]],
  ['noisy-blurred', 'out of focus and noisy', after(one(CODE, 160), blurred(1.2), noisy(32, 3)), [CODE]],
  ['speckled', 'dust on paper', after(one(CODE, 200), speckled(0.005, 4)), [CODE]],
  ['lined', 'a photographed screen', after(one(CODE, 200), lined(3, 0.35), blurred(0.7)), [CODE]],
  ['logo', 'a mark over a seventh of it', draw(300, 300, [{ ink: withLogo(inkOf(CODE, 'H'), 0.26), place: square([150, 150], 240) }]), [CODE]],
  ['logo-turned', 'a mark in the middle, turned', draw(340, 340, [{ ink: withLogo(inkOf(GROUP, 'H'), 0.24), place: square([170, 170], 230, 20) }]), [GROUP]],
  ['logo-quartile', 'a small mark with less correction', draw(300, 300, [{ ink: withLogo(inkOf(CODE, 'Q'), 0.2), place: square([150, 150], 240) }]), [CODE]],
  ['round', 'round modules', draw(300, 300, [{ ink: withRoundModules(CODE, 'Q'), place: square([150, 150], 240) }]), [CODE]],
  ['no-margin', 'cut out without its margin', draw(204, 204, [{ ink: inkOf(CODE), place: square([102, 102], 200) }]), [CODE]],
  ['mirrored', 'as a front camera shows it', after(one(CODE, 200), mirrored), [CODE]],
  ['two', 'two side by side', pair([CODE, GROUP], [square([130, 150], 200), square([390, 150], 200)]), [CODE, GROUP]],
  ['two-turned', 'two, one of them turned', pair([PAY, CODE], [square([140, 150], 220), square([400, 150], 150, 30)]), [PAY, CODE]],
  ['two-sizes', 'a large and a small one', pair([INVOICE, USER], [square([160, 180], 300), square([430, 260], 80)], 520, 360), [INVOICE, USER]],
  ['two-blurred', 'two out of focus', after(pair([CODE, USER], [square([130, 150], 200), square([390, 150], 180)]), blurred(1.5)), [CODE, USER]],
  ['three', 'three in a row', draw(720, 280, [CODE, USER, BITCOIN].map((text, at) => ({ ink: inkOf(text), place: square([130 + at * 230, 140], 180) }))), [CODE, USER, BITCOIN]],
  ['corner', 'small in a corner of a camera’s frame', draw(1280, 720, [{ ink: inkOf(CODE), place: square([1150, 600], 120, 8) }], [215, 30]), [CODE]],
  ['none-paper', 'nothing but grey', after(draw(200, 200, []), contrast(0, 180), noisy(24, 5)), []],
  ['none-half', 'half a code', ((whole) => ({ width: whole.width, height: 150, data: whole.data.subarray(0, whole.width * 150) }))(one(CODE)), []],
]

const cases: CodeCase[] = PICTURES.map(([name, about, picture, texts]) => {
  writeFileSync(new URL(`${name}.png`, import.meta.url), writePng(picture))
  return { file: `${name}.png`, about, texts }
})
writeFileSync(
  new URL('codes.json', import.meta.url),
  `[\n${cases.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`,
)
