/*
 * Sets of places in a block of the history, as bits: whatever two sets hold, what is in both is found by looking at 240 words.
 * On disk a set of few places is a list of them, two bytes each.
 */

/** Snapshots in a block: as many as bits fit beside their term into a page without overflowing. */
export const BLOCK = 7_680
const WORDS = BLOCK / 32
const SET_BYTES = BLOCK / 8

export type Places = Uint32Array

export const noPlaces = (): Places => new Uint32Array(WORDS)

export const allPlaces = (): Places => new Uint32Array(WORDS).fill(0xffffffff)

export const hasPlace = (places: Places, place: number): boolean =>
  ((places[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0

/** The last place of a set that is not after this one; -1 when there is none. */
export function placeUpTo(places: Places, place: number): number {
  if (place < 0) return -1
  // Bits up to the place of its own word, then whole words.
  let word = (places[place >>> 5] ?? 0) & (0xffffffff >>> (31 - (place & 31)))
  for (let at = place >>> 5; at >= 0; word = places[--at] ?? 0) if (word !== 0) return at * 32 + 31 - Math.clz32(word)
  return -1
}

export function addPlaces(places: Places, added: readonly number[]): void {
  for (const place of added) places[place >>> 5] = (places[place >>> 5] ?? 0) | (1 << (place & 31))
}

/** Leaves those that are in the other set too, and tells whether there are any. */
export function keepCommon(places: Places, other: Places): boolean {
  let any = 0
  for (let at = 0; at < WORDS; at += 1) {
    const common = (places[at] ?? 0) & (other[at] ?? 0)
    places[at] = common
    any |= common
  }
  return any !== 0
}

/** Ascending places to bytes. */
export function placesToBytes(list: readonly number[]): Buffer {
  if (list.length * 2 < SET_BYTES) return placesInOrder(list)
  const places = noPlaces()
  addPlaces(places, list)
  const bytes = Buffer.alloc(SET_BYTES)
  for (const [at, word] of places.entries()) bytes.writeUInt32LE(word, at * 4)
  return bytes
}

/** Adds the places that bytes stand for. */
export function addBytes(places: Places, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length === SET_BYTES) {
    for (let at = 0; at < WORDS; at += 1) places[at] = (places[at] ?? 0) | view.getUint32(at * 4, true)
    return
  }
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const place = view.getUint16(at, true)
    places[place >>> 5] = (places[place >>> 5] ?? 0) | (1 << (place & 31))
  }
}

/** Places in an order of their own. */
export function placesInOrder(list: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(list.length * 2)
  for (let at = 0; at < list.length; at += 1) bytes.writeUInt16LE(list[at] ?? 0, at * 2)
  return bytes
}

export function placesFrom(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length >> 1 }, (_, at) => view.getUint16(at * 2, true))
}
