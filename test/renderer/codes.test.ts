import { readFileSync } from 'node:fs'
import { create } from 'qrcode'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { readCodes } from '../../src/renderer/screens/scan/qr.ts'
import { seededRandom } from '../support/random.ts'
import { type CodeCase, codeCases, onFrame, type Picture, pictureOf } from '../vectors/codes/codes.ts'

beforeAll(() => {
  const program = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer } })
})

/** What a canvas would give for the picture. */
function imageData({ width, height, data }: Picture): ImageData {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  data.forEach((grey, at) => {
    pixels[at * 4] = grey
    pixels[at * 4 + 1] = grey
    pixels[at * 4 + 2] = grey
  })
  return { width, height, data: pixels, colorSpace: 'srgb' } as ImageData // the class exists in browsers only
}

const textsIn = async (picture: Picture, thorough: boolean): Promise<string[]> =>
  (await readCodes(imageData(picture), thorough)).map(({ text }) => text).sort()

describe('a picture', () => {
  it.each(codeCases().map((each) => [each.about, each] as const))('of %s is read', async (_about, each: CodeCase) => {
    expect(await textsIn(pictureOf(each), true)).toEqual([...each.texts].sort())
  })
})

describe('a code in a picture', () => {
  it('is found with its corners, in parts of the picture', async () => {
    const [code] = await readCodes(imageData(shown('mixin.one', 300)), true)
    const [first, , across] = code?.corners ?? []
    for (const part of [first?.x, first?.y]) expect(part).toBeCloseTo(4 / 29, 1)
    for (const part of [across?.x, across?.y]) expect(part).toBeCloseTo(25 / 29, 1)
  })
})

describe('a code of a moving bundle', () => {
  it.each([
    ['sharp', 0],
    ['out of focus', 2],
  ])('is read at 400 px, %s', async (_how, radius) => {
    for (const at of [0, 1, 2]) {
      const chunk = Buffer.from(seededRandom(`frame ${at}`)(FRAME_BYTES)).toString('base64url')
      const text = `coffer:bundle/1b5a4ba9/${at}/12/${chunk}`
      expect(await textsIn(onFrame(blurred(shown(text, 400), radius)), false)).toEqual([text])
    }
  })
})

/** As in one code of a bundle. */
const FRAME_BYTES = 300

/** A code as the window shows it, with its margin, so many pixels wide. */
function shown(text: string, side: number): Picture {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const pixel = side / (size + 8)
  const grey = Uint8Array.from({ length: side * side }, (_, at) => {
    const [row, column] = [Math.floor(at / side), at % side].map((each) => Math.floor((each + 0.5) / pixel) - 4)
    const inside = row !== undefined && column !== undefined && row >= 0 && column >= 0 && row < size && column < size
    return inside && data[row * size + column] === 1 ? 13 : 255
  })
  return { width: side, height: side, data: grey }
}

/** Two passes of a running mean: what a lens out of focus does, near enough. */
function blurred(picture: Picture, radius: number): Picture {
  const { width, height } = picture
  const mean = (from: Uint8Array, step: number, limit: (at: number) => number): Uint8Array =>
    from.map((_, at) => {
      let sum = 0
      for (let away = -radius; away <= radius; away += 1) {
        const place = limit(at) + away
        sum += from[place < 0 || place >= (step === 1 ? width : height) ? at : at + away * step] ?? 0
      }
      return Math.round(sum / (2 * radius + 1))
    })
  const across = mean(picture.data, 1, (at) => at % width)
  return { width, height, data: mean(across, width, (at) => Math.floor(at / width)) }
}
