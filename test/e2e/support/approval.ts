import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type App, painted } from './app.ts'

/*
 * The page of Electron's approval window, in Chromium: the built page, with a bridge that knows the two calls of that window and answers
 * with what the wallet itself said.
 */

/** What the wallet says next on the window's line that names a digest: a payment's review as the window of its own gets it. */
export function nextReview(app: App): Promise<object> {
  const line = app.socket()
  if (line === undefined) throw new Error('the window has no line to its host')
  return new Promise((resolve) => {
    line.on('framereceived', ({ payload }) => {
      const { reply } = JSON.parse(String(payload)) as { reply?: { value?: { digest?: string } } } // the form of every answer
      if (typeof reply?.value?.digest === 'string') resolve(reply.value)
    })
  })
}

/** The page with that to agree to. It knows no other call: nothing of the main window may run in it. */
export async function openApproval(app: App, shown: object): Promise<Page> {
  const page = await app.context.newPage()
  const asked: string[] = []
  await page.exposeFunction('noteCall', (name: string) => asked.push(name))
  await page.addInitScript((wire) => {
    const note = (name: string) => (window as unknown as { noteCall: (name: string) => Promise<number> }).noteCall(name) // exposed above
    const invoke = (name: string) =>
      note(name).then(() => ({ ok: true, value: name === 'approval.read' ? wire : null }))
    Object.assign(window, { coffer: { invoke, subscribe: () => () => undefined } })
  }, shown)
  await page.goto(`${new URL(app.line.url).origin}/approval.html`)
  await painted(page)
  expect(asked.filter((name) => name !== 'approval.read')).toEqual([])
  return page
}
