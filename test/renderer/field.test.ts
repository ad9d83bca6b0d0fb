import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Input } from '../../src/renderer/ui/Input.tsx'

const drawn = (lines: { readonly hint?: string; readonly error?: string }): string =>
  renderToStaticMarkup(createElement(Input, { label: 'File', value: '', onChange: () => undefined, ...lines }))

/** What is said of the field, in the order in which it is heard. */
function heard(html: string): string[] {
  const ids = /aria-describedby="([^"]+)"/.exec(html)?.[1]?.split(' ') ?? []
  return ids.map((id) => new RegExp(`id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1] ?? '')
}

describe('a field', () => {
  it('keeps its hint, by which what is wrong is mended, beside the error', () => {
    expect(heard(drawn({ hint: 'Copy its path.', error: 'It is not there.' }))).toEqual([
      'It is not there.',
      'Copy its path.',
    ])
  })

  it('names what stands there and nothing else', () => {
    expect(heard(drawn({ hint: 'Copy its path.' }))).toEqual(['Copy its path.'])
    expect(heard(drawn({ error: 'It is not there.' }))).toEqual(['It is not there.'])
    expect(drawn({})).not.toContain('aria-describedby')
  })
})
