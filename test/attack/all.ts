import { cardAttacks } from './cards.ts'
import { changeAttacks } from './change.ts'
import { coinAttacks } from './coins.ts'
import { conflictAttacks } from './conflict.ts'
import { doorAttacks } from './door.ts'
import { fateAttacks } from './fate.ts'
import { feeAttacks } from './fees.ts'
import { givenAttacks } from './given.ts'
import { groupAttacks } from './group.ts'
import { groupFateAttacks } from './group-fate.ts'
import { kernelAttacks } from './kernel.ts'
import { keyAttacks } from './keys.ts'
import { lineAttacks } from './line.ts'
import { receivingAttacks } from './receiving.ts'
import { recordAttacks } from './records.ts'
import type { Attack } from './stage.ts'
import { undecidedAttacks } from './undecided.ts'
import { wordAttacks } from './words.ts'

export const ALL: readonly Attack[] = [
  ...keyAttacks,
  ...recordAttacks,
  ...fateAttacks,
  ...conflictAttacks,
  ...kernelAttacks,
  ...undecidedAttacks,
  ...coinAttacks,
  ...changeAttacks,
  ...feeAttacks,
  ...receivingAttacks,
  ...wordAttacks,
  ...lineAttacks,
  ...groupAttacks,
  ...groupFateAttacks,
  ...cardAttacks,
  ...givenAttacks,
  ...doorAttacks,
]
