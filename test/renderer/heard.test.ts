import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { Fiat, Figure } from '../../src/renderer/components/figures.tsx'
import { heard } from '../../src/renderer/lib/heard.tsx'
import { rich } from '../../src/renderer/lib/rich.tsx'
import { unbroken } from '../../src/renderer/lib/unbroken.tsx'

const drawn = (node: React.ReactNode): string => renderToStaticMarkup(createElement('p', null, node)).slice(3, -4)
const twin = (seen: string, said: string): string =>
  `<span data-heard="${said}"><span aria-hidden="true">${seen}</span></span>`

describe('a figure in groups', () => {
  it.each([
    ['12\u202f345.67', twin('12\u202f345.67', '12345.67')],
    ['−1\u202f234\u202f567 XIN', `<span>${twin('−1\u202f234\u202f567', '−1234567')} XIN</span>`],
    ['Send 12\u202f345 BTC to Bo', `<span>Send ${twin('12\u202f345', '12345')} BTC to Bo</span>`],
    ['共12\u202f345个', `<span>共${twin('12\u202f345', '12345')}个</span>`],
    ['1\u202f000–2\u202f000', twin('1\u202f000–2\u202f000', '1000–2000')],
    ['$1\u202f000 of $2\u202f000', `<span>${twin('$1\u202f000', '$1000')} of ${twin('$2\u202f000', '$2000')}</span>`],
    // A unit that is set close, and no figure of four digits or more.
    ['CHF\u202f12.00 · 53.6\u202f% · 999', 'CHF\u202f12.00 · 53.6\u202f% · 999'],
  ])('is seen as it was and heard as one number: %s', (text, html) => {
    expect(drawn(heard(text))).toBe(html)
    // What is copied and found is what is seen.
    expect(drawn(heard(text)).replaceAll(/<[^>]+>/g, '')).toBe(text)
  })

  it('is heard so wherever it is drawn', () => {
    const value = '12345.67'
    const texts = [
      drawn(createElement(Figure, { value, symbol: 'BTC' })),
      drawn(createElement(Fiat, { value })),
      drawn(createElement(Fiat, { value, quietFraction: true })),
      drawn(rich('contacts.all-of-them', { total: 12_345 })),
      drawn(rich('send.in-all', { figure: createElement(Figure, { value }) })),
      drawn(unbroken('Send 12\u202f345.67 BTC')),
    ]
    for (const text of texts) {
      expect(text).toMatch(/data-heard="\$?12345(?:\.67)?"/)
      const beside = text.replaceAll(/<span aria-hidden="true">.*?<\/span>(?=<\/span>)/g, '')
      expect(beside).not.toMatch(/\d\u202f\d{3}/u)
    }
  })

  it('leaves what is no text as it is', () => {
    const element = createElement('b')
    expect([heard(element), heard(null), heard(12_345)]).toEqual([element, null, 12_345])
  })
})

const RENDERER = fileURLToPath(new URL('../../src/renderer', import.meta.url))

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodesOf = (value: unknown): readonly Node[] => [value].flat().filter(isNode)

/** The name of what is called or read: the last of `a.b.c`. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'ChainExpression') return nameOf(node['expression'])
  return node.type === 'MemberExpression' && node['computed'] !== true
    ? nameOf(node['property'])
    : String(node['name'] ?? '')
}

/** Calls that answer words or figures, and names under which those are kept; a control or component is given its own by more names. */
const MAKES = /^(?:wording|formatFigure|formatFiat|formatWorth|groupDigits|full|figure|\w+(?:Text|Words|Sentence))$/
const KEEPS =
  /^(?:title|text|hint|said|why|line|error|problem|obstacle|unseen|missing|warning|sentence|reason|because|told|figure|balance|before|after|worth|whole|limit|skipped|sum|amount|trouble|wrong|aside|under|intro|alert|fact|money|todo|asked|meaning|detail|caption)$/
const GIVEN = /^(?:label|note)$/
const READ_OUT = /^(?:aria-label|aria-description|aria-valuetext|title|alt)$/

