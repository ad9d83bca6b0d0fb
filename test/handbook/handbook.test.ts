import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Token, Tokens } from 'marked'
import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR } from '#contract/domain'
import { LANGUAGE_TAGS } from '#words'
import {
  contentsOf,
  type HelpPage,
  linksIn,
  placeOf,
  plainText,
  readPage,
  sameHeading,
  searchIn,
  sectionsOf,
  slugOf,
} from '../../src/renderer/screens/help/model.ts'
import { TOPICS } from '../../src/renderer/state/help.ts'
import { LOOK_PAUSE } from '../../src/wallet/policies/judge.ts'
import { FILE_MOST } from '../../src/wallet/statements/calls.ts'
import { codesIn } from './codes.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const HANDBOOK = join(ROOT, 'resources/handbook')
const text = (name: string): string => readFileSync(join(HANDBOOK, `${name}.md`), 'utf8')
const pages = readdirSync(HANDBOOK, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replaceAll('\\', '/').replace(/\.md$/, ''))
const read = new Map<string, HelpPage>(pages.map((name) => [name, readPage(text(name))]))
const pageOf = (name: string): HelpPage => read.get(name) ?? { title: '', headings: [], tokens: [] }
const ofLanguage = (language: string): string[] =>
  pages.filter((name) => name.startsWith(`${language}/`)).map((name) => name.slice(language.length + 1))
/** What is for developers is there in English alone. */
const DEVELOPERS = ['commands', 'developing', 'interface', 'peers']

function allTokens(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    const { header = [], rows = [] } = token.type === 'table' ? (token as Tokens.Table) : {}
    const items = token.type === 'list' ? (token as Tokens.List).items : []
    const inner = 'tokens' in token && token.tokens !== undefined ? token.tokens : []
    return [token, ...allTokens([...inner, ...items, ...[...header, ...rows.flat()].flatMap((cell) => cell.tokens)])]
  })
}

