import { fateAttacks } from './fate.ts'
import { openWorld } from './stage.ts'
import { runAll } from './run.ts'

process.exitCode = await runAll(openWorld, fateAttacks, process.argv.slice(2))
