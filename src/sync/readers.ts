import { defined } from '#contract/defined'
import type { AssetId, Clock, Hash, Holder, LogEvent, LogFields, Nanos, Output, User, UserId } from '#contract/domain'
import { codeOf, type ErrorCode } from '#contract/errors'
import type { CallOptions, Remote } from '#remote'
import type { AccountStore } from '#store'
import { impossibleFacts } from './impossible.ts'
import {
  barrenPages,
  isLineFailure,
  MAX_PAGES,
  PAGE_SIZE,
  type PageLengths,
  pageLengths,
  SHORTEST_PAGE,
  type Step,
  stepOutputs,
} from './paging.ts'

type Cache = AccountStore['cache']

/** What one part of a round needs. */
export interface RoundDeps {
  readonly account: UserId
  readonly remote: Remote
  readonly cache: Cache
  readonly now: () => Nanos
  /** Those of these transactions that stand in this journal. */
  readonly ownAmong: (transactions: readonly Hash[]) => ReadonlySet<Hash>
  /** Sees in outputs that are not kept yet whose coins were spent elsewhere: theirs who paid them with a transaction that stands in no journal here. */
  readonly noteSpenders: (outputs: readonly Output[]) => void
  /** These are no contacts any more. */
  readonly unsave: (userIds: readonly UserId[]) => void
  /** For every call: when to give up. */
  readonly line: CallOptions
  /** An output whose ids contradict each other or its members; kept out and reported. */
  readonly suspicious: (event: LogEvent, fields: LogFields) => void
  /** Resolves once whoever waits for an answer of this program has had a turn; for each who asks by itself. */
  readonly breathe: () => Promise<void>
  readonly sleep: Clock['sleep']
}

const BATCH = 200
/** Above this a shorter page is asked for: it takes longer to read than a slow line leaves time for. */
const PAGE_BYTES = 8 * 1024 * 1024

/** Pieces of all lists that are committed together at most: what lies anywhere in an index is then written once for many of them. */
const TOGETHER = 160
/** While pages follow each other as quickly as this, they are committed together. */
const MOMENT_MS = 50

/**
 * The pages of a list one after the other, the next one on the wire while `apply` works on this one. `ask` goes on from the page
 * before, or begins; both say what the page adds. The first page is committed at once, so that there is something to see; what is applied later is
 * committed before the next page is waited for longer than a moment. Other lists share the same commit: where one of them, or the disk, has it
 * taken back, nothing more is applied (`shared` of a page), and the next round begins at the cursor that is left.
 */
export async function eachPage<Page extends { readonly step: { readonly more: boolean } }>(
  { cache, breathe, sleep }: PageDeps,
  ask: (before: Page | null) => Promise<Page>,
  apply: (page: Page, shared: number) => Promise<void>,
): Promise<void> {
  const shared = cache.dropped()
  let coming = ask(null)
  try {
    for (let pages = 1; ; pages += 1) {
      const page = await coming
      const goesOn = page.step.more && pages < MAX_PAGES
      if (goesOn) coming = ask(page)
      // Its failure is told where it is waited for, which is never if this page cannot be applied.
      coming.catch(() => undefined)
      await apply(page, shared)
      if (!goesOn) break
      if (pages > 1 && cache.waiting() < TOGETHER && (await comesSoon(sleep, coming))) continue
      await breathe()
      cache.settle(shared)
    }
    cache.settle(shared)
  } catch (error) {
    // What was applied before is whole.
    cache.settle()
    throw error
  }
}

interface PageDeps extends Pick<RoundDeps, 'breathe' | 'sleep'> {
  readonly cache: Pick<Cache, 'settle' | 'dropped' | 'waiting'>
}

async function comesSoon(sleep: RoundDeps['sleep'], coming: Promise<unknown>): Promise<boolean> {
  const enough = new AbortController()
  const late = sleep(MOMENT_MS, enough.signal).then(() => false)
  try {
    return await Promise.race([coming.then(() => true), late])
  } finally {
    enough.abort()
  }
}

/** Rows that are kept at once: some milliseconds of work. */
const PIECE = 100

/** The rows of a page in their order, some at a time; once with none where there are none. */
export async function inPieces<Row>(
  { breathe }: RoundDeps,
  rows: readonly Row[],
  apply: (piece: readonly Row[], isLast: boolean) => void,
): Promise<void> {
  for (let from = 0; from === 0 || from < rows.length; from += PIECE) {
    await breathe()
    apply(rows.slice(from, from + PIECE), from + PIECE >= rows.length)
  }
}

/** New outputs of one holder. With `anew` the list is read from its beginning. `onMore` hears that there is more than a page. */
export async function readOutputs(deps: RoundDeps, holder: Holder, anew: boolean, onMore = () => {}): Promise<void> {
  const { outputs } = deps.cache
  const lengths = pageLengths()
  const begin = anew ? 0 : outputs.cursor(holder.id)
  const barren = barrenPages()
  await eachPage(
    deps,
    async (before: OutputsPage | null) => {
      const { step } = await askOutputs(deps, holder, lengths, before?.step.cursor ?? begin)
      return { step: { ...step, more: step.more && !barren.areEnough() } }
    },
    async ({ step }, shared) => {
      if (step.fresh.length * 2 >= PAGE_SIZE || lengths.wasShortened()) onMore()
      let bringsOurs = false
      await inPieces(deps, step.fresh, (piece, isLast) => {
        const trusted = trustedOf(deps, holder, piece)
        bringsOurs ||= trusted.some((output) => isInPlace(deps, output))
        deps.noteSpenders(trusted)
        const cursor = isLast ? step.cursor : (piece.at(-1)?.sequence ?? 0)
        if (trusted.length > 0 || cursor !== outputs.cursor(holder.id))
          outputs.applyPage({ holder, outputs: trusted, cursor, shared })
      })
      barren.saw(bringsOurs)
    },
  )
}