describe.each(pages)('the page %s', (name) => {
  const page = pageOf(name)
  const tokens = allTokens(page.tokens)

  it('begins with its one title and says something', () => {
    expect(page.tokens[0]?.type).toBe('heading')
    expect(page.headings.filter(({ level }) => level === 1)).toHaveLength(1)
    expect(page.headings.every(({ level }) => level <= 3)).toBe(true)
    expect(
      sectionsOf(name, page)
        .map((section) => section.text)
        .join('').length,
    ).toBeGreaterThan(60)
  })

  it('has no HTML, no picture and nothing that the window would not draw as it is written', () => {
    expect(tokens.filter(({ type }) => ['html', 'image', 'def'].includes(type))).toEqual([])
    expect(text(name)).not.toMatch(/&(?:#\d+|[a-z]+);/i)
  })

  it('has no two headings of one name', () => {
    const ids = page.headings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('leads only to pages and headings that there are', () => {
    const places = linksIn(page.tokens).map(({ href }) => ({ href, place: placeOf(href, name) }))
    const lost = places.filter(({ place }) => {
      if (place === null) return true
      if (!read.has(place.page)) return true
      return place.anchor !== null && !pageOf(place.page).headings.some(({ id }) => id === place.anchor)
    })
    expect(lost).toEqual([])
  })

  it('names in code only files and commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const code = tokens.flatMap((token) => (token.type === 'codespan' ? String(token['text']) : []))
    const paths = code.filter((inner) => /^(?:src|test|build|resources)\/[\w./-]+$/.test(inner))
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    const runs = code.flatMap((inner) => /^npm run ([\w-]+)/.exec(inner)?.[1] ?? [])
    expect(runs.filter((script) => !Object.hasOwn(scripts, script))).toEqual([])
  })
})

describe('the page of commands', () => {
  const page = text('en/commands')

  it('names every script of the project', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const named = (script: string): boolean => new RegExp(`\`npm (?:run )?${script}(?![\\w-])`).test(page)
    expect(Object.keys(scripts).filter((script) => !named(script))).toEqual([])
  })

  it('names every control call of the local network', () => {
    const source = readFileSync(join(ROOT, 'src/localnet/http/server.ts'), 'utf8')
    const orders = [...source.matchAll(/addOrder\(server, parts, '([^']+)'/g)].map(([, path = '']) => path)
    expect(orders.length).toBeGreaterThan(3)
    expect(orders.filter((path) => !page.includes(`\`POST ${path}\``))).toEqual([])
  })
})

describe.each(LANGUAGE_TAGS)('in %s', (language) => {
  const own = ofLanguage(language)
  const english = ofLanguage('en').filter((name) => !DEVELOPERS.includes(name))

  it('there are the same pages as in English', () => {
    expect(own.filter((name) => !DEVELOPERS.includes(name)).sort()).toEqual(english.sort())
  })

  it.each(english)('%s has the headings of the English page, in their order', (name) => {
    const levels = (page: HelpPage) => page.headings.map(({ level }) => level)
    expect(levels(pageOf(`${language}/${name}`))).toEqual(levels(pageOf(`en/${name}`)))
  })

  it('the contents name every page once, by its own title', () => {
    const first = `${language}/README`
    const chapters = contentsOf(pageOf(first), first).flatMap((part) => part.chapters)
    const named = chapters.map(({ page }) => page).sort()
    const there = own
      .filter((name) => name !== 'README' && !DEVELOPERS.includes(name))
      .map((name) => `${language}/${name}`)
    expect(named).toEqual([...there, ...DEVELOPERS.map((name) => `en/${name}`)].sort())
    expect(chapters.filter(({ page, title }) => pageOf(page).title !== title)).toEqual([])
  })

  it('the first page says of each page what it is about, which the list beside it in the window does not', () => {
    const first = `${language}/README`
    const items = allTokens(pageOf(first).tokens).filter(({ type }) => type === 'list_item')
    expect(items.length).toBeGreaterThan(15)
    expect(
      items.filter(
        (item) => 'tokens' in item && plainText(item.tokens ?? []) === plainText(linksIn(item.tokens ?? [])),
      ),
    ).toEqual([])
  })

  it('every name in italics is one that the window shows', () => {
    const catalogue = JSON.parse(readFileSync(join(ROOT, `resources/words/${language}.json`), 'utf8')) as object
    const shown = new Set(Object.values(catalogue))
    const named = english.flatMap((name) =>
      allTokens(pageOf(`${language}/${name}`).tokens).flatMap((token) =>
        token.type === 'em' ? { name, said: plainText([token]) } : [],
      ),
    )
    expect(named.length).toBeGreaterThan(80)
    expect(named.filter(({ said }) => !shown.has(said) && !shown.has(said.replace(/[.。]$/, '')))).toEqual([])
  })

  it('the error codes name the figures that hold, and what they cannot know by no sign of a question', () => {
    const page = text(`${language}/troubleshooting`)
    const rowOf = (code: string): string => page.split('\n').find((line) => line.startsWith(`| \`${code}\``)) ?? ''
    const figures = (code: string) =>
      (rowOf(code).match(/\d+(?:[,.\s]\d{3})*/g) ?? []).map((one) => Number(one.replace(/\D/g, '')))
    expect(figures('wallet.look_again')).toContain(Number((LOOK_PAUSE * 60n) / HOUR))
    expect(figures('input.too_many_rows')).toEqual(expect.arrayContaining([FILE_MOST + 1, FILE_MOST]))
    expect(page.split('\n').filter((line) => line.startsWith('| `') && line.includes('?'))).toEqual([])
  })

  it('the error codes stand as the window words them', async () => {
    expect(text(`${language}/troubleshooting`).endsWith(await codesIn(language))).toBe(true)
  })
})

describe('places that the window leads to', () => {
  it.each(Object.entries(TOPICS))('%s is there', (_topic, place) => {
    const [name = '', anchor = null] = place.split('#')
    expect(read.has(`en/${name}`)).toBe(true)
    if (anchor !== null) expect(pageOf(`en/${name}`).headings.map(({ id }) => id)).toContain(anchor)
  })

  it('are the same heading in every language', () => {
    const found = sameHeading(pageOf('en/undecided'), pageOf('ja/undecided'), 'sending-is-stopped')
    expect(found).toBe(slugOf('送金は停止中'))
  })
})

describe('the reader of pages', () => {
  it('makes anchors as pages of repositories do', () => {
    expect(slugOf('What of the service is where')).toBe('what-of-the-service-is-where')
    expect(slugOf('Available, held, frozen')).toBe('available-held-frozen')
    expect(slugOf('可用、锁定、冻结')).toBe('可用锁定冻结')
  })

  it('tells places of the handbook from addresses outside', () => {
    expect(placeOf('coins.md#combine', 'ja/sending')).toEqual({ page: 'ja/coins', anchor: 'combine' })
    expect(placeOf('../en/commands.md', 'ja/README')).toEqual({ page: 'en/commands', anchor: null })
    expect(placeOf('https://example.com/coins.md', 'ja/sending')).toBeNull()
    expect(placeOf('javascript:alert(1)', 'ja/sending')).toBeNull()
  })
})

describe('a search', () => {
  let sections: ReturnType<typeof sectionsOf>
  beforeAll(() => {
    sections = ofLanguage('en').flatMap((name) => sectionsOf(`en/${name}`, pageOf(`en/${name}`)))
  })

  it('finds a heading before what is only told', () => {
    const [first] = searchIn(sections, 'sending stopped')
    expect(first).toMatchObject({ page: 'en/undecided', heading: { id: 'sending-is-stopped' } })
  })

  it('finds words of tables and lists, all of them in one section', () => {
    expect(searchIn(sections, 'wallet.too_many_inputs')[0]).toMatchObject({ page: 'en/troubleshooting' })
    expect(searchIn(sections, 'koinly cointracking').map(({ heading }) => heading.id)).toContain(
      'export-what-is-on-screen',
    )
    expect(searchIn(sections, 'koinly zebra')).toEqual([])
  })

  it('shows the words around what it found', () => {
    const [found] = searchIn(sections, '256 coins')
    expect(found?.excerpt).toContain('256 coins')
  })

  it('finds nothing for nothing', () => {
    expect(searchIn(sections, '  ')).toEqual([])
  })
})
