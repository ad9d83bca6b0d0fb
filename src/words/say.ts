import { type FormatXMLElementFn, IntlMessageFormat } from 'intl-messageformat'
import { edged, spacedWord, tied, tiedAtFirst, tiedByFigures, withoutEdges } from './blanks.ts'
import { type Catalogue, loadCatalogue } from './catalogues.ts'
import type { Given, MessageCode, Rest } from './facts.ts'
import { isolated } from './isolated.ts'
import type { Language } from './languages.ts'
import { isSaid, type Said } from './values.ts'

interface Spoken {
  readonly language: Language
  readonly catalogue: Catalogue
  /** Keeps a figure on the line of what it counts or measures, where there are lines. */
  readonly tie: (text: string) => string
  /** Messages that were read, by code. */
  readonly read: Map<string, IntlMessageFormat>
}

let spoken: Spoken | null = null
/** Reads the rest of the catalogue; null where it is whole. */
let left: (() => Promise<Catalogue>) | null = null

/** Where it is read: on a page, whose lines break, or as a text. Chinese and Japanese may be broken anywhere, and are the same in both. */
type Place = 'page' | 'text'

/** Makes this program speak a language from here on. Whoever starts a program calls it before anything is said. */
export async function speak(language: Language, place: Place = 'text'): Promise<void> {
  const { catalogue, readRest } = await loadCatalogue(language)
  speakFrom(language, catalogue, place)
  left = readRest
}

/** Reads what a page's catalogue was left without. Whoever reads a screen that is not of the first waits for it: its tables are made of words. */
export async function speakWhole(): Promise<void> {
  if (left === null) return
  const rest = await left()
  if (left === null || spoken === null) return
  spoken = { ...spoken, catalogue: { ...spoken.catalogue, ...rest } }
  left = null
}

/** The same with a catalogue at hand. */
export function speakFrom(language: Language, catalogue: Catalogue, place: Place = 'text'): void {
  const tie = language !== 'en' ? tied : place === 'page' ? tiedByFigures : (text: string) => text
  spoken = { language, catalogue, tie, read: new Map() }
  left = null
}

/** The language that is spoken; English before one was chosen. */
export const language = (): Language => spoken?.language ?? 'en'

const NARROW_SPACE = '\u202f'

/*
 * The engine lists all languages that it can write figures in before it writes the first one, which takes 7 ms that somebody waits for a window. It
 * is not asked whether it knows our languages, nor how to write whole figures.
 */
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale([locales].flat()[0] ?? 'en')

/** Figures in sentences are grouped as all others are: by a narrow space, in every language. */
const getNumberFormat = (): Intl.NumberFormat => {
  const written = (value: number | bigint): string =>
    typeof value === 'bigint' || Number.isSafeInteger(value)
      ? String(value).replace(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE)
      : new Intl.NumberFormat('en', { maximumFractionDigits: 20 }).format(value).replaceAll(',', NARROW_SPACE)
  return { format: written } as Intl.NumberFormat // the one member that messages are formatted with
}

const formatters = {
  getNumberFormat,
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
}

function messageOf(code: string): string | IntlMessageFormat {
  if (spoken === null) throw new Error('nothing can be said before a language is chosen')
  const read = spoken.read.get(code)
  if (read !== undefined) return read
  const text = spoken.catalogue[code]
  if (text === undefined) throw new Error(`no catalogue has the message ${code}`)
  // Most messages are plain text, which needs no reading.
  if (!/[{<']/.test(text)) return shown(text)
  const message = new IntlMessageFormat(text, spoken.language, undefined, { formatters, ignoreTag: false })
  spoken.read.set(code, message)
  return message
}

/** A text as it may be broken into lines. */
const shown = (text: string): string => spoken?.tie(text) ?? text

/** Words of others as they stand in a sentence, and sentences of ours, which keep apart what they hold themselves. */
function within(part: string | Said): string {
  const text = isSaid(part) ? wording(part) : isolated(part)
  return language() === 'zh-CN' ? edged(text) : text
}

/** A value as it stands in a sentence: sentences are worded, lists are joined as the language does it. */
function worded(value: unknown): unknown {
  if (isSaid(value) || typeof value === 'string') return within(value)
  return Array.isArray(value) ? within(listing(value.map(wording))) : value
}

/** By whose habits lists, days and times are written: American English would set one more comma, and the month first. */
export const locale = (): string => (language() === 'en' ? 'en-GB' : language())

/** `Bo`, `Bo or Chen`, `Bo, Chen or Dia`, as the language says it. */
export function listing(parts: readonly string[], word: 'and' | 'or' = 'and'): string {
  const list = new Intl.ListFormat(locale(), { type: word === 'and' ? 'conjunction' : 'disjunction' })
  const apart = parts.map(isolated)
  if (locale() !== 'zh-CN') return list.format(apart)
  const pieces = list.formatToParts(apart)
  return pieces
    .map(({ type, value }, at) =>
      type === 'element' ? value : spacedWord(value, pieces[at - 1]?.value ?? '', pieces[at + 1]?.value ?? ''),
    )
    .join('')
}

type Drawing<Drawn> = Drawn | string | FormatXMLElementFn<Drawn>

/** The parts of a message: text, and whatever else was given for its places. The window makes elements of it. */
export function parts<Drawn>(code: string, values: Readonly<Record<string, unknown>>): readonly (string | Drawn)[] {
  const message = messageOf(code)
  if (typeof message === 'string') return [message]
  const given = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, worded(value) as Drawing<Drawn>]),
  )
  const result = message.format<Drawn>(given)
  const all = Array.isArray(result) ? result : [result]
  return all.map((each, at) => {
    if (typeof each !== 'string') return each
    const text = shown(withoutEdges(each))
    // What is drawn before it may be a figure.
    return at > 0 && language() !== 'en' ? tiedAtFirst(text) : text
  })
}

/** A message in the language of the program. */
export function say<Code extends MessageCode>(code: Code, ...[values]: Rest<Given<Code, string>>): string {
  return parts<string>(code, values ?? {}).join('')
}

/**
 * The words of a fact; what is words already stays as it is. A code that this catalogue lacks comes from another version: it is shown as
 * it is.
 */
export function wording(fact: Said | string): string {
  if (typeof fact === 'string') return fact
  if (spoken !== null && spoken.catalogue[fact.code] === undefined) return fact.code
  return parts<string>(fact.code, fact.values).join('')
}
