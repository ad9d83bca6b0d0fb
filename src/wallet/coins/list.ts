import {
  type AssetId,
  type Hash,
  type Holder,
  isPaidBy,
  type Output,
  type OutputId,
  type RequestId,
} from '#contract/domain'
import type { CoinState, CoinSummary, CoinView } from '#contract/ipc'
import { formatAmountShort, hashMembers, kernelAssetId, sumOf, toAmount } from '#protocol'
import { holdsWords } from '#protocol/text'
import { calledFirst, type Freeze } from '#store'
import { isSaid } from '#words/facts'
import { frozenReason } from '../payments/frozen.ts'
import { MAX_INPUTS } from '../payments/select.ts'
import { paymentTitle } from '../payments/view.ts'
import { foundBy } from '../shared/found-by.ts'
import type { CoinsDesk } from './desk.ts'

/** From here on a payment of much of an asset may need more coins than it can have. */
const MANY_COINS: number = MAX_INPUTS >> 1

interface Marks {
  readonly frozen: ReadonlyMap<OutputId, Freeze>
  /** Coins that live payments have set aside, by payment. */
  readonly held: ReadonlyMap<OutputId, RequestId>
}

/** What keeps coins of a holder from being spent besides what the service says; read once per answer. */
function marksOf({ store: { intents } }: CoinsDesk, holder: Holder): Marks {
  return {
    frozen: new Map(intents.freezes.list().map((freeze) => [freeze.outputId, freeze])),
    held: new Map(intents.payments.holds(holder.id).map((hold) => [hold.outputId, hold.paymentId])),
  }
}

function stateOf(output: Output, { frozen, held }: Marks): CoinState {
  if (output.state === 'spent') return 'spent'
  if (held.has(output.output_id)) return 'held'
  if (output.state === 'signed') return 'signed'
  if (output.inscription_hash !== null) return 'inscribed'
  return frozen.has(output.output_id) ? 'frozen' : 'available'
}

/** Undefined while nobody has named the asset. */
function coinView(output: Output, holder: Holder, marks: Marks, runtime: CoinsDesk): CoinView | undefined {
  const asset = runtime.directory.assetOfKernel(output.kernel_asset_id)
  if (asset === undefined) return undefined
  const { labels, audits } = runtime.store.intents
  const label = labels.get(`o:${output.output_id}`)
  const freeze = marks.frozen.get(output.output_id)
  return {
    outputId: output.output_id,
    hash: output.transaction_hash,
    index: output.output_index,
    asset,
    amount: output.amount,
    state: stateOf(output, marks),
    createdAt: output.created_at,
    label: label?.label ?? '',
    note: label?.note ?? '',
    ...originOf(output, holder, runtime),
    frozen:
      freeze === undefined
        ? null
        : {
            reason: frozenReason(freeze.reason, output.inscription_hash),
            at: freeze.at,
            wasItem: calledFirst(freeze.reason),
          },
    heldFor: heldFor(output, marks, runtime),
    inscription: output.inscription_hash,
    audit: audits.get(output.output_id)?.result ?? null,
    spentBy: output.signed_by,
  }
}

function originOf(output: Output, holder: Holder, { directory }: CoinsDesk): Pick<CoinView, 'origin' | 'from'> {
  const { senders, senders_threshold: threshold, deposit, inscription_hash: inscription } = output
  if (isPaidBy(output, holder)) return { origin: 'change', from: null }
  const [only, ...others] = senders
  // Items are made in the network and never brought over a chain, also where nobody says by whom.
  if (only === undefined && deposit === null && inscription !== null) return { origin: 'received', from: null }
  if (deposit !== null || only === undefined) return { origin: 'deposit', from: null }
  if (others.length === 0) return { origin: 'received', from: { kind: 'user', user: directory.user(only) } }
  const hash = hashMembers([...senders].sort()) as Hash // a formula
  return { origin: 'received', from: directory.group(senders, threshold ?? 1, hash) }
}

/**
 * A payment of this account, or a request of the group that another member made. The request that a record of a coin names is the one that made
 * the coin.
 */
function heldFor(output: Output, marks: Marks, runtime: CoinsDesk): CoinView['heldFor'] {
  if (output.state === 'spent') return null
  const payment = marks.held.get(output.output_id)
  const request = payment === undefined ? spenderOf(output, runtime) : runtime.requestStore.find(payment)
  if (request !== undefined) return { kind: 'request', id: request.id, title: runtime.cosign.view(request).title }
  if (payment === undefined) return null
  return { kind: 'payment', id: payment, title: paymentTitle(runtime.store.intents.payments.summary(payment), runtime) }
}

const spenderOf = ({ state, signed_by: hash }: Output, { requestStore }: CoinsDesk) =>
  state === 'signed' && hash !== null ? requestStore.findByHash(hash) : undefined

interface Query {
  readonly assetId: AssetId | null
  /** `open` is every state but `spent`. */
  readonly state: CoinState | 'open' | null
  /** Words of which each stands in the coin's label, note, sender, asset, amount or ids. */
  readonly search: string
  readonly cursor: string | null
  readonly limit: number
}

