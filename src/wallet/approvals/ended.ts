import type { Hash, RequestId } from '#contract/domain'
import type { AccountStore, CosignRequest, Intents } from '#store'
import { createPauses } from '../payments/pauses.ts'
import { createWalk } from '../shared/walk.ts'
import { type Coin, type Request, readRequest } from './request.ts'

/*
 * How a request ended is the service's word, and words change: what was called final, given up or impossible is believed for
 * good only once its coins are where that end puts them.
 */

type Fate = 'unknown' | 'there' | 'spent by it' | 'spent elsewhere'

function fateOf(coin: Coin | undefined, hash: Hash): Fate {
  if (coin?.output == null) return 'unknown'
  if (coin.output.state !== 'spent') return 'there'
  return (coin.output.signed_by ?? hash) === hash ? 'spent by it' : 'spent elsewhere'
}

/** Whether a request that ended is worth another look: its coins do not show yet that it could end in no other way. */
export function mayEndOtherwise(
  { state, hash }: Pick<CosignRequest, 'state' | 'hash'>,
  coins: readonly (Coin | undefined)[],
): boolean {
  const fates = coins.map((coin) => fateOf(coin, hash))
  if (state === 'final') return fates.includes('there')
  if (state === 'dead') return !fates.includes('spent elsewhere') && !fates.includes('unknown')
  if (state === 'revoked') return !fates.includes('spent elsewhere')
  return true
}

/**
 * Whether a request for bytes is known as the service has it. A file may give them a name of its own, what was given up may be asked for again
 * under another, and what was called impossible is not where a coin was spent by it: none of these must hide a request.
 */
export const isFound = (known: Request | undefined): boolean =>
  known !== undefined && known.state !== 'revoked' && known.state !== 'dead' && known.detail.record !== null

type Outputs = Pick<AccountStore['cache']['outputs'], 'openOf'>

/** Whether the record of a final request gives others what it has paid back to the group: then that record is not of these bytes. */
function isMisnamed({ state, hash, holder, detail }: Request, outputs: Outputs): boolean {
  if (state !== 'final') return false
  const named = (detail.record?.receivers ?? []).map(({ membersHash, threshold }) => `${membersHash}:${threshold}`)
  const made = outputs.openOf(hash).filter((each) => `${each.receivers_hash}:${each.receivers_threshold}` === holder)
  return made.some(({ output_index: index }) => named[index] !== holder)
}

/** Requests that ended which are looked through at a time: the newest, and as many of the others in turn. */
const PAGE = 200

/** Requests that ended and are to be asked about again: less and less often, and in the end no more. */
export function createSecondLooks(
  requests: Pick<Intents['requests'], 'ended'>,
  coinsOf: (request: Request) => readonly (Coin | undefined)[],
  outputs: Outputs,
) {
  const pauses = createPauses<RequestId>()
  const walk = createWalk((behind: Parameters<typeof requests.ended>[1] = null) => requests.ended(PAGE, behind))
  return {
    due(atMost: number): Request[] {
      const doubtful = walk().flatMap((each) => readRequest(each) ?? [])
      const due = doubtful.filter(
        (each) => (mayEndOtherwise(each, coinsOf(each)) || isMisnamed(each, outputs)) && pauses.due(each.id),
      )
      const some = due.slice(0, atMost)
      for (const { id } of some) pauses.begin(id)
      return some
    },
  }
}
