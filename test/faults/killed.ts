import { flushCompileCache } from 'node:module'
import { text } from 'node:stream/consumers'
import type { RequestId, UserId } from '#contract/domain'
import { hurriedClock } from '../support/clock.ts'
import { testKeychain } from '../support/keychain.ts'
import { approving, openWallet } from '../support/wallet.ts'
import { KINDS } from './kinds.ts'
import { watchPoints } from './points.ts'
import type { Scene } from './wishes.ts'

/* A program of its own that does what a person does, and is killed by SIGKILL when it reaches one point. */

export interface Order {
  readonly dir: string
  readonly baseUrl: string
  readonly account: UserId
  readonly entries: readonly (readonly [string, string])[]
  readonly kind: string
  readonly scene: Scene
  readonly point: string
  /** Null in the first life; later the payments of the lives before, one of which is carried on if it was not given up. */
  readonly carryOn: readonly RequestId[] | null
}

const waitHere = (milliseconds?: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

const ROUNDS = 2_000

function die(goOnMs: number): never {
  if (goOnMs > 0) waitHere(goOnMs)
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing may happen until it arrives.
  waitHere()
  throw new Error('still alive')
}

const order = JSON.parse(await text(process.stdin)) as Order
const kind = KINDS.find(({ name }) => name === order.kind)
if (kind === undefined) throw new Error('no such kind')
const { account, scene } = order
let armed = order.carryOn !== null
const { anew, ...watch } = watchPoints((point, goOnMs) => {
  if (armed && point === order.point) die(goOnMs)
})
const wallet = await openWallet({
  ...{ dir: order.dir, baseUrl: order.baseUrl, keychain: testKeychain(new Map(order.entries)) },
  ...{ clock: hurriedClock(), syncMs: 2_000, pollMs: 300, ...watch },
})

// Whoever is killed writes nothing at the end.
flushCompileCache()

const say = (what: string, value: string): void => void process.stdout.write(`${what} ${value}\n`)

async function pay(): Promise<RequestId | null> {
  if (kind === undefined) return null
  const owner = { account, holder: scene.holder }
  if (order.carryOn !== null) {
    const open = await wallet.calls['payments.open'](owner)
    const left = open.find((each) => each.paymentId !== scene.before)
    if (left !== undefined) return left.paymentId
    // It may have come to its end meanwhile: whoever asked for it does not ask again.
    for (const paymentId of order.carryOn) {
      const known = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
      if (known !== null && known.state !== 'cancelled' && known.state !== 'failed') return paymentId
    }
  }
  await wallet.calls['app.retry']({ account })
  anew()
  armed = true
  const ready = await kind.prepare(wallet, account, scene)
  say('payment', ready.paymentId)
  await ready.approve()
  say('approved', ready.paymentId)
  return ready.paymentId
}

const paymentId = await pay()
if (paymentId !== null) {
  // Whoever was killed before could say nothing of it.
  if (order.carryOn !== null) say('payment', paymentId)
  // A second life finds its payment where the first left it, and its person says yes to it.
  const view = await wallet.calls['payments.read']({ account, paymentId }).catch(() => null)
  if (
    order.carryOn !== null &&
    view !== null &&
    ['verified', 'keyed', 'built', 'reserved', 'draft'].includes(view.state)
  ) {
    const review = await wallet.calls['payments.review']({ account, paymentId })
    await wallet.calls['payments.approve'](approving(account, review))
    say('approved', paymentId)
  }
  // Whoever never ends is found stuck by those who look at what was left.
  for (let round = 0; round < ROUNDS; round += 1) {
    const { state } = await wallet.calls['payments.read']({ account, paymentId })
    if (state === 'final' || state === 'failed' || state === 'cancelled') break
    await wallet.calls['app.retry']({ account }).catch(() => undefined)
  }
  // What comes after the end is written as well: change is proved, coins are listed.
  for (let times = 0; times < 3; times += 1) await wallet.calls['app.retry']({ account }).catch(() => undefined)
}
process.stderr.write('it came to its end\n')
process.exit(1)
