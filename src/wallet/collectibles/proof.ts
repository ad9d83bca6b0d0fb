import type { Hash } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { decodeInscription, parseInscriptionContent } from '#protocol'
import type { PaymentsDesk } from '../payments/desk.ts'
import type { Contents } from './content.ts'
import { transactionOf } from './storage.ts'

type Proof = Awaited<ReturnType<Calls['collectibles.proof']>>['content']

/** Content of this kind is the address of what is shown. */
const ADDRESSES = 'text/uri-list'

/** What the transaction that made an item holds of its content; undefined where it holds none, or none can be had. */
async function heldContent(runtime: PaymentsDesk, item: Hash): Promise<Uint8Array | undefined> {
  try {
    // An item's hash is the hash of those bytes, which is compared before they are read.
    const operation = decodeInscription((await transactionOf(runtime, item)).extra)
    if (operation?.operation !== 'inscribe' || operation.content === undefined || operation.content === '')
      return undefined
    const { mediaType, bytes } = parseInscriptionContent(operation.content)
    // What only names a place says nothing of what lies there.
    return mediaType === ADDRESSES ? undefined : bytes
  } catch {
    // Nobody has it, or it is no inscription: then nothing is proved, and nothing is wrong.
    return undefined
  }
}

/** Whether what was read is what the item's own transaction holds. */
export async function contentProof(
  runtime: PaymentsDesk,
  item: Hash,
  read: Awaited<ReturnType<Contents['read']>>,
): Promise<Proof> {
  if (!read.ok) return 'unproved'
  const held = await heldContent(runtime, item)
  if (held === undefined) return 'unproved'
  return Buffer.from(held).equals(read.bytes) ? 'proved' : 'differs'
}
