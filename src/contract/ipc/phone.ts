import { z } from 'zod'
import { amount, assetId, requestId, sentence, shown, shownLines, time, userId } from '../wire.ts'
import { account, type Method, method, nothing } from './method.ts'
import { givenPayee } from './payees.ts'
import { askedUnder } from './send-form.ts'
import { assetView, errorReport, partyView } from './shared.ts'

/** In whose name phones are asked: an app that the person named, or the network's own. */
export const phoneAppView = z.object({
  appId: shown.nullable(),
  from: z.enum(['setting', 'network', 'nowhere']),
})

/** Asking a phone for a permission, from its code to the account that is watched. */
export const phoneWatchView = z.object({
  /**
   * `opened`: somebody scanned the code, as the service says. `agreed`: the permission is being fetched. `over`: nobody answered in
   * time.
   */
  stage: z.enum(['none', 'opening', 'waiting', 'opened', 'agreed', 'done', 'declined', 'over', 'failed']),
  /** What the code says; null while there is none. */
  link: shown.nullable(),
  until: time.nullable(),
  /** The account that is watched since. */
  account: userId.nullable(),
  error: errorReport.nullable(),
})

const phonePersonView = z.object({ userId, name: shown, identityNumber: shown })

/** What was paid, as the service tells it. */
const paidView = z.object({ asset: assetView.nullable(), amount, party: partyView, memoText: shownLines.nullable() })

/** A payment that a phone was asked to make, by a link with a trace of ours. */
export const askedPaymentView = z.object({
  requestId,
  link: shown,
  asset: assetView,
  amount,
  party: partyView,
  memoText: shownLines.nullable(),
  label: shown,
  askedAt: time,
  /** What the link that asked for it asked otherwise, in sentences; whoever asked may not count it as paid. */
  otherwise: z.array(sentence),
  /**
   * `seen`: the service has it. `final`: it stands in this account's history. `different`: something else was paid under this
   * trace, which is then in `paid`.
   */
  stage: z.enum(['waiting', 'seen', 'final', 'different']),
  paid: paidView.nullable(),
  /** Whether it can be told from here who was paid. */
  namesPayee: z.boolean(),
  /** Why the service could not be asked. */
  problem: errorReport.nullable(),
})

/** Accounts of people whose key is in their phone: asked for with a code that the phone scans. */
export const phoneMethods = {
  /** In whose name phones are asked. */
  'phone.app': method(nothing, phoneAppView),
  /** null takes back what was named. */
  'phone.setApp': method(z.strictObject({ appId: userId.nullable() }), phoneAppView),
  /** Asks for a code anew; whatever was asked before ends. Throws `wallet.phone_app`, `vault.passphrase_needed`. */
  'phone.begin': method(nothing, phoneWatchView),
  'phone.state': method(nothing, phoneWatchView),
  'phone.cancel': method(nothing, nothing),
  /** On the local network: people who stand in for somebody with a phone. */
  'phone.people': method(nothing, z.array(phonePersonView)),
  /** On the local network: what the phone of one of them would do; null declines. */
  'phone.answer': method(z.strictObject({ userId: userId.nullable() }), nothing),
  /**
   * Payments of an account that is only watched: its phone makes them, by a link. Nothing is held for them here, and nothing
   * here can make them. Throws `input.invalid {field}` for what no link can say.
   */
  'asked.make': method(
    z.strictObject({
      ...account,
      assetId,
      payee: givenPayee,
      amount,
      memo: z.string().max(255),
      /** The trace id of a link that asked for this; the wallet makes one otherwise. */
      requestId: requestId.nullable(),
      /** What that link asks for, whose difference from this the answer tells. */
      asked: z.strictObject({ ...askedUnder, amount: amount.nullable() }).exactOptional(),
      label: z.string().max(200),
    }),
    askedPaymentView,
  ),
  /** Asks the service what became of it. */
  'asked.read': method(z.strictObject({ ...account, requestId }), askedPaymentView),
  /** Newest first, by what is known here. */
  'asked.list': method(z.strictObject(account), z.array(askedPaymentView)),
  /** Opens the link: asked about and opened in the person's own browser where the host can, else by the window that asked, in a tab. */
  'asked.open': method(
    z.strictObject({ ...account, requestId }),
    z.object({ url: z.string(), opens: z.enum(['browser', 'tab']) }),
  ),
  /** Forgets it here. Whoever has the link can still pay it. */
  'asked.putAway': method(z.strictObject({ ...account, requestId }), nothing),
} as const satisfies Record<string, Method>
