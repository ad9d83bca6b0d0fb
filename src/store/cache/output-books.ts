import type { Hash, Holder, Nanos, Output, OutputId } from '#contract/domain'
import { broken } from '#contract/errors'
import type { Database, Value } from '../database.ts'
import { amountOf, bytesOf, hexOf, openLoan, orNull, uuidBytes } from '../encoding.ts'
import type { ItemNames } from '../intents/item-names.ts'
import type { KnownOutputs } from '../intents/known-outputs.ts'
import { sealedUpdate } from '../sealed.ts'
import { sealedBatch } from '../sealed-batch.ts'
import type { Balances, Weight } from './balances.ts'
import type { Dictionary } from './dictionary.ts'
import { type Doubt, differingFacts, type Facts, factsOf } from './facts.ts'
import type { Flows, Span } from './flows.ts'
import {
  AT,
  columnsOf,
  decodeOutput,
  encodeOutput,
  FACT_COLUMNS,
  type OutputRow,
  SIGNED,
  SPENT,
  sameValue,
} from './output-row.ts'
import type { OwnSpends } from './own-spends.ts'
import type { SetAside, SetAsides } from './set-aside.ts'
import type { SpendNotes } from './spenders.ts'

interface Parts {
  readonly dictionary: Dictionary
  readonly balances: Balances
  readonly flows: Flows
  readonly spends: OwnSpends
  readonly notes: SpendNotes
  readonly setAside: SetAsides
  /** What the journal's signatures tell of outputs. */
  readonly known: KnownOutputs
  readonly names: ItemNames
  readonly now: () => Nanos
}

/** An output of a page and its columns. */
interface Offered {
  readonly output: Output
  readonly values: Value[]
}

/** What one change of outputs makes of the sums that follow from them. */
type Sums = ReturnType<typeof sumsOf>

/** Takes columns of outputs in and out of every sum, and notes which of them are spent. */
function sumsOf({ balances, flows, notes }: Pick<Parts, 'balances' | 'flows' | 'notes'>) {
  const [ofBalances, ofFlows] = [balances.changes(), flows.changes()]
  return {
    add(values: readonly Value[]): void {
      const weight = weightOf(values)
      ofBalances.add(weight)
      ofFlows.add(weight, spanOf(values))
      notes.note(values)
    },
    remove(values: readonly Value[]): void {
      const weight = weightOf(values)
      ofBalances.remove(weight)
      ofFlows.remove(weight, spanOf(values))
    },
    save(): void {
      ofBalances.save()
      ofFlows.save()
    },
  }
}

