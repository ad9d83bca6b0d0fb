import { readArguments } from './arguments.mjs'
import { runStep } from './child.mjs'
import { ensureInstalled, main, nodeProgram, packageProgram, ROOT } from './project.mjs'

/* npm run lint: form and rules of every file, then what nobody imports. The second is told also where the first found something. */

const STEPS = [
  ['@biomejs/biome', 'biome', 'check', '.'],
  ['knip', 'knip', '-c', 'build/knip.json'],
]

async function lint() {
  readArguments({ usage: 'npm run lint' })
  await ensureInstalled()
  const codes = []
  for (const [name, bin, ...args] of STEPS) {
    codes.push(await runStep(nodeProgram(), [packageProgram(name, bin), ...args], { cwd: ROOT }))
  }
  return Math.max(...codes)
}

await main(lint)
