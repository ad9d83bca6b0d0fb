import { afterEach, expect, it, vi } from 'vitest'
import { notify } from '../../src/renderer/state/notices.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('shows a figure as one number, for a voice and for the letters of the system', () => {
  const shown: string[] = []
  class SystemNotice {
    static readonly permission = 'granted'
    constructor(title: string, { body }: { readonly body: string }) {
      shown.push(title, body)
    }
  }
  vi.stubGlobal('Notification', SystemNotice)
  const text = {
    title: 'You received 12\u202f500.75 XIN',
    body: 'Send 1\u202f234\u202f567 DOGE to \u2068Maya 12\u2069',
  }
  notify(text, 'a tag', 'an account', { name: 'home' })
  expect(shown).toEqual(['You received 12500.75 XIN', 'Send 1234567 DOGE to Maya 12'])
})
