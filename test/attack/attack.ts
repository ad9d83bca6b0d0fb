import { ALL } from './all.ts'
import { runAll } from './run.ts'
import { openWorld } from './stage.ts'

/* npm run attack [-- WORD ...]: all of it, or the rows whose name holds one of the words or whose point is one; `--quick` takes those of npm test. */

const words = process.argv.slice(2).filter((word) => word !== '--quick')
const chosen = process.argv.includes('--quick') ? ALL.filter(({ quick }) => quick) : ALL

process.exitCode = await runAll(openWorld, chosen, words)
