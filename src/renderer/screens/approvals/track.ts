import type { SignatureRequest } from '../../state/types.ts'
import { type Person, peopleOf } from './model.ts'

/* Who has signed, whose turn it is and who is not needed, in the order in which signatures come. */

/** `spare`: enough others have signed, or will have once you do. `late`: signed here, after enough others had. */
type Stand = 'signed' | 'late' | 'turn' | 'no' | 'awaited' | 'spare' | 'unsigned'

export interface Step {
  readonly person: Person
  readonly stand: Stand
}

/** Those who signed, then this account where it may, then who is still awaited; who said no comes last. */
export function trackOf(request: SignatureRequest, me: string, maySign: boolean): Step[] {
  const people = peopleOf(request, me)
  const refused = new Set(request.refusals.map(({ user }) => user.userId))
  const signed = people.filter((person) => person.signed).length
  const open = request.state === 'open'
  const ready = maySign && !refused.has(me)
  const isPaid = request.state === 'complete' || request.state === 'final'
  const hasEnough = signed >= request.group.threshold || isPaid
  const stand = (person: Person): Stand => {
    if (person.signed) return isPaid && person.offline ? 'late' : 'signed'
    if (refused.has(person.user.userId)) return 'no'
    if (!open) return hasEnough ? 'spare' : 'unsigned'
    if (person.you && ready) return 'turn'
    return signed + (ready ? 1 : 0) >= request.group.threshold ? 'spare' : 'awaited'
  }
  const order: readonly Stand[] = ['signed', 'late', 'turn', 'awaited', 'spare', 'unsigned', 'no']
  return people
    .map((person) => ({ person, stand: stand(person) }))
    .sort((a, b) => order.indexOf(a.stand) - order.indexOf(b.stand))
}
