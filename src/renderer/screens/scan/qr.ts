import { readBarcodes } from 'zxing-wasm/reader'

const CODES_MAX = 12

/** A corner of a code, in parts of the picture's width and height. */
export interface Corner {
  readonly x: number
  readonly y: number
}

export interface FoundCode {
  readonly text: string
  /** Around it, from its own upper left on. */
  readonly corners: readonly Corner[]
}

/** What was written instead of drawn stands nowhere. */
export const asCode = (text: string): FoundCode => ({ text, corners: [] })

/**
 * The codes in a picture, each once. `thorough` for pictures that come alone; a camera shows the next frame soon.
 * The program of the decoder must have been prepared.
 */
export async function readCodes(picture: ImageData, thorough: boolean): Promise<FoundCode[]> {
  const found = await readBarcodes(picture, {
    formats: ['QRCode'],
    tryHarder: thorough,
    tryDenoise: thorough,
    tryInvert: true,
    tryDownscale: true,
    maxNumberOfSymbols: CODES_MAX,
    textMode: 'Plain',
  })
  const codes = new Map<string, FoundCode>()
  for (const { isValid, text, position } of found) {
    if (!isValid || text === '' || codes.has(text)) continue
    const { topLeft, topRight, bottomRight, bottomLeft } = position
    const corners = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => ({
      x: x / picture.width,
      y: y / picture.height,
    }))
    codes.set(text, { text, corners })
  }
  return [...codes.values()]
}
