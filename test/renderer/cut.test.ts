import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { isolated } from '#words'
import { Cut } from '../../src/renderer/components/Cut.tsx'

const markup = (text: string): string => renderToStaticMarkup(createElement(Cut, { text }))

it('cuts a name from right to left by itself, and all that it stands among as one line', () => {
  expect(markup(`Sent to ${isolated('صندوق')} · `)).toMatch(
    />Sent to <bdi dir="auto"[^>]*truncate[^>]*>صندوق<\/bdi> · </,
  )
  expect(markup(`Sent to ${isolated('Maya')} · `)).toMatch(
    /^<span dir="auto"[^>]*truncate[^>]*>Sent to Maya · <\/span>$/,
  )
})
