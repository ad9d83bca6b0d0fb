import { z } from 'zod'
import { amount, assetId, shown, time, userId } from '../wire.ts'
import { account, type Method, method, nothing } from './method.ts'
import { userView } from './shared.ts'

/** The page of a bot and where it would open. */
const webAppView = z.object({
  bot: userView,
  url: shown,
  /** Scheme, name and port: whom a permission is given to. */
  origin: shown,
  /** `window`: one of its own, in which the page may ask for balances; `tab`: a tab of the browser, where it cannot. */
  opens: z.enum(['window', 'tab']),
})

/** What a person has decided about an origin. */
const webSiteView = z.object({
  origin: shown,
  bot: userView,
  allowed: z.boolean(),
  decidedAt: time,
})

/** A page that waits for a decision. */
const webAskView = z.object({ account: userId, origin: shown, bot: userView })

const origin = z.string().max(300)

/** Web apps of bots and what they may ask of the wallet. */
export const webAppMethods = {
  /** A bot's page, by the bot's id or number, read anew from the service. Throws `wallet.no_web_app`. */
  'webapps.read': method(z.strictObject({ ...account, bot: z.string().trim().min(1).max(64) }), webAppView),
  /** Opens the page where there is a window for it; where there is none, the window that asked opens a tab. */
  'webapps.open': method(z.strictObject({ ...account, bot: userId }), webAppView),
  /**
   * What a page gets when it asks for balances. The first time it waits for the person; without their consent the list
   * is empty. Asked by the host for the page, with the origin that the host has seen for itself.
   */
  'webapps.assets': method(
    z.strictObject({ ...account, bot: userId, origin, assetIds: z.array(assetId).max(500) }),
    z.array(z.object({ assetId, balance: amount })),
  ),
  'webapps.asking': method(nothing, z.array(webAskView)),
  'webapps.decide': method(z.strictObject({ ...account, origin, allow: z.boolean() }), nothing),
  'webapps.sites': method(z.strictObject(account), z.array(webSiteView)),
  /** As if it had never been asked: the next request asks again. */
  'webapps.forget': method(z.strictObject({ ...account, origin }), nothing),
} as const satisfies Record<string, Method>
