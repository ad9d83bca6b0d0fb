import type { Handlers } from '../call.ts'
import type { World } from '../ledger/world.ts'
import { accountCalls } from './account.ts'
import { addressCalls } from './addresses.ts'
import { appCalls } from './apps.ts'
import { assetCalls } from './assets.ts'
import { checkCalls } from './checks.ts'
import { controlCalls } from './control.ts'
import { depositCalls } from './deposits.ts'
import { kernelCalls } from './kernel.ts'
import { multisigCalls } from './multisigs.ts'
import { outputCalls } from './outputs.ts'
import { paymentCalls } from './payments.ts'
import { peopleCalls } from './people.ts'
import { phoneCalls } from './phone.ts'
import { profileCalls } from './profile.ts'
import { publicCalls } from './public.ts'
import { snapshotCalls } from './snapshots.ts'

/** One answer for each row of the endpoint table. */
export function handlersOf(world: World): Handlers {
  return {
    ...accountCalls(world),
    ...appCalls(world),
    ...addressCalls(world),
    ...checkCalls(world),
    ...profileCalls(world),
    ...peopleCalls(world),
    ...assetCalls(world),
    ...depositCalls(world),
    ...outputCalls(world),
    ...paymentCalls(world),
    ...snapshotCalls(world),
    ...multisigCalls(world),
    ...kernelCalls(world),
    ...publicCalls(world),
    ...controlCalls(world),
    ...phoneCalls(world),
  }
}
