import type { WireAnswer } from '#contract/ipc'
import { say, wording } from '#words'
import { partyName } from '../../components/party.tsx'
import type { Asset, Party } from '../../state/types.ts'

export type Gallery = WireAnswer<'collectibles.list'>
export type Collectible = Gallery['items'][number]
export type Item = WireAnswer<'collectibles.item'>
export type Collection = WireAnswer<'collectibles.collection'>
export type Content = WireAnswer<'collectibles.content'>
export type Preview = WireAnswer<'collectibles.previewCollection'>
export type Place = Collectible['content']

/** Whoever makes a collection calls its token as he likes, also like one that is worth something. */
export const ownToken = ({ trust }: Pick<Asset, 'trust'>): string =>
  trust === 'listed' ? '' : say('collectibles.own-token')

const TILE_MIN = 168
/** Of two, in a window as narrow as a phone's: one alone would take all of it. */
const TILE_LEAST = 132
export const TILE_GAP = 22
/** Under the square picture: two lines of words. */
export const TILE_WORDS = 46

/** How many tiles stand side by side, and how high a row of them is, where letters are so many times as large as usual. */
export function gridOf(width: number, scale = 1): { readonly columns: number; readonly row: number } {
  const fitting = (least: number): number => Math.floor((width + TILE_GAP) / (least * scale + TILE_GAP))
  const columns = Math.max(1, fitting(TILE_MIN), Math.min(2, fitting(TILE_LEAST)))
  const tile = (width - TILE_GAP * (columns - 1)) / columns
  return { columns, row: Math.round(tile) + TILE_WORDS * scale + TILE_GAP }
}

export function rowsOf<Value>(values: readonly Value[], columns: number): Value[][] {
  return Array.from({ length: Math.ceil(values.length / columns) }, (_, at) =>
    values.slice(at * columns, (at + 1) * columns),
  )
}

/** Tiles that belong together. */
interface Section<Value> {
  readonly key: string
  readonly values: readonly Value[]
}

/** The lines of a grid: what each section begins with, if they have headings, and rows of so many tiles. */
export function linesOf<Value>(sections: readonly Section<Value>[], columns: number, hasHeads: boolean) {
  return sections.flatMap(({ key, values }) => [
    ...(hasHeads ? [{ kind: 'head' as const, section: key, key: `head ${key}`, row: [] }] : []),
    ...rowsOf(values, columns).map((row, at) => ({ kind: 'row' as const, section: key, key: `${key} ${at}`, row })),
  ])
}

export interface Shelf extends Section<Collectible> {
  readonly name: string
  /** Null for items of which nothing is known yet. */
  readonly collection: string | null
}

/** Why not all of an item can be done that its holder may do, in a sentence; null where all can. */
export function whyNotAll(item: Pick<Item, 'transfer' | 'release'>, isWatched: boolean): string | null {
  if (isWatched) return say('collectibles.this-account-is-watch-only-it')
  const why = item.transfer.why ?? item.release.why
  return why === null ? null : wording(why)
}

/** Items by collection, in the order in which each first comes. */
export function shelvesOf(items: readonly Collectible[]): Shelf[] {
  const shelves = new Map<string, Shelf & { values: Collectible[] }>()
  for (const item of items) {
    const key = item.collection ?? ''
    const known = shelves.get(key)
    if (known !== undefined) known.values.push(item)
    else {
      const name = item.collectionName === '' ? say('collectibles.not-described-yet') : wording(item.collectionName)
      shelves.set(key, { key, name, collection: item.collection, values: [item] })
    }
  }
  return [...shelves.values()]
}

/** Hosts where pictures lie that were not asked for yet, with how many. */
export function strangersOf(
  places: readonly Place[],
  allowed: ReadonlySet<string>,
): { readonly host: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { host, own } of places) {
    if (host !== '' && !own && !allowed.has(host)) counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].map(([host, count]) => ({ host, count }))
}

/** Where an item is, in a few words. */
export function occupancyWords(occupancy: Item['occupancy']): string {
  switch (occupancy.kind) {
    case 'mine':
      return occupancy.group === null ? say('collectibles.yours-2') : say('collectibles.in', { group: occupancy.group })
    case 'occupied':
      return occupancy.by.kind === 'unknown'
        ? say('collectibles.held-by-somebody')
        : say('collectibles.held-by', { partyName: partyName(occupancy.by) })
    case 'vacant':
      return say('collectibles.vacant')
    case 'waiting':
      return say('collectibles.not-paid-out-yet')
  }
}

const MISSING = {
  none: say('collectibles.it-has-no-content'),
  address: say('collectibles.its-content-lies-where-coffer-does'),
  unreachable: say('collectibles.its-content-could-not-be-reached'),
  redirected: say('collectibles.its-content-points-somewhere-else-which'),
  too_large: say('collectibles.its-content-is-larger-than-5'),
  too_slow: say('collectibles.its-content-did-not-arrive-in'),
  refused: say('collectibles.its-content-is-not-there'),
} as const satisfies Record<Extract<Content, { kind: 'missing' }>['reason'], string>

export const missingWords = (reason: keyof typeof MISSING): string => MISSING[reason]

const EVENTS = {
  received: say('collectibles.received'),
  sent: say('collectibles.sent'),
  released: say('collectibles.released'),
  occupied: say('collectibles.occupied'),
  spent: say('collectibles.left'),
} as const satisfies Record<Item['history'][number]['kind'], string>

export function eventWords(event: { readonly kind: keyof typeof EVENTS; readonly party: Party }): string {
  const party = event.party.kind === 'unknown' ? null : partyName(event.party)
  if (event.kind === 'received' && party !== null) return say('collectibles.received-from', { party })
  if (event.kind === 'sent' && party !== null) return say('collectibles.sent-to', { party })
  return EVENTS[event.kind]
}

export function galleryNote(gallery: Gallery, hidden: boolean): string {
  const items = gallery.items.length
  if (hidden) return say('collectibles.items-hidden', { items })
  return gallery.hidden === 0
    ? say('collectibles.item-2', { items })
    : say('collectibles.items-and-hidden', { items, hidden: gallery.hidden })
}

/** Bytes as people say them. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) return say('collectibles.byte', { bytes })
  return bytes < 1_000_000
    ? say('collectibles.kb', { bytes: (bytes / 1000).toFixed(1) })
    : say('collectibles.mb', { bytes: (bytes / 1_000_000).toFixed(1) })
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