/** How outputs enter the books, change in them and leave them; balances follow in the same transaction. */
export function openBooks(db: Database, parts: Parts) {
  const { dictionary, spends, setAside, known, names, now } = parts
  const forget = db.prepare('DELETE FROM outputs WHERE id = ?')
  const batch = sealedBatch(db, 'outputs', ['id'])
  const loan = openLoan()
  const newest = db.prepare<{ row: bigint | null }>('SELECT max(row) AS row FROM outputs')
  const update = sealedUpdate(db, 'outputs')
  const byId = db.prepare<OutputRow>('SELECT * FROM outputs WHERE id = ?')
  const { isSetAside, takeBack } = openReturning({ setAside, names })
  /** One atomic change of outputs with the balances that follow from it. */
  function write(work: (changes: Sums) => void, shared?: number): void {
    const all = (): void => {
      const changes = sumsOf(parts)
      work(changes)
      changes.save()
    }
    if (shared === undefined) dictionary.write(all)
    else dictionary.share(all, shared)
  }

  /** Throws `remote.malformed` for outputs of somebody else, before anything is written. Answers what keeps them. */
  function keeping(holder: Holder, outputs: readonly Output[]): (changes: Sums) => void {
    const isOwn = ({ receivers_hash: hash, receivers_threshold: threshold }: Output): boolean =>
      hash === holder.membersHash && threshold === holder.threshold
    if (!outputs.every(isOwn)) throw broken('outputs-holder', 'page holds an output of another holder')
    return (changes) => keep(holder, outputs, changes)
  }

  function keep(holder: Holder, outputs: readonly Output[], changes: Sums): void {
    const row = dictionary.addHolder(holder)
    const guarded = spends.any()
    const wary = setAside.any()
    loan.again()
    const offered = outputs
      .filter((output) => !(wary && isSetAside(output)))
      .map((output) => ({ output, values: encodeOutput(output, row, dictionary, loan) }))
    const last = newest.get()?.row ?? 0n
    const insert = batch()
    for (const { values } of offered) {
      if (guarded && values[AT.state] !== SPENT) spends.keepListed(values)
      changes.add(values)
      insert.add(values)
    }
    // Before the page is committed, so that no kill leaves an item here whose name the journal has not.
    names.keep(outputs)
    const named = names.any()
    const isNew = insert.end() === offered.length
    if (isNew && named) for (const { output } of offered) names.heard(output.output_id, null, output.inscription_hash)
    const added = isNew ? offered : mend(offered, last, changes, named)
    if (!known.any()) return
    for (const { output } of added) {
      const signed = known.of(output)
      const fields = signed === undefined ? [] : differingFacts(signed, factsOf(output))
      if (fields.length > 0) putAside(output, row, fields, signed ?? null, changes)
    }
  }

  /**
   * For outputs that were all counted as new, where some were known or came twice: sums follow what is stored, and what changed is written. `last`
   * is the number of the newest row before. Answers what is new.
   */
  function mend(offered: readonly Offered[], last: bigint, changes: Sums, named: boolean): Iterable<Offered> {
    for (const { values } of offered) changes.remove(values)
    const added = new Map<OutputId, Offered>()
    for (const each of offered) {
      const { output, values } = each
      const stored = byId.get(values[AT.id] ?? null)
      if (stored === undefined) {
        if (setAside.get(output.output_id) === undefined) throw db.damaged('output')
        continue
      }
      // The row of one that came twice may be that of the second time, which has its turn.
      const isFirst = stored.row > last && !added.has(output.output_id)
      if (isFirst) {
        added.set(output.output_id, each)
        changes.add(columnsOf(stored))
      }
      if (named) names.heard(output.output_id, orNull(stored.inscription, hexOf<Hash>), output.inscription_hash)
      if (changesFacts(stored, values, () => decodeOutput(stored, dictionary, db), output)) {
        putAside(output, stored.holder, [], null, changes)
      } else if (!isFirst) replace(stored, values, changes)
    }
    return added.values()
  }

  /**
   * Takes an output off the books: what was known of it first is kept, and it is neither counted nor chosen any more.
   * `fields` and `kept` are those of a first description; of a known output they follow from its row.
   */
  function putAside(output: Output, holder: bigint, fields: readonly Doubt[], kept: Facts | null, changes: Sums): void {
    const row = byId.get(uuidBytes(output.output_id))
    const first = row === undefined || kept !== null ? output : decodeOutput(row, dictionary, db)
    const facts = row === undefined ? kept : (kept ?? factsOf(first))
    const seen = factsOf(output)
    if (row !== undefined) {
      changes.remove(columnsOf(row))
      forget.run(row.id)
    }
    setAside.put(row?.holder ?? holder, {
      outputId: output.output_id,
      fields: fields.length > 0 || facts === null ? fields : differingFacts(facts, seen),
      kept: facts,
      seen,
      record: first,
      at: now(),
    })
  }

  function replace(row: OutputRow, values: readonly Value[], changes: Sums): void {
    const stored = columnsOf(row)
    if (values.every((value, at) => sameValue(value, stored[at] ?? null))) return
    changes.remove(stored)
    changes.add(values)
    update(row.row, values)
  }

  const byUuid = (id: OutputId): OutputRow | undefined => byId.get(uuidBytes(id))
  return { write, keeping, putAside, takeBack, ...openSpending({ write, replace, byUuid, spends }) }
}

