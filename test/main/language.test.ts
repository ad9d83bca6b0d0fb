import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { Calls } from '#contract/ipc'
import { language, speak } from '#words'
import type { HostedWallet } from '../../src/main/binder.ts'
import { followLanguage, languagesOf, speakAs } from '../../src/main/language.ts'
import { someCalls } from '../support/host.ts'

afterEach(() => speak('en'))

function someone(chosen: string) {
  const events = new EventEmitter()
  const state = { chosen }
  const calls = someCalls({
    'app.state': (async () => ({ preferences: { language: state.chosen } })) as unknown as Calls['app.state'], // what is read of it
  })
  const subscribe: HostedWallet['subscribe'] = (name, listener) => {
    events.on(name, listener)
    return () => events.off(name, listener)
  }
  return { state, events, wallet: { calls, subscribe } }
}

describe('the language of a host', () => {
  it('is that of the system, as a terminal says it', async () => {
    expect(languagesOf({ LC_ALL: 'ja_JP.UTF-8', LANG: 'zh_CN.UTF-8' })).toEqual(['ja_JP.UTF-8'])
    expect(languagesOf({ LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' })).toEqual(['zh_CN.UTF-8'])
    for (const [text, spoken] of [
      ['zh_CN.UTF-8', 'zh-CN'],
      ['ja_JP', 'ja'],
      ['C.UTF-8', 'en'],
      ['', 'en'],
    ] as const) {
      await speakAs(languagesOf({ LANG: text }))
      expect(language()).toBe(spoken)
    }
  })

  it('is the one that the person chose, and becomes another one as soon as that is chosen', async () => {
    const { state, events, wallet } = someone('ja')
    let changes = 0
    const stop = await followLanguage(wallet, ['en-GB'], () => {
      changes += 1
    })
    expect([language(), changes]).toEqual(['ja', 1])
    state.chosen = 'system'
    events.emit('data.changed', { account: null, topics: ['activity'] })
    events.emit('data.changed', { account: null, topics: ['app'] })
    await expect.poll(language).toBe('en')
    expect(changes).toBe(2)
    stop()
    expect(events.listenerCount('data.changed')).toBe(0)
  })

  it('is the one that was chosen last, also where that was at hand sooner', async () => {
    const { events, wallet } = someone('en')
    const changes: string[] = []
    await followLanguage(wallet, ['en-GB'], () => void changes.push(language()))
    const choices = ['ja', 'en']
    Object.assign(wallet.calls, { 'app.state': async () => ({ preferences: { language: choices.shift() } }) })
    for (const _choice of ['ja', 'en']) events.emit('data.changed', { account: null, topics: ['app'] })
    await expect.poll(() => changes).toEqual(['ja', 'en'])
    expect(language()).toBe('en')
  })

  it('stays what it is where nobody tells the choice', async () => {
    const { wallet, events } = someone('ja')
    await followLanguage({ ...wallet, calls: someCalls({}) }, ['en-GB'])
    expect(language()).toBe('en')
    expect(events.listenerCount('data.changed')).toBe(1)
  })
})
