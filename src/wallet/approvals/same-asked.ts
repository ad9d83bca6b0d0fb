import { DAY, type HolderId, type Nanos, type RequestId } from '#contract/domain'
import type { Payee, PaymentReview, RequestView } from '#contract/ipc'
import { decodeTransaction, sumOf, toAmount } from '#protocol'
import type { AccountStore, Payment } from '#store'
import { said } from '#words/facts'
import { intentOf, paysOneself } from '../payments/intent.ts'
import { writtenAt } from '../payments/meanwhile.ts'
import { nameOf } from '../payments/review.ts'
import { mainOf } from '../payments/review-checks.ts'
import { LATELY } from '../payments/same-paid.ts'
import { staysWith, targetOf } from '../payments/target.ts'
import type { Desk } from '../shared/desk.ts'
import { spoken } from '../shared/fiat.ts'
import { idOfFigure } from '../shared/sentence-id.ts'
import { createAskedIndex, type Indexed, type PaidRow, type Sum, sumsIn, untoldSumsIn } from './asked-index.ts'
import { isProvedDead, paymentOf, type Request } from './request.ts'
import type { RequestStore } from './request-store.ts'
import { type Actual, itemIn, type JudgedOutput, payeeOf, type ReviewContext, readActual } from './review.ts'
import { coinsIn } from './rivals.ts'
import { holderOfRequest } from './view.ts'

/*
 * Whether a group is asked for the same money twice: by who asked again after an answer was lost, or by two members over one bill. Each of the two
 * requests is good by itself, and nothing in the one tells of the other.
 */

export interface SameAskedDeps extends Pick<Desk, 'account' | 'directory' | 'holder'> {
  readonly store: AccountStore
  readonly requestStore: RequestStore
  readonly view: (request: Request) => RequestView
}

/** What is about to be asked for, or signed. */
interface Wish {
  readonly id: RequestId
  readonly sums: readonly Sum[]
  /** Coins it spends and keys it pays to, each of which the ledger gives to one transaction alone. */
  readonly ties: ReadonlySet<string>
  /** What was paid before this is most often meant to be paid again. */
  readonly since: Nanos
  readonly createdAt: Nanos
}

type Checks = PaymentReview['checks']

/** Of one sum, and in all: that many are compared more closely. Who files more of the same has them counted. */
const LOOKED_AT = 64
/** Those are told of one by one. */
const NAMED_MAX = 3
/** What was asked for longer before it and was heard of late is another wish. */
const TOGETHER: bigint = 7n * DAY

export interface SameAsked {
  /** Of what this account is about to ask its group for. */
  ofPayment(payment: Payment): Checks
  ofRequest(request: Request, actual: Actual, coins: ReviewContext['coins']): Checks
}

export function createSameAsked(deps: SameAskedDeps): SameAsked {
  const { store, requestStore } = deps
  const index = createAskedIndex({
    ...{ requests: store.intents.requests, requestStore },
    read: (request) => sumsOf(deps, request, readActual(request, deps.directory, holderOfRequest(request), [])),
  })
  const ties = new WeakMap<Indexed, ReadonlySet<string>>()

  const tiesOf = (entry: Indexed, { raw }: Request): ReadonlySet<string> => {
    const own = ties.get(entry) ?? tiesIn(raw)
    ties.set(entry, own)
    return own
  }

  /** Whether both can be paid. */
  function isBeside([entry, [match]]: Found, wish: Wish): boolean {
    const request = requestStore.find(entry.id)
    if (request === undefined || !isAsked(store, request)) return false
    if (request.state === 'dead' && isProvedDead(paymentOf(store, request), request)) return false
    // Anybody can write files that pay somebody as much.
    const { record, signers } = request.detail
    if (match?.known === false && record === null && signers.length === 0) return false
    const isTied = [...tiesOf(entry, request)].some((each) => wish.ties.has(each))
    return !isTied && !handsItemOver(deps, request)
  }

  function checksOf(wish: Wish): Checks {
    const { found, uncounted } = foundIn(index, wish)
    const looked = [...found].slice(0, LOOKED_AT)
    const beside = looked.filter((each) => isBeside(each, wish)).sort(([one], [other]) => inOrder(one, other))
    const named = beside.slice(0, NAMED_MAX)
    const known = beside.slice(NAMED_MAX).every(([, matches]) => matches.every((each) => each.known))
    const more = beside.length - named.length + Math.max(uncounted, found.size - looked.length)
    return [
      ...named.flatMap((each) => checkOf(deps, each)),
      ...(more === 0
        ? []
        : [
            {
              id: idOfFigure('same-more', BigInt(more)),
              result: 'attention' as const,
              text: said('check.approvals.same-more', { count: more, known }),
            },
          ]),
    ]
  }

  return {
    ofPayment: (payment) => wishOfPayment(deps, payment).flatMap(checksOf),
    ofRequest: (request, actual, coins) =>
      // An item is one coin, which can be sent once; what is as much is another item of its collection.
      itemIn(coins, actual) !== null
        ? []
        : checksOf({
            ...{ id: request.id, ties: tiesIn(request.raw) },
            sums: sumsOf(deps, request, actual),
            ...{ since: lately(request.seenAt), createdAt: request.detail.createdAt },
          }),
  }
}

