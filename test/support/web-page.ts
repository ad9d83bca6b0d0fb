import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import type { WebAppPage } from '#wallet'
import type { PageAnswers } from '../../src/main/web-page.ts'
import type { PageContext } from '../../src/preload/page-bridge.ts'

/*
 * A bot's page with the wallet as its host, in Chromium. The page's functions are the lines of the product's preload, and
 * what answers them is the product's own answer; only Electron's window and its channel are stood in for by Playwright.
 */

const SOURCE = new URL('../../src/preload/page-bridge.ts', import.meta.url)

const CONTEXT: PageContext = {
  app_version: 'test',
  immersive: false,
  appearance: 'light',
  currency: 'USD',
  locale: 'en-GB',
  platform: 'Desktop',
  conversation_id: '',
}

/** Opens the page in a context of its own, as the host's window would. */
export async function openBotPage(context: BrowserContext, page: WebAppPage, answers: PageAnswers): Promise<Page> {
  const { account, bot, theme, currency } = page
  const appearance = theme === 'dark' ? 'dark' : 'light'
  const lines = stripTypeScriptTypes(readFileSync(SOURCE, 'utf8')).replaceAll(/^export /gm, '')
  await context.exposeBinding('askHost', ({ frame }, ids: unknown) =>
    answers({ account, bot, origin: new URL(frame.url()).origin }, ids),
  )
  await context.addInitScript({
    content: `(() => {
      ${lines}
      window.MixinContext = createPageBridge({
        context: ${JSON.stringify({ ...CONTEXT, appearance, currency })},
        request: (ids) => window.askHost(ids),
        deliver: (name, text) => typeof window[name] === 'function' && window[name](text),
      })
    })()`,
  })
  const opened = await context.newPage()
  await opened.goto(page.url)
  return opened
}
