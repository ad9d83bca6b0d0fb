import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const RENDERER = fileURLToPath(new URL('../../src/renderer', import.meta.url))
/** Attributes that are shown or read out. */
const SAID = /^(aria-label|label|title|hint|text|placeholder|alt|name|what|noun|said|caption|description)$/
/** What is the same in every language, and one small word, which names a kind to the program. */
const NAMES = /^(Coffer|XIN|\/media\/.*|[a-z]+)$/

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly name?: { readonly name?: unknown }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Texts of elements, and of attributes that people meet, as they stand in the source. */
function textsIn(node: Node): string[] {
  if (node.type === 'JSXText') return [String(node.value).trim()]
  const own = node.type === 'JSXAttribute' && SAID.test(String(node.name?.name)) && isNode(node.value)
  const said = own && isNode(node.value) && node.value.type === 'Literal' ? [String(node.value.value)] : []
  const inside = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => textsIn(child))
  return [...said, ...inside]
}

const screens = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))

it('sees the screens', () => {
  expect(screens.length).toBeGreaterThan(80)
  const { program } = parseSync('seen.tsx', 'export const A = () => <p title="Some words">Other words</p>')
  expect(isNode(program) ? textsIn(program) : []).toEqual(['Some words', 'Other words'])
})

it.each(screens)('lets %s say only what stands in the catalogues', (file) => {
  const path = join(RENDERER, file)
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const texts = isNode(program) ? textsIn(program) : []
  const loose = texts.filter((text) => /\p{L}{2}/u.test(text) && !NAMES.test(text))
  expect(loose, relative(RENDERER, path)).toEqual([])
})

/** Records for programs and for whoever mends Coffer, whose marks are of no language. */
const RECORDS = /(?:ErrorNotice|doctor\/index|approvals\/find|send\/ReviewScreen)\.tsx?$/
const LATIN_MARK = /^[:,;] $/

/** Latin marks with which a file puts texts together: between two values, and between the parts of a list. */
function marksIn(node: Node & { readonly [field: string]: unknown }): string[] {
  const own =
    node.type === 'TemplateElement'
      ? [String((node.value as { readonly cooked?: unknown }).cooked)] // the form of every such part
      : node.type === 'CallExpression' && isNode(node['callee']) && nameOf(node['callee']) === 'join'
        ? [node['arguments']].flat().map((given) => (isNode(given) ? String(given.value) : ''))
        : []
  const inside = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((child) => marksIn({ ...child }))
  return [...own.filter((text) => LATIN_MARK.test(text)), ...inside]
}

const nameOf = (node: Node & { readonly property?: unknown }): unknown =>
  isNode(node.property) ? node.property.name : undefined

it('puts texts together with the marks of the language', () => {
  const { program } = parseSync(
    'seen.ts',
    `export const a = [\`\${b}: \${c}\`, \`, \${b}\`, d.join(', '), \`\${b}:\${c}\`]`,
  )
  expect(marksIn({ ...program })).toEqual([': ', ', ', ', '])
  const marked = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !RECORDS.test(file.replaceAll('\\', '/')))
    .flatMap((file) => {
      const { program } = parseSync(file, readFileSync(join(RENDERER, file), 'utf8'))
      return marksIn({ ...program }).map((mark) => `${file}: ${JSON.stringify(mark)}`)
    })
  expect(marked).toEqual([])
})
