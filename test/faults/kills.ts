import { spawn } from 'node:child_process'
import type { RequestId } from '#contract/domain'
import { programOf } from '../support/programs.ts'
import { wasKilled } from '../support/systems.ts'
import { approve } from '../support/victim.ts'
import type { Workshop } from './benches.ts'
import type { Order } from './killed.ts'
import { newScene } from './kinds.ts'
import { watchPoints } from './points.ts'
import { judgeWish, settle, stateOf, type Verdict } from './verdict.ts'
import type { Desk, Kind, Scene } from './wishes.ts'

export interface Kill {
  readonly name: string
  readonly kind: Kind
  /** Where the first life ends, and the second if there is one. */
  readonly points: readonly string[]
}

const OCCURRENCES = 3
const PROGRAM = programOf('test/faults/killed.ts')

/** All places that a payment of this kind passes, found by letting one pass them. */
export async function pointsOf(shop: Workshop, kind: Kind): Promise<string[]> {
  const passed: string[] = []
  let armed = false
  const { anew, ...watch } = watchPoints((point) => {
    if (armed && Number(point.split('#')[1]) < OCCURRENCES) passed.push(point)
  })
  const desk = await shop.desk(kind, watch)
  const scene = await newScene(desk, kind, 90_000_000)
  await desk.victim.wallet.calls['app.retry']({ account: desk.victim.account })
  anew()
  armed = true
  const ready = await kind.prepare(desk.victim.wallet, desk.victim.account, scene)
  await ready.approve()
  await settle(desk, kind, scene, [ready.paymentId])
  await desk.victim.close()
  return [...new Set(passed)]
}

export const killsOf = (kind: Kind, points: readonly string[]): Kill[] => [
  ...points.map((point) => ({ name: `${kind.name}: killed at ${point}`, kind, points: [point] })),
  // Whoever was killed once may be killed again while it picks up what it left behind.
  ...points
    .filter((point) => /sign, after|storeSigned, after|markAccepted, before|create, after|POST .*, after/.test(point))
    .flatMap((first) =>
      ['GET /safe/transactions/:id, after#0', 'payments.markFinal, before#0'].map((second) => ({
        name: `${kind.name}: killed at ${first} and then at ${second}`,
        kind,
        points: [first, second],
      })),
    ),
]

interface Life {
  readonly killed: boolean
  readonly payments: RequestId[]
  readonly approved: boolean
  readonly complaints: string
}

type Course = Pick<Order, 'point' | 'carryOn'>

const paymentsIn = (said: string): RequestId[] =>
  [...said.matchAll(/^payment (\S+)\n/gm)].map(([, id]) => id as RequestId) // as the program said it

async function live(desk: Desk, kind: Kind, scene: Scene, course: Course): Promise<Life> {
  const { victim, net } = desk
  const order: Order = {
    ...{ dir: victim.dir, baseUrl: victim.proxy.url, account: victim.account, entries: [...victim.keychain.entries] },
    ...{ kind: kind.name, scene, ...course },
  }
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] })
  let [said, complaints] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString()
  })
  child.stdin.end(JSON.stringify(order))
  let over = false
  const ended = new Promise<boolean>((resolve) =>
    child.on('close', (code, signal) => {
      over = true
      resolve(wasKilled(signal, code, complaints))
    }),
  )
  while (!over) {
    // The network goes on, and so do the other members of a group.
    await net.blocks(1)
    await kind.others?.(desk, paymentsIn(said)).catch(() => undefined)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 40))])
  }
  return {
    killed: await ended,
    payments: paymentsIn(said),
    approved: said.includes('approved'),
    complaints,
  }
}

async function signedByMe({ victim }: Desk, requestId: RequestId): Promise<boolean> {
  const { wallet, account } = victim
  const { requests } = await wallet.calls['approvals.list']({ account, holder: null })
  const known = requests.find((each) => each.requestId === requestId)
  return known?.signedByMe === true || known?.state === 'final' || known?.state === 'complete'
}

/** Null verdict and `killed` false: the point was not passed this time, so that nobody was killed. */
export async function playKill(
  desk: Desk,
  kill: Kill,
  count: number,
): Promise<{ killed: boolean; verdict: Verdict | null }> {
  const { kind } = kill
  const scene = await newScene(desk, kind, count)
  const { victim } = desk
  await victim.shut()
  const ids = new Set<RequestId>(scene.before === null ? [] : [scene.before])
  let [approved, killed] = [false, false]
  for (const [at, point] of kill.points.entries()) {
    const life = await live(desk, kind, scene, {
      point,
      carryOn: at > 0 ? [...ids].filter((id) => id !== scene.before) : null,
    })
    for (const id of life.payments) ids.add(id)
    approved ||= life.approved
    killed ||= life.killed
    if (!life.killed && !life.complaints.includes('it came to its end')) {
      await victim.reopen()
      return { killed: false, verdict: { wrong: 'wrong', why: `the program broke: ${life.complaints.slice(-300)}` } }
    }
  }
  await victim.reopen()
  const { wallet, account } = victim
  for (const { paymentId } of await wallet.calls['payments.open']({ account, holder: scene.holder })) ids.add(paymentId)
  // What waits for its owner is said yes to; what cannot be reviewed is given up.
  for (const id of ids) {
    const state = await stateOf(desk, id)
    if (!['draft', 'reserved', 'keyed', 'built', 'verified'].includes(state)) continue
    try {
      await approve(victim, await wallet.calls['payments.review']({ account, paymentId: id }))
      approved = true
    } catch {
      await wallet.calls['payments.cancel']({ account, paymentId: id }).catch(() => undefined)
    }
  }
  if (scene.requestId !== null && !(await signedByMe(desk, scene.requestId))) {
    // The request of another member still waits, and is signed as it would have been.
    ids.add(scene.requestId)
    const again = await kind.prepare(wallet, account, scene)
    await again.approve()
    approved = true
  }
  for (const id of ids) {
    // An approval without a signature lasts five minutes; whoever finds it later decides anew.
    if ((await stateOf(desk, id)) === 'cancelled') approved = false
  }
  return { killed, verdict: await judgeWish(desk, kind, scene, { ids: [...ids], approved }) }
}
