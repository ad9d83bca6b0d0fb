import type { Hash } from '#contract/domain'
import { decodeTransaction, transactionHash } from '#protocol'
import type { Handlers } from '../call.ts'
import { accept } from '../ledger/accepting.ts'
import { judge } from '../ledger/kernel.ts'
import { nodeAsset, nodeInfo, nodeKey, nodeOutput, nodeTransaction } from '../ledger/node.ts'
import { findRequestBy, updateRequest } from '../ledger/requests.ts'
import { ownersOf, payerOf, signersIn } from '../ledger/transaction-check.ts'
import type { World } from '../ledger/world.ts'
import { checked, invalidField } from '../refusal.ts'

const FIELD = 'params.0'
/** What the kernel takes from anybody who holds the keys; all else is made by its nodes and the custodian. */
const ANYBODYS: readonly string[] = ['script', 'withdrawal_submit']

/**
 * Takes signed bytes by the kernel's rules alone, whoever brings them: nothing is asked about people, destinations or fees.
 * What is here already is answered again.
 */
function broadcast(world: World, raw: string): Hash {
  const transaction = checked(FIELD, () => decodeTransaction(raw))
  const known = transactionHash(transaction) as Hash // 32 bytes of hex by construction
  if (world.db.get('SELECT 1 FROM kernel_transaction WHERE hash = ?', known) !== undefined) return known
  const { hash, kind } = judge(world, transaction, { field: FIELD })
  if (!ANYBODYS.includes(kind)) throw invalidField(FIELD, 'transactions of this kind are not sent by wallets')
  const sender = payerOf(world, transaction)
  const request = findRequestBy(world, hash)
  const requestId = request?.request_id ?? null
  accept(world, { hash, kind, raw, transaction, holders: ownersOf(world, transaction), sender, requestId })
  if (requestId !== null) updateRequest(world, requestId, raw, sender === null ? [] : signersIn(transaction, sender))
  return known
}

type KernelCalls =
  | 'kernel.transaction'
  | 'kernel.output'
  | 'kernel.key'
  | 'kernel.asset'
  | 'kernel.info'
  | 'kernel.send'

/** What the service passes on to a node of the kernel. */
export function kernelCalls(world: World): Pick<Handlers, KernelCalls> {
  return {
    'kernel.transaction': ({ body }) => nodeTransaction(world, body.params[0]),
    'kernel.output': ({ body }) => nodeOutput(world, ...body.params),
    'kernel.key': ({ body }) => nodeKey(world, body.params[0]),
    'kernel.asset': ({ body }) => nodeAsset(world, body.params[0]),
    'kernel.info': () => nodeInfo(world),
    'kernel.send': ({ body }) => ({ hash: broadcast(world, body.params[0]) }),
  }
}
