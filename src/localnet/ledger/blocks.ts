import type { Nanos } from '#contract/domain'
import { creditConfirmed } from './deposits.ts'
import { settleUntil } from './settlement.ts'
import { carryOut } from './withdrawals.ts'
import { setHeight, type World } from './world.ts'

const END_OF_TIME = (2n ** 63n - 1n) as Nanos

/**
 * All chains grow by so many blocks. What was accepted before becomes final with them; what they credit too, or else in its own
 * time. Answers the new height.
 */
export function addBlocks(world: World, count: number, final: boolean): number {
  return world.db.transaction(() => {
    settleUntil(world, END_OF_TIME)
    setHeight(world, world.height() + count)
    creditConfirmed(world)
    if (final) settleUntil(world, END_OF_TIME)
    carryOut(world)
    return world.height()
  })
}
