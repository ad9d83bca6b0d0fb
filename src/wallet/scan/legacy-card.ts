import type { Hash, UserId } from '#contract/domain'
import type { ScanCard } from '#contract/ipc'
import { decodeTransaction, formatAmountShort } from '#protocol'
import { said } from '#words/facts'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import { fetchMissingUsers } from '../shared/people.ts'
import type { CodeOf } from './code.ts'

type LegacyCard = Extract<ScanCard, { kind: 'legacy' }>

export async function legacyCard(
  parts: {
    readonly what: LegacyCard['what']
    readonly code: CodeOf<'multisig_request'> | CodeOf<'non_fungible_request'>
    readonly threshold: number
    readonly asset: LegacyCard['asset']
    readonly memo: string
  },
  runtime: ApprovalsDesk,
): Promise<ScanCard> {
  const { code } = parts
  await fetchMissingUsers(runtime, [...code.senders, ...code.receivers, ...code.signers])
  const people = (ids: readonly UserId[]) => ids.map((id) => runtime.directory.user(id))
  return {
    kind: 'legacy',
    what: parts.what,
    state: code.state,
    action: code.action,
    asset: parts.asset,
    amount: formatAmountShort(code.amount),
    memo: parts.memo,
    senders: people(code.senders),
    receivers: people(code.receivers),
    signers: people(code.signers),
    threshold: parts.threshold,
    hash: code.transaction_hash,
    tokenId: 'token_id' in code ? code.token_id : null,
    inscription: spentItem(code.raw_transaction, runtime),
    ...decodedLines(code.raw_transaction),
  }
}

/** The first item among what a transaction spends, as far as its bytes can be read and its coins are known here. */
function spentItem(raw: string, runtime: ApprovalsDesk): Hash | null {
  try {
    for (const { hash, index } of decodeTransaction(raw).inputs) {
      const item = runtime.requestStore.coinAt(hash as Hash, index)?.inscription_hash // the decoder gives 32 bytes of hex
      if (item != null) return item
    }
  } catch {
    // The bytes are of an older form; the card says so.
  }
  return null
}

function decodedLines(raw: string): Pick<LegacyCard, 'decoded' | 'problem'> {
  try {
    const transaction = decodeTransaction(raw)
    return {
      decoded: [
        { name: said('check.scan.version'), value: String(transaction.version) },
        { name: said('check.scan.asset'), value: transaction.asset },
        ...transaction.inputs.map(({ hash, index }, at) => ({
          name: said('check.scan.input', { at: at + 1 }),
          value: `${hash}:${index}`,
        })),
        ...transaction.outputs.map(({ amount, keys }, at) => ({
          name: said('check.scan.output', { at: at + 1 }),
          value: said('check.scan.to-keys', { amount: formatAmountShort(amount), keys: keys.length }),
        })),
        {
          name: said('check.scan.memo'),
          value: transaction.extra === '' ? said('check.scan.none') : transaction.extra,
        },
      ],
      problem: null,
    }
  } catch {
    return { decoded: [], problem: said('check.scan.older-form') }
  }
}
