import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ThisIsYou } from '../../src/renderer/components/party.tsx'
import { Onlooker } from '../../src/renderer/state/wallet.tsx'
import { ANA, BO, person } from './fake-data.ts'

const seenBy = (account: string | null) =>
  renderToStaticMarkup(createElement(Onlooker, { value: account }, createElement(ThisIsYou, { party: person(ANA) })))

it('tells whoever is asked in a window without a wallet that it is himself who is paid', () => {
  expect(seenBy(ANA.userId)).toContain('This is you')
  expect(seenBy(BO.userId)).toBe('')
  expect(seenBy(null)).toBe('')
})
