import type { Hash, Nanos, Output, Snapshot } from '#contract/domain'
import type { PolicyRules } from '#contract/ipc'
import { kernelAssetId, toAmount } from '#protocol'
import { anAsset, request } from '../support/store.ts'
import { BTC, ETH } from '../support/wallet.ts'
import { type BenchAccount, endPayment, withAccount } from './account.ts'
import { type BenchOptions, type BenchRow, limit, median, processorClock } from './measure.ts'
import { pagesOf, someOutputs, someSnapshots } from './records.ts'

/*
 * Calls of a real wallet over a past that grows: what a window or a person waits for. All is counted in time of the processor.
 */

const PAGE = 2_000
const DAY_NS = 86_400n * 1_000_000_000n
const ROUNDS = 9
async function processorMs(call: () => Promise<unknown>): Promise<number> {
  const passed = processorClock()
  await call()
  return passed()
}

/** What a call takes once it is warm, in milliseconds of the processor. */
async function callMs(call: () => Promise<unknown>, before: () => void = () => undefined): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    before()
    times.push(await processorMs(call))
  }
  return median(times)
}

/** Money that came in the course of a year and went a month later, so that every day has some. */
function fillOutputs({ store, account, holder }: BenchAccount, from: number, to: number, all: number): void {
  const membersHash = holder.slice(0, 64) as Hash // the form of a holder
  const owner = { id: holder, members: [account], membersHash, threshold: 1 }
  const now = BigInt(Date.now()) * 1_000_000n
  let at = 0
  for (const page of pagesOf(someOutputs(to, { unspentOf: to + 1, mainOf: 2 }), PAGE)) {
    const outputs = page.flatMap((output): Output[] => {
      at += 1
      if (at <= from) return []
      const created = (now - (365n * DAY_NS * BigInt(at)) / BigInt(all) - DAY_NS) as Nanos
      const left = (created + 30n * DAY_NS < now ? created + 30n * DAY_NS : now) as Nanos
      const times = { created_at: created, updated_at: left, signed_at: left, spent_at: left }
      return [{ ...output, ...times, receivers: [account], receivers_hash: membersHash }]
    })
    if (outputs.length > 0) store.cache.outputs.applyPage({ holder: owner, outputs, cursor: at })
  }
}

async function valueRows({ quick }: BenchOptions): Promise<BenchRow[]> {
  return withAccount(async (subject) => {
    const { wallet, store, account } = subject
    const rows: BenchRow[] = []
    let held = 0
    const sizes = quick ? [2_000] : [10_000, 50_000]
    for (const size of sizes) {
      fillOutputs(subject, held, size, sizes.at(-1) ?? size)
      held = size
      const kinds = store.cache.outputs.balances(subject.holder)
      store.cache.assets.put(
        kinds.map(({ kernelAssetId: kernel }, at) => anAsset(`A${at}`, { kernel_asset_id: kernel })),
      )
      const wish = {
        account,
        holder: null,
        together: true,
        everyone: false,
        assetId: null,
        of: 'value',
        range: 'year',
      } as const
      const ours = await callMs(() => wallet.bare.calls['value.read'](wish))
      rows.push(limit({ name: `value of a year, 40 assets, ${size / 1000} k outputs`, ours, unit: 'ms', max: 10 }))
    }
    return rows
  })
}

async function statementRows({ quick }: BenchOptions): Promise<BenchRow[]> {
  return withAccount(async ({ wallet, store, account }) => {
    const rows: BenchRow[] = []
    const sizes = quick ? [2_000] : [10_000, 100_000]
    const pages = pagesOf(someSnapshots(sizes.at(-1) ?? 0), 1_000)
    let held = 0
    for (const size of sizes) {
      for (; held < size; held += 1_000) {
        const snapshots = (pages.next().value ?? []).map((one: Snapshot, at: number): Snapshot => {
          const asset_id = at % 2 === 0 ? BTC : ETH
          return { ...one, user_id: account, asset_id, kernel_asset_id: kernelAssetId(asset_id) as Hash } // a formula
        })
        store.cache.snapshots.applyPage({ snapshots, cursor: store.cache.snapshots.cursor() ?? '' })
      }
      const filter = {
        assetId: null,
        direction: null,
        kind: null,
        opponent: null,
        from: null,
        to: null,
        search: '',
      } as const
      const wish = { account, holder: null, others: [], filter }
      const ms = await processorMs(() => wallet.bare.calls['statements.draw'](wish))
      const name = `statement of ${size / 1000} k movements, each`
      rows.push(
        limit({ name, ours: (ms * 1000) / size, unit: 'us', max: 120, curve: { name: 'Statement, a movement', size } }),
      )
    }
    return rows
  })
}

const RULES: PolicyRules = {
  ...{
    others: 'free',
    fiat: null,
    payees: { kind: 'anyone' },
    wait: null,
    look: { withoutMemo: false, hours: null },
    changeHours: 24,
  },
  assets: [{ assetId: BTC, day: toAmount(1n), waitAbove: null, lookAbove: null }],
}

/** What of the day counts, after ever more payments of the days before. */
async function rulesRows({ quick, full }: BenchOptions): Promise<BenchRow[]> {
  return withAccount(async ({ wallet, store, account, holder }) => {
    await wallet.bare.calls['policies.set']({ account, holder: null, rules: RULES, passphrase: null })
    const rows: BenchRow[] = []
    let made = 0
    for (const count of quick ? [50] : [100, 2_000, ...(full ? [100_000] : [])]) {
      for (; made < count; made += 1) endPayment(store, holder, { name: `ended ${made}`, coins: 1 })
      const ours = await callMs(() => wallet.bare.calls['policies.read']({ account, holder: null }))
      rows.push(limit({ name: `rules and what left today, ${count} payments before`, ours, unit: 'ms', max: 5 }))
    }
    return rows
  })
}

async function runRows({ quick }: BenchOptions): Promise<BenchRow[]> {
  return withAccount(async ({ wallet, store, account }) => {
    const rows: BenchRow[] = []
    for (const count of quick ? [50] : [100, 1_000]) {
      const given = Array.from({ length: count }, (_, at) => {
        const amount = toAmount(BigInt(at + 1) * 100_000_000n)
        return { line: at + 1, to: account, typed: `${at + 1}`, amount, memo: `pay ${at}`, label: '' }
      })
      const list = { account, holder: null, name: `run of ${count}`, assetId: BTC, rows: given }
      const { runId } = await wallet.bare.calls['runs.save'](list)
      const another = (): void => store.intents.labels.set(`p:${request('another')}`, `${performance.now()}`, '')
      const ours = await callMs(() => wallet.bare.calls['runs.read']({ account, runId }), another)
      rows.push(limit({ name: `a run of ${count} rows`, ours: (ours * 1000) / count, unit: 'us a row', max: 150 }))
    }
    return rows
  })
}

/** What a person asks of the wallet over a past that grows. */
export async function benchWallet(options: BenchOptions): Promise<BenchRow[]> {
  return [
    ...(await valueRows(options)),
    ...(await statementRows(options)),
    ...(await rulesRows(options)),
    ...(await runRows(options)),
  ]
}
