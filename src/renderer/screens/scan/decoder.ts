import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { FoundCode } from './qr.ts'

export interface DecodeRequest {
  readonly id: number
  /** Address of the decoder's own program, beside the window's other files. */
  readonly program: string
  readonly bitmap: ImageBitmap
  /** Look longer and for inverted codes: for pictures, not for a camera's next frame. */
  readonly thorough: boolean
}

export interface DecodeAnswer {
  readonly id: number
  /** Null when the decoder itself failed. */
  readonly codes: readonly FoundCode[] | null
}

export interface Decoder {
  /** All codes in a picture, which is used up. Null when the decoder failed. */
  decode(bitmap: ImageBitmap, thorough: boolean): Promise<readonly FoundCode[] | null>
  close(): void
}

/** Starts the worker that reads codes. */
export function startDecoder(): Decoder {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (codes: DecodeAnswer['codes']) => void>()
  let last = 0
  const fail = () => {
    for (const tell of waiting.values()) tell(null)
    waiting.clear()
  }
  worker.addEventListener('message', (event: MessageEvent<DecodeAnswer>) => {
    waiting.get(event.data.id)?.(event.data.codes)
    waiting.delete(event.data.id)
  })
  worker.addEventListener('error', fail)
  return {
    decode(bitmap, thorough) {
      last += 1
      const request: DecodeRequest = {
        id: last,
        program: new URL(program, document.baseURI).href,
        bitmap,
        thorough,
      }
      return new Promise((resolve) => {
        waiting.set(request.id, resolve)
        worker.postMessage(request, [bitmap])
      })
    },
    close() {
      worker.terminate()
      fail()
    },
  }
}
