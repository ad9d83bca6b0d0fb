import type { Hash, Holder, HolderId, Nanos, Output, OutputId, OutputState } from '#contract/domain'
import { failure } from '#contract/errors'
import { outputId as ruledId } from '#protocol'
import { amountOf, bytesOf, codeIn, seal, uuidBytes, uuidOf } from '../columns.ts'
import type { Database, Value } from '../database.ts'
import type { Balances, Weight } from './balances.ts'
import { openCoins } from './coins.ts'
import type { Dictionary } from './dictionary.ts'
import { type Doubt, differingFacts, type Facts, factsOf } from './facts.ts'
import {
  AT,
  columnsOf,
  decodeOutput,
  encodeOutput,
  FACT_COLUMNS,
  OUTPUT_COLUMNS,
  type OutputRow,
  SPENT,
  STATES,
  sameValue,
} from './output-row.ts'
import type { Progress } from './progress.ts'
import { openSetAside, type SetAside } from './set-aside.ts'

/** Which outputs a page added and which it changed; those it only repeated are in neither. */
export interface OutputChanges {
  readonly inserted: readonly OutputId[]
  readonly changed: readonly OutputId[]
}

const cursorName = (holder: HolderId): string => `outputs:${holder}`

interface Parts {
  readonly dictionary: Dictionary
  readonly balances: Balances
  readonly progress: Progress
  /** What the journal's signatures tell of an output. */
  readonly known: (output: Output) => Facts | undefined
  readonly now: () => Nanos
}

