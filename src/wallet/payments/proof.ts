import type { Hash, Log } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { decodeTransaction, transactionHash, verifySpend } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore, Payment, PaymentInput, PaymentTransaction, Proof } from '#store'

/*
 * What a service says of a coin proves nothing. What does is the bytes of a transaction: they hash to their name, they spend
 * the very coin, and their signatures satisfy its script under the keys in the transaction that made it, whose bytes hash to the
 * name that the coin has. Only "final" stays the service's word.
 */

export interface ProofParts {
  readonly remote: Remote
  readonly store: AccountStore
  readonly log: Log
  readonly line: CallOptions
}

/** A coin by its place in the ledger. */
interface Place {
  readonly hash: Hash
  readonly index: number
}

type SpendVerdict =
  /** Signed bytes of a transaction that is called final and spends the coin. */
  | { readonly is: 'proved'; readonly raw: string }
  /** The bytes are there, and they do no such thing. */
  | { readonly is: 'refuted' }
  /** Nobody gives the bytes, or the transaction is not final. */
  | { readonly is: 'unknown' }

interface Fetched {
  /** Bytes that hash to the name asked for. */
  readonly raw: string | null
  readonly signed: boolean
  readonly final: boolean
  /** Whoever gave these bytes called them final: others may have come before all had signed. */
  readonly whole: boolean
}

/** Whether a named transaction spends a coin. Never throws for what is not answered: that is unknown. */
export async function judgeSpend(parts: ProofParts, coin: Place, spender: Hash): Promise<SpendVerdict> {
  if (spender === coin.hash) return { is: 'refuted' }
  const { raw, signed, final, whole } = await fetchBytes(parts, spender)
  if (raw === null) return { is: 'unknown' }
  const { inputs } = decodeTransaction(raw)
  if (!inputs.some(({ hash, index }) => hash === coin.hash && index === coin.index)) return { is: 'refuted' }
  if (!signed || !final) return { is: 'unknown' }
  const makers: string[] = []
  // The coin's own first: where each input has signatures of its own, no other is needed.
  for (const hash of new Set([coin.hash, ...inputs.map((input) => input.hash as Hash)])) {
    const made = await fetchBytes(parts, hash)
    if (made.raw !== null) makers.push(made.raw)
    const verdict = verifySpend(raw, makers, { coin })
    if (verdict === 'valid') return { is: 'proved', raw }
    if (verdict === 'invalid') return { is: whole ? 'refuted' : 'unknown' }
  }
  // What was signed here proved its coins by the spend key, under the very keys that the undecided payment counts on.
  return signedHere(parts.store, spender) ? { is: 'proved', raw } : { is: 'unknown' }
}

function signedHere({ intents }: AccountStore, hash: Hash): boolean {
  const transactions = intents.payments.byTransaction(hash)?.transactions ?? []
  return transactions.some((each) => each.hash === hash && each.signedRaw !== null)
}

/**
 * Proof for each transaction of a payment that can never become final: another one spent one of its inputs, or it refers to
 * one of the same payment that is dead. Transactions without proof are left out.
 */
export async function proveDead(parts: ProofParts, payment: Payment): Promise<Proof[]> {
  const open = payment.transactions.filter(({ finalAt }) => finalAt === null)
  const ours = new Set(payment.transactions.flatMap(({ hash }) => hash ?? []))
  const found: Proof[] = []
  for (const transaction of open) {
    const through = found.find(({ requestId }) => refersTo(transaction, payment, requestId))
    const conflict =
      through === undefined
        ? await conflictOf(parts, transaction, ours)
        : { ...through, requestId: transaction.requestId, through: through.through ?? through.requestId }
    if (conflict !== undefined) found.push(conflict)
  }
  return found
}

/** The kernel takes no transaction that refers to one which is not final. */
function refersTo(transaction: PaymentTransaction, payment: Payment, requestId: string): boolean {
  const hash = payment.transactions.find((each) => each.requestId === requestId)?.hash
  const { unsignedRaw } = transaction
  return hash != null && unsignedRaw !== null && decodeTransaction(unsignedRaw).references.includes(hash)
}

async function conflictOf(
  parts: ProofParts,
  { requestId, inputs }: PaymentTransaction,
  ours: ReadonlySet<Hash>,
): Promise<Proof | undefined> {
  for (const input of inputs) {
    const seen = new Set<Hash>(ours)
    for await (const spentBy of namedSpenders(parts, input)) {
      if (seen.has(spentBy)) continue
      seen.add(spentBy)
      const verdict = await judgeSpend(parts, input, spentBy)
      if (verdict.is === 'proved') return { requestId, outputId: input.outputId, spentBy, raw: verdict.raw }
    }
  }
  return undefined
}

