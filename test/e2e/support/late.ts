import type { Page } from 'playwright-core'

/** Answers that are kept from a window for a while. */
export interface LateAnswers {
  /** How many wait. */
  readonly waiting: () => number
  /** Lets the oldest through. */
  letOne(): void
  /** Lets all through, and keeps none any more. */
  letAll(): void
}

/** Keeps what the wallet answers to calls of this name. The window is loaded anew, since it listens from its beginning. */
export async function keepAnswers(page: Page, name: string): Promise<LateAnswers> {
  const calls = new Set<number>()
  const held: (() => void)[] = []
  let keeping = true
  await page.routeWebSocket(/\/socket$/, (window) => {
    const wallet = window.connectToServer()
    window.onMessage((message) => {
      const call = JSON.parse(String(message)) as { readonly id: number; readonly name?: string } // the window's own form
      if (keeping && call.name === name) calls.add(call.id)
      wallet.send(message)
    })
    wallet.onMessage((message) => {
      const { id } = JSON.parse(String(message)) as { readonly id?: number } // the wallet's own form
      if (keeping && id !== undefined && calls.delete(id)) held.push(() => window.send(message))
      else window.send(message)
    })
  })
  await page.reload()
  return {
    waiting: () => held.length,
    letOne: () => held.shift()?.(),
    letAll() {
      keeping = false
      for (const pass of held.splice(0)) pass()
    },
  }
}
