import type { RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { json, type Lie, refusal } from '../support/proxy.ts'
import { KINDS, newScene } from './kinds.ts'
import { judgeWish, stateOf, type Verdict } from './verdict.ts'
import { CALLS, type CallName, type Desk, type Kind, type Ready } from './wishes.ts'

/** Ways in which one answer of a true network goes wrong on the line, or is refused for the moment. */
const FAULTS: Readonly<Record<string, Omit<Lie, 'at'>>> = {
  'is cut before it arrives': { cut: 'before' },
  'is cut after it was done': { cut: 'after' },
  'is answered with a page': {
    retell: (told) => ({ ...told, headers: { 'content-type': 'text/html' }, body: '<html>' }),
  },
  'is answered with half an answer': { retell: (told) => ({ ...told, body: String(told.body).slice(0, 40) }) },
  'is answered with nothing': { retell: (told) => ({ ...told, body: '' }) },
  'is answered with null': { retell: () => json(null) },
  'fails with 500 before': { instead: () => refusal(500, 500) },
  'fails with 500 after it was done': { retell: () => refusal(500, 500) },
  'is told to come back later': { instead: () => refusal(429, 429) },
  'is refused as unauthorized': { instead: () => refusal(401) },
  'is refused as locked': { instead: () => refusal(10105) },
  'is late': { late: 150 },
}

/** Which of the calls of one wish are met. */
const MOMENTS: Readonly<Record<string, { readonly skip: number; readonly times: number }>> = {
  first: { skip: 0, times: 1 },
  second: { skip: 1, times: 1 },
  'first two': { skip: 0, times: 2 },
}
const WRITES: ReadonlySet<CallName> = new Set<CallName>(['keys', 'verify', 'send', 'create', 'sign'])

export interface Cell {
  readonly name: string
  readonly kind: Kind
  readonly lie: () => Lie
  readonly quick: boolean
}

export const CELLS: readonly Cell[] = KINDS.flatMap((kind, row) =>
  kind.calls.flatMap((call, column) =>
    Object.entries(MOMENTS)
      .filter(([moment]) => moment === 'first' || WRITES.has(call))
      .flatMap(([moment, which]) =>
        Object.entries(FAULTS).map(([fault, how], at) => ({
          name: `${kind.name}: the ${moment} ${call} ${fault}`,
          kind,
          lie: () => ({ at: CALLS[call], ...how, ...which }),
          // A diagonal of the matrix, so that each call, fault and kind is met.
          quick: moment === 'first' && (at + row * 5 + column * 3) % 16 === 0,
        })),
      ),
  ),
)

const ATTEMPTS = 5

/** What a patient person does: tries again what was refused, and approves what is shown. */
export async function playCell(
  desk: Desk,
  { kind, lie }: Pick<Cell, 'kind' | 'lie'>,
  count: number,
): Promise<Verdict | null> {
  const scene = await newScene(desk, kind, count)
  const { victim } = desk
  const ids: RequestId[] = scene.before === null ? [] : [scene.before]
  const trouble: string[] = []
  let approved = false
  victim.proxy.lies.push(lie())
  for (let attempt = 0; attempt < ATTEMPTS && !approved; attempt += 1) {
    let ready: Ready
    try {
      await victim.wallet.calls['app.retry']({ account: victim.account }).catch(() => undefined)
      ready = await kind.prepare(victim.wallet, victim.account, scene)
    } catch (error) {
      trouble.push(`${codeOf(error)}${codeOf(error) === 'internal' ? ` ${(error as Error).message}` : ''}`)
      continue
    }
    if (!ids.includes(ready.paymentId)) ids.push(ready.paymentId)
    try {
      await ready.approve()
      approved = true
    } catch (error) {
      trouble.push(`${codeOf(error)}${codeOf(error) === 'internal' ? ` ${(error as Error).message}` : ''}`)
      const state = await stateOf(desk, ready.paymentId)
      approved = !['draft', 'reserved', 'keyed', 'built', 'verified', 'cancelled'].includes(state)
      if (!approved && state !== 'cancelled') {
        await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: ready.paymentId }).catch(
          () => undefined,
        )
      }
    }
  }
  const verdict = await judgeWish(desk, kind, scene, { ids, approved })
  victim.proxy.lies.length = 0
  const inner = trouble.find((text) => text.startsWith('internal'))
  if (verdict === null && inner !== undefined) return { wrong: 'wrong', why: `told nothing but ${inner}` }
  if (verdict === null && !approved) return { wrong: 'stuck', why: `cannot be paid: ${trouble.join(', ')}` }
  return verdict
}
