import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Unread } from '../../src/renderer/components/Unread.tsx'
import type { Report } from '../../src/renderer/state/types.ts'

const drawn = (error: Report | null) =>
  renderToStaticMarkup(createElement(Unread, { of: { error, refresh: () => undefined }, className: 'h-40' }))

describe('in place of an answer that is not there', () => {
  it('stands room for it while it is asked for', () => {
    expect(drawn(null)).toContain('h-40')
    expect(drawn(null)).not.toContain('alert')
  })

  it('stands why it cannot be read, with a way to ask again', () => {
    const text = drawn({ code: 'remote.unreachable', details: {} })
    expect(text).toContain('role="alert"')
    expect(text).toContain('Try again')
  })
})
