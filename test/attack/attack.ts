import { askedFor } from '../support/asked.ts'
import { ALL } from './all.ts'
import { isNamed, runAll } from './run.ts'
import { openWorld } from './stage.ts'
import { runTiming } from './timing.ts'

/*
 * npm run attack [-- WORD ...]: all of it, or the rows whose name holds one of the words or whose point is one; `--quick` takes those of npm test.
 * `--timing` measures instead whether time follows a secret.
 */

const { words, has } = askedFor({
  usage: 'npm run attack [-- WORD ... --quick] or npm run attack -- --timing',
  switches: ['--quick', '--timing'],
  wrong(named) {
    const unknown = named.find((word) => !ALL.some((row) => isNamed(row, [word])))
    return unknown === undefined ? null : `No attack is named by “${unknown}”.`
  },
})
if (has('--timing')) process.exit(await runTiming())
const chosen = has('--quick') ? ALL.filter(({ quick }) => quick) : ALL

// The host at whose door some rows knock is still there, and goes with this program.
process.exit(await runAll(openWorld, chosen, words))
