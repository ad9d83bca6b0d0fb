import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { failure } from '#contract/errors'
import { type Calls, METHODS, type MethodName } from '#contract/ipc'
import { type Amount, parseAmount } from '#protocol/text'
import { bindMethods, encodeEvent, MESSAGE_MAX } from '../../src/main/binder.ts'
import { manualClock, systemClock } from '../support/clock.ts'
import { keepLog, someCalls } from '../support/host.ts'
import { seededRandom } from '../support/random.ts'

const ACCOUNT = '11111111-2222-4333-8444-555555555555'
const owner = { account: ACCOUNT, holder: null }

/** Real time, but so fast that no rate limit is ever met. */
function hurriedClock() {
  let millis = 0
  return { ...systemClock, monotonicMs: () => (millis += 1000) }
}

function bind(calls: Calls = someCalls(), clock = hurriedClock()) {
  const kept = keepLog()
  return { invoke: bindMethods(calls, { clock, random: seededRandom('binder'), log: kept.log }), lines: kept.lines }
}

const preferences = {
  theme: 'dark',
  language: 'system',
  hideAmounts: false,
  currency: 'EUR',
  autoLockMinutes: 5,
  chartRange: 'month',
  together: false,
  everyone: false,
  letterKeys: true,
  coinsInSidebar: true,
  keepRunning: false,
  startWithSystem: false,
  blockCapture: false,
  notices: { money: true, signature: true, settled: false, locked: true },
} as const

const EMPTY = {}

/** Values no method takes; what a page under foreign control would try. */
const MALFORMED: readonly unknown[] = [
  undefined,
  true,
  42,
  Number.NaN,
  10n ** 30n,
  '',
  'x'.repeat(5000),
  [],
  [null],
  EMPTY,
  { account: null },
  { account: `${ACCOUNT}\0` },
  { account: { toString: () => ACCOUNT } },
  { account: [ACCOUNT] },
  JSON.parse(`{"__proto__":{"account":"${ACCOUNT}"}}`),
  JSON.parse(`{"constructor":{"prototype":{"account":"${ACCOUNT}"}}}`),
  new Map([['account', ACCOUNT]]),
  new Date(0),
  new Uint8Array(32),
  { ...owner, assetId: ACCOUNT, rows: [{ payee: { kind: 'user', userId: ACCOUNT }, amount: '-1' }] },
  Array.from({ length: 30 }).reduce<unknown>((inner) => [inner], null),
  new Array(4_000_000_000),
]

/** Places in a schema where an object takes members along that it does not name. */
function looseIn(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const here = def.catchall?._zod.def.type === 'never' ? [] : [path]
      return [...here, ...Object.entries(def.shape).flatMap(([name, inner]) => looseIn(inner, `${path}.${name}`))]
    }
    case 'array':
      return looseIn(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => looseIn(option, path))
    case 'nullable':
    case 'optional':
    case 'default':
      return looseIn(def.innerType, path)
    case 'pipe':
      return [...looseIn(def.in, path), ...looseIn(def.out, path)]
    default:
      return []
  }
}

