import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseTime } from '#contract/domain'
import { decodeData, ENDPOINTS, type Endpoint } from '#contract/http'
import { readQuickly } from '../../src/contract/http/quick.ts'
import { someOutputs, someSnapshots } from '../bench/records.ts'

const endpoints = Object.values(ENDPOINTS) as readonly Endpoint[]
const HASH = 'ab'.repeat(32)
const UUID = '7a1c3a54-0b1f-4b8e-9d43-1c2d3e4f5a6b'

/** Values that fit some member, and what looks like them without being them. */
const aMember = fc.oneof(
  fc.constantFrom<unknown>(
    ...[undefined, null, '', 0, -0, 1, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, true, false, [], {}],
    ...[HASH, HASH.toUpperCase(), HASH.slice(1), `${HASH}\n`, `g${HASH.slice(1)}`, `${HASH}ab`, [HASH], [HASH, 1]],
    ...[UUID, UUID.toUpperCase(), UUID.replaceAll('-', ''), `${UUID} `, [UUID], [UUID, null], '0', '00', '0g', 'abc'],
    ...['1', '0.1', '.1', '1.', '-1', '-0.5', '1e8', '1.123456789', '9'.repeat(100), '9'.repeat(101), ' 1', '1..2'],
    ...['1234567.12345678', '12345678.1', '٣', '0x10', '--1', '+1'],
    ...['2026-11-21T07:54:21Z', '2026-11-21T07:54:21.123456789Z', '2026-02-30T00:00:00Z', '2026-11-21T07:54:21+02:00'],
    ...['0001-01-01T00:00:00Z', '2026-11-21T24:00:00Z', '2026-11-21T07:54:60Z', '2026-11-21T07:54:21.Z', '2026-11-21'],
    ...['1969-12-31T23:59:59.5Z', '2026-13-01T00:00:00Z', '2026-11-21t07:54:21z', '2300-01-01T00:00:00.1234567891Z'],
    ...['unspent', 'signed', 'spent', 'UNSPENT', 'toString', 'pending', 'confirmed'],
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Something with about the members that a schema names. */
function shapedLike(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array')
    return fc.oneof({ weight: 4, arbitrary: fc.array(shapedLike(def.element), { maxLength: 3 }) }, aMember)
  if (def.type === 'pipe') return fc.oneof(shapedLike(def.in), shapedLike(def.out), aMember)
  if (def.type === 'nullable') return fc.oneof(shapedLike(def.innerType), aMember)
  if (def.type !== 'object') return aMember
  const members = Object.entries(def.shape).map(([name, member]) => [name, shapedLike(member)] as const)
  return fc.record({ ...Object.fromEntries(members), unknown_member: aMember }, { requiredKeys: [] })
}

/** The same data or the same complaints. */
function sameAsZod(endpoint: Endpoint, data: unknown): void {
  const ours = decodeData(endpoint, data)
  const theirs = endpoint.answer.safeParse(data)
  expect(ours.success).toBe(theirs.success)
  expect(ours.data).toEqual(theirs.data)
  expect(ours.error?.issues).toEqual(theirs.error?.issues)
}

/** What a list is written as. */
const asRecords = (written: unknown) => z.array(z.record(z.string(), z.unknown())).parse(written)

const OUTPUTS = ENDPOINTS['outputs.list']
const SNAPSHOTS = ENDPOINTS['snapshots.list']
const pages = [
  {
    name: 'outputs',
    endpoint: OUTPUTS,
    page: asRecords(z.encode(OUTPUTS.answer, [...someOutputs(12, { unspentOf: 10, mainOf: 2 })])),
  },
  { name: 'snapshots', endpoint: SNAPSHOTS, page: asRecords(z.encode(SNAPSHOTS.answer, [...someSnapshots(12)])) },
] as const

describe('quick decoding', () => {
  it('answers for every endpoint exactly what its schema answers', () => {
    for (const endpoint of endpoints) {
      fc.assert(
        fc.property(shapedLike(endpoint.answer), (data) => sameAsZod(endpoint, data)),
        { numRuns: 100 },
      )
    }
  })

  for (const { name, endpoint, page } of pages) {
    it(`answers what the schema answers when one member of a page of ${name} is another`, () => {
      const names = Object.keys(page[0] ?? {})
      fc.assert(
        fc.property(fc.nat(page.length - 1), fc.constantFrom(...names), aMember, (at, member, value) => {
          sameAsZod(
            endpoint,
            page.map((record, index) => (index === at ? { ...record, [member]: value } : record)),
          )
        }),
        { numRuns: 1000 },
      )
    })

    it(`leaves nothing of an ordinary page of ${name} to the schema`, () => {
      expect(readQuickly(endpoint.answer, JSON.parse(JSON.stringify(page)))).toHaveLength(page.length)
    })
  }

  it('refuses a length that cannot be compared, wherever text is measured', () => {
    const hostile = { length: { toString: null, valueOf: null } }
    const [output] = pages[0].page
    const keystore = { app_id: hostile, session_id: hostile, session_private_key: hostile, spend_private_key: hostile }
    for (const [endpoint, data] of [
      [OUTPUTS, [{ ...output, amount: hostile, created_at: hostile, spent_at: hostile }]],
      [ENDPOINTS['deposits.entries'], [{ destination: hostile }]],
      [ENDPOINTS['local.account'], keystore],
      [ENDPOINTS['kernel.transaction'], { hash: hostile, hex: hostile }],
    ] as const) {
      expect(decodeData(endpoint, data).success, endpoint.path).toBe(false)
    }
  })

  it('drops members that no schema names', () => {
    const [record] = pages[0].page
    expect(decodeData(OUTPUTS, [{ ...record, extra_member: 1 }]).data).toEqual(OUTPUTS.answer.parse([record]))
  })

  it('drops a member named like the prototype, also where others that no schema names stay', () => {
    // A parser makes it a member like any other; what it is copied to by assignment would get another prototype.
    const poisoned = (record: object): unknown =>
      JSON.parse(JSON.stringify(record).replace('{', '{"__proto__": {"polluted": true},'))
    const kernel = { hash: HASH, hex: '00', snapshot: null, stays: true }
    for (const [endpoint, data, plain] of [
      ...pages.map(({ endpoint, page }) => [endpoint, page.map(poisoned), page] as const),
      [ENDPOINTS['kernel.transaction'], poisoned(kernel), kernel] as const,
    ]) {
      for (const read of [decodeData(endpoint, data), endpoint.answer.safeParse(data)]) {
        expect(read.data).toStrictEqual(endpoint.answer.parse(plain))
        const [first] = [read.data].flat()
        expect(Object.getPrototypeOf(first)).toBe(Object.prototype)
        expect(Object.keys(first ?? {})).not.toContain('__proto__')
      }
    }
    expect('polluted' in {}).toBe(false)
  })
})

describe('times', () => {
  it('are what the calendar says, with all nine digits', () => {
    const aDate = fc.date({ min: new Date(-6e13), max: new Date(2e13), noInvalidDate: true })
    fc.assert(
      fc.property(aDate, fc.stringMatching(/^(?:\.[0-9]{1,9})?$/), (date, fraction) => {
        const seconds = BigInt(Math.floor(date.getTime() / 1000))
        const text = `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction}Z`
        expect(parseTime(text)).toBe(seconds * 1_000_000_000n + BigInt(fraction.slice(1).padEnd(9, '0')))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['9999-12-31T23:59:59-00:01', '0000-01-01T00:00:00+00:01'])(
    'of a year that cannot be written are none: %s',
    (text) => {
      expect(() => parseTime(text)).toThrow('not an RFC 3339 time')
    },
  )

  it('of other zones are those of UTC', () => {
    expect(parseTime('2026-11-21T09:54:21.5+02:00')).toBe(parseTime('2026-11-21T07:54:21.5Z'))
  })
})
