import type { MultisigRecord, RequestId } from '#contract/domain'
import type { PaymentSummary } from '#store'

/**
 * A group's payment is a request to its other members from the moment that the service has it; whoever keeps those hears of it.
 * It becomes one before it is approved: the service gives view scalars, and with them the proof that the coins are ours, only
 * for a request that exists. Until somebody signs it locks nothing.
 */
export interface RequestKeeping {
  made(record: MultisigRecord): void
  signed(id: RequestId, raw: string): void
  /** The service has told of a request that may be kept. */
  heard(record: MultisigRecord): void
}

/** A group's payment that was given up before it was signed here: its others may have it still. */
export const isGivenUp = ({ kind, state }: Pick<PaymentSummary, 'kind' | 'state'>): boolean =>
  kind === 'multisig' && state === 'cancelled'