/** Who is said to have spent a coin: our own journal first, then hearsay. */
async function* namedSpenders(parts: ProofParts, { outputId, hash, index }: PaymentInput): AsyncGenerator<Hash> {
  yield* parts.store.intents.payments.finalSpends(outputId)
  const listed = parts.store.cache.outputs.byTransaction(hash, index)?.signed_by
  if (listed != null) yield listed
  const output = await heard(
    parts,
    'output',
    () => parts.remote.call('outputs.read', { params: { id: outputId } }, parts.line),
    // What made it may never have been final either.
    (code) => void (code === 'remote.not_found' && parts.store.cache.outputs.deny(hash)),
  )
  if (output?.signed_by != null) yield output.signed_by
  const body = { method: 'getutxo' as const, params: [hash, index] as [Hash, number] }
  const utxo = await heard(parts, 'utxo', () => parts.remote.call('kernel.output', { body }, parts.line))
  if (utxo?.lock != null) yield utxo.lock
}

/** Whether something of ours or of the cache says that an input of an open transaction is gone: reason enough to ask. */
export function looksSpent(store: AccountStore, payment: Payment): boolean {
  const ours = new Set(payment.transactions.flatMap(({ hash }) => hash ?? []))
  return payment.transactions.some(
    ({ finalAt, inputs }) =>
      finalAt === null &&
      inputs.some(({ outputId, hash, index }) => {
        const spends = store.intents.payments.finalSpends(outputId)
        const listed = store.cache.outputs.byTransaction(hash, index)
        if (listed?.state === 'spent' && listed.signed_by !== null) spends.push(listed.signed_by)
        return spends.some((spender) => !ours.has(spender))
      }),
  )
}

/** Bytes of a transaction from the journal, the service's record or the kernel's, whoever has them signed. */
export async function fetchBytes(parts: ProofParts, hash: Hash): Promise<Fetched> {
  const payment = parts.store.intents.payments.byTransaction(hash)
  const own = payment?.transactions.find((each) => each.hash === hash)
  let found = joined(NOTHING, own?.signedRaw ?? own?.unsignedRaw ?? null, own?.finalAt != null, hash)
  // What the others of a group have signed is not in the bytes that were signed here.
  found = payment?.kind === 'multisig' ? { ...found, signed: false, whole: false } : { ...found, whole: found.signed }
  if (found.signed && found.final) return found
  const record = await heard(parts, 'record', () =>
    parts.remote.call('transactions.read', { params: { id: hash } }, parts.line),
  )
  if (record?.transaction_hash === hash) {
    found = joined(found, record.raw_transaction, record.state === 'spent' || record.snapshot_hash !== null, hash)
  }
  if (found.signed && found.final) return found
  const body = { method: 'gettransaction' as const, params: [hash] as [Hash] }
  const kernel = await heard(parts, 'kernel', () => parts.remote.call('kernel.transaction', { body }, parts.line))
  return kernel == null ? found : joined(found, kernel.hex, kernel.snapshot !== null, hash)
}

/** Bytes of a transaction that satisfy the coins they spend: only whoever holds their keys can have made those. */
export async function fetchSigned(parts: ProofParts, hash: Hash): Promise<string | null> {
  const { raw, signed } = await fetchBytes(parts, hash)
  if (raw === null || !signed) return null
  const makers: string[] = []
  for (const maker of new Set(decodeTransaction(raw).inputs.map((input) => input.hash as Hash))) {
    const made = await fetchBytes(parts, maker)
    if (made.raw !== null) makers.push(made.raw)
  }
  return verifySpend(raw, makers) === 'valid' ? raw : null
}

const NOTHING: Fetched = { raw: null, signed: false, final: false, whole: false }

/** Of a group the service has bytes that only some have signed; those that come with the word that they are final take their place. */
function joined(found: Fetched, raw: string | null, final: boolean, hash: Hash): Fetched {
  const is = { ...found, final: found.final || final }
  if (raw === null || raw === '' || (found.signed && (found.whole || !final))) return is
  try {
    if (transactionHash(raw) !== hash) return is
    const { signatures, aggregated } = decodeTransaction(raw)
    const signed = (signatures ?? []).length > 0 || aggregated !== undefined
    return found.signed && !signed ? is : { ...is, raw, signed, whole: signed && final }
  } catch {
    return is
  }
}

/** One source that does not answer leaves the others. */
async function heard<Answer>(
  parts: ProofParts,
  what: string,
  ask: () => Promise<Answer>,
  isUnheard: (code: string) => void = () => undefined,
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    const code = codeOf(error)
    parts.log('info', 'payment.proof_unheard', { what, code })
    isUnheard(code)
    return undefined
  }
}
