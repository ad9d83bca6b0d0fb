import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { WebApps } from '../../src/renderer/screens/settings/WebApps.tsx'
import type { Account, AppState } from '../../src/renderer/state/types.ts'
import { WalletProvider } from '../../src/renderer/state/wallet.tsx'

it('says nothing of pages as long as they are being read, and lists none', () => {
  const account = { account: 'a', name: 'Ada', kind: 'local', stage: 'ready' } as unknown as Account // all that is drawn
  const state = { host: 'electron', accounts: [account] } as unknown as AppState // likewise
  const children = createElement(WebApps)
  const text = renderToStaticMarkup(createElement(WalletProvider, { state, account, children }))
  expect(text).toContain('animate-late')
  expect(text).not.toContain('<ul')
})
