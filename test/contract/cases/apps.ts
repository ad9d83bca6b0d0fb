import { expect } from 'vitest'
import { publicKeyFromSeed, registrationRequest } from '#protocol'
import { exchangeOf, legacyAccount } from '../../support/legacy.ts'
import { freshSeed, refusalOf } from '../../support/localnet.ts'
import type { Cases } from './scene.ts'

export const appCases = {
  async 'apps.register'({ someone }) {
    const till = await someone('Till', { kind: 'bot', unregistered: true })
    const { spendSeed, id: userId } = till
    const { publicKey, signature } = registrationRequest({
      ...{ dialect: 'upstream', userId, spendSeed, tipSeed: spendSeed },
    })
    const body = { spend_public_key: publicKey, signature_base64: signature }
    expect(await till.remote.call('apps.register', { params: { id: userId }, body })).toEqual({
      spend_public_key: publicKey,
    })
    expect(await till.remote.call('me.read')).toMatchObject({ has_safe: true, spend_public_key: publicKey })
  },

  async 'apps.session'({ someone }) {
    const till = await someone('Till', { kind: 'bot' })
    const made = await till.remote.call('apps.session', {
      params: { id: till.id },
      body: { session_public_key: publicKeyFromSeed(freshSeed()) },
    })
    expect(made.server_public_key).toBe(till.keystore.server_public_key)
    expect(made.session_id).not.toBe(till.keystore.session_id)
    expect(await refusalOf(till.remote.call('me.read'))).toBe(401)
  },

  async 'apps.billing'({ bot }) {
    expect(await bot.remote.call('apps.billing', { params: { id: bot.id } })).toEqual({
      app_id: bot.id,
      cost: { users: '0', resources: '0' },
      credit: '0',
    })
  },

  async 'legacyUsers.create'({ net }) {
    const legacy = await legacyAccount(net, 'Old Bot', '314159')
    const made = await net.control.call('legacyUsers.create', { body: exchangeOf(legacy, '314159', net.clock) })
    expect(made.app_id).toBe(legacy.clientId)
    expect(made.session_id).not.toBe(legacy.sessionId)
  },
} as const satisfies Partial<Cases>
