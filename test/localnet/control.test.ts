import { request } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { BTC, newcomer, type Person, refusalOf, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'

interface Reply {
  readonly data?: unknown
  readonly error?: { readonly code: number }
}

/** A request with headers that `fetch` does not let anybody set. */
async function knock(url: string, headers: Record<string, string>, body?: string): Promise<Reply> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve(JSON.parse(text) as Reply))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('control calls', () => {
  let net: TestLocalnet
  let ana: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ faults: true })
    ana = await newcomer(net, 'Ana')
  })

  it('are answered to programs on this machine', async () => {
    const { port } = new URL(net.url)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '127.0.0.1']) {
      expect((await knock(`${net.url}/localnet/state`, { host })).error).toBeUndefined()
    }
  })

  it('are refused to web pages of elsewhere and to names that were pointed here', async () => {
    const account = JSON.stringify({ full_name: 'Mallory' })
    const foreign: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'localhost.evil.example' },
      { host: '127.0.0.1.evil.example:80' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    const { accounts } = await net.control.call('local.state')
    for (const headers of foreign) {
      expect((await knock(`${net.url}/localnet/state`, headers)).error?.code).toBe(403)
      expect((await knock(`${net.url}/upstream/localnet/state`, headers)).error?.code).toBe(403)
      expect((await knock(`${net.url}/localnet/accounts`, headers, account)).error?.code).toBe(403)
      expect((await knock(`${net.url}/localnet/faults`, headers, '{}')).error?.code).toBe(403)
    }
    expect((await net.control.call('local.state')).accounts).toBe(accounts)
  })

  it('find residents to pay, one of whom has not registered', async () => {
    const { accounts, registered } = await (async () => {
      const fresh = await startTestLocalnet()
      const state = await fresh.control.call('local.state')
      await fresh.close()
      return state
    })()
    expect([accounts, registered]).toEqual([8, 7])
    const maya = await ana.remote.call('users.search', { params: { q: '40110' } })
    expect(maya).toMatchObject({ full_name: 'Maya Okafor', has_safe: true })
    await ana.fund(BTC, '1')
    await ana.pay(maya.user_id, BTC, '0.5')
    await net.blocks(1)
    expect(await ana.balance(BTC)).toBe('0.5')
  })

  describe('that make things go wrong', () => {
    const order = async (body: object): Promise<Reply> =>
      knock(`${net.url}/localnet/faults`, { 'content-type': 'application/json' }, JSON.stringify(body))
    const send = async (person: Person) => {
      const built = await person.build(BTC, [{ to: [ana.id], amount: parseAmount('0.1') }])
      const [raw = ''] = await person.sign(built)
      const call = () => person.remote.call('transactions.send', { body: [{ request_id: built.requestId, raw }] })
      const known = () => refusalOf(person.remote.call('transactions.read', { params: { id: built.requestId } }))
      return { call, known, state: async () => (await person.outputs(BTC)).length }
    }
    const payer = async (): Promise<Person> => {
      const person = await newcomer(net, 'Payer')
      await person.fund(BTC, '1')
      return person
    }

    it('are not there unless they were asked for', async () => {
      const plain = await startTestLocalnet()
      const body = JSON.stringify({ kind: 'garbage', path: '/', times: 1 })
      expect((await knock(`${plain.url}/localnet/faults`, {}, body)).error?.code).toBe(404)
    })

    it('refuse an order that is none', async () => {
      expect((await order({ kind: 'flood' })).error?.code).toBe(10002)
    })

    it('cut the line before anything was done', async () => {
      const { call, state } = await send(await payer())
      await order({ kind: 'drop-before', path: '/safe/transaction', times: 1 })
      expect(await call().catch(codeOf)).toBe('remote.unreachable')
      expect(await state()).toBe(1)
      await call()
      expect(await state()).toBe(0)
    })

    it('cut the line after everything was done', async () => {
      const { call, state } = await send(await payer())
      await order({ kind: 'drop-after', path: '/safe/transaction', times: 1 })
      expect(await call().catch(codeOf)).toBe('remote.unreachable')
      expect(await state()).toBe(0)
      expect(await call()).toMatchObject([{ state: 'signed' }])
    })

    it('answer garbage, an error, or late', async () => {
      await order({ kind: 'garbage', path: '/me', times: 1 })
      expect(await ana.remote.call('profile.update', { body: {} }).catch(codeOf)).toBe('remote.malformed')
      await order({ kind: 'error', path: '/me', times: 1, code: 7000 })
      expect(await refusalOf(ana.remote.call('profile.update', { body: {} }))).toBe(7000)
      await order({ kind: 'delay', path: '/me', times: 1, milliseconds: 120 })
      const started = performance.now()
      await ana.remote.call('profile.read')
      expect(performance.now() - started).toBeGreaterThan(110)
    })

    it.each([
      [401, 202],
      [500, 500],
      [7000, 500],
      [7001, 500],
    ])('answer an error %i with the status that it travels with, %i', async (code, status) => {
      await order({ kind: 'error', path: '/external/fiats', times: 1, code })
      const answer = await fetch(`${net.url}/external/fiats`)
      expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code, status } }])
    })

    it('give out keys that open for a thief', async () => {
      const [victim, thief] = [await newcomer(net, 'Victim'), await newcomer(net, 'Thief')]
      await order({ kind: 'steal-keys', user_id: thief.id, receivers: [victim.id] })
      const person = await payer()
      await person.pay(victim.id, BTC, '0.5')
      await order({ kind: 'steal-keys', user_id: thief.id, receivers: [] })
      await net.blocks(1)
      expect([await victim.balance(BTC), await thief.balance(BTC)]).toEqual(['0', '0.5'])
    })
  })
})
