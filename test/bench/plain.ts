import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { pageHeaders } from '../../src/main/policy.ts'

/**
 * A page that needs no script and has as many entries, lines and figures as Home, from a server as near as ours and under the same policy: a
 * browser takes a process of its own for a page that shuts others out, which is no matter of what the page holds.
 */
export async function servePlain(): Promise<{ url: string; close: () => void }> {
  const rows = Array.from({ length: 40 }, (_, at) => `<tr><th>line ${at}</th><td>${at}.00</td></tr>`).join('')
  const entries = Array.from({ length: 10 }, (_, at) => `<p>entry ${at}</p>`).join('')
  const body = `<div id="root"><nav>${entries}</nav><main><h1>Plain</h1><table><tbody>${rows}</table></main></div>`
  const headers = { ...pageHeaders(null), 'Content-Type': 'text/html', 'Cache-Control': 'no-store' }
  const server = createServer((_request, response) =>
    response.writeHead(200, headers).end(`<!doctype html><title>plain</title>${body}`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/**
 * When something was painted or marked, in the page's own milliseconds. It is waited for inside the page, by a call: Playwright's way of asking until
 * it is so brings a program of 330 kB into the page, while what is measured still goes on.
 */
export const noted = (page: Page, type: 'paint' | 'mark', name: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntriesByName(wanted.name)) resolve(entry.startTime)
        })
        observer.observe({ type: wanted.type, buffered: true })
      }),
    { type, name },
  )