describe('bindMethods', () => {
  it('decodes the input, calls, and encodes the answer', async () => {
    let asked: unknown
    const { invoke } = bind(
      someCalls({
        'payments.max': async (input) => {
          asked = input
          return { available: parseAmount('1.5'), inOne: 1n as Amount, coins: 2 }
        },
      }),
    )
    const input = { ...owner, assetId: ACCOUNT, feeAssetId: null, destination: '', coins: null }
    expect(await invoke('payments.max', input)).toEqual({
      ok: true,
      value: { available: '1.5', inOne: '0.00000001', coins: 2 },
    })
    expect(asked).toEqual(input)
  })

  it('hands amounts to the wallet as exact integers', async () => {
    let amount: unknown
    const { invoke } = bind(
      someCalls({
        'local.deposit': async (input) => {
          amount = input.amount
          throw failure('wallet.local_only', 'not here')
        },
      }),
    )
    await invoke('local.deposit', {
      ...owner,
      chainId: ACCOUNT,
      assetId: ACCOUNT,
      amount: '92233720368547758.08000001',
    })
    expect(amount).toBe(9223372036854775808000001n)
  })

  it('drops members of an answer that its schema does not name', async () => {
    const leaky = { words: Array.from({ length: 24 }, () => 'zoo'), seed: 'secret' }
    const { invoke } = bind(someCalls({ 'keys.create': async () => leaky }))
    const reply = await invoke('keys.create', { account: ACCOUNT })
    expect(reply).toMatchObject({ ok: true })
    expect(JSON.stringify(reply)).not.toContain('secret')
  })

  it.each([
    ['at the top', { ...owner, admin: true }, 'admin'],
    ['below the top', { ...owner, filter: { direction: null, extra: 1 } }, 'filter'],
    ['that every object inherits', { ...owner, toString: 1 }, 'toString'],
    ['named like a prototype', JSON.parse(`{"account":"${ACCOUNT}","holder":null,"__proto__":{"x":1}}`), '__proto__'],
  ])('refuses an unknown member %s', async (_where, input, field) => {
    const calls = someCalls()
    const { invoke } = bind(calls)
    const method = 'filter' in input ? 'activity.list' : 'home.read'
    const reply = await invoke(method, input)
    expect(reply).toMatchObject({ ok: false, error: { code: 'input.invalid' } })
    expect(JSON.stringify(reply)).toContain(field)
    expect(calls.seen).toEqual([])
  })

  it('refuses an unknown member deep inside a form that is otherwise right', async () => {
    const calls = someCalls()
    const form = {
      assetId: null,
      rows: [{ to: 'x', amount: '1', note: 'smuggled' }],
      tag: '',
      memo: '',
      memoForm: 'text',
      label: '',
      coins: null,
      feeAssetId: null,
      trace: null,
      references: [],
      returnTo: null,
      source: null,
    }
    const reply = await bind(calls).invoke('drafts.save', { ...owner, draftId: null, form })
    expect(reply).toMatchObject({ error: { code: 'input.invalid', details: { field: 'form.rows.0.note' } } })
    expect(calls.seen).toEqual([])
  })

  it('names every member of every input at any depth, so that none is taken along unseen', () => {
    const loose = Object.entries(METHODS).flatMap(([name, { input }]) => looseIn(input, name))
    expect(loose).toEqual([])
  })

  it('accepts a part of the preferences, as their schema allows', async () => {
    const { invoke } = bind(
      someCalls({ 'app.setPreferences': async (input) => ({ ...preferences, ...input }) as never }),
    )
    expect(await invoke('app.setPreferences', { theme: 'light' })).toMatchObject({
      ok: true,
      value: { theme: 'light' },
    })
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'app',
    '',
    'app.state ',
    7,
    null,
    ['app.state'],
    {},
  ])('refuses the method name %j', async (name) => {
    const calls = someCalls()
    expect(await bind(calls).invoke(name, null)).toMatchObject({ ok: false, error: { code: 'host.refused' } })
    expect(calls.seen).toEqual([])
  })

  it('refuses every malformed input of every method without reaching the wallet', async () => {
    const calls = someCalls()
    const { invoke } = bind(calls)
    const names = Object.keys(METHODS) as MethodName[]
    let made = 0
    for (const name of names) {
      for (const input of MALFORMED) {
        // An empty object is a rightful set of preferences: none.
        if (name === 'app.setPreferences' && input === EMPTY) continue
        const reply = await invoke(name, input)
        expect(reply, `${name} ${typeof input}`).toMatchObject({ ok: false })
        expect(reply.ok ? '' : reply.error.code).toMatch(/^(input\.invalid|host\.refused)$/)
        made += 1
      }
    }
    expect(made).toBeGreaterThan(500)
    expect(calls.seen).toEqual([])
  })

  it('answers generated values with a reply and never throws', async () => {
    const { invoke } = bind()
    const names = fc.oneof(fc.constantFrom(...Object.keys(METHODS)), fc.string())
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.anything({ withBigInt: true, withMap: true, withSparseArray: true, withDate: true }),
        async (name, input) => {
          const reply = await invoke(name, input)
          return reply.ok || typeof reply.error.code === 'string'
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('reports an error of the table by its code and details', async () => {
    const { invoke } = bind(
      someCalls({
        'home.read': async () => {
          throw failure('wallet.insufficient', 'needs more', { details: { needed: '2', held: 0 } })
        },
      }),
    )
    expect(await invoke('home.read', owner)).toEqual({
      ok: false,
      error: { code: 'wallet.insufficient', details: { needed: '2', held: 0 } },
    })
  })

  it('lifts out text of the service, without invisible characters and cut to 200', async () => {
    const { invoke } = bind(
      someCalls({
        'home.read': async () => {
          const serviceText = `a\u202eb\u200bc\u0007d${'e'.repeat(400)}`
          throw failure('remote.refused', 'refused', { details: { code: 1, serviceText } })
        },
      }),
    )
    const reply = await invoke('home.read', owner)
    expect(reply).toEqual({
      ok: false,
      error: { code: 'remote.refused', details: { code: 1 }, serviceText: `abc d${'e'.repeat(195)}` },
    })
  })

  it('hides any other error behind the id of its log line, and keeps its message out of the log', async () => {
    const { invoke, lines } = bind(
      someCalls({
        'home.read': async () => {
          throw new TypeError('cannot read seed abandon abandon about')
        },
      }),
    )
    const reply = await invoke('home.read', owner)
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(JSON.stringify([reply, lines])).not.toContain('abandon')
    expect(lines[0]?.fields['logId']).toBe(reply.ok ? null : reply.error.details['logId'])
    expect(lines[0]?.fields['error']).toBe('TypeError')
  })

  it('answers `internal` when the wallet breaks its own contract', async () => {
    const { invoke, lines } = bind(someCalls({ 'session.lock': async () => 'no' as never }))
    expect(await invoke('session.lock', null)).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(lines[0]?.event).toBe('answer.invalid')
  })

  it('answers `internal` instead of more than 8 MiB', async () => {
    const address = 'x'.repeat(8 * MESSAGE_MAX)
    const { invoke, lines } = bind(someCalls({ 'receive.link': async () => ({ link: '', address }) }))
    const reply = await invoke('receive.link', { ...owner, assetId: null, amount: null, memo: '' })
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(lines[0]?.event).toBe('answer.too_large')
  })

  it('refuses more than 1 MiB of input before any schema sees it', async () => {
    const reply = await bind().invoke('accounts.importKeystore', { keystore: 'x'.repeat(MESSAGE_MAX) })
    expect(reply).toEqual({ ok: false, error: { code: 'host.refused', details: { reason: 'too_large' } } })
  })
})

describe('rate limit', () => {
  const lockable = () =>
    someCalls({ 'session.touch': async () => null, 'session.lock': async () => null, 'app.retry': async () => null })

  it('lets 100 calls through at once and the rest at 100 a second', async () => {
    const clock = manualClock()
    const calls = lockable()
    const { invoke } = bind(calls, clock)
    const all = Promise.all(Array.from({ length: 150 }, () => invoke('session.touch', null)))
    await clock.advance(0)
    expect(calls.seen).toHaveLength(100)
    await clock.advance(250)
    expect(calls.seen.length).toBeGreaterThanOrEqual(124)
    expect(calls.seen.length).toBeLessThanOrEqual(126)
    await clock.advance(300)
    expect((await all).every((reply) => reply.ok)).toBe(true)
  })

  it('gives other methods their turn while one of them floods', async () => {
    const clock = manualClock()
    const { invoke } = bind(lockable(), clock)
    const flood = Array.from({ length: 200 }, () => invoke('session.touch', null))
    let answered = false
    const other = invoke('app.retry', { account: ACCOUNT }).then(() => {
      answered = true
    })
    await clock.advance(40)
    expect(answered).toBe(true)
    await clock.advance(2000)
    await Promise.all([...flood, other])
  })

  it('refuses what would wait behind a hundred others', async () => {
    const clock = manualClock()
    const { invoke } = bind(lockable(), clock)
    const all = Promise.all(Array.from({ length: 300 }, () => invoke('session.touch', null)))
    await clock.advance(2000)
    const replies = await all
    expect(replies.filter((reply) => reply.ok)).toHaveLength(200)
    expect(replies[299]).toMatchObject({ error: { code: 'host.refused', details: { reason: 'too_many_calls' } } })
  })

  it('never makes locking wait', async () => {
    const clock = manualClock()
    const calls = lockable()
    const { invoke } = bind(calls, clock)
    const flood = Array.from({ length: 300 }, () => invoke('session.touch', null))
    expect(await invoke('session.lock', null)).toEqual({ ok: true, value: null })
    await clock.advance(2000)
    await Promise.all(flood)
  })
})

describe('encodeEvent', () => {
  it('writes the wire form and drops members without a schema', () => {
    const payload = { account: null, topics: ['balances'], seed: 'secret' } as const
    const { log } = keepLog()
    expect(encodeEvent('data.changed', { ...payload, topics: [...payload.topics] }, log)).toEqual({
      account: null,
      topics: ['balances'],
    })
  })

  it('sends nothing for a payload that does not fit', () => {
    const { log, lines } = keepLog()
    expect(encodeEvent('session.changed', { locked: 'yes' } as never, log)).toBeNull()
    expect(lines[0]?.event).toBe('event.invalid')
  })
})
