import { prepareZXingModule } from 'zxing-wasm/reader'
import type { DecodeAnswer, DecodeRequest } from './decoder.ts'
import { type FoundCode, readCodes } from './qr.ts'

/* Finds codes in pictures, away from the window's own thread. It sees pixels and gives texts and where they stand; nothing else. */

async function codesIn(bitmap: ImageBitmap, thorough: boolean): Promise<FoundCode[]> {
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (context === null) return []
  // A picture with no ground of its own is read as one on paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return readCodes(context.getImageData(0, 0, canvas.width, canvas.height), thorough)
}

let prepared = false

async function answer(request: DecodeRequest): Promise<DecodeAnswer> {
  // Once: every preparation starts the decoder anew.
  if (!prepared) prepareZXingModule({ overrides: { locateFile: () => request.program } })
  prepared = true
  try {
    return { id: request.id, codes: await codesIn(request.bitmap, request.thorough) }
  } catch {
    return { id: request.id, codes: null }
  }
}

addEventListener('message', (event: MessageEvent<DecodeRequest>) => {
  void answer(event.data).then((reply) => postMessage(reply))
})
