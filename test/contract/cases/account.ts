import { expect } from 'vitest'
import { publicKeyFromSeed, sha256Hash, signTip, signWithSeed, tipPinUpdate, tipVerifyBody } from '#protocol'
import { freshSeed, pinFor, refusalOf, register } from '../../support/localnet.ts'
import type { Cases } from './scene.ts'

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

export const accountCases = {
  async 'me.read'({ ana }) {
    expect(await ana.remote.call('me.read')).toMatchObject({
      user_id: ana.id,
      has_safe: true,
      tip_counter: 1,
      spend_public_key: publicKeyFromSeed(ana.spendSeed),
      relationship: 'ME',
    })
  },

  async 'me.register'({ net, dialect, someone }) {
    const dan = await someone('Dan', { unregistered: true })
    expect((await dan.remote.call('me.read')).has_safe).toBe(false)
    await register(net, dan, dialect)
    expect((await dan.remote.call('me.read')).has_safe).toBe(true)
  },

  async 'pin.update'({ net, someone }) {
    const dan = await someone('Dan', { unregistered: true })
    const tip = tipPinUpdate(publicKeyFromSeed(freshSeed()), 1n)
    const updated = await dan.remote.call('pin.update', {
      body: { old_pin_base64: '', pin_base64: pinFor(dan.keystore, tip, net.clock) },
    })
    expect(updated).toMatchObject({ user_id: dan.id, has_pin: true })
  },

  async 'pin.verify'({ net, ana }) {
    const timestamp = Math.floor(Number(net.clock.now() / 1_000_000_000n))
    const pin = signTip(ana.spendSeed, tipVerifyBody(BigInt(timestamp)))
    const answer = await ana.remote.call('pin.verify', {
      body: { pin_base64: pinFor(ana.keystore, pin, net.clock), timestamp },
    })
    expect(answer.user_id).toBe(ana.id)
  },

  async 'profile.read'({ ben }) {
    expect(await ben.remote.call('profile.read')).toMatchObject({ user_id: ben.id, full_name: 'Ben' })
  },

  async 'profile.update'({ someone }) {
    const dan = await someone('Dan')
    const answer = await dan.remote.call('profile.update', { body: { full_name: 'Daniel', biography: 'Bakes.' } })
    expect(answer).toMatchObject({ full_name: 'Daniel', biography: 'Bakes.' })
    expect((await dan.remote.call('profile.read')).full_name).toBe('Daniel')
    const empty = { full_name: '', biography: '', avatar_base64: '' }
    expect(await dan.remote.call('profile.update', { body: empty })).toEqual(answer)
  },

  async 'profile.rotateCode'({ net, someone }) {
    const dan = await someone('Dan')
    const { code_id: before } = await dan.remote.call('profile.read')
    const { code_id: after } = await dan.remote.call('profile.rotateCode')
    expect(after).not.toBe(before)
    expect((await dan.remote.call('profile.read')).code_id).toBe(after)
    const read = (id: string | null) => net.control.call('codes.read', { params: { id: id ?? '' } })
    expect(await read(after)).toMatchObject({ type: 'user', user_id: dan.id })
    expect(await refusalOf(read(before))).toBe(404)
  },

  async 'profile.logs'({ net, someone }) {
    const dan = await someone('Dan')
    const logs = (query: object = {}) => dan.remote.call('profile.logs', { query })
    const wrong = () =>
      dan.remote.call('pin.verify', {
        body: {
          pin_base64: pinFor(dan.keystore, signTip(freshSeed(), tipVerifyBody(1n)), net.clock),
          timestamp: 1,
        },
      })
    expect(await logs()).toEqual([])
    for (const _ of [1, 2, 3]) expect(await refusalOf(wrong())).toBe(20119)
    const all = await logs({ category: 'PIN_INCORRECT' })
    expect(all.map(({ code, ip_address }) => [code, ip_address])).toEqual(
      Array.from({ length: 3 }, () => ['VERIFICATION', '127.0.0.1']),
    )
    expect(await logs({ limit: 1 })).toEqual(all.slice(0, 1))
    expect(await logs({ limit: 100, offset: all[0]?.created_at })).toEqual(all.slice(1))
    expect(await logs({ category: 'ANYTHING' })).toEqual([])
    expect(await (await someone('Eve')).remote.call('profile.logs')).toEqual([])
  },

  async 'profile.prefer'({ ana, someone }) {
    const dan = await someone('Dan')
    const body = { fiat_currency: 'EUR', accept_search_source: 'EVERYBODY', transfer_confirmation_threshold: 0 }
    const answer = await dan.remote.call('profile.prefer', { body })
    expect(answer).toMatchObject({ ...body, receive_message_source: 'CONTACTS', full_name: 'Dan' })
    const empty = { fiat_currency: '', accept_search_source: '' }
    expect(await dan.remote.call('profile.prefer', { body: empty })).toEqual(answer)
    expect(await dan.remote.call('profile.read')).toEqual(answer)
    expect(await refusalOf(dan.remote.call('profile.prefer', { body: { fiat_currency: 'NONE' } }))).toBe(10002)
    expect((await ana.remote.call('users.read', { params: { id: dan.id } })).fiat_currency).toBe('EUR')
  },

  async 'networkUsers.create'({ bot }) {
    const made = await bot.remote.call('networkUsers.create', {
      body: { session_secret: base64(publicKeyFromSeed(freshSeed())), full_name: 'Till 4' },
    })
    expect(made).toMatchObject({
      ...{ full_name: 'Till 4', identity_number: '0', server_public_key: bot.keystore.server_public_key },
      pin_token_base64: Buffer.from(made.pin_token, 'base64').toString('base64url'),
    })
  },

  async 'sessions.fetch'({ ana, ben }) {
    const sessions = await ana.remote.call('sessions.fetch', { body: [ben.id] })
    expect(sessions).toMatchObject([{ user_id: ben.id, session_id: ben.keystore.session_id }])
  },

  async 'oauth.token'({ net, bot }) {
    const call = net.control.call('oauth.token', { body: { client_id: bot.id, code: 'never given' } })
    expect(await refusalOf(call)).toBe(20121)
  },

  async 'local.account'({ net }) {
    const keystore = await net.control.call('local.account', { body: { full_name: 'Anybody' } })
    expect(keystore).toMatchObject({ spend_private_key: null, session_private_key: expect.stringMatching(/^\w{64}$/) })
  },

  async 'local.authorize'({ net, ana, bot }) {
    const scopes = ['PROFILE:READ', 'ASSETS:READ']
    const { authorization_code: code } = await net.control.call('local.authorize', {
      body: { user_id: ana.id, client_id: bot.id, scopes },
    })
    const grant = await net.control.call('oauth.token', { body: { client_id: bot.id, code } })
    expect(grant).toMatchObject({
      scope: scopes.join(' '),
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
  },

  async 'local.session'({ net, ana }) {
    const publicKey = publicKeyFromSeed(ana.spendSeed)
    const timestamp = Math.floor(Number(net.clock.now() / 1_000_000_000n))
    const digest = sha256Hash(Buffer.from(`LOCALNET:SESSION:${publicKey}${timestamp}`).toString('hex'))
    const keystore = await net.control.call('local.session', {
      body: { public_key: publicKey, timestamp, signature: signWithSeed(ana.spendSeed, digest) },
    })
    expect(keystore.app_id).toBe(ana.id)
    expect(keystore.session_id).not.toBe(ana.keystore.session_id)
  },
} as const satisfies Partial<Cases>
