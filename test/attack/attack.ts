import { changeAttacks } from './change.ts'
import { coinAttacks } from './coins.ts'
import { fateAttacks } from './fate.ts'
import { feeAttacks } from './fees.ts'
import { groupAttacks } from './group.ts'
import { keyAttacks } from './keys.ts'
import { lineAttacks } from './line.ts'
import { receivingAttacks } from './receiving.ts'
import { recordAttacks } from './records.ts'
import { runAll } from './run.ts'
import { openWorld } from './stage.ts'
import { wordAttacks } from './words.ts'

const ALL = [
  ...keyAttacks,
  ...recordAttacks,
  ...fateAttacks,
  ...coinAttacks,
  ...changeAttacks,
  ...feeAttacks,
  ...receivingAttacks,
  ...wordAttacks,
  ...lineAttacks,
  ...groupAttacks,
]

process.exitCode = await runAll(openWorld, ALL, process.argv.slice(2))
