import {
  type AssetId,
  formatTime,
  type Hash,
  type Holder,
  type Nanos,
  type Output,
  parseTime,
  type UserId,
} from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Topic } from '#contract/ipc'
import { kernelAssetId, outputId } from '#protocol'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore } from '#store'
import {
  historyOffset,
  MAX_PAGES,
  missingOutputs,
  PAGE_SIZE,
  stepDeposits,
  stepOutputs,
  stepSnapshots,
} from './plan.ts'

type Cache = AccountStore['cache']

/** What one part of a round needs; `changed` collects the topics that became old. */
export interface RoundDeps {
  readonly remote: Remote
  readonly cache: Cache
  readonly now: () => Nanos
  /** For every call: when to give up. */
  readonly line: CallOptions
  readonly changed: (topic: Topic) => void
  /** An output whose ids contradict each other or its members; kept out and reported. */
  readonly suspicious: (event: string, fields: Readonly<Record<string, string | number>>) => void
}

const BATCH = 200
/** By how much a page becomes shorter at a time. */
const SHORTER = 8

/** New outputs of one holder. With `anew` the list is read from its beginning. */
export async function readOutputs(deps: RoundDeps, holder: Holder, anew: boolean): Promise<void> {
  let cursor = anew ? 0 : deps.cache.outputs.cursor(holder.id)
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { page, full } = await listOutputs(deps, holder, cursor)
    const step = stepOutputs(cursor, page)
    const trusted = step.fresh.filter((output) => isConsistent(deps, output))
    if (trusted.length > 0 || step.cursor !== deps.cache.outputs.cursor(holder.id)) {
      const changes = deps.cache.outputs.applyPage({ holder, outputs: trusted, cursor: step.cursor })
      if (changes.inserted.length + changes.changed.length > 0) deps.changed('balances')
    }
    cursor = step.cursor
    if (!full || step.fresh.length === 0) return
  }
}

/**
 * Finds spends made elsewhere: every output in these states is read again, and those that are not listed any more one by
 * one. Those that are signed for are few, so a group's can be read often: they tell of requests that others have made.
 */
export async function reconcileOutputs(
  deps: RoundDeps,
  holder: Holder,
  states: readonly ('unspent' | 'signed')[],
): Promise<void> {
  const listed: Output[] = []
  for (const state of states) {
    let cursor = 0
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { page, full } = await listOutputs(deps, holder, cursor, state)
      const step = stepOutputs(cursor, page)
      listed.push(...step.fresh.filter((output) => isConsistent(deps, output)))
      cursor = step.cursor
      if (!full || step.fresh.length === 0) break
    }
  }
  const known = deps.cache.outputs.cursor(holder.id)
  const missing = missingOutputs(deps.cache.outputs.ids(holder.id, states), listed)
  const found: Output[] = []
  for (const id of missing) {
    try {
      found.push(await deps.remote.call('outputs.read', { params: { id } }, deps.line))
    } catch (error) {
      // The service has forgotten an output: worth a word, but no reason to take money off the books.
      if (codeOf(error) !== 'remote.not_found') throw error
      deps.suspicious('sync.output_forgotten', { output: id })
    }
  }
  const changes = deps.cache.outputs.applyReconciled(holder, [
    ...listed.filter((output) => output.sequence <= known),
    ...found.filter((output) => isConsistent(deps, output)),
  ])
  if (changes.inserted.length + changes.changed.length > 0) deps.changed('balances')
}

/**
 * A page of outputs, and whether there may be another. A memo can be megabytes; where a page of the usual length would be
 * larger than an answer may be, a shorter one is asked for, so that nobody can stop the wallet by sending it something.
 */
async function listOutputs(
  deps: RoundDeps,
  holder: Holder,
  offset: number,
  state?: Output['state'],
): Promise<{ page: Output[]; full: boolean }> {
  for (let limit = PAGE_SIZE; ; limit = Math.ceil(limit / SHORTER)) {
    try {
      const page = await deps.remote.call(
        'outputs.list',
        {
          query: {
            members: holder.membersHash,
            threshold: holder.threshold,
            offset,
            limit,
            order: 'ASC',
            ...(state === undefined ? {} : { state }),
          },
        },
        deps.line,
      )
      return { page, full: page.length >= limit }
    } catch (error) {
      if (codeOf(error) !== 'remote.too_large' || limit === 1) throw error
    }
  }
}

/** Ids are formulas, so a record that contradicts them is wrong whoever sent it. */
function isConsistent(deps: RoundDeps, output: Output): boolean {
  const claimed = output.asset_id === null ? output.kernel_asset_id : kernelAssetId(output.asset_id)
  const fits =
    claimed === output.kernel_asset_id &&
    (output.asset ?? output.kernel_asset_id) === output.kernel_asset_id &&
    outputId(output.transaction_hash, output.output_index) === output.output_id &&
    output.amount > 0n
  if (!fits) deps.suspicious('sync.output_contradicts_itself', { output: output.output_id })
  return fits
}

