import { readFileSync, writeFileSync } from 'node:fs'
import type { Hash } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { createRemote } from '#remote'
import { systemClock } from '../support/clock.ts'

/*
 * A program that asks for outputs at an address and prints what came of it, with how far its memory grew at most meanwhile.
 * Linux counts the most that a process ever had; what it counts begins anew when it is told to.
 */

const [url = ''] = process.argv.slice(2)
const remote = createRemote({
  baseUrl: url,
  dialect: 'interface',
  fetch,
  clock: systemClock,
  random: (length) => crypto.getRandomValues(new Uint8Array(length)),
  log: () => undefined,
  authorize: async () => 'token',
})

const ask = () =>
  remote
    .call('outputs.list', { query: { members: 'ab'.repeat(32) as Hash, threshold: 1, limit: 500 } }, { tries: 1 })
    .then(() => 'taken', codeOf)

function kibibytes(name: string): number {
  const [, value = ''] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(value)
}

// Everything that is made once is made before.
for (let at = 0; at < 3; at += 1) await ask()
globalThis.gc?.()
writeFileSync('/proc/self/clear_refs', '5')
const before = kibibytes('VmRSS')
const code = await ask()
process.stdout.write(`${JSON.stringify({ code, grown: kibibytes('VmHWM') - before })}\n`)
process.exit(0)
