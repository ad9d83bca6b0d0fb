import type { Page } from 'playwright-core'

/* The line between the window and its wallet, on which answers may be late, lost, or no. The window is loaded anew, since it listens from its beginning. */

interface Answered {
  /** Passes the answer on, as late as that is. */
  readonly pass: () => void
  /** Breaks the line, on which it would have come. */
  readonly lose: () => void
}

/** What is refused does not reach the wallet. */
async function listen(
  page: Page,
  meant: (name: string) => 'answer' | 'refuse' | null,
  onAnswer: (answer: Answered) => void,
) {
  const calls = new Set<number>()
  await page.routeWebSocket(/\/socket$/, (window) => {
    const wallet = window.connectToServer()
    window.onMessage((message) => {
      const call = JSON.parse(String(message)) as { readonly id: number; readonly name?: string } // the window's own form
      const what = meant(call.name ?? '')
      if (what === 'answer') calls.add(call.id)
      const no = { id: call.id, reply: { ok: false, error: { code: 'internal', details: {} } } }
      if (what === 'refuse') window.send(JSON.stringify(no))
      else wallet.send(message)
    })
    wallet.onMessage((message) => {
      const { id } = JSON.parse(String(message)) as { readonly id?: number } // the wallet's own form
      if (id === undefined || !calls.delete(id)) return window.send(message)
      onAnswer({
        pass: () => window.send(message),
        lose: () => void Promise.all([window.close({ code: 1011 }), wallet.close({ code: 1011 })]),
      })
    })
  })
  await page.reload()
}

/** Keeps what the wallet answers to calls of this name. */
export async function keepAnswers(page: Page, name: string) {
  const held: (() => void)[] = []
  let keeping = true
  await listen(
    page,
    (called) => (keeping && called === name ? 'answer' : null),
    ({ pass }) => (keeping ? held.push(pass) : pass()),
  )
  return {
    waiting: () => held.length,
    letOne: () => held.shift()?.(),
    /** And keeps none any more. */
    letAll() {
      keeping = false
      for (const pass of held.splice(0)) pass()
    },
  }
}

/** What becomes of the answers to calls of a name from now on; those to all others come as ever. */
export async function fateOfAnswers(page: Page) {
  let fate: { readonly name: string; readonly how: 'lose' | 'refuse' } | null = null
  await listen(
    page,
    (called) => (called !== fate?.name ? null : fate.how === 'refuse' ? 'refuse' : 'answer'),
    (answer) => {
      const how = fate === null ? 'pass' : 'lose'
      fate = null
      answer[how]()
    },
  )
  return {
    /** The next one, and the line with it. */
    lose(name: string): void {
      fate = { name, how: 'lose' }
    },
    refuse(name: string): void {
      fate = { name, how: 'refuse' }
    },
    passAll(): void {
      fate = null
    },
  }
}
