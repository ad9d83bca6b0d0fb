import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Clock, UserId } from '#contract/domain'
import type { PhoneWatchView } from '#contract/ipc'
import { pkceChallenge } from '#protocol'
import type { OpenSocket } from '#remote'
import { socketOpener } from '../../src/main/socket.ts'
import { systemClock } from '../support/clock.ts'
import { clientOf, freshId } from '../support/localnet.ts'
import { MAYA, NOOR } from '../support/residents.ts'
import {
  BTC,
  coded,
  fund,
  has,
  newAccount,
  newBot,
  type OpenWallet,
  sharedNetwork,
  type WalletOptions,
} from '../support/wallet.ts'

const READS = ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ', 'CONTACTS:READ']
const PATIENCE_MS = 600_000
const LINK = 'mixin://codes/'

const network = sharedNetwork()
let owner: OpenWallet
let ana: UserId

beforeAll(async () => {
  owner = await network.open()
  ana = (await newAccount(owner, 'Ana')).account
  await fund(owner, ana, BTC, '2.5')
})

const watcher = (options: Partial<WalletOptions> = {}): Promise<OpenWallet> => network.open(options)

const ENDED: readonly PhoneWatchView['stage'][] = ['none', 'done', 'declined', 'over', 'failed']
const stages = (wallet: OpenWallet, ...wanted: PhoneWatchView['stage'][]) =>
  wallet.until(
    () => wallet.calls['phone.state'](null),
    ({ stage }) => wanted.includes(stage),
  )

/** Asks, and answers the code that is shown. */
async function begun(wallet: OpenWallet): Promise<string> {
  await wallet.calls['phone.begin'](null)
  const { link } = await stages(wallet, 'waiting', ...ENDED)
  return link?.slice(LINK.length) ?? ''
}
const phone = () => clientOf(network.url, systemClock)
const approve = (code_id: string, user_id = ana, scopes?: string[]) =>
  phone().call('local.approve', { body: { code_id, user_id, ...(scopes === undefined ? {} : { scopes }) } })
const accounts = async (wallet: OpenWallet) => (await wallet.calls['app.state'](null)).accounts

/** The real line, with requests noted and answers changed on their way. */
function noted(
  change: (path: string, body: Record<string, unknown>) => Record<string, unknown> = (_path, body) => body,
) {
  const sent: { path: string; body: string }[] = []
  const frames: string[] = []
  const changed: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname
    sent.push({ path, body: String(init?.body ?? '') })
    const response = await fetch(input, init)
    const { data, ...rest } = (await response.json()) as { data?: Record<string, unknown> } // the network's envelope
    const body = data === undefined || Array.isArray(data) ? { ...rest, data } : { ...rest, data: change(path, data) }
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
  }
  const socket: OpenSocket = async (url, options) => {
    const real = await socketOpener(() => null).open(url, options)
    return {
      ...real,
      send(frame) {
        frames.push(gunzipSync(frame).toString('utf8'))
        real.send(frame)
      },
      async next() {
        const frame = await real.next()
        if (frame === null) return null
        const { data, ...rest } = JSON.parse(gunzipSync(frame).toString('utf8'))
        return new Uint8Array(gzipSync(JSON.stringify({ ...rest, data: change('socket', data) })))
      },
    }
  }
  return { sent, frames, fetch: changed, openSocket: socket }
}

