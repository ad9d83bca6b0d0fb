import { beforeAll, describe, expect, it } from 'vitest'
import type { Dialect } from '#contract/domain'
import { ENDPOINTS, type Endpoint, type EndpointName, endpointOf, firstFault } from '#contract/http'
import { BTC, freshId, remoteAt, startTestLocalnet, type TestLocalnet, tokenFor } from '../support/localnet.ts'
import { accountCases } from './cases/account.ts'
import { appCases } from './cases/apps.ts'
import { assetCases } from './cases/assets.ts'
import { bookCases } from './cases/book.ts'
import { kernelCases } from './cases/kernel.ts'
import { moneyCases } from './cases/money.ts'
import { peopleCases } from './cases/people.ts'
import { phoneCases } from './cases/phone.ts'
import { type Cases, type Scene, sceneOf } from './cases/scene.ts'

const CASES: Cases = {
  ...accountCases,
  ...appCases,
  ...peopleCases,
  ...assetCases,
  ...bookCases,
  ...moneyCases,
  ...kernelCases,
  ...phoneCases,
}

const DIALECTS: readonly Dialect[] = ['interface', 'upstream']
// The keys of the table are its names.
const NAMES = Object.keys(ENDPOINTS) as EndpointName[]

const pathsOf = ({ path, upstreamPath, aliases = [] }: Endpoint): string[] => [
  path,
  ...(upstreamPath === undefined ? [] : [upstreamPath]),
  ...aliases,
]

/** A path as it could be asked for; whatever its parameters mean is unknown to the network. */
const filled = (path: string): string =>
  path
    .replace(/:hash\b/, 'ab'.repeat(32))
    .replace(/:q\b/, 'btc')
    .replace(/:\w+/g, freshId())

describe('the cases', () => {
  it('are one for each row of the endpoint table', () => {
    expect(Object.keys(CASES).sort()).toEqual(NAMES.toSorted())
  })
})

describe.each(DIALECTS)('spoken to in the dialect %s, the local network answers', (dialect) => {
  let net: TestLocalnet
  let scene: Scene
  beforeAll(async () => {
    net = await startTestLocalnet()
    scene = await sceneOf(net, dialect)
  })

  it.each(NAMES)('%s', async (name) => {
    await CASES[name](scene)
  })

  it('at the paths and in the shapes of that dialect', async () => {
    const seen: { path: string; data: unknown }[] = []
    const { keystore, id } = scene.ana
    const remote = remoteAt(dialect === 'upstream' ? `${net.url}/upstream` : net.url, {
      dialect,
      clock: net.clock,
      authorize: async (request) => tokenFor({ keystore }, request, net.clock.now()),
      async fetch(input, init) {
        const response = await fetch(input, init)
        const { data } = (await response.clone().json()) as { data?: unknown }
        seen.push({ path: new URL(String(input)).pathname.replace(/^\/upstream/, ''), data })
        return response
      },
    })
    await remote.call('deposits.entries', { body: { chain_id: BTC, members: [id], threshold: 1 } })
    await remote.call('transactions.send', { body: [{ request_id: freshId() as never, raw: '00' }] }).catch(() => null)
    const [entries, sent] = seen
    expect(Array.isArray(entries?.data)).toBe(dialect === 'upstream')
    expect(sent?.path).toBe(dialect === 'upstream' ? '/safe/transactions' : '/safe/transaction')
  })
})

describe('a body that may have one of two forms', () => {
  const { body } = ENDPOINTS['keys.request']
  const good = { receivers: [freshId()], index: 0, hint: freshId() }

  it.each([
    ['an element of a list', [good, { ...good, index: 'one' }], '1.index'],
    [
      'an element of the list in the longer form',
      { keys: [{ ...good, hint: 'none' }], senders: [freshId()] },
      'keys.0.hint',
    ],
    ['who asks', { keys: [good], senders: ['nobody'] }, 'senders.0'],
  ])('is refused with the name of what is wrong: %s', (_, sent, field) => {
    const read = body.safeParse(sent)
    expect(read.error && firstFault(read.error).field).toBe(field)
  })
})

describe('every row of the endpoint table', () => {
  let net: TestLocalnet
  beforeAll(async () => {
    net = await startTestLocalnet()
  })

  async function errorOf(method: string, path: string): Promise<{ code: number; description: string } | undefined> {
    const init =
      method === 'POST' ? { method, body: '{}', headers: { 'content-type': 'application/json' } } : { method }
    const response = await fetch(net.url + path, init)
    return ((await response.json()) as { error?: { code: number; description: string } }).error
  }

  it.each(NAMES)('%s is answered under each of its paths, with a token where the table asks for one', async (name) => {
    const endpoint = endpointOf(name)
    for (const path of pathsOf(endpoint)) {
      for (const prefix of ['', '/upstream']) {
        const error = await errorOf(endpoint.method, prefix + filled(path))
        expect(error?.description ?? '', path).not.toContain('The endpoint')
        expect(error?.code === 401, path).toBe(endpoint.auth === 'token')
      }
    }
  })

  it('is all that there is', async () => {
    expect(await errorOf('GET', '/safe/nothing')).toMatchObject({
      code: 404,
      description: 'The endpoint was not found.',
    })
  })
})
