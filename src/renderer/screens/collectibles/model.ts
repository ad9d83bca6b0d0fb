import type { WireAnswer } from '#contract/ipc'
import { partyName } from '../../components/party.tsx'
import { plural } from '../../lib/digits.ts'
import type { Party } from '../../state/types.ts'

export type Gallery = WireAnswer<'collectibles.list'>
export type Collectible = Gallery['items'][number]
export type Item = WireAnswer<'collectibles.item'>
export type Collection = WireAnswer<'collectibles.collection'>
export type Content = WireAnswer<'collectibles.content'>
export type Preview = WireAnswer<'collectibles.previewCollection'>
export type Place = Collectible['content']

const TILE_MIN = 176
export const TILE_GAP = 16
/** Under the square picture: two lines of words. */
export const TILE_WORDS = 64

/** How many tiles stand side by side, and how high a row of them is. */
export function gridOf(width: number): { readonly columns: number; readonly row: number } {
  const columns = Math.max(1, Math.floor((width + TILE_GAP) / (TILE_MIN + TILE_GAP)))
  const tile = (width - TILE_GAP * (columns - 1)) / columns
  return { columns, row: Math.round(tile) + TILE_WORDS + TILE_GAP }
}

export function rowsOf<Value>(values: readonly Value[], columns: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / columns) }, (_, at) =>
    values.slice(at * columns, (at + 1) * columns),
  )
}

/** Where an item is, in a few words. */
export function occupancyWords(occupancy: Item['occupancy']): string {
  switch (occupancy.kind) {
    case 'mine':
      return occupancy.group === null ? 'Yours' : `In ${occupancy.group}`
    case 'occupied':
      return occupancy.by.kind === 'unknown' ? 'Held by somebody' : `Held by ${partyName(occupancy.by)}`
    case 'vacant':
      return 'Vacant'
    case 'waiting':
      return 'Not paid out yet'
  }
}

const MISSING = {
  none: 'It has no content.',
  address: 'Its content lies where Coffer does not look.',
  unreachable: 'Its content could not be reached.',
  redirected: 'Its content points somewhere else, which Coffer does not follow.',
  too_large: 'Its content is larger than 5 MB.',
  too_slow: 'Its content did not arrive in time.',
  refused: 'Its content is not there.',
} as const satisfies Record<Extract<Content, { kind: 'missing' }>['reason'], string>

export const missingWords = (reason: keyof typeof MISSING): string => MISSING[reason]

const EVENTS = {
  received: ['Received', 'from'],
  sent: ['Sent', 'to'],
  released: ['Released', ''],
  occupied: ['Occupied', ''],
  spent: ['Left', ''],
} as const satisfies Record<Item['history'][number]['kind'], readonly [string, string]>

export function eventWords(event: { readonly kind: keyof typeof EVENTS; readonly party: Party }): string {
  const [verb, preposition] = EVENTS[event.kind]
  return preposition === '' || event.party.kind === 'unknown'
    ? verb
    : `${verb} ${preposition} ${partyName(event.party)}`
}

export function galleryNote(gallery: Gallery, hidden: boolean): string {
  const count = plural(gallery.items.length, 'item')
  return hidden ? `${count} hidden` : gallery.hidden === 0 ? count : `${count}, ${gallery.hidden} hidden`
}

/** Bytes as people say them. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return plural(bytes, 'byte')
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'application/json': 'json',
  'text/plain': 'txt',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/** A name for a saved file: letters and digits of the item's name, and the ending of what the bytes are. */
export function fileName(name: string, mediaType: string): string {
  const stem = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return `${stem === '' ? 'content' : stem}.${ENDINGS[mediaType] ?? 'bin'}`
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

function textOf(base64: string): string {
  return new TextDecoder().decode(bytesOf(base64))
}

const SHOWN_MAX = 20_000

/** What a text content shows: JSON in lines, anything else as it is; long ones are cut. */
export function shownText(content: Extract<Content, { base64: string }>): string {
  const text = textOf(content.base64)
  const shown = content.kind === 'json' ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > SHOWN_MAX ? `${shown.slice(0, SHOWN_MAX)}…` : shown
}

/** Binary text of bytes in steps, since a call with a million arguments fails. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