const PAGE = 500
/** Coins that one answer looks at while it searches: the rest is asked for from where it stopped. */
const SEARCHED = 2_000

const kernelOf = (assetId: AssetId | null): Hash | undefined =>
  assetId === null ? undefined : (kernelAssetId(assetId) as Hash) // a formula

function isFound({ asset, label, note, from, amount, hash, outputId, frozen }: CoinView, search: string): boolean {
  const names = [asset.name, asset.chainName].filter((name) => !isSaid(name))
  const reason = frozen === null || isSaid(frozen.reason) ? '' : frozen.reason
  const { words, ids } = foundBy(from === null ? [] : [from])
  const texts = [label, note, reason, words, asset.symbol, ...names, formatAmountShort(amount)]
  return holdsWords(search, texts.join(' '), [hash, outputId, ids].join(' '))
}

/** One page, newest first. What is rare is looked up by its marks; everything else is walked in order of sequence. */
export function listCoins(
  runtime: CoinsDesk,
  holder: Holder,
  query: Query,
): { rows: CoinView[]; cursor: string | null } {
  const marks = marksOf(runtime, holder)
  const { outputs } = runtime.store.cache
  const search = query.search.trim()
  const kernelAsset = kernelOf(query.assetId)
  const isOfAsset = (output: Output): boolean => kernelAsset === undefined || output.kernel_asset_id === kernelAsset
  const isAsked = (state: CoinState): boolean =>
    query.state === null || (query.state === 'open' ? state !== 'spent' : state === query.state)
  const shown = (found: readonly Output[]): CoinView[] =>
    found
      .filter((output) => isOfAsset(output) && isAsked(stateOf(output, marks)))
      .flatMap((output) => coinView(output, holder, marks, runtime) ?? [])
      .filter((coin) => search === '' || isFound(coin, search))

  if (query.state === 'held' || query.state === 'frozen') {
    const ids = query.state === 'held' ? [...marks.held.keys()] : [...marks.frozen.keys()]
    const found = outputs
      .getMany(ids)
      .filter((output) => isOf(output, holder))
      .sort((a, b) => b.sequence - a.sequence)
    return { rows: shown(found), cursor: null }
  }
  const isWhole = query.state === 'inscribed' || search !== ''
  const rows: CoinView[] = []
  let before = query.cursor === null ? undefined : Number(query.cursor)
  for (let looked = 0; ; ) {
    const from = before === undefined ? {} : { before }
    const size = isWhole ? PAGE : Math.min(PAGE, query.limit - rows.length)
    const page =
      query.state === 'inscribed'
        ? outputs.inscribed({ holder: holder.id, ...from, limit: size })
        : outputs.list({
            holder: holder.id,
            kernelAsset,
            state: query.state === 'available' ? 'unspent' : (query.state ?? undefined),
            ...from,
            limit: size,
          })
    rows.push(...shown(page))
    before = page.at(-1)?.sequence
    looked += page.length
    if (page.length < size || before === undefined) return { rows, cursor: null }
    if (rows.length >= query.limit || (search !== '' && looked >= SEARCHED)) return { rows, cursor: String(before) }
  }
}

export const spentCoins = ({ store }: CoinsDesk, holder: Holder, assetId: AssetId | null): number | null =>
  store.cache.outputs.countSpent(holder.id, kernelOf(assetId))

export const isOf = (output: Output, holder: Holder): boolean =>
  output.receivers_hash === holder.membersHash && output.receivers_threshold === holder.threshold

/** Coins of every asset by what can be done with them; assets without any coin are left out. */
export function summarize(runtime: CoinsDesk, holder: Holder): CoinSummary[] {
  const { outputs } = runtime.store.cache
  const marks = marksOf(runtime, holder)
  const open = outputs
    .getMany([...new Set([...marks.held.keys(), ...marks.frozen.keys()])])
    .filter((output) => isOf(output, holder) && output.state !== 'spent')
  return outputs.balances(holder.id).flatMap((balance): CoinSummary[] => {
    const asset = runtime.directory.assetOfKernel(balance.kernelAssetId)
    if (asset === undefined) return []
    // An item is no money, also on its way.
    const own = open.filter((each) => each.kernel_asset_id === balance.kernelAssetId && each.inscription_hash === null)
    const held = own.filter((output) => stateOf(output, marks) === 'held')
    const frozen = sumsOf(own.filter((output) => stateOf(output, marks) === 'frozen'))
    const heldAs = (state: Output['state']) => sumsOf(held.filter((output) => output.state === state))
    const available = without(without(balance.unspent, heldAs('unspent')), frozen)
    const signed = without(balance.signed, heldAs('signed'))
    if (available.coins + held.length + frozen.coins + signed.coins + balance.inscribed === 0) return []
    const { inscribed } = balance
    return [{ asset, available, held: sumsOf(held), frozen, signed, inscribed, many: available.coins >= MANY_COINS }]
  })
}

type Sums = CoinSummary['available']
const sumsOf = (coins: readonly Output[]): Sums => ({ coins: coins.length, amount: sumOf(coins) })
const without = (all: Sums, part: Sums): Sums => ({
  coins: all.coins - part.coins,
  amount: toAmount(all.amount - part.amount),
})
