import { askedFor, askedWrongly } from '../support/asked.ts'

/*
 * npm run attack [-- WORD ...]: all of it, or the rows whose name holds one of the words or whose point is one; `--quick` takes those of npm test.
 * `--timing` measures instead whether time follows a secret.
 */

const usage = 'npm run attack [-- WORD ... --quick] or npm run attack -- --timing'
const { words, has } = askedFor({ usage, switches: ['--quick', '--timing'], wrong: () => null })
if (has('--timing')) process.exit(await (await import('./timing.ts')).runTiming())

const { ALL } = await import('./all.ts')
const { isNamed, runAll } = await import('./run.ts')
const { openWorld } = await import('./stage.ts')
const unknown = words.find((word) => !ALL.some((row) => isNamed(row, [word])))
if (unknown !== undefined) askedWrongly(`No attack is named by “${unknown}”.`, usage)
const chosen = has('--quick') ? ALL.filter(({ quick }) => quick) : ALL

// Some rows knock at the door of the built host.
const { ensureBuilt } = (await import(new URL('../../build/project.mjs', import.meta.url).href)) as {
  readonly ensureBuilt: () => Promise<void>
}
await ensureBuilt()
// The host at whose door some rows knock is still there, and goes with this program.
process.exit(await runAll(openWorld, chosen, words))
