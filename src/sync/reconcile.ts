import type { Holder, Output, OutputId } from '#contract/domain'
import { answerOf, codeOf, failure } from '#contract/errors'
import { type BarrenPages, barrenPages, MAX_PAGES, type PageLengths, pageLengths } from './paging.ts'
import { askOutputs, inPieces, isInPlace, isOneRecord, isTrustworthy, type RoundDeps, trustedOf } from './readers.ts'

/*
 * Spends made elsewhere: what is open here is compared with the service's lists of open outputs, and what is on none of them is read by
 * itself. A page tells of all outputs between its first sequence and its last, so nothing needs to be kept from one page to the next.
 */

type Open = 'unspent' | 'signed'

/** Most ids of one call. */
const BATCH = 256
/** So many are read one by one. */
const ALONE_MOST = 8

interface Pass {
  readonly deps: RoundDeps
  readonly holder: Holder
  /** Newer outputs have not been read yet. */
  readonly known: number
  /** Not where they should be listed; one may stand in the list of the other state. */
  readonly missing: Set<OutputId>
}

const beginPass = (deps: RoundDeps, holder: Holder): Pass => ({
  ...{ deps, holder, known: deps.cache.outputs.cursor(holder.id), missing: new Set() },
})

/** How a list of a state is gone through. */
interface Going {
  readonly lengths: PageLengths
  readonly barren: BarrenPages
}

const beginGoing = (): Going => ({ lengths: pageLengths(), barren: barrenPages() })

/** Compares one page behind a sequence; answers where the next one begins, null after the last. */
async function comparePage(pass: Pass, state: Open, { lengths, barren }: Going, from: number): Promise<number | null> {
  const { deps, holder, known, missing } = pass
  const { step } = await askOutputs(deps, holder, lengths, from, state)
  const listed = new Set<OutputId>()
  let bringsOurs = false
  await inPieces(deps, step.fresh, (piece) => {
    const trusted = trustedOf(deps, holder, piece)
    bringsOurs ||= trusted.some((output) => isInPlace(deps, output))
    for (const { output_id: id } of trusted) {
      listed.add(id)
      missing.delete(id)
    }
    applyReconciled(
      deps,
      holder,
      trusted.filter((output) => output.sequence <= known),
    )
  })
  barren.saw(bringsOurs)
  const hasMore = step.more && step.cursor < known
  // Behind the last page too: what was once listed with a sequence that was too high stands there.
  const end = hasMore ? step.cursor : Number.MAX_SAFE_INTEGER
  for (const id of deps.cache.outputs.openIds(holder.id, state, { after: from, upTo: end })) {
    if (!listed.has(id)) missing.add(id)
  }
  return hasMore && !barren.areEnough() ? step.cursor : null
}

/** The whole list of a state; answers whether it was so large that it is better not read often. */
async function compareList(pass: Pass, state: Open): Promise<boolean> {
  const going = beginGoing()
  let from: number | null = 0
  for (let pages = 0; pages < MAX_PAGES && from !== null; pages += 1) from = await comparePage(pass, state, going, from)
  return going.lengths.wasShortened()
}

async function settle({ deps, holder, missing }: Pass): Promise<void> {
  if (missing.size > ALONE_MOST) await readTogether(deps, holder, missing)
  for (const id of missing) await reconcileOne(deps, holder, id)
}

/**
 * Reads every output in these states again. Those that are signed for are few, so a group's can be read often: they tell of requests that
 * others have made. Answers whether the lists were so large that they are better not read often.
 */
export async function reconcileOutputs(deps: RoundDeps, holder: Holder, states: readonly Open[]): Promise<boolean> {
  const pass = beginPass(deps, holder)
  let large = false
  for (const state of states) large = (await compareList(pass, state)) || large
  await settle(pass)
  return large
}

