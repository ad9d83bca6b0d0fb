import type { UserId } from '#contract/domain'
import { uniqueObjectId } from '#protocol'

const idOf = (name: string): UserId => uniqueObjectId('coffer local network resident', name) as UserId // a uuid by construction

/** People whom every local network has from the start, by their user ids. Noor has not registered. */
export const MAYA = idOf('maya')
export const JONAS = idOf('jonas')
export const SHOP = idOf('corner shop')
export const NOOR = idOf('noor')
