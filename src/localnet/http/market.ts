import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { RESIDENTS } from '../ledger/residents.ts'

/*
 * The page of one resident bot, so that a bot's page can be tried here: it asks its host for context and balances in the
 * way the official SDK does, offers a payment link, and leads elsewhere. It keeps nothing and calls nothing.
 */

const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa'
const STALL = RESIDENTS.market

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 26rem; padding: 1.5rem; }
  button, a.button { font: inherit; padding: .6rem 1rem; border-radius: .5rem; border: 1px solid; background: none; color: inherit; text-decoration: none; display: inline-block; }
  li { overflow-wrap: anywhere; } [role=status] { min-height: 1.5rem; }
`

const SCRIPT = `
  const host = window.MixinContext
  const say = (text) => { document.querySelector('[role=status]').textContent = text }
  const show = (assets) => {
    const list = document.querySelector('ul')
    list.replaceChildren(...assets.map(({ asset_id, balance }) => {
      const item = document.createElement('li')
      item.textContent = balance + ' of ' + asset_id
      return item
    }))
    say(assets.length === 0 ? 'Nothing was shared.' : 'Shared: ' + assets.length)
  }
  window.stallAssets = (text) => show(JSON.parse(text))
  const context = host === undefined ? null : JSON.parse(host.getContext())
  document.querySelector('#context').textContent = context === null
    ? 'Opened in a browser. Balances are shared only in a window of the wallet.'
    : 'Opened by the wallet: ' + [context.locale, context.appearance, context.currency].join(', ')
  document.querySelector('#ask').addEventListener('click', () => {
    if (host === undefined) return say('There is no wallet around this page.')
    say('Asked for balances.')
    host.getAssets([], 'stallAssets')
  })
`

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${STALL.fullName}</title>
<style>${STYLE}</style>
<h1>${STALL.fullName}</h1>
<p>${STALL.biography}</p>
<p id="context"></p>
<p><button id="ask" type="button">Show my balances</button></p>
<p role="status"></p>
<ul aria-label="Balances"></ul>
<p><a class="button" href="https://mixin.one/pay/${STALL.userId}?asset=${BTC}&amp;amount=0.001&amp;memo=lantern">Buy a lantern for 0.001 BTC</a></p>
<p><a href="https://example.org/">Elsewhere</a></p>
<script>${SCRIPT}</script>
</html>
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves the page at the path that the bot's record names. */
export function addMarket(server: FastifyInstance): void {
  server.get(STALL.homeUri, async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .send(PAGE),
  )
}
