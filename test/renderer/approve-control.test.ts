import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ApproveControl } from '../../src/renderer/components/ApproveControl.tsx'
import type { EnteredPassphrase } from '../../src/renderer/components/AskedPassphrase.tsx'
import type { Report } from '../../src/renderer/state/types.ts'

const WRONG: Report = { code: 'vault.wrong_passphrase', details: {} }

function drawn(refusal: Report | null): string {
  const passphrase: EnteredPassphrase = {
    ...{ asks: true, text: '', setText: () => undefined, wait: 0, isMissing: true, isMissed: true },
    ...{ isReady: () => false, given: '', refusal, failure: null, clear: () => undefined },
  }
  const missing = { obstacle: 'Enter your passphrase.', tried: true, unseen: null }
  return renderToStaticMarkup(
    createElement(ApproveControl, { approval: 'passphrase', passphrase, ...missing, pending: false, title: 'Sign' }),
  )
}

describe('the last thing before a signature', () => {
  it('asks for a passphrase that was not given', () => {
    expect(drawn(null)).toMatch(/approve-obstacle[^<]*>Enter your passphrase\./)
  })

  it('says of a wrong one that it is wrong, and does not ask for one beside that', () => {
    expect(drawn(WRONG)).toContain('That is not the passphrase.')
    expect(drawn(WRONG)).not.toContain('Enter your passphrase.')
  })
})