/** History since the last known time. */
export async function readHistory(deps: RoundDeps): Promise<void> {
  const stored = deps.cache.snapshots.cursor()
  let cursor: Nanos | null = stored === null ? null : parseTime(stored)
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const offset = historyOffset(cursor)
    const page = await deps.remote.call(
      'snapshots.list',
      { query: { limit: PAGE_SIZE, order: 'ASC', ...(offset === null ? {} : { offset }) } },
      deps.line,
    )
    const step = stepSnapshots(cursor, page)
    if (step.cursor !== null && page.length > 0) {
      const changes = deps.cache.snapshots.applyPage({ snapshots: page, cursor: formatTime(step.cursor) })
      if (changes.inserted.length + changes.changed.length > 0) deps.changed('activity')
    }
    cursor = step.cursor
    if (!step.more) return
  }
}

const WITHDRAWALS_WATCHED = 20
const WITHDRAWAL_TAKES_NS: bigint = 7n * 24n * 3600n * 1_000_000_000n

/** The hash on the other chain is known some time after the snapshot was written, which a cursor over time cannot see. */
export async function readWithdrawals(deps: RoundDeps): Promise<void> {
  const cursor = deps.cache.snapshots.cursor()
  if (cursor === null) return
  const { snapshots } = deps.cache.snapshots.list({
    ...{ filter: { kind: 'withdrawal' as const }, cursor: null, limit: WITHDRAWALS_WATCHED },
  })
  const waiting = snapshots.filter(
    ({ withdrawal, created_at }) => withdrawal?.withdrawal_hash === '' && deps.now() - created_at < WITHDRAWAL_TAKES_NS,
  )
  for (const { snapshot_id: id } of waiting) {
    const read = await deps.remote.call('snapshots.read', { params: { id } }, deps.line)
    const changes = deps.cache.snapshots.applyPage({ snapshots: [read], cursor })
    if (changes.changed.length > 0) deps.changed('activity')
  }
}

/** Deposits on their way to the addresses that were shown for this holder. */
export async function readDeposits(
  deps: RoundDeps,
  holder: Holder,
  addresses: readonly { readonly destination: string; readonly tag: string }[],
): Promise<void> {
  const found = new Map<string, Awaited<ReturnType<typeof listDeposits>>[number]>()
  for (const address of addresses) {
    let offset: Nanos | null = null
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await listDeposits(deps, address, offset)
      const step = stepDeposits(new Set(found.keys()), page)
      for (const deposit of step.fresh) {
        if (deposit.destination === address.destination && deposit.tag === address.tag)
          found.set(deposit.deposit_id, deposit)
      }
      offset = step.cursor
      if (!step.more) break
    }
  }
  if (deps.cache.deposits.replacePending(holder.id, [...found.values()], deps.now())) deps.changed('deposits')
}

function listDeposits(deps: RoundDeps, address: { destination: string; tag: string }, offset: Nanos | null) {
  return deps.remote.call(
    'deposits.list',
    {
      query: {
        destination: address.destination,
        ...(address.tag === '' ? {} : { tag: address.tag }),
        ...(offset === null ? {} : { offset }),
        limit: PAGE_SIZE,
      },
    },
    deps.line,
  )
}

/** Records of people and assets that were named by others but never read. */
export async function readNamed(
  deps: RoundDeps,
  named: { readonly users: readonly UserId[]; readonly assets: readonly (AssetId | Hash)[] },
): Promise<void> {
  for (let at = 0; at < named.users.length; at += BATCH) {
    const body = named.users.slice(at, at + BATCH)
    const users = await deps.remote.call('users.fetch', { body }, deps.line)
    if (deps.cache.users.put(users)) deps.changed('contacts')
  }
  for (let at = 0; at < named.assets.length; at += BATCH) {
    const body = named.assets.slice(at, at + BATCH)
    const assets = await deps.remote.call('assets.fetch', { body }, deps.line)
    if (deps.cache.assets.put(assets)) deps.changed('assets')
  }
}

/** Who is a contact and who is blocked; whoever is on neither list any more is read anew. */
export async function readRelations(deps: RoundDeps): Promise<void> {
  const turn = deps.cache.relations.turn()
  const friends = await deps.remote.call('friends.list', {}, deps.line)
  const blocked = await deps.remote.call('relationships.blocked', {}, deps.line)
  const { changed, left } = deps.cache.relations.replace({ friends, blocked }, turn)
  if (changed) deps.changed('contacts')
  await readNamed(deps, { users: left, assets: [] })
}

/** Prices, chains and rates: only shown beside amounts, so a failure here is no failure of the round. */
export async function readMarket(deps: RoundDeps, assets: readonly (AssetId | Hash)[]): Promise<void> {
  if (deps.cache.assets.put(await deps.remote.call('assets.list', {}, deps.line))) deps.changed('assets')
  await readNamed(deps, { users: [], assets })
  if (deps.cache.chains.put(await deps.remote.call('chains.list', {}, deps.line))) deps.changed('assets')
  if (deps.cache.fiats.put(await deps.remote.call('fiats.list', {}, deps.line))) deps.changed('assets')
}
