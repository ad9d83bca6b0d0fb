import { askedFor } from '../support/asked.ts'
import type { Plan } from './course.ts'
import type { Line } from './verdict.ts'

/* npm run soak [-- PAYMENTS DEPOSITS CONTACTS]: a long life of one wallet, and whether anything in it costs more the longer it was. */

const PLAN: Plan = { payments: 1_000, deposits: 10_000, contacts: 5_000, parts: 10 }
const GROWING_SHOWN = 12

const { words } = askedFor({
  usage: 'npm run soak [-- PAYMENTS DEPOSITS CONTACTS]',
  wrong(numbers) {
    const odd = numbers.find((each, at) => at > 2 || !/^[1-9]\d{0,6}$/.test(each))
    return odd === undefined ? null : `“${odd}” is not one of three whole numbers from 1 on.`
  },
})
const { startNetwork } = await import('../e2e/support/network.ts')
const { run } = await import('./course.ts')
const { growingTexts, grown, heldLines, linesOf, shown } = await import('./verdict.ts')

const [payments = PLAN.payments, deposits = PLAN.deposits, contacts = PLAN.contacts] = words.map(Number)
const began = performance.now()
const net = await startNetwork(['--manual-blocks'])
const plan = { payments, deposits, contacts, parts: PLAN.parts }
const parts = await run(net, plan, (line) => console.log(line)).finally(() => net.close())
const lines = [...linesOf(parts), ...heldLines(parts)]
const wide = Math.max(...lines.map(({ name }) => name.length))

const row = ({ name, first, last, grows }: Line): string =>
  `${name.padEnd(wide)} ${shown(first).padStart(10)} ${shown(last).padStart(10)}  ${grows === null ? 'shown only' : grows ? 'GROWS' : 'flat'}`

console.log(
  `\n${payments} payments, ${deposits} deposits, ${contacts} contacts (${((performance.now() - began) / 60_000).toFixed(1)} min)`,
)
console.log(`${'each'.padEnd(wide)} ${'first 1/10'.padStart(10)} ${'last 1/10'.padStart(10)}`)
for (const line of lines) console.log(row(line))
const found = grown(lines)
if (found.length > 0) for (const line of growingTexts(parts).slice(0, GROWING_SHOWN)) console.log(line)
console.log(found.length === 0 ? 'flat' : `grows: ${found.join('; ')}`)
process.exitCode = found.length === 0 ? 0 : 1
