import { z } from 'zod'
import { account, type Method, method, nothing } from './method.ts'
import { webAppView, webAskView, webSiteView } from './web-app-views.ts'
import { amount, assetId, userId } from './wire.ts'

const origin = z.string().max(300)

/** Web apps of bots and what they may ask of the wallet. */
export const webAppMethods = {
  /** A bot's page, by the bot's id or number, read anew from the service. Throws `wallet.no_web_app`. */
  'webapps.read': method(z.object({ ...account, bot: z.string().trim().min(1).max(64) }), webAppView),
  /** Opens the page where there is a window for it; where there is none, the window that asked opens a tab. */
  'webapps.open': method(z.object({ ...account, bot: userId }), webAppView),
  /**
   * What a page gets when it asks for balances. The first time it waits for the person; without their consent the list
   * is empty. Asked by the host for the page, with the origin that the host has seen for itself.
   */
  'webapps.assets': method(
    z.object({ ...account, bot: userId, origin, assetIds: z.array(assetId).max(500) }),
    z.array(z.object({ assetId, balance: amount })),
  ),
  'webapps.asking': method(nothing, z.array(webAskView)),
  'webapps.decide': method(z.object({ ...account, origin, allow: z.boolean() }), nothing),
  'webapps.sites': method(z.object(account), z.array(webSiteView)),
  /** As if it had never been asked: the next request asks again. */
  'webapps.forget': method(z.object({ ...account, origin }), nothing),
} as const satisfies Record<string, Method>
