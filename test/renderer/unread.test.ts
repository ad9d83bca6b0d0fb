import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Unread } from '../../src/renderer/components/Unread.tsx'
import type { Report } from '../../src/renderer/state/types.ts'

const UNREACHABLE: Report = { code: 'remote.unreachable', details: {} }
const drawn = (error: Report | null, value?: unknown, look: object = { className: 'h-40' }) =>
  renderToStaticMarkup(createElement(Unread, { of: { value, error, refresh: () => undefined }, ...look }))

describe('in place of an answer that is not there', () => {
  it('stands room for it while it is asked for', () => {
    expect(drawn(null)).toContain('h-40')
    expect(drawn(null)).not.toContain('alert')
    expect(drawn(null, undefined, { rows: 'Drafts' })).toContain('aria-label="Drafts"')
  })

  it.each([
    ['is there', undefined],
    ['is newer than the one before', []],
  ])('stands why none %s, with a way to ask again', (_, value) => {
    const text = drawn(UNREACHABLE, value)
    expect(text).toContain('role="alert"')
    expect(text).toContain('Try again')
  })

  it('stands nothing once it is read', () => {
    expect(drawn(null, [])).toBe('')
  })
})
