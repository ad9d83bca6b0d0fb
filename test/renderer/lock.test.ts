import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Lock } from '../../src/renderer/screens/lock/index.tsx'
import type { AppState } from '../../src/renderer/state/types.ts'

/** What stands on the lock screen of a vault like this. */
function locked(vault: Partial<AppState['vault']>): string {
  const state = {
    ...{ host: 'electron', accounts: [], newsAt: null, network: { kind: 'local', name: 'local' } },
    vault: { locked: true, passphrase: false, store: 'keychain', keychainProblem: null, retryInSeconds: 0, ...vault },
  } as unknown as AppState // all that is drawn
  return renderToStaticMarkup(createElement(Lock, { state, account: null })).replace(/<[^>]+>/g, '\n')
}

describe('the lock', () => {
  // A title asks whether the page still has the frame that it began with.
  beforeAll(() => void vi.stubGlobal('document', { getElementById: () => null }))
  afterAll(() => void vi.unstubAllGlobals())

  it('says that the keychain with the keys does not answer, that none is lost, and what to do', () => {
    const text = locked({ keychainProblem: { code: 'check.keychain.locked', values: {} } })
    expect(text).toContain('The keychain is locked, and it was not opened.')
    expect(text).toMatch(/none of them is lost.* press Unlock/)
  })

  it('leads on whoever has given a wrong passphrase, and nobody else', () => {
    expect(locked({ passphrase: true, retryInSeconds: 5 })).toContain('Forgotten it?')
    expect(locked({ passphrase: true })).not.toContain('Forgotten it?')
    expect(locked({ retryInSeconds: 5 })).not.toContain('Forgotten it?')
  })

  it('says nothing of keychains where one answers, or where keys lie in a file', () => {
    expect(locked({ passphrase: true })).not.toContain('keychain')
    const inFile = {
      passphrase: true,
      store: 'file',
      keychainProblem: { code: 'check.keychain.service', values: {} },
    } as const
    expect(locked(inFile)).not.toMatch(/keychain|secret service/)
  })
})
