import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeData, ENDPOINTS, type Endpoint } from '#contract/http'
import { METHODS } from '#contract/ipc'
import { type Said, said } from '#words'
import { sentence, shown, told } from '../../src/contract/wire.ts'

/* Words of others are cleaned by the schemas they pass, so that no screen can forget it. */

const EVIL = 'E\u202evil\u200b\u0007name\u2066'
const ID = '11111111-2222-4333-8444-555555555555'
const HASH = 'ab'.repeat(32)

function decoded(endpoint: keyof typeof ENDPOINTS, data: unknown): unknown {
  const table: Readonly<Record<string, Endpoint>> = ENDPOINTS
  const result = decodeData(table[endpoint] as Endpoint, data)
  return result.success ? result.data : result.error
}

const USER = {
  user_id: ID,
  identity_number: EVIL,
  full_name: EVIL,
  biography: `${EVIL}\nline`,
  app: { app_id: ID, name: EVIL, description: EVIL },
}
const ASSET = { asset_id: ID, chain_id: ID, kernel_asset_id: HASH, symbol: EVIL, name: EVIL, display_name: EVIL }

describe('an answer of the service', () => {
  it('has no unseen character in what it says of a person', () => {
    const clean = { full_name: 'Evil name', identity_number: 'Evil name', biography: 'Evil name\nline' }
    expect(decoded('users.read', USER)).toMatchObject({
      ...clean,
      app: { name: 'Evil name', description: 'Evil name' },
    })
  })

  it('has none in names of assets, which it must have', () => {
    expect(decoded('assets.fetch', [ASSET])).toMatchObject([{ symbol: 'Evil name', name: 'Evil name' }])
    expect(decoded('assets.read', { ...ASSET, name: 7 })).toBeInstanceOf(Error)
  })

  it('is refused where an address for deposits has one', () => {
    const entry = { entry_id: ID, threshold: 1, members: [ID], chain_id: ID, tag: '', signature: HASH }
    expect(decoded('deposits.entries', [{ ...entry, destination: 'bc1address' }])).toMatchObject([
      { destination: 'bc1address' },
    ])
    expect(decoded('deposits.entries', [{ ...entry, destination: 'bc1\u200baddress' }])).toBeInstanceOf(Error)
  })
})

type Def = Readonly<Record<string, unknown>> & { readonly type: string }
const defOf = (schema: unknown): Def => (schema as z.ZodType)._zod.def as unknown as Def

/** Text of one form: ids, hashes, hex, codes. */
const hasForm = ({ checks = [] }: Def): boolean =>
  (checks as { readonly _zod: { readonly def: { readonly check: string } } }[]).some(({ _zod }) =>
    ['string_format', 'custom'].includes(_zod.def.check),
  )

/** Paths of a schema at which text leaves as it is. */
function bare(schema: unknown, path: string, into: Set<string>): Set<string> {
  const def = defOf(schema)
  const below = (inner: unknown, step = '') => bare(inner, `${path}${step}`, into)
  switch (def.type) {
    case 'string':
      if (!hasForm(def)) into.add(path)
      break
    case 'object':
      for (const [name, inner] of Object.entries(def['shape'] as object)) below(inner, `.${name}`)
      break
    case 'array':
      below(def['element'])
      break
    case 'union':
      for (const option of def['options'] as unknown[]) below(option)
      break
    case 'nullable':
    case 'optional':
    case 'readonly':
      below(def['innerType'])
      break
    case 'record':
      below(def['valueType'], '.*')
  }
  return into
}

describe('an answer to the page', () => {
  it('carries text as it is only where it is named here', () => {
    const found = new Set<string>()
    for (const [name, method] of Object.entries(METHODS)) bare(method.answer, name, found)
    const members = new Set(
      [...found].map((path) => /[^.]+(?:\.form\..+)?$/.exec(path)?.[0].replace(/^.*form\..*$/, 'form')),
    )
    // Coffer's own (words of keys and groups, places, cursors, links), whole files, and forms that the person fills in.
    expect([...members].sort()).toEqual([
      ...[
        'address',
        'base64',
        'baseUrl',
        'camera',
        'check',
        'cursor',
        'dataDir',
        'fileName',
        'form',
        'frames',
        'key',
        'link',
      ],
      ...['permission', 'place', 'text', 'url', 'words'],
    ])
    const [texts, addresses] = ['text', 'address'].map((name) => [...found].filter((path) => path.endsWith(`.${name}`)))
    expect(texts).toEqual(
      expect.arrayContaining(['app.report.text', 'groups.card.text', 'labels.export.text', 'doctor.run.text']),
    )
    expect(texts).toHaveLength(7)
    expect(addresses).toEqual(['receive.link.address'])
  })

  it('has none in the words of others that a sentence carries, however deep', () => {
    const title = said('title.send-to', { what: EVIL, whom: said('title.a-group', { threshold: 1, members: EVIL }) })
    const list = said('error.wallet.record_differs.what', { fields: [EVIL, said('title.send', { what: EVIL })] })
    expect(z.encode(sentence, title)).toEqual({
      code: 'title.send-to',
      values: {
        what: 'Evil name',
        whom: { code: 'title.a-group', values: { threshold: 1, members: 'Evil name' } },
      },
    })
    expect(z.encode(sentence, list).values).toEqual({
      fields: ['Evil name', { code: 'title.send', values: { what: 'Evil name' } }],
    })
  })

  it('groups the figures of a sentence so that no line ends within one, whoever wrote the words around it', () => {
    const what = '12\u202f345\u202f678.5 XIN'
    const sent = said('title.send-to', { what, whom: `${EVIL} 4\u202f000` })
    expect(z.encode(sentence, sent).values).toEqual({ what, whom: 'Evil name 4\u202f000' })
    expect(z.encode(told, what)).toBe(what)
    expect(z.encode(told, 'A\u202fB 1\u202f2')).toBe('A B 1 2')
  })

  it('carries no sentence that is no message, or that nests without end', () => {
    const nested = (depth: number): Said =>
      depth === 0 ? said('title.payment') : said('title.void', { title: nested(depth - 1) })
    expect(z.safeEncode(sentence, nested(4)).success).toBe(true)
    expect(z.safeEncode(sentence, nested(9)).success).toBe(false)
    expect(z.safeEncode(sentence, { code: EVIL, values: {} }).success).toBe(false)
    expect(z.safeEncode(sentence, { code: 'title.send', values: { what: null } } as unknown as Said).success).toBe(
      false,
    )
  })

  it('has no unseen character in a name that was kept before names were cleaned', () => {
    expect(z.encode(shown, EVIL)).toBe('Evil name')
    const [family, joined] = ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'Ma\u200dya']
    expect(z.encode(shown, `${joined} ${family}`)).toBe(`Maya ${family}`)
    const sent = said('title.send-to', { what: '1', whom: `${joined} ${family}` })
    expect(z.encode(sentence, sent).values).toMatchObject({ whom: `Maya ${family}` })
    expect(z.encode(METHODS['groups.list'].answer, [])).toEqual([])
  })
})
