import type { Hash, Holder, HolderId, Nanos, Output, OutputId } from '#contract/domain'
import { outputId as ruledId } from '#protocol'
import type { Database } from '../database.ts'
import { bytesOf, orUndefined, uuidBytes } from '../encoding.ts'
import type { ItemNames } from '../intents/item-names.ts'
import type { KnownOutputs } from '../intents/known-outputs.ts'
import type { Balances } from './balances.ts'
import { openCoins } from './coins.ts'
import type { Dictionary } from './dictionary.ts'
import type { Doubt } from './facts.ts'
import type { Flows } from './flows.ts'
import { openBooks } from './output-books.ts'
import { openOutputLists } from './output-lists.ts'
import { decodeOutput, type OutputRow } from './output-row.ts'
import { openOwnSpends } from './own-spends.ts'
import type { Progress } from './progress.ts'
import { openSetAside, type SetAside } from './set-aside.ts'
import { openSpendNotes } from './spenders.ts'

const cursorName = (holder: HolderId): string => `outputs:${holder}`

interface Parts {
  readonly dictionary: Dictionary
  readonly balances: Balances
  readonly flows: Flows
  readonly progress: Progress
  /** What the journal's signatures tell of outputs. */
  readonly known: KnownOutputs
  readonly names: ItemNames
  readonly now: () => Nanos
}

export function openOutputs(db: Database, { dictionary, balances, flows, progress, known, names, now }: Parts) {
  const setAside = openSetAside(db, dictionary)
  const [spends, notes] = [openOwnSpends(db), openSpendNotes(dictionary)]
  const books = openBooks(db, { dictionary, balances, flows, spends, notes, setAside, known, names, now })
  const byId = db.prepare<OutputRow>('SELECT * FROM outputs WHERE id = ?')
  const openAt = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE state < 2 AND transaction_hash = ? AND output_index = ?`)
  const openOf = db.prepare<OutputRow>(`
    SELECT * FROM outputs WHERE state < 2 AND transaction_hash = ? ORDER BY output_index`)
  const decode = (row: OutputRow): Output => decodeOutput(row, dictionary, db)

  const get = (id: OutputId): Output | undefined => orUndefined(byId.get(uuidBytes(id)), decode)

  /**
   * By place in the ledger. Open outputs are indexed; for spent ones the id follows from hash and index by the service's
   * rule, which saves an index over all of history.
   */
  function byTransaction(hash: Hash, index: number): Output | undefined {
    const bytes = bytesOf(hash)
    const open = openAt.get(bytes, BigInt(index))
    if (open !== undefined) return decode(open)
    const row = byId.get(uuidBytes(ruledId(hash, index)))
    const matches = row?.transaction_hash.equals(bytes) === true && row.output_index === BigInt(index)
    return row !== undefined && matches ? decode(row) : undefined
  }

  return {
    /**
     * A page of one holder's outputs and the sequence up to which they are now known, in one transaction. Throws
     * `remote.malformed`, and keeps nothing of the page, when it holds an output of somebody else. One that is `shared` is committed with
     * what comes next, at the latest when the cache is settled, and refused (`store.disk`) where the cache has dropped any since: that
     * number is what `dropped` was when its list began.
     */
    applyPage(page: { holder: Holder; outputs: readonly Output[]; cursor: number; shared?: number }): void {
      const keep = books.keeping(page.holder, page.outputs)
      books.write((changes) => {
        keep(changes)
        progress.set(cursorName(page.holder.id), String(page.cursor))
      }, page.shared)
    },

    /** Outputs read again to notice what happened elsewhere; the cursor stays where it is. */
    applyReconciled(holder: Holder, outputs: readonly Output[]): void {
      books.write(books.keeping(holder, outputs))
    },

    /**
     * Takes an output off the books whose description cannot be true, or is not the one that was known; `fields` says what is
     * wrong with it by itself. Survives a restart. Nothing happens to one that was set aside before.
     */
    putAside(holder: Holder, output: Output, fields: readonly Doubt[]): void {
      books.write((changes) => {
        if (setAside.get(output.output_id) === undefined)
          books.putAside(output, dictionary.addHolder(holder), fields, null, changes)
      })
    },

    /**
     * Counts an output again that was set aside, as it is described now: for those who have checked that description. What
     * contradicts the journal's signatures stays aside.
     */
    release(holder: Holder, output: Output): void {
      const keep = books.keeping(holder, [output])
      books.write((changes) => {
        const aside = setAside.get(output.output_id)
        if (aside !== undefined) books.takeBack(aside, output)
        keep(changes)
      })
    },

    /** What was set aside of a holder, oldest first; what this wallet has spent since is settled. */
    aside: (holder: HolderId): SetAside[] => setAside.list(holder).filter(({ outputId }) => !spends.has(outputId)),

    isAside: (id: OutputId): boolean => setAside.get(id) !== undefined,

    /** Set aside because the service said that there is no such output, and for nothing else. */
    isDenied: (id: OutputId): boolean => setAside.get(id)?.fields.join() === 'existence',

    /** Sequence up to which this holder's outputs are known; 0 before the first page. */
    cursor: (holder: HolderId): number => Number(progress.get(cursorName(holder)) ?? '0'),

    markSpent: books.markSpent,

    /** Final transactions of this wallet whose coins the service has listed otherwise since the last such question. */
    takeDenied: spends.takeDenied,
    /** Notes such a transaction once more. */
    deny: spends.deny,

    /**
     * A transaction is not known to be final any more: what it had spent is open again, and then what the service says. The journal must hold it.
     */
    takeBackSpent: books.takeBackSpent,

    /** Changes with whatever may change an output as it is read here. */
    version: (): number => db.version('outputs') + db.version('kernel_assets'),

    get,

    /** Those that are known, in the order asked for. */
    getMany: (ids: readonly OutputId[]): Output[] => ids.flatMap((id) => get(id) ?? []),

    byTransaction,

    /**
     * As the service lists it, set aside or not: for those that judge a listing instead of counting or spending by it.
     */
    listed: (hash: Hash, index: number): Output | undefined =>
      byTransaction(hash, index) ?? setAside.get(ruledId(hash, index) as OutputId)?.record, // a formula

    /** What a transaction made and is not spent. */
    openOf: (hash: Hash): Output[] => openOf.all(bytesOf(hash)).map(decode),

    ...openOutputLists(db, dictionary, notes),

    /** Sums of every asset that this holder ever had. */
    balances: (holder: HolderId) => balances.of(holder),

    coins: openCoins(db, dictionary, balances),
  }
}