/** A sum that another request pays as well. */
interface Match {
  readonly sum: Sum
  /** Whether it is known that the same receiver gets it. */
  readonly known: boolean
}
type Found = readonly [Indexed, readonly Match[]]

interface AllFound {
  readonly found: ReadonlyMap<Indexed, readonly Match[]>
  /** How many of one sum were not looked at. */
  readonly uncounted: number
}

function foundIn(index: ReturnType<typeof createAskedIndex>, wish: Wish): AllFound {
  const found = new Map<Indexed, Match[]>()
  let uncounted = 0
  const look = (sum: Sum, place: string, known: boolean): void => {
    const unfinished = index.unfinished(place)
    if (known) uncounted = Math.max(uncounted, unfinished.size - LOOKED_AT)
    const ended = [...index.ended(place, wish.since)].filter((each) => isInTime(each, wish))
    for (const entry of [...first(unfinished, LOOKED_AT), ...ended]) {
      if (entry.id === wish.id || !(known || isTogether(entry, wish))) continue
      const matches = found.get(entry)
      if (matches === undefined) found.set(entry, [{ sum, known }])
      else if (known || matches.every((each) => !each.known)) matches.push({ sum, known })
    }
  }
  for (const sum of wish.sums) if (sum.same !== null) look(sum, sum.same, true)
  for (const sum of wish.sums) for (const place of sum.perhaps) look(sum, place, false)
  return { found, uncounted }
}

/** What is paid counts where it was paid since; what may be paid though it has ended, always. */
const isInTime = ({ state, finalAt, createdAt: asked }: Indexed, { since, createdAt }: Wish): boolean =>
  state !== 'final' || (finalAt !== undefined && finalAt >= since && asked + TOGETHER >= createdAt)

const isTogether = (one: Indexed, other: Wish): boolean =>
  one.createdAt <= other.createdAt + TOGETHER && other.createdAt <= one.createdAt + TOGETHER

function* first<Each>(all: Iterable<Each>, count: number): Generator<Each> {
  let left = count
  for (const each of all) {
    if (left === 0) return
    left -= 1
    yield each
  }
}

const STATES = ['complete', 'open', 'revoked', 'dead', 'final']

