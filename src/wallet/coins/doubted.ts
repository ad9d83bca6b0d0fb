import type { Holder, Output, OutputId } from '#contract/domain'
import { type Assumption, failure } from '#contract/errors'
import type { Answer } from '#contract/ipc'
import { outputId as outputIdText } from '#contract/wire'
import { decodeTransaction, outputId } from '#protocol'
import { type Doubt, differingFacts, type Facts, factsOf, type SetAside, storedObject, storedTime } from '#store'
import { type Said, said } from '#words/facts'
import { isMadeBy } from '../nodes/judge.ts'
import { fetchBytes } from '../payments/proof.ts'
import { spoken } from '../shared/fiat.ts'
import { storedList } from '../shared/stored-list.ts'
import type { CoinsDesk } from './desk.ts'

type DoubtedCoin = Answer<'coins.doubted'>[number]

/** Coins that were taken off the books, with what was known first beside what the service says now. */
export function doubtedCoins(runtime: CoinsDesk, holder: Holder): DoubtedCoin[] {
  return toldOf(runtime, holder).map((aside) => doubtedView(aside, runtime))
}

/** Coins that never were, which their owner does not want to be told of any more, each with when it was denied. */
const awayOf = ({ store }: Pick<CoinsDesk, 'store'>) =>
  storedList(store.intents.settings, 'coins.put-away', storedObject({ id: outputIdText, at: storedTime }))

/** Those that were not put away. */
export function toldOf(runtime: Pick<CoinsDesk, 'store'>, holder: Pick<Holder, 'id'>): SetAside[] {
  const aside = runtime.store.cache.outputs.aside(holder.id)
  const away = aside.length === 0 ? [] : awayOf(runtime).read()
  return aside.filter(({ outputId: id, at }) => !away.some((each) => each.id === id && each.at === at))
}

/** Throws `input.invalid` for one of which more is in doubt than whether it is there: that is no mistake of the past. */
export function putAway(runtime: Pick<CoinsDesk, 'store'>, holder: Holder, id: OutputId): void {
  const { cache } = runtime.store
  const aside = cache.outputs.aside(holder.id).find(({ outputId: each }) => each === id)
  if (aside === undefined || !cache.outputs.isDenied(id))
    throw failure('input.invalid', 'not denied', { details: { field: 'outputId' } })
  const list = awayOf(runtime)
  // Of what is listed again, or was denied anew, nothing needs to be kept.
  const kept = list.read().filter((each) => each.id !== id && cache.outputs.isDenied(each.id))
  list.write([...kept, { id, at: aside.at }])
}

/** Somebody waits for the answer. */
const LINE = { tries: 2 }

/**
 * Counts a coin again that the service describes as it was known first, or as the bytes of the transaction say that made it,
 * which hash to the name that the coin has. Throws `wallet.coin_doubted` for any other, and what asking throws.
 */
export async function recheck(runtime: CoinsDesk, holder: Holder, id: OutputId): Promise<void> {
  const { outputs } = runtime.store.cache
  const aside = outputs.aside(holder.id).find(({ outputId }) => outputId === id)
  if (aside === undefined) throw failure('input.invalid', 'not in doubt', { details: { field: 'outputId' } })
  const now = await runtime.remote.call('outputs.read', { params: { id } }, LINE)
  const owned = now.receivers_hash === holder.membersHash && now.receivers_threshold === holder.threshold
  const same = aside.kept !== null && differingFacts(aside.kept, factsOf(now)).length === 0
  if (
    now.output_id !== id ||
    !owned ||
    !(same || (await judgeByBytes(runtime, aside.kept ?? aside.seen, now)) === 'fits')
  ) {
    const assumption: Assumption =
      outputId(now.transaction_hash, now.output_index) === id ? 'recorded-bytes' : 'outputs-ids'
    throw failure('wallet.coin_doubted', 'described as before', { details: { assumption } })
  }
  outputs.release(holder, now)
  if (outputs.isAside(id)) throw failure('wallet.coin_doubted', 'not what was signed')
}

/** Whether a description says what the bytes of the transaction say that made the coin; `unknown` where nobody has them. */
export async function judgeByBytes(
  runtime: CoinsDesk,
  { hash, index }: Pick<Facts, 'hash' | 'index'>,
  now: Output,
): Promise<'fits' | 'differs' | 'unknown'> {
  if (now.transaction_hash !== hash || now.output_index !== index) return 'differs'
  const { raw } = await fetchBytes({ ...runtime, line: LINE }, hash)
  if (raw === null) return 'unknown'
  return isMadeBy(decodeTransaction(raw), now) ? 'fits' : 'differs'
}

function doubtedView({ outputId, fields, kept, seen, at }: SetAside, runtime: CoinsDesk): DoubtedCoin {
  const first = kept ?? seen
  return {
    outputId,
    hash: first.hash,
    index: first.index,
    asset: runtime.directory.assetOfKernel(first.asset) ?? null,
    amount: kept?.amount ?? null,
    at,
    differences: fields.map((fact) => ({
      fact,
      kept: kept === null ? null : fact === 'existence' ? 'listed' : textOf(fact, kept, runtime),
      seen: textOf(fact, seen, runtime),
    })),
  }
}

function textOf(fact: Doubt, facts: Facts, { directory }: CoinsDesk): string | Said {
  switch (fact) {
    case 'hash':
    case 'mask':
      return facts[fact]
    case 'index':
      return String(facts.index)
    case 'amount':
      return spoken(facts.amount, directory.assetOfKernel(facts.asset)?.symbol ?? '').trim()
    case 'asset':
      return directory.assetOfKernel(facts.asset)?.name ?? facts.asset
    case 'keys':
      return facts.keys.join(' ')
    case 'existence':
      return said('check.coins.unknown')
    case 'members': {
      const { ids, threshold } = facts.members ?? { ids: [], threshold: 0 }
      return said('check.coins.members', { threshold, members: ids })
    }
  }
}
