import { text } from 'node:stream/consumers'
import type { UserId } from '#contract/domain'
import { type AccountStore, openAccountStore } from '#store'
import { testKeychain } from './keychain.ts'
import { approving, BTC, openWallet } from './wallet.ts'

/*
 * A program of its own that combines coins and is killed when its second payment has taken a step of the journal: after the
 * step was written, or before where what counts is what the network knows already.
 */

type Payments = AccountStore['intents']['payments']
type Step = 'storeKeys' | 'storeSigned' | 'markAccepted'

interface Order {
  readonly dir: string
  readonly baseUrl: string
  readonly account: UserId
  readonly step: Step
  readonly entries: readonly (readonly [string, string])[]
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; nothing may happen until it arrives.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  throw new Error('still alive')
}

const killingStore =
  (step: Step): typeof openAccountStore =>
  (options) => {
    const store = openAccountStore(options)
    const seen = new Set<string>()
    const payments = new Proxy(store.intents.payments, {
      get(target, name: keyof Payments) {
        const member = target[name]
        if (name !== step || typeof member !== 'function') return member
        return (...given: never[]) => {
          seen.add(String(given[0]))
          if (seen.size < 2) return Reflect.apply(member, target, given)
          if (step !== 'markAccepted') Reflect.apply(member, target, given)
          return die()
        }
      },
    })
    return { ...store, intents: { ...store.intents, payments } }
  }

const { dir, baseUrl, account, step, entries } = JSON.parse(await text(process.stdin)) as Order
const wallet = await openWallet({
  dir,
  baseUrl,
  keychain: testKeychain(new Map(entries)),
  openStore: killingStore(step),
})
const { paymentId } = await wallet.calls['coins.combine']({ account, holder: null, assetId: BTC })
const review = await wallet.calls['payments.review']({ account, paymentId })
await wallet.calls['payments.approve'](approving(account, review))
await wallet.until(
  () => wallet.calls['coins.plan']({ account, holder: null, assetId: BTC }),
  (plan) => plan?.state === 'done',
)
process.stderr.write('the plan came to its end\n')
process.exit(1)