/** How what was set aside comes back. */
function openReturning({ setAside, names }: Pick<Parts, 'setAside' | 'names'>) {
  /** Part of a change that counts it again. */
  function takeBack({ outputId, record }: SetAside, output: Output): void {
    setAside.remove(outputId)
    names.heard(outputId, record.inscription_hash, output.inscription_hash)
  }

  return {
    takeBack,
    /** One whose first description could not be true comes back once a true one is listed, a denied one as it was known. */
    isSetAside(output: Output): boolean {
      const aside = setAside.get(output.output_id)
      if (aside === undefined) return false
      const { fields, kept } = aside
      const wasDenied = fields.length === 1 && fields[0] === 'existence'
      if (kept !== null && !(wasDenied && differingFacts(kept, factsOf(output)).length === 0)) return true
      takeBack(aside, output)
      return false
    },
  }
}

/** How coins are spent by this wallet, and how that is taken back. */
function openSpending({
  write,
  replace,
  byUuid,
  spends,
}: {
  readonly write: (work: (changes: Sums) => void) => void
  readonly replace: (row: OutputRow, values: readonly Value[], changes: Sums) => void
  readonly byUuid: (id: OutputId) => OutputRow | undefined
  readonly spends: OwnSpends
}) {
  /** Notes what a transaction spent, and marks it as spent where it is known. */
  function spend(id: OutputId, transaction: Hash, at: Nanos, changes: Sums): void {
    spends.add(id, transaction, at)
    const row = byUuid(id)
    if (row === undefined || row.state === SPENT) return
    const values: Value[] = columnsOf(row)
    spends.keep(values)
    replace(row, values, changes)
  }

  return {
    /** Records that a final transaction of this wallet spent these outputs, known here or not. */
    markSpent: (ids: readonly OutputId[], transaction: Hash, at: Nanos): void =>
      write((changes) => {
        for (const id of ids) spend(id, transaction, at, changes)
      }),
    /** A transaction is not known to have spent them: they are open until the service says what became of them, so that it is asked. */
    takeBackSpent: (ids: readonly OutputId[], transaction: Hash): void =>
      write((changes) => {
        for (const id of ids) {
          spends.remove(id, transaction)
          const row = byUuid(id)
          if (row === undefined || row.state !== SPENT) continue
          const values: Value[] = columnsOf(row)
          if (!sameValue(values[AT.signedBy] ?? null, bytesOf(transaction))) continue
          values[AT.state] = SIGNED
          values[AT.spentAt] = null
          replace(row, values, changes)
        }
      }),
  }
}

/** Whether a known output comes with other facts. Columns are compared first: they are the same nearly always. */
function changesFacts(row: OutputRow, values: readonly Value[], known: () => Output, output: Output): boolean {
  const stored = columnsOf(row)
  if (FACT_COLUMNS.every((at) => sameValue(values[at] ?? null, stored[at] ?? null))) return false
  return differingFacts(factsOf(known()), factsOf(output)).length > 0
}

function weightOf(values: readonly Value[]): Weight {
  const [units, large] = [values[AT.units], values[AT.large]]
  return {
    holder: values[AT.holder] as bigint, // integer columns are encoded as bigint
    asset: values[AT.asset] as bigint, // as above
    state: values[AT.state] as bigint, // as above
    amount: amountOf(units as bigint, large as Uint8Array), // as above; large is never null
    inscribed: values[AT.inscription] !== null,
  }
}

function spanOf(values: readonly Value[]): Span {
  const createdAt = values[AT.createdAt] as bigint // times are encoded as bigint
  if (values[AT.state] !== SPENT) return { createdAt, spentAt: null }
  const known = values[AT.spentAt] ?? values[AT.updatedAt] ?? values[AT.signedAt] ?? createdAt
  return { createdAt, spentAt: known as bigint } // as above
}