/** What may stand in the place of an expression. */
function waysOf(node: Node): readonly Node[] {
  const inside = {
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: node['operator'] === '&&' ? ['right'] : ['left', 'right'],
    ParenthesizedExpression: ['expression'],
  }[node.type]
  return inside === undefined ? [node] : inside.flatMap((field) => nodesOf(node[field]).flatMap(waysOf))
}

/** Whether it may be words with a figure in it. */
function holds(node: Node, keeps: (node: Node) => boolean): boolean {
  const parts = { TemplateLiteral: ['expressions'], BinaryExpression: ['left', 'right'] }[node.type]
  if (parts !== undefined)
    return parts.flatMap((field) => nodesOf(node[field])).some((part) => part.type !== 'Literal' && holds(part, keeps))
  if (node.type !== 'CallExpression') return keeps(node)
  const name = nameOf(node['callee'])
  return name === 'say' ? nodesOf(node['arguments']).length > 1 : MAKES.test(name)
}

/** What nobody hears, and what is heard as it says itself. */
const isApart = ({ openingElement }: Node): boolean =>
  isNode(openingElement) &&
  (nameOf(openingElement['name']) === 'Heard' ||
    nodesOf(openingElement['attributes']).some(
      ({ name, value }) => nameOf(name) === 'aria-hidden' && isNode(value) && value['value'] === 'true',
    ))

/** Words drawn or read out in which a figure would be heard as several, as they stand in the source. */
function tornIn(source: string, file: string): string[] {
  const { program } = parseSync(file, source)
  const isGiven = /^(?:ui|components)\//.test(file.replaceAll('\\', '/'))
  const keeps = (node: Node): boolean =>
    KEEPS.test(nameOf(node)) || ((isGiven || nameOf(node['object']) === 'props') && GIVEN.test(nameOf(node)))
  const found: string[] = []
  const note = ({ start, end }: Node) => found.push(source.slice(Number(start), Number(end)))
  const look = (node: Node): void => {
    if (node.type === 'JSXElement' && isApart(node)) return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of nodesOf(node['children']).filter(({ type }) => type === 'JSXExpressionContainer'))
        nodesOf(child['expression'])
          .flatMap(waysOf)
          .filter((way) => holds(way, keeps))
          .forEach(note)
    if (node.type === 'JSXOpeningElement') for (const one of nodesOf(node['attributes'])) lookAt(one, node)
    for (const value of Object.values(node)) nodesOf(value).forEach(look)
  }
  const lookAt = ({ name, value }: Node, { name: element }: Node): void => {
    const isOwn = /^[A-Z]/.test(nameOf(element))
    if (!READ_OUT.test(nameOf(name)) || (isOwn && !nameOf(name).startsWith('aria-'))) return
    const ways = isNode(value) ? nodesOf(value['expression']).flatMap(waysOf) : []
    ways.filter((way) => way.type !== 'Literal' && holds(way, (node) => nameOf(node) !== 'undefined')).forEach(note)
  }
  nodesOf(program).forEach(look)
  return found
}

const screens = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !/^lib[\\/]/.test(file),
)

it('sees words that would be heard with torn figures', () => {
  const source = `export const A = () => <p title={a.title} aria-label={say('a', { b })}>
    {say('a')} {say('a', { b })} {heard(a.text)} {a.text} {b ? c : formatFigure(c)} {rich('a', { b })} {b.sum + c}
    <i aria-hidden="true">{a.text}</i> <i title={spoken(c)}>{c}</i> <Own title={a.title} />
  </p>`
  expect(tornIn(source, 'screens/a.tsx')).toEqual([
    ...["say('a', { b })", 'a.text', 'formatFigure(c)', 'b.sum + c', 'a.title', "say('a', { b })"],
  ])
})

it.each(screens)('lets %s draw and read out its words by what makes each figure one number', (file) => {
  expect(tornIn(readFileSync(join(RENDERER, file), 'utf8'), file)).toEqual([])
})
