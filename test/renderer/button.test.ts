import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Button, type ButtonProps } from '../../src/renderer/ui/Button.tsx'

function drawn(pending: boolean): string {
  const props: ButtonProps = { pending, children: 'Compare' }
  return renderToStaticMarkup(createElement(Button, props))
}

describe('a button', () => {
  it('tells a screen reader that what it began is still going on', () => {
    expect(drawn(true)).toMatch(/^<button[^>]* aria-busy="true"/)
  })

  it('says nothing of the kind while nothing goes on', () => {
    expect(drawn(false)).toMatch(/^<button/)
    expect(drawn(false)).not.toContain('aria-busy')
  })
})
