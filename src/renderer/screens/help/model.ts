import { lexer, type Token, type Tokens } from 'marked'
import { holdsWords } from '#protocol/text'

/* The handbook as the window shows it. What is here knows nothing of React and of where the pages come from. */

interface Heading {
  readonly id: string
  readonly level: number
  readonly text: string
}

export interface HelpPage {
  readonly title: string
  readonly headings: readonly Heading[]
  readonly tokens: readonly Token[]
}

/** Where one is: a page as `LANGUAGE/NAME`, and the id of a heading of it. */
export interface Place {
  readonly page: string
  readonly anchor: string | null
}

/** What a token says, without its marks. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'html') return ''
      if (token.type === 'br') return ' '
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens)
      return 'text' in token && typeof token.text === 'string' ? token.text : ''
    })
    .join('')
}

/** The name of a heading in a link, as pages of repositories make it. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-')

export function readPage(text: string): HelpPage {
  const tokens = lexer(text)
  const headings = tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map(({ depth, tokens: inner }) => {
      const said = plainText(inner)
      return { id: slugOf(said), level: depth, text: said }
    })
  return { title: headings[0]?.text ?? '', headings, tokens }
}

/** Where a link of a page leads, or null if that is outside of the handbook. */
export function placeOf(href: string, from: string): Place | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return null
  const { pathname, hash } = new URL(href, `handbook://pages/${from}.md`)
  const anchor = hash === '' ? null : decodeURIComponent(hash.slice(1))
  const page = /^\/(.+)\.md$/.exec(decodeURIComponent(pathname))?.[1]
  return page === undefined ? null : { page, anchor }
}

/** The same heading of the page in another language: as many headings stand before it. */
export function sameHeading(english: HelpPage, page: HelpPage, anchor: string | null): string | null {
  const at = english.headings.findIndex(({ id }) => id === anchor)
  return page.headings[at]?.id ?? null
}

interface Chapter {
  readonly page: string
  readonly title: string
}

export interface ContentsPart {
  readonly title: string
  readonly chapters: readonly Chapter[]
}

/** The contents are the lists of links on the first page of a language, each below its heading. */
export function contentsOf(first: HelpPage, from: string): readonly ContentsPart[] {
  const parts: { title: string; chapters: Chapter[] }[] = []
  for (const token of first.tokens) {
    if (token.type === 'heading' && token['depth'] === 2) parts.push({ title: plainText([token]), chapters: [] })
    const items = token.type === 'list' ? (token as Tokens.List).items : []
    for (const link of items.flatMap(({ tokens }) => linksIn(tokens))) {
      const place = placeOf(link.href, from)
      if (place !== null) parts.at(-1)?.chapters.push({ page: place.page, title: plainText(link.tokens) })
    }
  }
  return parts
}

/** All links of a text, in their order. */
export function linksIn(tokens: readonly Token[]): Tokens.Link[] {
  return tokens.flatMap((token): Tokens.Link[] => {
    if (token.type === 'link') return [token as Tokens.Link]
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table
      return [...header, ...rows.flat()].flatMap((cell) => linksIn(cell.tokens))
    }
    if (token.type === 'list') return (token as Tokens.List).items.flatMap((item) => linksIn(item.tokens))
    return 'tokens' in token && token.tokens !== undefined ? linksIn(token.tokens) : []
  })
}

/** A stretch of a page below one heading, as it is searched. */
interface Section {
  readonly page: string
  readonly title: string
  readonly heading: Heading
  readonly text: string
}

function textOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list')
    return (token as Tokens.List).items.map((item) => item.tokens.map(textOf).join(' ')).join(' ')
  return plainText([token])
}

export function sectionsOf(name: string, page: HelpPage): Section[] {
  const sections: { heading: Heading; text: string }[] = []
  let at = 0
  for (const token of page.tokens) {
    const heading = token.type === 'heading' ? page.headings[at++] : undefined
    if (heading !== undefined) sections.push({ heading, text: '' })
    else {
      const last = sections.at(-1)
      if (last !== undefined) last.text = `${last.text} ${textOf(token)}`.trim()
    }
  }
  return sections.map((section) => ({ page: name, title: page.title, ...section }))
}

export interface Found {
  readonly page: string
  readonly title: string
  readonly heading: Heading
  /** Words around the first one that was found. */
  readonly excerpt: string
}

const AROUND = 60
const MOST = 30

/** Sections with all of the words, those that have them in their heading first. */
export function searchIn(sections: readonly Section[], typed: string): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const has = (text: string) => holdsWords(typed, text)
  const named = sections.filter(({ heading }) => has(heading.text))
  const told = sections.filter((section) => !named.includes(section) && has(`${section.heading.text} ${section.text}`))
  return [...named, ...told].slice(0, MOST).map(({ page, title, heading, text }) => {
    const first = words.map((word) => text.toLowerCase().indexOf(word)).find((found) => found >= 0) ?? 0
    // From the beginning of a word; scripts without blanks are cut anywhere.
    const blank = text.indexOf(' ', Math.max(0, first - AROUND))
    const start = first <= AROUND ? 0 : blank !== -1 && blank < first ? blank + 1 : first - AROUND
    const end = first + AROUND * 2
    const excerpt = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
    return { page, title, heading, excerpt }
  })
}
