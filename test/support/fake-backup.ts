import type { WireAnswer } from '#contract/ipc'
import { ago } from './fake-data.ts'

export type Damage = WireAnswer<'damage.list'>[number]

/** A journal that came back. */
export function damage(over: Partial<Damage> = {}): Damage {
  return {
    file: 'intents',
    at: ago(3),
    state: 'repaired',
    setAside: 'intents.db.damaged-1790000000000',
    rescued: 120,
    restored: 4,
    copyAt: ago(600),
    missed: 2,
    ...over,
  }
}