/** What is surest to be paid first, and then always in one order, since each is accepted by name. */
function inOrder(one: Indexed, other: Indexed): number {
  const rank = STATES.indexOf(one.state) - STATES.indexOf(other.state)
  if (rank !== 0) return rank
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function checkOf(deps: SameAskedDeps, [entry, matches]: Found): Checks {
  const request = deps.requestStore.find(entry.id)
  if (request === undefined) return []
  // Of a receiver who stands in several rows, the most of it that the other one pays as well.
  const found = matches.map(({ sum }) => sum)
  const byPayee = Map.groupBy(found, ({ payee }) => payee)
  const sums = [...byPayee.values()].flatMap((own) =>
    own.toSorted((a, b) => (a.amount > b.amount ? -1 : 1)).slice(0, 1),
  )
  const [only, ...others] = sums
  const { by: named, byFile, title, asset } = deps.view(request)
  // A member who says so in a file is not known to have asked.
  const by = byFile ? null : named
  const text = said('check.approvals.same', {
    asker: by === null ? 'nobody' : by.userId === deps.account ? 'you' : 'other',
    name: by === null ? '' : nameOf({ kind: 'user', user: by }),
    what: spoken(toAmount(sumOf(sums)), asset.symbol),
    count: sums.length,
    whole: entry.sums.length === found.length,
    title,
    state: entry.state,
    known: matches.every(({ known }) => known),
  })
  const row = only !== undefined && others.length === 0 ? { row: only.row } : {}
  const id = `${matches[0]?.known === false ? 'same-sum' : 'same'}:${entry.id}:${entry.state}`
  return [{ id, result: 'attention', text, ...row }]
}

/** Prepared here and never agreed to, or given up before it was signed: nobody is asked for it. */
function isAsked(store: AccountStore, request: Request): boolean {
  const { source, signers } = request.detail
  if (source !== 'made' || signers.length > 0) return true
  const payment = paymentOf(store, request)
  return payment?.signedAt !== null || payment.state === 'approved'
}

function handsItemOver({ requestStore, directory }: SameAskedDeps, request: Request): boolean {
  const { inputs, outputs } = decodeTransaction(request.raw)
  if (inputs.length !== 1 || outputs.length !== 1) return false
  const coins = requestStore.coins(request)
  return itemIn(coins, readActual(request, directory, holderOfRequest(request), coins)) !== null
}

function tiesIn(raw: string): ReadonlySet<string> {
  const transaction = decodeTransaction(raw)
  return new Set([...coinsIn(transaction), ...transaction.outputs.flatMap(({ keys }) => keys)])
}

const lately = (at: Nanos): Nanos => (at - LATELY) as Nanos // a span before a time

const within = (holder: HolderId, asset: string): string => `${holder} ${asset}`

function sumsOf({ store }: SameAskedDeps, request: Request, actual: Actual): Sum[] {
  const place = within(request.holder, actual.transaction.asset)
  const leaving = actual.outputs
    .filter(({ change }) => !change)
    .map((output, row) => {
      const payee = payeeOf(output) ?? kernelPayee(store, request, output)
      return { payee, amount: output.amount, row }
    })
  const told = leaving.flatMap(({ payee, ...row }): PaidRow[] => (payee === undefined ? [] : [{ ...row, payee }]))
  const untold = leaving.filter(({ payee }) => payee === undefined)
  return [...sumsIn(told, place), ...untoldSumsIn(untold, place)]
}

/** Who owns the keys of an address nobody but its payer can say. */
function kernelPayee(store: AccountStore, request: Request, { index }: JudgedOutput): Payee | undefined {
  const planned = paymentOf(store, request)?.transactions.find(({ requestId }) => requestId === request.id)
  const output = planned?.outputs[index]
  const target = output === undefined ? undefined : targetOf(output)
  return target?.kind === 'kernel' ? target : undefined
}

function wishOfPayment({ store, holder, account }: SameAskedDeps, payment: Payment): Wish[] {
  const intent = intentOf(payment)
  const main = mainOf(payment)
  if (payment.kind !== 'multisig' || paysOneself(intent) || intent.act?.kind === 'transfer') return []
  if (main === undefined || main.unsignedRaw === null) return []
  const owner = holder(payment.holder)
  const rows = intent.rows.flatMap((each, row) => (staysWith(each.payee, owner, account) ? [] : { ...each, row }))
  const draft = intent.draftId === null ? undefined : store.intents.drafts.get(intent.draftId)
  // What a plan or a list pays is meant to be paid again.
  const [from, again] = [draft?.savedAt ?? payment.createdAt, writtenAt(intent) !== undefined]
  const since = again ? from : lately(from)
  return [
    {
      ...{ id: main.requestId, ties: tiesIn(main.unsignedRaw) },
      sums: sumsIn(rows, within(payment.holder, main.kernelAssetId)),
      ...{ since, createdAt: payment.createdAt },
    },
  ]
}
