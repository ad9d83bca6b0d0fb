import { defined } from '#contract/defined'
import type { AssetId } from '#contract/domain'
import { codeOf, ERRORS, type ErrorCode } from '#contract/errors'
import type { Answer, Input } from '#contract/ipc'
import { resolvePayee } from '../contacts/payees.ts'
import type { PaymentsDesk } from '../payments/desk.ts'
import { MEMO_BYTES_MAX } from '../payments/intent.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { inParallel } from '../shared/parallel.ts'
import { timeBehind } from '../shared/time-behind.ts'
import { createTurns } from '../shared/turns.ts'
import { assetFinder } from './assets.ts'
import { claimsOf } from './claims.ts'
import { learnPaid, mayHavePaid } from './elsewhere.ts'
import { runIdOf } from './identity.ts'
import { giveUpMended, needRun, paidIn, prepare, withdraw } from './preparing.ts'
import { openRuns, type Run, type RunRow } from './records.ts'
import { runSummary, runView } from './view.ts'

/** People and addresses that are looked up at a time. */
const AT_ONCE = 8

export function runCalls(runtimes: Runtimes<PaymentsDesk>): CallsOf<'runs'> {
  /** One thing at a time for each run: what is to be paid is decided by what was. */
  const turns = createTurns()
  return {
    async 'runs.list'({ account, holder }) {
      const runtime = runtimes.any(account)
      const runs = openRuns(runtime.store.intents.settings).list(runtime.holder(holder).id)
      return runs.map((run) => runSummary(run, runtime)).sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1))
    },

    async 'runs.read'({ account, runId }) {
      const runtime = runtimes.any(account)
      const run = needRun(runtime, runId)
      // Not waited for: what is found is told by itself.
      const isNew = () => runtime.unlocked() && runtime.sync.status().caughtUp && mayHavePaid(runtime, run)
      if (isNew()) void turns.take(runId, () => compare(runtime, run, isNew))
      return runView(run, runtime)
    },

    async 'runs.save'(input) {
      const runtime = runtimes.ready(input.account)
      const { id } = runtime.holder(input.holder)
      return turns.take(runIdOf(id, input.name), () => save(runtime, input))
    },

    async 'runs.prepare'({ account, runId }) {
      return turns.take(runId, async () => prepare(runtimes.ready(account), runId))
    },

    async 'runs.withdraw'(input) {
      return turns.take(input.runId, async () => withdraw(runtimes.ready(input.account), input))
    },

    async 'runs.remove'({ account, runId }) {
      openRuns(runtimes.any(account).store.intents.settings).remove(runId)
      return null
    },
  }
}

async function save(runtime: PaymentsDesk, input: Input<'runs.save'>): Promise<Answer<'runs.save'>> {
  const holder = runtime.holder(input.holder)
  const run: Run = {
    id: runIdOf(holder.id, input.name),
    ...{ holder: holder.id, name: input.name, assetId: input.assetId },
    savedAt: timeBehind(runtime),
    rows: await readRows(runtime, input),
  }
  openRuns(runtime.store.intents.settings).save(run)
  giveUpMended(runtime, run)
  await compare(runtime, run)
  return runView(run, runtime)
}

/** What cannot be asked now is asked again before anything is paid. */
async function compare(runtime: PaymentsDesk, run: Run, isDue = () => true): Promise<void> {
  try {
    if (isDue()) await learnPaid(runtime, run, paidIn(claimsOf(runtime.store, run.id)))
  } catch (error) {
    runtime.log('info', 'runs.not_compared', { code: codeOf(error) })
  }
}

async function readRows(runtime: PaymentsDesk, input: Input<'runs.save'>): Promise<RunRow[]> {
  const assetNamed = assetFinder(runtime, runtime.holder(input.holder))
  const assets = new Map(
    [...new Set(input.rows.map(({ asset = '' }) => asset.trim()))].map((text) => [text, assetNamed(text)]),
  )
  const rows = input.rows.map(({ asset = '', ...row }) => {
    const written = asset.trim()
    const own = written === '' ? undefined : { written, assetId: assets.get(written) ?? null }
    return { ...row, to: row.to.trim(), own, assetId: own === undefined ? input.assetId : own.assetId }
  })
  // Whom a text names may depend on what is paid: an address belongs to a chain.
  const keyOf = ({ to, assetId }: { to: string; assetId: AssetId | null }): string => `${assetId ?? ''} ${to}`
  const asked = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  const views = await inParallel(asked, AT_ONCE, ({ to, assetId }) => resolvePayee(runtime, to, assetId))
  const known = new Map(asked.map((row, at) => [keyOf(row), views[at]]))
  return rows.map(({ line, to, typed, amount, memo, label, own, assetId }) => {
    const view = known.get(keyOf({ to, assetId }))
    const problem = view?.problem?.code
    // Somebody who cannot be paid yet is called by name nevertheless.
    const payee = problem === undefined || problem === 'wallet.payee_unregistered' ? (view?.payee ?? null) : null
    // Programs write one letter in two ways; a list that was saved anew by another one is the same list.
    const memoHex = Buffer.from(memo.normalize('NFC'), 'utf8').toString('hex')
    const row = { line, to, typed, amount, memoHex, label, payee, ...defined({ asset: own }) }
    return { ...row, leftOut: assetId === null ? 'asset' : (whyNobody(problem) ?? whyNot(row)) }
  })
}

/** What the service says of whoever a row names: they cannot be paid, or it did not answer and may another time. */
function whyNobody(problem: ErrorCode | undefined): RunRow['leftOut'] {
  if (problem === undefined) return null
  if (problem === 'wallet.payee_unregistered') return 'unregistered'
  return ERRORS[problem].retry ? 'unanswered' : null
}

function whyNot({ amount, memoHex, payee }: Pick<RunRow, 'amount' | 'memoHex' | 'payee'>): RunRow['leftOut'] {
  if (payee === null) return 'payee'
  if (amount === null || amount <= 0n) return 'amount'
  if (memoHex.length / 2 > MEMO_BYTES_MAX) return 'memo'
  // Each has a fee of its own, which is agreed to one by one.
  return payee.kind === 'chain' ? 'withdrawal' : null
}
