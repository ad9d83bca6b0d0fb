import { creditConfirmed } from './deposits.ts'
import { settleAccepted } from './settlement.ts'
import { carryOut } from './withdrawals.ts'
import { setHeight, type World } from './world.ts'

/**
 * All chains grow by so many blocks. What was accepted before becomes final with them; what they credit too, or else in its own
 * time. Answers the new height.
 */
export function addBlocks(world: World, count: number, final: boolean): number {
  return world.db.transaction(() => {
    settleAccepted(world)
    setHeight(world, world.height() + count)
    creditConfirmed(world)
    if (final) settleAccepted(world)
    carryOut(world)
    return world.height()
  })
}
