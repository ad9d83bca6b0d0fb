import type { Hash, UserId } from '#contract/domain'
import { codeOf, ERRORS } from '#contract/errors'
import { BURN_SCRIPT, decodeTransaction, OUTPUT, shownText, type Transaction, transactionHash } from '#protocol'
import type { TransactionFacts } from '#store'
import type { Desk } from '../shared/desk.ts'

interface Found {
  readonly facts: TransactionFacts
  /** The one transaction that it refers to. */
  readonly refers: Hash | null
  /** The places of what it spends. */
  readonly inputs: readonly { readonly hash: string; readonly index: number }[]
}

/** What the bytes of a transaction say, from the service's record or the kernel's; undefined where neither has bytes of that hash. Throws `remote.*`. */
export async function factsOf(
  { remote }: Pick<Desk, 'remote'>,
  hash: Hash,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const line = { signal, tries: 1 }
  const record = await remote.call('transactions.read', { params: { id: hash } }, line).catch(orNothing)
  const recorded = record === undefined ? undefined : readBytes(record.raw_transaction, hash)
  if (record !== undefined && recorded !== undefined) return found(recorded, record.receivers)
  const body = { method: 'gettransaction' as const, params: [hash] as [Hash] }
  const kernel = await remote.call('kernel.transaction', { body }, line).catch(orNothing)
  const bytes = kernel == null ? undefined : readBytes(kernel.hex, hash)
  return bytes === undefined ? undefined : found(bytes, [])
}

/** Nothing where one of the two says no; what may be answered another time throws. */
function orNothing(error: unknown): undefined {
  if (ERRORS[codeOf(error)].retry) throw error
  return undefined
}

function readBytes(raw: string, hash: Hash): Transaction | undefined {
  try {
    return raw !== '' && transactionHash(raw) === hash ? decodeTransaction(raw) : undefined
  } catch {
    return undefined
  }
}

interface Receiver {
  readonly members: readonly UserId[]
  readonly threshold: number
}

function found({ asset, inputs, outputs, references }: Transaction, receivers: readonly Receiver[]): Found {
  const leaving = outputs.find(({ type }) => type === OUTPUT.withdrawalSubmit)
  const { withdrawal } = leaving ?? {}
  const [refers = null, ...others] = references
  return {
    inputs,
    refers: others.length === 0 ? (refers as Hash | null) : null, // the decoder gives 32 bytes of hex
    facts: {
      asset: asset as Hash, // as above
      withdrawal:
        leaving === undefined || withdrawal === undefined
          ? null
          : { amount: leaving.amount, destination: shownText(withdrawal.address), tag: shownText(withdrawal.tag) },
      outputs: outputs.flatMap((output, index) =>
        output === leaving
          ? []
          : {
              ...{ index, amount: output.amount, isBurnt: output.script === BURN_SCRIPT && output.keys.length === 1 },
              members: [...(receivers[index]?.members ?? [])],
              threshold: receivers[index]?.threshold ?? 0,
            },
      ),
    },
  }
}
