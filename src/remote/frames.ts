import { failure } from '#contract/errors'

/** What any answer on a socket has, packed and unpacked: far more than a code with the app that asks for it. */
export const FRAME_BYTES = 64 * 1024
const TEXT_BYTES = 256 * 1024

export async function packFrame(value: unknown): Promise<Uint8Array> {
  const packed = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

/**
 * What a frame holds under its gzip. It is counted while it is unpacked, and what is too much is not unpacked to its end. Throws
 * `remote.too_large` and `remote.malformed`.
 */
export async function unpackFrame(frame: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const reader = new Blob([frame]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw failure('remote.malformed', 'frame is not whole gzip')
    })
    if (done) return Buffer.concat(parts, length)
    length += value.byteLength
    if (length > TEXT_BYTES) {
      reader.cancel().catch(() => undefined)
      throw failure('remote.too_large', `frame exceeds ${TEXT_BYTES} bytes`, { details: { limit: TEXT_BYTES } })
    }
    parts.push(value)
  }
}
