import { z } from 'zod'
import { userView } from './views.ts'
import { shown, time, userId } from './wire.ts'

/** The page of a bot and where it would open. */
export const webAppView = z.object({
  bot: userView,
  url: shown,
  /** Scheme, name and port: whom a permission is given to. */
  origin: shown,
  /** `window`: one of its own, in which the page may ask for balances; `tab`: a tab of the browser, where it cannot. */
  opens: z.enum(['window', 'tab']),
})

/** What a person has decided about an origin. */
export const webSiteView = z.object({
  origin: shown,
  bot: userView,
  allowed: z.boolean(),
  decidedAt: time,
})

/** A page that waits for a decision. */
export const webAskView = z.object({ account: userId, origin: shown, bot: userView })
