import { randomUUID } from 'node:crypto'
import type { ScanSource } from '#contract/ipc'
import type { Member } from './cosigners.ts'
import { order } from './localnet.ts'
import { type PlayNetwork, readable } from './wallet.ts'
import type { ScanCard } from './worded.ts'

type Reader = Pick<Member, 'account' | 'wallet'>
export type CardOf<Kind extends ScanCard['kind']> = Extract<ScanCard, { kind: Kind }>

/** What a member's wallet makes of a text from outside. */
export const read = ({ wallet, account }: Reader, text: string, source: ScanSource = 'paste'): Promise<ScanCard> =>
  wallet.calls['scan.read']({ account, text, source })

/** As `read`, for a text that must give a card of this kind. */
export async function card<Kind extends ScanCard['kind']>(by: Reader, text: string, kind: Kind): Promise<CardOf<Kind>> {
  const found = await read(by, text)
  if (found.kind !== kind) throw new Error(`a ${found.kind} instead: ${JSON.stringify(found, readable)}`)
  return found as CardOf<Kind> // just compared
}

/** Puts something behind a code of the network. Answers its id. */
export async function makeCode(network: Pick<PlayNetwork, 'url'>, meant: object): Promise<string> {
  const { code_id } = (await order(network, 'codes', meant)) as { code_id: string }
  return code_id
}

/** What the service says of a code for a request of then, which the calls of today do not know. */
export function olderRequest(more: { readonly code_id: string; readonly user_id: string } & Record<string, unknown>) {
  const now = new Date(1_600_000_000_000).toISOString()
  return {
    ...{ type: 'non_fungible_request', request_id: randomUUID(), token_id: randomUUID(), amount: '1' },
    ...{ senders: [more.user_id], senders_threshold: 1, receivers: [more.user_id], receivers_threshold: 1 },
    ...{ signers: [more.user_id], action: 'sign', state: 'initial', transaction_hash: 'ab'.repeat(32) },
    ...{ created_at: now, updated_at: now, ...more },
  }
}
