import { z } from 'zod'
import { assetView, errorReport, partyView } from './views.ts'
import { amount, requestId, shown, shownLines, time, userId } from './wire.ts'

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

export const phonePersonView = z.object({ userId, name: shown, identityNumber: shown })

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
