import { readBarcodes } from 'zxing-wasm/reader'

const CODES_MAX = 12

/**
 * Texts of the codes in a picture, each once. `thorough` for pictures that come alone; a camera shows the next frame soon.
 * The program of the decoder must have been prepared.
 */
export async function readCodes(picture: ImageData, thorough: boolean): Promise<string[]> {
  const found = await readBarcodes(picture, {
    formats: ['QRCode'],
    tryHarder: thorough,
    tryDenoise: thorough,
    tryInvert: true,
    tryDownscale: true,
    maxNumberOfSymbols: CODES_MAX,
    textMode: 'Plain',
  })
  return [...new Set(found.filter((code) => code.isValid && code.text !== '').map((code) => code.text))]
}
