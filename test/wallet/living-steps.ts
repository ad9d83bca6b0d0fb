import fc from 'fast-check'
import { codeOf } from '#contract/errors'
import { type Choice, type Life, unlock } from './living.ts'
import { COINS } from './living-coins.ts'
import { FILES } from './living-files.ts'
import { GROUP } from './living-group.ts'
import { KEPT } from './living-kept.ts'
import { PAYING } from './living-paying.ts'
import { PEOPLE } from './living-people.ts'

/* What is done one after the other, and some of it at the same moment. */

const KINDS = [PAYING, GROUP, COINS, FILES, PEOPLE, KEPT] as const
const ACTS = { ...PAYING, ...GROUP, ...COINS, ...FILES, ...PEOPLE, ...KEPT } as const
type ActName = keyof typeof ACTS
// Of two by one name the first would never be done.
if (KINDS.reduce((sum, kind) => sum + Object.keys(kind).length, 0) !== Object.keys(ACTS).length)
  throw new Error('two acts have one name')

export interface Step extends Choice {
  readonly act: ActName
  /** Done at the same moment: the same once more, the same on another computer, or something else. */
  readonly beside: (Choice & { readonly act: ActName }) | 'itself' | 'elsewhere' | null
}

const names = (acts: object) => Object.keys(acts) as ActName[] // its own names
const among = (list: readonly ActName[]): fc.Arbitrary<ActName> =>
  fc.oneof(...list.map((name) => ({ weight: ACTS[name][0], arbitrary: fc.constant(name) })))
const choice = {
  desk: fc.nat({ max: 5 }),
  pick: fc.nat({ max: 20 }),
  amount: fc.constantFrom('0.1', '0.3', '0.7', '1', '1.2', '2.5'),
  shared: fc.boolean(),
  agree: fc.nat({ max: 4 }).map((chance) => chance > 0),
}
/** What closes no wallet may happen beside something else. */
const MEANWHILE = names({ ...PAYING, ...GROUP, ...COINS, ...PEOPLE, ...KEPT })
export const step: fc.Arbitrary<Step> = fc.record({
  ...{ act: among(names(ACTS)), ...choice },
  beside: fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('itself' as const) },
    { weight: 2, arbitrary: fc.constant('elsewhere' as const) },
    { weight: 2, arbitrary: fc.record({ act: among(MEANWHILE), ...choice }) },
  ),
})

type Deed = Choice & { readonly act: ActName }
function alsoDone({ beside, ...same }: Step): readonly Deed[] {
  if (beside === null) return []
  if (beside === 'itself') return [same]
  // The other computer of the first person, or the other member.
  return [beside === 'elsewhere' ? { ...same, desk: same.desk ^ 1 } : beside]
}

/** Does one after the other what is chosen. */
export async function goThrough(life: Life, steps: readonly Step[]): Promise<void> {
  const doing = async ({ act, ...choice }: Deed): Promise<void> => {
    const desk = life.desks[choice.desk % life.desks.length]
    if (desk === undefined) return
    try {
      // What locks it is done beside something else; who comes back to a computer unlocks it.
      if (act !== 'lock' && (await desk.wallet.calls['app.state'](null)).vault.locked) await unlock(desk)
      const at = life.refused.length
      await ACTS[act][1](life, desk, choice)
      // Who is told that a clock is wrong may put it right.
      if (choice.agree && life.refused.slice(at).includes('remote.clock')) desk.clock.set(0)
    } catch (error) {
      if (codeOf(error) !== 'vault.locked') throw error
      life.refused.push('vault.locked')
    }
  }
  for (const each of steps) {
    const { beside: _, ...deed } = each
    await Promise.all([deed, ...(MEANWHILE.includes(deed.act) ? alsoDone(each) : [])].map(doing))
  }
}
