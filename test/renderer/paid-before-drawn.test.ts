import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CancelButton } from '../../src/renderer/screens/send/CancelButton.tsx'
import { isPaidBefore, PaidBefore } from '../../src/renderer/screens/send/PaidBefore.tsx'
import type { Account, AppState, Report } from '../../src/renderer/state/types.ts'
import { WalletProvider } from '../../src/renderer/state/wallet.tsx'

/* What stands in place of a review of what was paid another way. */

// A page looks for its frame.
beforeAll(() => void vi.stubGlobal('document', { getElementById: () => null }))
afterAll(() => void vi.unstubAllGlobals())

const THIS = '0b4f49dc-8fb4-4539-9a89-fb3afc613747'
const OTHER = 'f3bd6b73-9d0a-4d6b-a3a1-7a3c04a8d2b1'
const account = { account: THIS } as Account
const CANCEL = 'Cancel payment'

const inWallet = (children: ReactNode): string =>
  renderToStaticMarkup(
    createElement(WalletProvider, { state: { accounts: [account] } as unknown as AppState, account, children }),
  )

/** How the button with that title looks; absent where there is none. */
const lookOf = (html: string, title: string): string | undefined =>
  html
    .split('<button')
    .find((button) => button.includes(title))
    ?.match(/ class="([^"]*)"/)?.[1]

function drawn(details: Report['details']) {
  const error: Report = { code: 'wallet.already_sent', details }
  const html = inWallet(createElement(PaidBefore, { paymentId: THIS, title: 'Send', error, onCheck: () => undefined }))
  const cancel = lookOf(html, CANCEL)
  const looks = [true, false].map((primary) =>
    lookOf(inWallet(createElement(CancelButton, { paymentId: THIS, primary })), CANCEL),
  )
  const place = looks.indexOf(cancel)
  return {
    cancel: place === 0 ? 'leads' : place === 1 ? 'stands aside' : cancel,
    opensRequest: lookOf(html, 'Open that request') !== undefined,
  }
}

describe('what was paid another way', () => {
  it.each([
    ['under its own id, whose receipt comes by itself', { requestId: THIS, asked: false }, 'stands aside', false],
    ['under an id that was not said', { asked: false }, 'stands aside', false],
    ['by another payment', { requestId: OTHER, asked: false }, 'leads', false],
    ['in some of its rows, by another computer', { requestId: '', rows: 1 }, 'leads', false],
    ['in some of its rows, by another payment', { requestId: OTHER, rows: 2 }, 'leads', false],
    ['by what a group is asked for', { requestId: OTHER, asked: true }, 'leads', true],
    ['by a request that is itself', { requestId: THIS, asked: true }, 'stands aside', false],
  ])('%s can be cancelled, and nobody is led to that where it is itself', (_, details, cancel, opensRequest) => {
    expect(drawn(details)).toEqual({ cancel, opensRequest })
  })

  it('is what the error says, and no other', () => {
    expect(isPaidBefore({ code: 'wallet.already_sent', details: {} })).toBe(true)
    expect(isPaidBefore({ code: 'wallet.sent_unproved', details: {} })).toBe(false)
    expect(isPaidBefore(null)).toBe(false)
  })
})
