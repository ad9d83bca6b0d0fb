/*
 * What bytes are, by the bytes alone: nobody's word is taken for it. Only what a browser can show without running
 * anything has a kind of its own; everything else is a file to be saved.
 */

type ContentKind = 'image' | 'svg' | 'audio' | 'video' | 'text' | 'json' | 'unknown'

interface Sniffed {
  readonly kind: ContentKind
  readonly mediaType: string
}

const UNKNOWN: Sniffed = { kind: 'unknown', mediaType: 'application/octet-stream' }
/** A picture of more pixels takes hundreds of megabytes to show, however few bytes it has. */
const PIXELS_MAX = 40_000_000
const SVG_BYTES_MAX = 1024 * 1024

const latin = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length))

interface Size {
  readonly width: number
  readonly height: number
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function pngSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(bytes: Uint8Array): Size {
  const view = viewOf(bytes)
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** The first frame header; markers before it are skipped by their length. */
function jpegSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

function webpSize(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  const three = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
  switch (latin(bytes, 12, 4)) {
    case 'VP8X':
      return { width: three(24) + 1, height: three(27) + 1 }
    case 'VP8L': {
      const packed = view.getUint32(21, true)
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return undefined
  }
}

function avifSize(bytes: Uint8Array): Size | undefined {
  const at = latin(bytes, 0, Math.min(bytes.length, 4096)).indexOf('ispe')
  if (at === -1 || at + 16 > bytes.length) return undefined
  const view = viewOf(bytes)
  return { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
}

function picture(mediaType: string, size: Size | undefined): Sniffed {
  const pixels = size === undefined ? 0 : size.width * size.height
  return pixels > 0 && pixels <= PIXELS_MAX ? { kind: 'image', mediaType } : UNKNOWN
}

function binary(bytes: Uint8Array): Sniffed | undefined {
  const start = latin(bytes, 0, 12)
  if (bytes.length >= 32) {
    if (start.startsWith('\x89PNG\r\n\x1a\n')) return picture('image/png', pngSize(bytes))
    if (start.startsWith('\xff\xd8\xff')) return picture('image/jpeg', jpegSize(bytes))
    if (/^GIF8[79]a/.test(start)) return picture('image/gif', gifSize(bytes))
    if (start.startsWith('RIFF') && start.endsWith('WEBP')) return picture('image/webp', webpSize(bytes))
    if (/^....ftypavi[fs]/s.test(start)) return picture('image/avif', avifSize(bytes))
  }
  if (/^....ftyp/s.test(start)) {
    return start.endsWith('M4A ')
      ? { kind: 'audio', mediaType: 'audio/mp4' }
      : { kind: 'video', mediaType: 'video/mp4' }
  }
  if (start.startsWith('\x1a\x45\xdf\xa3')) return { kind: 'video', mediaType: 'video/webm' }
  if (start.startsWith('OggS')) return { kind: 'audio', mediaType: 'audio/ogg' }
  if (start.startsWith('fLaC')) return { kind: 'audio', mediaType: 'audio/flac' }
  if (start.startsWith('ID3') || /^\xff[\xfb\xf3\xf2]/.test(start)) return { kind: 'audio', mediaType: 'audio/mpeg' }
  if (start.startsWith('RIFF') && start.endsWith('WAVE')) return { kind: 'audio', mediaType: 'audio/wav' }
  return undefined
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Text has no control characters but those that are white space.
    return /\p{Cc}/u.test(text.replace(/\s/g, '')) ? undefined : text
  } catch {
    return undefined
  }
}

/** A drawing and nothing before it but declarations and comments. One that declares entities could grow without end. */
function isDrawing(text: string): boolean {
  const head = text.slice(0, 4096).replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, '')
  return /^\s*<svg[\s>]/i.test(head)
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export function sniff(bytes: Uint8Array): Sniffed {
  const found = binary(bytes)
  if (found !== undefined) return found
  const text = textOf(bytes)
  if (text === undefined) return UNKNOWN
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text) && /<svg[\s>]/i.test(text)) return UNKNOWN
  if (isDrawing(text)) return text.length <= SVG_BYTES_MAX ? { kind: 'svg', mediaType: 'image/svg+xml' } : UNKNOWN
  if (isJson(text)) return { kind: 'json', mediaType: 'application/json' }
  return { kind: 'text', mediaType: 'text/plain' }
}