/** As above, of the unspent ones only one page behind a sequence. Answers where the next one begins; 0 after the last. */
export async function reconcilePiece(deps: RoundDeps, holder: Holder, from: number): Promise<number> {
  const pass = beginPass(deps, holder)
  await compareList(pass, 'signed')
  const next = await comparePage(pass, 'unspent', beginGoing(), from)
  await settle(pass)
  return next ?? 0
}

/**
 * These outputs as the service has them now, in one call for many; one that it does not answer is read by itself. Money is about to go by them, so
 * one that cannot be read throws too.
 */
export async function reconcileThese(deps: RoundDeps, holder: Holder, ids: readonly OutputId[]): Promise<void> {
  const missing = new Set(ids)
  await readTogether(deps, holder, missing)
  for (const id of missing) await readAgain(deps, holder, id)
}

/** Those of a set in few calls; what is not answered stays in it. */
async function readTogether(deps: RoundDeps, holder: Holder, missing: Set<OutputId>): Promise<void> {
  const ids = [...missing]
  for (let at = 0; at < ids.length; at += BATCH) {
    const body = { user_id: deps.account, ids: ids.slice(at, at + BATCH) }
    const answered = await deps.remote.call('outputs.fetch', { body }, deps.line).catch((error: unknown) => {
      // A service that refuses such a question may still answer for each by itself.
      if (!isOneRecord(answerOf(error))) throw error
      return []
    })
    // What was not asked for is not looked at.
    const found = answered.filter(({ output_id: id }) => missing.delete(id))
    applyReconciled(deps, holder, trustedOf(deps, holder, found))
  }
}

function applyReconciled({ cache }: RoundDeps, holder: Holder, outputs: readonly Output[]): void {
  if (outputs.length === 0) return
  goBackTo(cache, holder, outputs)
  cache.outputs.applyReconciled(holder, outputs)
}

/**
 * What is listed up to the cursor and is not known was passed by, as after a sequence that was false: the next round reads on from what is known
 * before the first of them, since others that are spent by now may have been passed by too.
 */
function goBackTo({ outputs }: RoundDeps['cache'], holder: Holder, listed: readonly Output[]): void {
  const known = new Set(outputs.knownAmong(listed.map(({ output_id: id }) => id)))
  const cursor = outputs.cursor(holder.id)
  const passedBy = listed.find(
    ({ output_id: id, sequence }) => sequence <= cursor && !known.has(id) && !outputs.isAside(id),
  )
  if (passedBy === undefined) return
  const [before] = outputs.list({ holder: holder.id, before: passedBy.sequence, limit: 1 })
  outputs.applyPage({ holder, outputs: [], cursor: before?.sequence ?? 0 })
}

/** One that cannot be read is reported and stays as it is: the others are not to wait for it. */
async function reconcileOne(deps: RoundDeps, holder: Holder, id: OutputId): Promise<void> {
  try {
    await readAgain(deps, holder, id)
  } catch (error) {
    const code = answerOf(error)
    if (!isOneRecord(code)) throw error
    deps.suspicious('sync.output_unreadable', { output: id, code })
  }
}

/** Throws what asking throws, but where nothing is there any more. */
async function readAgain(deps: RoundDeps, holder: Holder, id: OutputId): Promise<void> {
  try {
    const output = await deps.remote.call('outputs.read', { params: { id } }, deps.line)
    if (output.output_id !== id) throw failure('remote.malformed', 'another output was answered')
    if (isTrustworthy(deps, holder, output)) applyReconciled(deps, holder, [output])
  } catch (error) {
    if (codeOf(error) !== 'remote.not_found') throw error
    setForgottenAside(deps, holder, id)
  }
}

/**
 * What is neither listed nor known to the service any more may never have been there: it is not counted until it is listed
 * again as it was.
 */
function setForgottenAside(deps: RoundDeps, holder: Holder, id: OutputId): void {
  deps.suspicious('sync.output_forgotten', { output: id })
  const output = deps.cache.outputs.get(id)
  if (output === undefined) return
  deps.cache.outputs.putAside(holder, output, ['existence'])
  // What made it may never have been final either.
  deps.cache.outputs.deny(output.transaction_hash)
}
