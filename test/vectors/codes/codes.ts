import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** A grey picture, one byte for each pixel, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A PNG begins with so many bytes that say what it is. */
const SIGNED = 8

/** Reads what the pictures' own program wrote, and nothing else. */
function readPng(bytes: Buffer): Picture {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const packed: Buffer[] = []
  for (let at = SIGNED; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') packed.push(bytes.subarray(at + 8, at + 8 + size))
    at += size + 12
  }
  const rows = inflateSync(Buffer.concat(packed))
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    data.set(rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)), row * width)
  }
  return { width, height, data }
}

/** The picture in the middle of a camera's frame. */
export function onFrame(picture: Picture, width = 1280, height = 720): Picture {
  const data = new Uint8Array(width * height).fill(200)
  const left = Math.floor((width - picture.width) / 2)
  const top = Math.floor((height - picture.height) / 2)
  for (let row = 0; row < picture.height; row += 1) {
    data.set(picture.data.subarray(row * picture.width, (row + 1) * picture.width), (top + row) * width + left)
  }
  return { width, height, data }
}

export interface CodeCase {
  readonly file: string
  readonly about: string
  /** Texts of all codes in it, in any order. */
  readonly texts: readonly string[]
}

const FOLDER = new URL('.', import.meta.url)

export function codeCases(): readonly CodeCase[] {
  return JSON.parse(readFileSync(new URL('codes.json', FOLDER), 'utf8')) as readonly CodeCase[]
}

export const bytesOf = ({ file }: CodeCase): Buffer => readFileSync(new URL(file, FOLDER))

export const pictureOf = (each: CodeCase): Picture => readPng(bytesOf(each))
