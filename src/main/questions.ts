import { failure, type Reply } from '#contract/errors'
import type { MethodName, WireAnswer, WireInput } from '#contract/ipc'
import { amount as wireAmount } from '#contract/wire'
import { said } from '#words'
import type { Invoke } from './binder.ts'
import { UsageError } from './start-error.ts'

/*
 * What a wallet is asked from a terminal, by the calls that a window has, of which none here needs anybody's consent: nothing is signed and nothing is paid.
 * Answers are those of the table in their wire form, so that programs read what windows read.
 */

export type Ask = <Name extends MethodName>(name: Name, input: WireInput<Name>) => Promise<WireAnswer<Name>>

/** Asks as a page does; what is refused is thrown. */
export function asking(invoke: Invoke): Ask {
  return async <Name extends MethodName>(name: Name, input: WireInput<Name>) => {
    const reply = (await invoke(name, input)) as Reply<WireAnswer<Name>> // of the binder, by the schema of this name
    if (!reply.ok) throw failure(reply.error.code, name, { details: reply.error.details })
    return reply.value
  }
}

/** An account, and one of its groups or itself. */
export interface Whose {
  readonly account: string
  readonly holder: string | null
}

export interface Wanted {
  readonly search: string
  readonly count: number
}

/** Rows of one answer. */
const PAGE = 200

interface Page<Row> {
  readonly rows: readonly Row[]
  readonly cursor: string | null
}

async function pages<Row>(count: number, read: (cursor: string | null, limit: number) => Promise<Page<Row>>) {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: Page<Row> = await read(cursor, Math.min(PAGE, count - rows.length))
    rows.push(...page.rows)
    cursor = page.cursor
  } while (cursor !== null && rows.length < count)
  return { rows, isAll: cursor === null }
}

const EVERYTHING = { assetId: null, direction: null, kind: null, opponent: null, from: null, to: null }

/** What can be asked of an account or group; each answers members of what is printed. */
export const READS = {
  async balances(ask: Ask, whose: Whose) {
    const { reading, balances, fiat } = await ask('home.read', whose)
    return { reading, balances, fiat }
  },
  activity: (ask: Ask, whose: Whose, { search, count }: Wanted) =>
    pages(count, (cursor, limit) =>
      ask('activity.list', { ...whose, filter: { ...EVERYTHING, search }, cursor, limit }),
    ),
  coins: (ask: Ask, whose: Whose, { search, count }: Wanted) =>
    pages(count, (cursor, limit) =>
      ask('coins.list', { ...whose, assetId: null, state: 'open', search, cursor, limit }),
    ),
  async payments(ask: Ask, whose: Whose) {
    return { payments: await ask('payments.open', whose) }
  },
  requests: (ask: Ask, { account, holder }: Whose) => ask('approvals.list', { account, holder }),
} as const

export type Read = keyof typeof READS

/** A payment as it is to stand in the form of the window. */
export interface Sketch {
  readonly to: string
  readonly amount: string
  /** Its symbol, or its id. */
  readonly asset: string
  readonly tag: string
  readonly memo: string
  readonly label: string
}

/** The asset that is meant, among those that are there to pay with. */
async function assetNamed(ask: Ask, whose: Whose, name: string): Promise<string> {
  const { balances } = await ask('home.read', whose)
  const assets = balances.map(({ asset }) => asset)
  const isIt = (each: string): boolean => each.toUpperCase() === name.toUpperCase()
  const found = assets.filter(({ assetId, symbol }) => isIt(assetId) || isIt(symbol))
  const [first, second] = found
  if (first === undefined) throw new UsageError(said('main.wallet.asset-unknown', { asset: name }))
  if (second !== undefined) {
    const ids = found.map((each) => each.assetId).join(', ')
    throw new UsageError(said('main.wallet.asset-several', { asset: name, ids }))
  }
  return first.assetId
}

/** Digits and one dot, as in files: whoever writes a command is not asked what a comma was meant as. */
function needAmount(text: string): void {
  const decoded = wireAmount.safeDecode(text)
  if (!decoded.success || decoded.data === 0n) throw new UsageError(said('main.wallet.amount', { amount: text }))
}

/**
 * Keeps a draft, which a window opens under Send. It holds no coin, and a person looks through it and approves it there. Throws `UsageError`, and why
 * nobody can be paid by that name.
 */
export async function keepDraft(ask: Ask, whose: Whose, sketch: Sketch, source: string) {
  const { to, amount, asset, tag, memo, label } = sketch
  needAmount(amount)
  const assetId = await assetNamed(ask, whose, asset)
  const { party, warnings, problem } = await ask('payees.resolve', { ...whose, text: to, assetId })
  if (problem !== null) throw failure(problem.code, 'nobody who can be paid', { details: problem.details })
  const draft = await ask('drafts.save', {
    ...whose,
    draftId: null,
    form: {
      ...{ assetId, rows: [{ to, amount }], tag, memo, memoForm: 'text', label, source },
      ...{ coins: null, feeAssetId: null, trace: null, again: null, references: [], returnTo: null },
    },
  })
  return { draft, party, warnings }
}
