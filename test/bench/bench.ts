import { writeFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { askedFor } from '../support/asked.ts'
import { type BenchRow, type BenchSuite, measureMachine } from './measure.ts'
import { pictureOf } from './picture.ts'

/**
 * Suites in the order in which they run. Arguments name those to run, none means all; `--quick` takes small sizes, `--full` the largest
 * too, `--check` fails where a budget is missed, `--picture` draws cost against size.
 */
const SUITES: Readonly<Record<string, () => Promise<BenchSuite>>> = {
  protocol: async () => (await import('./protocol.ts')).benchProtocol,
  store: async () => (await import('./store.ts')).benchStore,
  sync: async () => (await import('./sync.ts')).benchSync,
  approvals: async () => (await import('./approvals.ts')).benchApprovals,
  activity: async () => (await import('./activity.ts')).benchActivity,
  wallet: async () => (await import('./wallet.ts')).benchWallet,
  start: async () => (await import('./start.ts')).benchStart,
  window: async () => (await import('./window.ts')).benchWindow,
}

const HEADINGS = ['', 'peer', 'ours', 'unit', 'ratio', 'budget', ''] as const

function shown(value: number | null): string {
  if (value === null) return '-'
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

function cells({ name, peer, ours, unit, ratio, budget, ok }: BenchRow): string[] {
  return [name, shown(peer), shown(ours), unit, ratio === null ? '-' : ratio.toFixed(3), budget, ok ? 'ok' : 'MISSED']
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const isNumber = (column: number) => column === 1 || column === 2 || column === 4
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const names = Object.keys(SUITES)
const { words: asked, has } = askedFor({
  usage: `npm run bench [-- SUITE ... --quick --full --check --picture]; suites are ${names.join(', ')}`,
  switches: ['--quick', '--full', '--check', '--picture'],
  wrong(words) {
    const unknown = words.find((name) => !names.includes(name))
    return unknown === undefined ? null : `There is no suite ${unknown}.`
  },
})
const [quick, full] = [has('--quick'), has('--full')]

const message = new TextEncoder().encode('how slow this machine is')
const secretKey = new Uint8Array(32).fill(7)
const signature = ed25519.sign(message, secretKey)
const publicKey = ed25519.getPublicKey(secretKey)
const noble = measureMachine(() => ed25519.verify(signature, message, publicKey))
console.log(`noble verifies in ${noble.toFixed(0)} us here\n`)

const results: Record<string, readonly BenchRow[]> = {}
for (const [name, suite] of Object.entries(SUITES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const rows = await (await suite())({ quick, full })
  results[name] = rows
  console.log(`${table([[name, ...HEADINGS.slice(1)], ...rows.map(cells)])}\n`)
}
console.log(JSON.stringify({ node: process.version, quick, suites: results }))
const picture = has('--picture') ? pictureOf(Object.values(results).flat()) : null
if (picture !== null) writeFileSync(new URL('../../build/costs.svg', import.meta.url), picture)
const missed = Object.values(results).flatMap((rows) => rows.filter(({ ok }) => !ok))
for (const { name, budget } of missed) console.log(`missed: ${name}, ${budget}`)
process.exitCode = has('--check') && missed.length > 0 ? 1 : 0
