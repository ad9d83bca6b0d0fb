import { z } from 'zod'
import { account, type Method, method, nothing } from './method.ts'
import { payee } from './payee-views.ts'
import { askedPaymentView, phoneAppView, phonePersonView, phoneWatchView } from './phone-views.ts'
import { amount, assetId, requestId, userId } from './wire.ts'

/** Accounts of people whose key is in their phone: asked for with a code that the phone scans. */
export const phoneMethods = {
  /** In whose name phones are asked. */
  'phone.app': method(nothing, phoneAppView),
  /** null takes back what was named. */
  'phone.setApp': method(z.object({ appId: userId.nullable() }), phoneAppView),
  /** Asks for a code anew; whatever was asked before ends. Throws `wallet.phone_app`, `vault.passphrase_needed`. */
  'phone.begin': method(nothing, phoneWatchView),
  'phone.state': method(nothing, phoneWatchView),
  'phone.cancel': method(nothing, nothing),
  /** On the local network: people who stand in for somebody with a phone. */
  'phone.people': method(nothing, z.array(phonePersonView)),
  /** On the local network: what the phone of one of them would do; null declines. */
  'phone.answer': method(z.object({ userId: userId.nullable() }), nothing),
  /**
   * Payments of an account that is only watched: its phone makes them, by a link. Nothing is held for them here, and nothing
   * here can make them. Throws `input.invalid {field}` for what no link can say.
   */
  'asked.make': method(
    z.object({
      ...account,
      assetId,
      payee,
      amount,
      memo: z.string().max(255),
      /** The trace id of a link that asked for this; the wallet makes one otherwise. */
      requestId: requestId.nullable(),
      label: z.string().max(200),
    }),
    askedPaymentView,
  ),
  /** Asks the service what became of it. */
  'asked.read': method(z.object({ ...account, requestId }), askedPaymentView),
  /** Newest first, by what is known here. */
  'asked.list': method(z.object(account), z.array(askedPaymentView)),
  /** Opens the link: asked about and opened in the person's own browser where the host can, else by the window that asked, in a tab. */
  'asked.open': method(
    z.object({ ...account, requestId }),
    z.object({ url: z.string(), opens: z.enum(['browser', 'tab']) }),
  ),
  /** Forgets it here. Whoever has the link can still pay it. */
  'asked.putAway': method(z.object({ ...account, requestId }), nothing),
} as const satisfies Record<string, Method>
