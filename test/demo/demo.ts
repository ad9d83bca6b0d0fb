import { askedFor } from '../support/asked.ts'

/* npm run demo: a tour of the wallet on a network of its own. It ends with 0 only if every claim on the way held. */

askedFor({ usage: 'npm run demo' })
const { STEPS } = await import('./steps/all.ts')
const { walk } = await import('./tour.ts')

const write = (line: string): void => void process.stdout.write(`${line}\n`)

const began = performance.now()
const { claims, broken } = await walk(STEPS, write)
const seconds = ((performance.now() - began) / 1000).toFixed(1)
write(`\n${claims} claims, ${broken.length} broken (${seconds} s)`)
for (const what of broken) write(`broken: ${what}`)
process.exitCode = broken.length === 0 && claims > 0 ? 0 : 1
