import { expect } from 'vitest'
import { order, type Person, type TestLocalnet } from '../../support/localnet.ts'
import type { Cases } from './scene.ts'

async function askedBy(net: TestLocalnet, bot: Person): Promise<string> {
  const asked = { type: 'authorization', client_id: bot.id, scopes: ['PROFILE:READ'] }
  const { code_id } = (await order(net, 'codes', asked)) as { code_id: string } // what the order answers
  return code_id
}

export const phoneCases = {
  async 'local.phone'({ net, bot, someone }) {
    const ana = await someone('Ana with a phone')
    const { app_id, people } = await net.control.call('local.phone')
    expect(await ana.remote.call('users.read', { params: { id: app_id } })).toMatchObject({ user_id: app_id })
    const ids = people.map(({ user_id }) => user_id)
    expect(ids).toContain(ana.id)
    expect(ids).not.toContain(bot.id)
  },

  async 'local.approve'({ net, ana, bot }) {
    const code_id = await askedBy(net, bot)
    await net.control.call('local.approve', { body: { code_id, user_id: ana.id } })
    const code = await net.control.call('codes.read', { params: { id: code_id } })
    expect(code).toMatchObject({ authorization_code: expect.stringMatching(/^\w{64}$/) })
  },

  async 'local.decline'({ net, bot }) {
    const code_id = await askedBy(net, bot)
    await net.control.call('local.decline', { body: { code_id } })
    expect(await net.control.call('codes.read', { params: { id: code_id } })).toMatchObject({ scopes: [] })
  },
} as const satisfies Partial<Cases>
