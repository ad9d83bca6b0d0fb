import { ALL } from './all.ts'
import { runAll } from './run.ts'
import { openWorld } from './stage.ts'
import { runTiming } from './timing.ts'

/*
 * npm run attack [-- WORD ...]: all of it, or the rows whose name holds one of the words or whose point is one; `--quick` takes those of npm test.
 * `--timing` measures instead whether time follows a secret.
 */

if (process.argv.includes('--timing')) process.exit(await runTiming())

const words = process.argv.slice(2).filter((word) => word !== '--quick')
const chosen = process.argv.includes('--quick') ? ALL.filter(({ quick }) => quick) : ALL

// The host at whose door some rows knock is still there, and goes with this program.
process.exit(await runAll(openWorld, chosen, words))
