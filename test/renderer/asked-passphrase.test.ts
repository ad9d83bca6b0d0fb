import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { AskedPassphrase } from '../../src/renderer/components/AskedPassphrase.tsx'
import type { Report } from '../../src/renderer/state/types.ts'

const WRONG: Report = { code: 'vault.wrong_passphrase', details: { waitSeconds: 8 } }

function drawn(over: { asks?: boolean; wait?: number; refusal?: Report | null; isMissed?: boolean } = {}): string {
  const of = { asks: true, text: '', setText: () => undefined, wait: 0, refusal: null, ...over }
  return renderToStaticMarkup(createElement(AskedPassphrase, { of }))
}

describe('the field of a passphrase', () => {
  it('is not there where none is set', () => {
    expect(drawn({ asks: false })).toBe('')
  })

  it('says that it is missing once the act was tried without it', () => {
    expect(drawn()).not.toContain('Enter')
    expect(drawn({ isMissed: true })).toContain('Enter your passphrase.')
  })

  it('counts down after a wrong one', () => {
    expect(drawn({ refusal: WRONG, wait: 5 })).toContain('Wait 5 s.')
  })

  it('asks nobody to wait any more once the time is over', () => {
    const text = drawn({ refusal: WRONG })
    expect(text).toContain('That is not the passphrase.')
    expect(text).not.toContain('Wait')
  })
})
