import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { unbroken } from '../../src/renderer/lib/unbroken.tsx'

const drawn = (text: string): string =>
  /^<b><span class="[^"]*">(.*)<\/span><\/b>$/.exec(
    renderToStaticMarkup(createElement('b', null, unbroken(text))),
  )?.[1] ?? ''
const FIGURE = '<span class="whitespace-nowrap">0.45 ETH</span>'

it('keeps a figure with its unit', () => {
  expect(drawn('Send 0.45 ETH to Maya')).toBe(`Send ${FIGURE} to Maya`)
})

it('lets a line end before a figure that no blank stands before', () => {
  expect(drawn('Maya Okaforに0.45 ETHを送る')).toBe(`Maya Okaforに<wbr/>${FIGURE}を送る`)
  expect(drawn('向 Maya 发送 0.45 ETH')).toBe(`向 Maya 发送 ${FIGURE}`)
})
