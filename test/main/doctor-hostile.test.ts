import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Clock, NetworkProfile } from '#contract/domain'
import { examineByKeystore, sessionOf } from '#wallet'
import { networkNamed } from '../../src/main/compose.ts'
import { openLog } from '../../src/main/log.ts'
import { readLog } from '../../src/main/log-lines.ts'
import { systemClock } from '../support/clock.ts'
import { freshBytes, newKeystore } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { sharedNetwork } from '../support/wallet.ts'

/*
 * A service that is broken or means harm, before the doctor: whatever it answers, the report comes to its end, and neither it nor the log that can
 * be given away holds what the service said of anybody.
 */

const HEX = 'c5f84ffae7bafdc2d63ec8afde2e6e3ae8ae2dc94ae4fa7fa3d6ebdca59c0b38'
const SECRETS = [
  '9876543210987654321',
  ...['1234567.89012345', 'Maya Okafor', 'Maya_Okafor', '/home/maya/keys.json', HEX, `a${HEX.slice(0, 31)}`],
  ...['abc1d2e3-2624-429b-8e0d-d9d19b6592fa', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'x'.repeat(5_000)],
]

const DEADLINE_MS = 4_000

const network = sharedNetwork()
let profile: NetworkProfile
let keys: ReturnType<typeof sessionOf>
const quiet = { clock: systemClock, random: freshBytes, log: () => undefined }
beforeAll(async () => {
  profile = await networkNamed(`${network.url}/upstream`, quiet)
  keys = sessionOf(JSON.stringify(await newKeystore(network, { full_name: 'Maya Okafor' })))
})

/** What is done to one answer. */
type Deed =
  | { readonly kind: 'as it is' }
  | { readonly kind: 'value' | 'name' | 'refusal' | 'header' | 'other data'; readonly secret: string }
  | { readonly kind: 'status' | 'number' | 'nothing'; readonly number: number }

const secret = fc.constantFrom(...SECRETS)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant('as it is' as const) }),
  fc.record({ kind: fc.constantFrom('value', 'name', 'refusal', 'header', 'other data'), secret }),
  fc.record({
    kind: fc.constantFrom('status', 'number', 'nothing'),
    number: fc.constantFrom(200, 201, 204, 302, 401, 403, 404, 418, 429, 500, 503, 1e21, -1, Number.MAX_SAFE_INTEGER),
  }),
)

/** Every value, or every name, of what a record or a list of them holds, in its place. */
function throughout(data: unknown, edit: (name: string, value: unknown) => readonly [string, unknown]): unknown {
  if (Array.isArray(data)) return data.map((each) => throughout(each, edit))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => edit(name, throughout(value, edit))))
}

/** A member more in a record, or in each of a list. */
function withMember(data: unknown, name: string): unknown {
  if (Array.isArray(data)) return data.map((each) => withMember(each, name))
  return typeof data === 'object' && data !== null ? { ...data, [name]: name } : data
}

/** No answer at all. */
const isEmpty = (to: Deed): boolean =>
  to.kind === 'status' && (to.number < 200 || to.number >= 600 || to.number === 204)

/** Asked again at once, so that what comes after it may be all that a question hears. */
const isBusy = (to: Deed): boolean => to.kind === 'status' && [429, 500, 503].includes(to.number)

/** Whether each question may end with no answer. */
const mayBeSilent = (deeds: readonly Deed[]): boolean =>
  deeds.some(isEmpty) && deeds.every((each) => isEmpty(each) || isBusy(each))

function done(to: Deed, body: { data?: unknown }, token: string): Response {
  const json = (content: unknown, more: ResponseInit = {}) => new Response(JSON.stringify(content), more)
  const echo = (text: string): string => `${text} ${token}`
  switch (to.kind) {
    case 'as it is':
      return json(body)
    case 'value':
      return json({
        data: throughout(body.data, (name, value) => [name, typeof value === 'string' ? to.secret : value]),
      })
    case 'name':
      return json({ data: withMember(body.data, to.secret) })
    case 'refusal':
      return json({ error: { status: 202, code: 10_002, description: echo(to.secret), extra: { field: to.secret } } })
    case 'header':
      return json(body, {
        headers: { 'x-request-id': to.secret.slice(0, 80), 'x-server-time': to.secret.slice(0, 80) },
      })
    case 'other data':
      return json({ data: [{ [to.secret.slice(0, 40)]: to.secret, [token.slice(0, 40)]: token }] })
    case 'status':
      return isEmpty(to)
        ? new Response(null, { status: 204 })
        : json({ error: { status: to.number, code: to.number, description: token } }, { status: to.number })
    case 'number':
      return json({
        data: throughout(body.data, (name, value) => [name, typeof value === 'number' ? to.number : value]),
      })
    case 'nothing':
      return json({ data: to.number === 200 ? null : to.number })
  }
}

/** What no report and no log that is given away may hold: the account, its token, and what the service said. */
function tells(text: string, tokens: readonly string[]): string[] {
  const names = [keys.userId, keys.sessionId, ...SECRETS, ...tokens.map((token) => token.slice(10, 40))]
  const said = names.filter((each) => text.toLowerCase().includes(each.slice(0, 30).toLowerCase()))
  return [...said, ...(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-|[0-9a-f]{16}|\d{6}|\d\.\d{3}/g) ?? [])]
}

describe('a service that says whatever it likes', () => {
  it('is examined to the end, and neither the report nor the log tells what it said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
        const folder = newFolder()
        const { log, close } = openLog({ directory: folder, clock: systemClock, level: 'debug', echo: null })
        const tokens: string[] = []
        let asked = 0
        const lying: typeof fetch = async (address, options) => {
          const token = new Headers(options?.headers).get('authorization') ?? ''
          if (token.length > 40) tokens.push(token)
          const answer = await fetch(address, options)
          const body = (await answer.json()) as { data?: unknown }
          asked += 1
          return done(deeds[asked % deeds.length] ?? { kind: 'as it is' }, body, token)
        }
        // Waits between tries are not what this is about; the end of one is.
        const sleep: Clock['sleep'] = (ms, signal) =>
          ms < DEADLINE_MS ? Promise.resolve() : systemClock.sleep(ms, signal)
        const clock = { ...systemClock, sleep }
        const around = { network: profile, fetch: lying, clock, random: freshBytes, log, makesKeys: true }
        const report = await examineByKeystore(keys, around, () => undefined)
        close()
        expect(report.findings.length).toBeGreaterThan(60)
        // Where no question is answered, the rest is not asked.
        expect(asked).toBeGreaterThan(mayBeSilent(deeds) ? 7 : 30)
        expect(tells(report.text.replace(/"day": "[\d-]+"/, ''), tokens)).toEqual([])
        const exported = readLog(folder).map(({ level, text }) => `${level} ${text}`)
        expect(tells(exported.join('\n'), tokens)).toEqual([])
      }),
      {
        numRuns: 10,
        examples: [
          ...(['name', 'header'] as const).map((kind): [Deed[]] => [SECRETS.map((each) => ({ kind, secret: each }))]),
          [[{ kind: 'status', number: 204 }]],
          [[204, 503].map((number) => ({ kind: 'status', number }))],
        ],
      },
    )
  })
})