export function openOutputs(db: Database, { dictionary, balances, progress, known, now }: Parts) {
  const setAside = openSetAside(db, dictionary)
  const forget = db.prepare('DELETE FROM outputs WHERE id = ?')
  const insert = db.prepare(`
    INSERT INTO outputs (${OUTPUT_COLUMNS.join(', ')}, seal) VALUES (${OUTPUT_COLUMNS.map(() => '?').join(', ')}, ?)
    ON CONFLICT (id) DO NOTHING`)
  const update = db.prepare(`
    UPDATE outputs SET ${OUTPUT_COLUMNS.map((name) => `${name} = ?`).join(', ')}, seal = ? WHERE row = ?`)
  const byId = db.prepare<OutputRow>('SELECT * FROM outputs WHERE id = ?')
  const openAt = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE state < 2 AND transaction_hash = ? AND output_index = ?`)
  const openOf = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE state < 2 AND transaction_hash = ? ORDER BY output_index`)
  const addSpend = db.prepare(
    'INSERT INTO own_spends (output_id, transaction_hash, at, seal) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const findSpend = db.prepare<{ transaction_hash: Buffer; at: bigint }>(
    'SELECT transaction_hash, at FROM own_spends WHERE output_id = ?',
  )
  const anySpend = db.prepare('SELECT 1 FROM own_spends LIMIT 1')
  const listAll = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND sequence < ? AND (? IS NULL OR asset = ?) ORDER BY sequence DESC LIMIT ?`)
  const listOpen = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND state < 2 AND state = ? AND sequence < ? AND (? IS NULL OR asset = ?)
    ORDER BY sequence DESC LIMIT ?`)
  const listSpent = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND state = 2 AND sequence < ? AND (? IS NULL OR asset = ?)
    ORDER BY sequence DESC LIMIT ?`)
  const listInscribed = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE holder = ? AND inscription IS NOT NULL AND state < 2 AND sequence < ?
    ORDER BY sequence DESC LIMIT ?`)
  const idsOpen = db.prepare<{ id: Buffer }>(
    'SELECT id FROM outputs WHERE holder = ? AND state < 2 AND state = ? ORDER BY sequence',
  )
  const idsSpent = db.prepare<{ id: Buffer }>('SELECT id FROM outputs WHERE holder = ? AND state = 2 ORDER BY sequence')
  const decode = (row: OutputRow): Output => decodeOutput(row, dictionary, db)

  /** One atomic change of outputs with the balances that follow from it. */
  function write<Result>(work: (changes: ReturnType<Balances['changes']>) => Result): Result {
    return dictionary.write(() => {
      const changes = balances.changes()
      const result = work(changes)
      changes.save()
      return result
    })
  }

  function apply(holder: Holder, outputs: readonly Output[], changes: ReturnType<Balances['changes']>): OutputChanges {
    const row = dictionary.addHolder(holder)
    const inserted: OutputId[] = []
    const changed: OutputId[] = []
    const guarded = anySpend.get() !== undefined
    const wary = setAside.any()
    for (const output of outputs) {
      if (output.receivers_hash !== holder.membersHash || output.receivers_threshold !== holder.threshold) {
        throw failure('remote.malformed', 'page holds an output of another holder')
      }
      if (wary && isSetAside(output)) continue
      const values = encodeOutput(output, row, dictionary)
      if (guarded && values[AT.state] !== SPENT) keepSpent(values)
      const id = output.output_id
      if (insert.run(...values, seal(values)) > 0) {
        changes.add(weightOf(values))
        inserted.push(id)
        const signed = known(output)
        const fields = signed === undefined ? [] : differingFacts(signed, factsOf(output))
        if (fields.length > 0) putAside(output, row, fields, signed ?? null, changes)
        continue
      }
      const stored = byId.get(values[AT.id] ?? null)
      if (stored === undefined) throw db.damaged('output')
      if (changesFacts(stored, values, output)) {
        putAside(output, row, [], null, changes)
        changed.push(id)
      } else if (replace(stored, values, changes)) changed.push(id)
    }
    return { inserted, changed }
  }

  /** One whose first description could not be true comes back once a true one is listed, a denied one as it was known. */
  function isSetAside(output: Output): boolean {
    const aside = setAside.get(output.output_id)
    if (aside === undefined) return false
    const { fields, kept } = aside
    const wasDenied = fields.length === 1 && fields[0] === 'existence'
    if (kept !== null && !(wasDenied && differingFacts(kept, factsOf(output)).length === 0)) return true
    setAside.remove(output.output_id)
    return false
  }

  /** Whether a known output comes with other facts. Columns are compared first: they are the same nearly always. */
  function changesFacts(row: OutputRow, values: readonly Value[], output: Output): boolean {
    const stored = columnsOf(row)
    if (FACT_COLUMNS.every((at) => sameValue(values[at] ?? null, stored[at] ?? null))) return false
    return differingFacts(factsOf(decode(row)), factsOf(output)).length > 0
  }

  /**
   * Takes an output off the books: what was known of it first is kept, and it is neither counted nor chosen any more.
   * `fields` and `kept` are those of a first description; of a known output they follow from its row.
   */
  function putAside(
    output: Output,
    holder: bigint,
    fields: readonly Doubt[],
    kept: Facts | null,
    changes: ReturnType<Balances['changes']>,
  ): void {
    const row = byId.get(uuidBytes(output.output_id))
    const first = row === undefined || kept !== null ? output : decode(row)
    const facts = row === undefined ? kept : (kept ?? factsOf(first))
    const seen = factsOf(output)
    if (row !== undefined) {
      changes.remove(weightOf(columnsOf(row)))
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

  /** What we spent stays spent, with our own transaction as the reason, even when the service forgets. */
  function keepSpent(values: Value[]): void {
    const spend = findSpend.get(values[AT.id] ?? null)
    if (spend === undefined) return
    values[AT.state] = SPENT
    values[AT.signedBy] = spend.transaction_hash
    values[AT.spentAt] = spend.at
  }

  function replace(row: OutputRow, values: readonly Value[], changes: ReturnType<Balances['changes']>): boolean {
    const stored = columnsOf(row)
    if (values.every((value, at) => sameValue(value, stored[at] ?? null))) return false
    changes.remove(weightOf(stored))
    changes.add(weightOf(values))
    update.run(...values, seal(values), row.row)
    return true
  }

  return {
    /**
     * A page of one holder's outputs and the sequence up to which they are now known, in one transaction. Throws
     * `remote.malformed`, and keeps nothing of the page, when it holds an output of somebody else.
     */
    applyPage(page: { holder: Holder; outputs: readonly Output[]; cursor: number }): OutputChanges {
      return write((changes) => {
        const result = apply(page.holder, page.outputs, changes)
        progress.set(cursorName(page.holder.id), String(page.cursor))
        return result
      })
    },

    /** Outputs read again to notice what happened elsewhere; the cursor stays where it is. */
    applyReconciled(holder: Holder, outputs: readonly Output[]): OutputChanges {
      return write((changes) => apply(holder, outputs, changes))
    },

    /**
     * Takes an output off the books whose description cannot be true, or is not the one that was known; `fields` says what is
     * wrong with it by itself. Survives a restart. Nothing happens to one that was set aside before.
     */
    putAside(holder: Holder, output: Output, fields: readonly Doubt[]): void {
      write((changes) => {
        if (setAside.get(output.output_id) === undefined)
          putAside(output, dictionary.addHolder(holder), fields, null, changes)
      })
    },

    /**
     * Counts an output again that was set aside, as it is described now: for those who have checked that description. What
     * contradicts the journal's signatures stays aside.
     */
    release(holder: Holder, output: Output): OutputChanges {
      return write((changes) => {
        setAside.remove(output.output_id)
        return apply(holder, [output], changes)
      })
    },

    /** What was set aside of a holder, oldest first; what this wallet has spent since is settled. */
    aside: (holder: HolderId): SetAside[] =>
      setAside.list(holder).filter(({ outputId }) => findSpend.get(uuidBytes(outputId)) === undefined),

    isAside: (id: OutputId): boolean => setAside.get(id) !== undefined,

    /** Sequence up to which this holder's outputs are known; 0 before the first page. */
    cursor: (holder: HolderId): number => Number(progress.get(cursorName(holder)) ?? '0'),

    /** Records that a final transaction of this wallet spent these outputs, known here or not; it cannot be undone. */
    markSpent(ids: readonly OutputId[], transaction: Hash, at: Nanos): OutputChanges {
      return write((changes) => {
        const changed: OutputId[] = []
        for (const id of ids) {
          const spend = [uuidBytes(id), bytesOf(transaction), at]
          addSpend.run(...spend, seal(spend))
          const row = byId.get(uuidBytes(id))
          if (row === undefined || row.state === SPENT) continue
          const values: Value[] = columnsOf(row)
          keepSpent(values)
          if (replace(row, values, changes)) changed.push(id)
        }
        return { inserted: [], changed }
      })
    },

    get(id: OutputId): Output | undefined {
      const row = byId.get(uuidBytes(id))
      return row === undefined ? undefined : decode(row)
    },

    /** Those that are known, in the order asked for. */
    getMany(ids: readonly OutputId[]): Output[] {
      return ids.flatMap((id) => this.get(id) ?? [])
    },

    /**
     * As the service lists it, set aside or not: for those that judge a listing instead of counting or spending by it.
     */
    listed(hash: Hash, index: number): Output | undefined {
      return this.byTransaction(hash, index) ?? setAside.get(ruledId(hash, index) as OutputId)?.record // a formula
    },

    /**
     * By place in the ledger. Open outputs are indexed; for spent ones the id follows from hash and index by the service's
     * rule, which saves an index over all of history.
     */
    byTransaction(hash: Hash, index: number): Output | undefined {
      const bytes = bytesOf(hash)
      const open = openAt.get(bytes, BigInt(index))
      if (open !== undefined) return decode(open)
      const row = byId.get(uuidBytes(ruledId(hash, index)))
      const matches = row?.transaction_hash.equals(bytes) === true && row.output_index === BigInt(index)
      return row !== undefined && matches ? decode(row) : undefined
    },

    /** What a transaction made and is not spent. */
    openOf: (hash: Hash): Output[] => openOf.all(bytesOf(hash)).map(decode),

    /** Newest first; `before` is the sequence of the last output of the page before. */
    list(query: {
      holder: HolderId
      kernelAsset?: Hash
      state?: OutputState
      before?: number
      limit: number
    }): Output[] {
      const holder = dictionary.holderRow(query.holder)
      const asset = query.kernelAsset === undefined ? null : dictionary.asset(query.kernelAsset)?.row
      if (holder === undefined || asset === undefined) return []
      const rest = [query.before === undefined ? 2n ** 63n - 1n : BigInt(query.before), asset, asset, query.limit]
      if (query.state === undefined) return listAll.all(holder, ...rest).map(decode)
      const state = codeIn(STATES, query.state)
      return (state === SPENT ? listSpent.all(holder, ...rest) : listOpen.all(holder, state, ...rest)).map(decode)
    },

    /** Outputs that carry an inscription and are not spent, newest first. */
    inscribed(query: { holder: HolderId; before?: number; limit: number }): Output[] {
      const holder = dictionary.holderRow(query.holder)
      if (holder === undefined) return []
      const before = query.before === undefined ? 2n ** 63n - 1n : BigInt(query.before)
      return listInscribed.all(holder, before, query.limit).map(decode)
    },

    /** Ids in order of sequence, for the pass that compares them with the service's list. */
    ids(holder: HolderId, states: readonly OutputState[]): OutputId[] {
      const row = dictionary.holderRow(holder)
      if (row === undefined) return []
      return states.flatMap((state) => {
        const code = codeIn(STATES, state)
        const found = code === SPENT ? idsSpent.all(row) : idsOpen.all(row, code)
        return found.map((entry) => uuidOf<OutputId>(entry.id))
      })
    },

    /** Sums of every asset that this holder ever had. */
    balances: (holder: HolderId) => balances.of(holder),

    coins: openCoins(db, dictionary, balances),
  }
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
