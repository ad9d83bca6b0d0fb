import type { MultisigRecord, RequestId } from '#contract/domain'

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
