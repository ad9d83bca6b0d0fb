import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { unbroken } from '../../src/renderer/lib/unbroken.tsx'

const drawn = (text: string): string => renderToStaticMarkup(createElement('b', null, unbroken(text)))
const FIGURE = '<span class="whitespace-nowrap">0.45 ETH</span>'

it('keeps a figure with its unit', () => {
  expect(drawn('Send 0.45 ETH to Maya')).toBe(`<b>Send ${FIGURE} to Maya</b>`)
})

it('lets a line end before a figure that no blank stands before', () => {
  expect(drawn('Maya Okaforに0.45 ETHを送る')).toBe(`<b>Maya Okaforに<wbr/>${FIGURE}を送る</b>`)
  expect(drawn('向 Maya 发送 0.45 ETH')).toBe(`<b>向 Maya 发送 ${FIGURE}</b>`)
})
