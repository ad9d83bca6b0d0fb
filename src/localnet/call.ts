import type { z } from 'zod'
import type { UserId } from '#contract/domain'
import type { Dialect, EndpointAnswer, EndpointName, Endpoints } from '#contract/http'

/** Who sent a request, as the token proved. */
export interface Caller {
  readonly userId: UserId
  readonly sessionId: string
  readonly kind: 'user' | 'bot' | 'network'
  readonly isRegistered: boolean
}

/** One request, decoded by its row of the endpoint table. */
export interface Call<Name extends EndpointName> {
  readonly dialect: Dialect
  /** Throws in public calls, which have none, and where a token that may be left out was. */
  readonly caller: Caller
  /**
   * Null without a token, where the table lets it be left out. One of the SDKs sends none for states of transactions and
   * deposits: scalars are left out then, and deposits are everybody's.
   */
  readonly someone: Caller | null
  readonly params: z.output<Endpoints[Name]['params']>
  readonly query: z.output<Endpoints[Name]['query']>
  readonly body: z.output<Endpoints[Name]['body']>
  /** The body exactly as it was sent. */
  readonly bodyText: string
}

/** What answers each row of the table. Runs inside one transaction of the ledger; whatever it throws undoes it. */
export type Handlers = { readonly [Name in EndpointName]: (call: Call<Name>) => EndpointAnswer<Name> }