describe('watching with a phone', () => {
  it('shows a code, and watches the account of whoever agrees to it', async () => {
    const line = noted()
    const wallet = await watcher(line)
    expect(await wallet.calls['phone.begin'](null)).toMatchObject({ stage: 'opening', link: null, account: null })
    const waiting = await stages(wallet, 'waiting')
    expect(waiting.link).toMatch(/^mixin:\/\/codes\/[0-9a-f-]{36}$/)
    const codeId = waiting.link?.slice(LINK.length) ?? ''
    await phone().call('codes.read', { params: { id: codeId } })
    expect(await stages(wallet, 'opened')).toMatchObject({ link: waiting.link })
    await approve(codeId)
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'done', account: ana, link: null, error: null })
    expect(await accounts(wallet)).toMatchObject([{ account: ana, name: 'Ana', kind: 'watch', stage: 'ready' }])
    const { app_id } = await phone().call('local.phone')
    expect(await wallet.calls['accounts.permission']({ account: ana })).toMatchObject({
      kind: 'authorization',
      scopes: READS,
      state: 'good',
      appId: app_id,
    })
    await has(wallet, ana, BTC, '2.5')

    const tokens = line.sent.filter(({ path }) => path === '/oauth/token')
    expect(tokens).toHaveLength(1)
    const { code_verifier: verifier, client_secret } = JSON.parse(tokens[0]?.body ?? '')
    expect(client_secret).toBeUndefined()
    expect(line.frames.every((frame) => frame.includes(pkceChallenge(verifier)))).toBe(true)
    expect(
      [...line.frames, ...line.sent.map(({ body }) => body)].filter((text) => text.includes(verifier)),
    ).toHaveLength(1)
  })

  it('keeps nothing when the person declines', async () => {
    const wallet = await watcher()
    await phone().call('local.decline', { body: { code_id: await begun(wallet) } })
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'declined', link: null })
    expect(await accounts(wallet)).toEqual([])
  })

  it('says that it is over once nobody has answered for ten minutes, and makes another code', async () => {
    let isLate = false
    const clock: Clock = {
      ...systemClock,
      async sleep(ms, signal) {
        if (ms !== PATIENCE_MS) return systemClock.sleep(ms, signal)
        while (!isLate && signal?.aborted !== true) await systemClock.sleep(20)
      },
    }
    let closed = 0
    const openSocket: OpenSocket = async (...of) => {
      const real = await socketOpener(() => null).open(...of)
      return {
        ...real,
        close() {
          closed += 1
          real.close()
        },
      }
    }
    const wallet = await watcher({ clock, openSocket })
    const first = await begun(wallet)
    isLate = true
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'over', link: null })
    // Nobody listens for an answer any more.
    await expect.poll(() => closed).toBeGreaterThan(0)
    await approve(first)
    isLate = false
    const second = await begun(wallet)
    expect(second).not.toBe(first)
    expect(await accounts(wallet)).toEqual([])
    await wallet.calls['phone.cancel'](null)
  })

  it.each([
    ['more than was asked for', [...READS, 'APPS:WRITE']],
    ['everything', ['PROFILE:READ', 'FULL']],
  ])('does not even fetch a permission for %s', async (_what, scopes) => {
    const line = noted()
    const wallet = await watcher(line)
    await approve(await begun(wallet), ana, scopes)
    const more = scopes.filter((scope) => !READS.includes(scope))
    expect(await stages(wallet, ...ENDED)).toMatchObject({
      stage: 'failed',
      error: { code: 'wallet.phone_too_wide', details: { more } },
    })
    expect(line.sent.some(({ path }) => path === '/oauth/token')).toBe(false)
    expect(await accounts(wallet)).toEqual([])
  })

  it('keeps no permission that turns out wider, or to be of another code', async () => {
    const lies = [
      [{ scope: [...READS, 'MESSAGES:REPRESENT'].join(' ') }, 'wallet.phone_too_wide'],
      [{ authorization_id: freshId() }, 'remote.malformed'],
    ] as const
    for (const [lie, code] of lies) {
      const wallet = await watcher(noted((path, body) => (path === '/oauth/token' ? { ...body, ...lie } : body)))
      await approve(await begun(wallet))
      expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'failed', error: { code } })
      expect(await accounts(wallet)).toEqual([])
    }
  })

  it('takes no answer to another code than the one shown', async () => {
    const wallet = await watcher(
      noted((path, body) =>
        path === 'socket' && body['authorization_code'] !== '' ? { ...body, authorization_id: freshId() } : body,
      ),
    )
    await approve(await begun(wallet))
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'failed', error: { code: 'remote.malformed' } })
    expect(await accounts(wallet)).toEqual([])
  })

  it('says what a permission lacks, and who has no account to watch', async () => {
    const wallet = await watcher()
    await approve(await begun(wallet), ana, ['PROFILE:READ'])
    const small = await stages(wallet, ...ENDED)
    expect(small.error).toMatchObject({ code: 'input.permission', details: { lacks: 'ASSETS:READ' } })
    await approve(await begun(wallet), NOOR)
    const none = await stages(wallet, ...ENDED)
    expect(none.error).toMatchObject({ code: 'input.permission', details: { reason: 'unregistered' } })
  })

  it('refuses an account that is here with its keys', async () => {
    await approve(await begun(owner))
    expect(await stages(owner, ...ENDED)).toMatchObject({ stage: 'failed', error: { code: 'wallet.account_exists' } })
    expect(await accounts(owner)).toMatchObject([{ account: ana, kind: 'user' }])
  })

  it('ends at a lock, and what is agreed to afterwards adds nothing', async () => {
    const wallet = await watcher()
    const passphrase = 'four random words here'
    await wallet.calls['vault.setPassphrase']({ current: null, next: passphrase })
    const code = await begun(wallet)
    await wallet.calls['session.lock'](null)
    await expect(wallet.calls['phone.begin'](null)).rejects.toThrow(coded('vault.locked'))
    await approve(code)
    await wallet.calls['session.unlock']({ passphrase })
    expect(await wallet.calls['phone.state'](null)).toMatchObject({ stage: 'none', link: null })
    expect(await accounts(wallet)).toEqual([])
  })

  it('asks for one code at a time, and not any more once it is cancelled', async () => {
    const wallet = await watcher()
    const first = await begun(wallet)
    const second = await begun(wallet)
    await approve(first, MAYA)
    await approve(second)
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'done', account: ana })
    const third = await begun(wallet)
    await wallet.calls['phone.cancel'](null)
    await approve(third, MAYA)
    expect(await wallet.calls['phone.state'](null)).toMatchObject({ stage: 'none' })
    expect(await accounts(wallet)).toHaveLength(1)
  })

  it.each([
    ['its permission is on its way', '/oauth/token'],
    ['it is asked whose it is', '/safe/me'],
  ])('adds nothing that is cancelled while %s', async (_, at) => {
    const wallet: OpenWallet = await watcher(
      noted((path, body) => {
        if (path === at) void wallet.calls['phone.cancel'](null)
        return body
      }),
    )
    await approve(await begun(wallet))
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'none' })
    // Whatever went on until now has long ended once another code is answered.
    const line = await begun(wallet)
    await phone().call('local.decline', { body: { code_id: line } })
    expect(await stages(wallet, 'declined')).toMatchObject({ account: null })
    expect(await accounts(wallet)).toEqual([])
  })

  it('asks in the name of the app that is named, and says where none or an unknown one is', async () => {
    const bot = (await newBot(owner, network.url, 'Own bot')).account
    const wallet = await watcher()
    expect(await wallet.calls['phone.app'](null)).toMatchObject({ from: 'network' })
    expect(await wallet.calls['phone.setApp']({ appId: bot })).toEqual({ appId: bot, from: 'setting' })
    await approve(await begun(wallet))
    await stages(wallet, 'done')
    expect(await wallet.calls['accounts.permission']({ account: ana })).toMatchObject({ appId: bot })

    await wallet.calls['phone.setApp']({ appId: freshId() as UserId })
    await begun(wallet)
    expect(await stages(wallet, ...ENDED)).toMatchObject({
      stage: 'failed',
      error: { code: 'wallet.phone_app', details: { reason: 'refused' } },
    })

    const elsewhere = await watcher({ network: { kind: 'custom' } })
    expect(await elsewhere.calls['phone.app'](null)).toEqual({ appId: null, from: 'nowhere' })
    await expect(elsewhere.calls['phone.begin'](null)).rejects.toThrow(coded('wallet.phone_app'))
    await expect(elsewhere.calls['phone.people'](null)).rejects.toThrow(coded('wallet.local_only'))
  })

  it('says that the service cannot be reached', async () => {
    const openNothing: OpenSocket = () => Promise.reject(new Error('no line'))
    const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms > 8000 ? ms : 1, signal) }
    const wallet = await watcher({ openSocket: openNothing, clock })
    await wallet.calls['phone.begin'](null)
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'failed', error: { code: 'remote.unreachable' } })
  })

  it('plays the phone on the local network', async () => {
    const wallet = await watcher()
    const people = await wallet.calls['phone.people'](null)
    expect(people.map(({ userId }) => userId)).toEqual(expect.arrayContaining([ana, MAYA]))
    await expect(wallet.calls['phone.answer']({ userId: MAYA })).rejects.toThrow(coded('input.invalid'))
    await begun(wallet)
    await wallet.calls['phone.answer']({ userId: null })
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'declined' })
    await begun(wallet)
    await wallet.calls['phone.answer']({ userId: MAYA })
    expect(await stages(wallet, ...ENDED)).toMatchObject({ stage: 'done', account: MAYA })
  })
})