/** New, or known and where it was listed before: one that is listed further and further on says nothing, and would never end. */
export function isInPlace({ cache: { outputs } }: RoundDeps, { output_id: id, sequence }: Output): boolean {
  const known = outputs.get(id)
  return known === undefined ? !outputs.isAside(id) : known.sequence === sequence
}

/** A failure that says nothing about other records. */
export const isOneRecord = (code: ErrorCode): boolean => code.startsWith('remote.') && !isLineFailure(code)

interface OutputsPage {
  readonly step: Step<Output, number>
}

/** The next page of outputs and what it adds. */
export async function askOutputs(
  deps: RoundDeps,
  holder: Holder,
  lengths: PageLengths,
  cursor: number,
  state?: Output['state'],
): Promise<OutputsPage> {
  const { page } = await readPage(deps, lengths, (length, line) =>
    deps.remote.call(
      'outputs.list',
      {
        query: {
          members: holder.membersHash,
          threshold: holder.threshold,
          offset: cursor,
          limit: length,
          order: 'ASC',
          ...defined({ state }),
        },
      },
      line,
    ),
  )
  const step = stepOutputs(cursor, page)
  lengths.read(step.fresh.length)
  return { step }
}

export const trustedOf = (deps: RoundDeps, holder: Holder, outputs: readonly Output[]): Output[] =>
  outputs.filter((output) => isTrustworthy(deps, holder, output))

/**
 * A page and how long it could have been. A memo can be megabytes; where a page would be larger than an answer may be, a
 * shorter one is asked for, so that nobody can stop the wallet by sending it something.
 */
export async function readPage<Row>(
  deps: RoundDeps,
  lengths: PageLengths,
  ask: (limit: number, line: CallOptions) => Promise<Row[]>,
): Promise<{ page: Row[]; limit: number }> {
  for (;;) {
    const limit = lengths.limit()
    try {
      return {
        page: await ask(limit, limit > SHORTEST_PAGE ? { ...deps.line, maxBytes: PAGE_BYTES } : deps.line),
        limit,
      }
    } catch (error) {
      if (codeOf(error) !== 'remote.too_large' || !lengths.shorten()) throw error
    }
  }
}

/** What cannot be true is set aside, so that it is neither counted nor spent and the person hears of it. */
export function isTrustworthy(deps: RoundDeps, holder: Holder, output: Output): boolean {
  const fields = impossibleFacts(output, () => deps.cache.outputs.get(output.output_id))
  if (fields.length === 0) return true
  deps.suspicious('sync.output_impossible', { output: output.output_id, field: fields.join() })
  deps.cache.outputs.putAside(holder, output, fields)
  return false
}

/** Records of people and assets that were named by others but never read. Answers whom the service knew. */
export async function readNamed(
  deps: RoundDeps,
  named: { readonly users: readonly UserId[]; readonly assets: readonly (AssetId | Hash)[] },
): Promise<UserId[]> {
  const known: UserId[] = []
  for (let at = 0; at < named.users.length; at += BATCH) {
    const body = named.users.slice(at, at + BATCH)
    const users = await deps.remote.call('users.fetch', { body }, deps.line)
    deps.cache.users.put(users)
    known.push(...users.map(({ user_id }) => user_id))
  }
  for (let at = 0; at < named.assets.length; at += BATCH) {
    const body = named.assets.slice(at, at + BATCH)
    const assets = await deps.remote.call('assets.fetch', { body }, deps.line)
    deps.cache.assets.put(assets)
  }
  return known
}

/** Who is a contact and who is blocked, of others; whoever is on neither list any more is read anew. */
export async function readRelations(deps: RoundDeps): Promise<void> {
  const turn = deps.cache.relations.turn()
  const friends = await deps.remote.call('friends.list', {}, deps.line)
  const blocked = await deps.remote.call('relationships.blocked', {}, deps.line)
  const others = (list: readonly User[]) => list.filter(({ user_id }) => user_id !== deps.account)
  const lists = { friends: others(friends), blocked: others(blocked) }
  const { left, unfriended } = deps.cache.relations.replace(lists, turn)
  deps.unsave(unfriended)
  deps.cache.relations.reread(await readNamed(deps, { users: left, assets: [] }))
}

/**
 * Prices, chains and rates: only shown beside amounts, so a failure here is no failure of the round. What is held and not on the service's list is
 * asked for by name each time: read once, it would for ever be worth what it was then.
 */
export async function readMarket(deps: RoundDeps, held: readonly Hash[]): Promise<void> {
  const { assets } = deps.cache
  const listed = await deps.remote.call('assets.list', {}, deps.line)
  assets.putListed(listed)
  // Of a list that is longer than what is kept of it, some was told of and is not known.
  const read = new Set(listed.flatMap(({ asset_id: id }) => assets.get(id)?.kernel_asset_id ?? []))
  await readNamed(deps, { users: [], assets: held.filter((kernel) => !read.has(kernel)) })
  deps.cache.chains.put(await deps.remote.call('chains.list', {}, deps.line))
  deps.cache.fiats.put(await deps.remote.call('fiats.list', {}, deps.line))
}
