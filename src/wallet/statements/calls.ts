import { msOf, type Random, type UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AssetView, Calls, Input, StatementFormat } from '#contract/ipc'
import type { ApprovalsDesk } from '../approvals/desk.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import { flowsOf } from '../value/flows.ts'
import { digestOf, STATEMENT_FORMAT, signedText } from './check.ts'
import { type Drawing, type Drawn, drawStatement } from './draw.ts'
import { createFiles } from './files.ts'
import { coinTrackingOf, csvOf, koinlyOf, recordOf } from './forms.ts'
import type { Book } from './moved.ts'

interface Parts {
  readonly list: Calls['activity.list']
  readonly currency: () => string
  readonly network: WalletDeps['network']
  readonly random: Random
  /** Most movements of a file. */
  readonly fileMost: number
  readonly nameOf: (account: UserId) => { readonly name: string; readonly identityNumber: string } | undefined
}

/** What a program of tables takes. */
export const FILE_MOST = 100_000

/** Why an account cannot sign a statement, where that is no failure. */
const CANNOT_SIGN: readonly string[] = ['vault.key_missing', 'vault.key_unproved', 'wallet.watch_only']

async function ifAble<Value>(work: () => Promise<Value>): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    if (CANNOT_SIGN.includes(codeOf(error))) return null
    throw error
  }
}

export function statementCalls(runtimes: Runtimes<ApprovalsDesk>, parts: Parts): CallsOf<'statements'> {
  const bookOf = ({ account, holder }: Book['owner']): Book => {
    const desk = runtimes.any(account)
    const group = holder === null ? undefined : desk.store.intents.groups.get(holder)
    const own = parts.nameOf(account)
    const named = {
      name: group?.name ?? own?.name ?? '',
      number: group === undefined ? (own?.identityNumber ?? '') : '',
      id: group?.id ?? account,
    }
    return { desk, owner: { account, holder }, named }
  }
  const booksOf = ({ others, filter: _, ...owner }: Input<'statements.draw'>): Drawing['books'] => {
    const first = bookOf(owner)
    const idOf = ({ desk, owner: { holder } }: Book) => desk.holder(holder).id
    // A group that several accounts are in counts once.
    const apart = Map.groupBy([first, ...others.map(bookOf)], idOf).values()
    const [, ...more] = [...apart].flatMap(([book]) => book ?? [])
    return [first, ...more]
  }
  const draw = (wish: Input<'statements.draw'>): Promise<Drawn> => {
    const books = booksOf(wish)
    const [first] = books
    return drawStatement({
      books,
      filter: wish.filter,
      fileMost: parts.fileMost,
      list: parts.list,
      named: {
        network: first.desk.networkName,
        isPlayMoney: parts.network.kind === 'local',
        currency: parts.currency(),
      },
    })
  }
  const files = createFiles(parts.random)
  return {
    async 'statements.draw'(wish) {
      const view = await draw(wish)
      return view.count > view.sheetMost
        ? { ...view, rows: [], digest: null }
        : { ...view, digest: digestOf(recordOf(view)) }
    },

    async 'statements.file'({ format, ...wish }) {
      const view = await draw(wish)
      if (view.count > view.fileMost) {
        const details = { count: view.count, most: view.fileMost }
        throw failure('input.too_many_rows', 'more movements than a file takes', { details })
      }
      const fileName = nameOf(view, format)
      const { signer } = runtimes.any(wish.account)
      const { agrees } = view
      if (format !== 'json')
        return { fileName, ...files.keep(TABLES[format](view, namesakesIn(booksOf(wish)))), signed: false, agrees }
      const statement = recordOf(view)
      const made = await ifAble(() => signer.signStatement(signedText(statement)))
      const whole = {
        format: STATEMENT_FORMAT,
        statement,
        key: made?.publicKey ?? null,
        signature: made?.signature ?? null,
      }
      return { fileName, ...files.keep(`${JSON.stringify(whole, null, 2)}\n`), signed: made !== null, agrees }
    },

    async 'statements.part'({ file, part }) {
      return { text: files.take(file, part) }
    },

    async 'statements.key'({ account }) {
      const { signer } = runtimes.any(account)
      const made = await ifAble(() => signer.signStatement(''))
      return made === null ? null : { publicKey: made.publicKey }
    },
  }
}

const TABLES = { csv: csvOf, koinly: koinlyOf, cointracking: coinTrackingOf } as const satisfies Readonly<
  Record<Exclude<StatementFormat, 'json'>, (view: Drawn, known: readonly AssetView[]) => string>
>

/** Whatever else may bear the symbol of an asset: what Coffer knows, and all that was ever had here, whatever period a file is of. */
function namesakesIn(books: Drawing['books']): AssetView[] {
  const [{ desk: first }] = books
  const had = flowsOf(books.map(({ desk, owner }) => ({ desk, holder: desk.holder(owner.holder) })))
  return [...first.directory.listedAssets(), ...[...had].map(([id, { desk }]) => desk.directory.asset(id))]
}

/** A day as it is counted here, which is how the period was chosen. */
function day(at: bigint): string {
  const date = new Date(msOf(at))
  const [month, ofMonth] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${ofMonth}`
}

const ENDINGS = { csv: '.csv', json: '.json', koinly: '-koinly.csv', cointracking: '-cointracking.csv' } as const

/** `coffer-Ada-2026-10-01-2026-10-31.csv`: nothing in it that a file system minds. */
function nameOf({ name, others, only, from, to, drawnAt }: Drawn, format: StatementFormat): string {
  // A period ends where the next one begins.
  const end = to === null ? day(drawnAt) : day(to - 1n)
  const plain = (words: string): string => words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  const more = others.length === 0 ? '' : `and-${others.length}-more`
  return (
    ['coffer', plain(name), more, plain(only?.symbol ?? ''), ...(from === null ? [] : [day(from)]), end]
      .filter((part) => part !== '')
      .join('-') + ENDINGS[format]
  )
}
