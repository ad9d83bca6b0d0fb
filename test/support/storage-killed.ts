import { text } from 'node:stream/consumers'
import type { UserId } from '#contract/domain'
import { testKeychain } from './keychain.ts'
import { approving, BTC, openWallet, paying } from './wallet.ts'

/** A program of its own that pays with a stored memo and is killed when the network has taken both transactions, before it hears of it. */
interface Order {
  readonly dir: string
  readonly baseUrl: string
  readonly account: UserId
  readonly payee: UserId
  readonly memoHex: string
  readonly entries: readonly (readonly [string, string])[]
}

const killingLine: typeof fetch = async (target, init) => {
  const response = await fetch(target, init)
  if (new URL(String(target)).pathname === '/safe/transaction') {
    process.kill(process.pid, 'SIGKILL')
    // The signal is on its way; nothing may happen until it arrives.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return response
}

const { dir, baseUrl, account, payee, memoHex, entries } = JSON.parse(await text(process.stdin)) as Order
const wallet = await openWallet({ dir, baseUrl, keychain: testKeychain(new Map(entries)), fetch: killingLine })
const input = paying(account, BTC, [{ payee: { kind: 'user', userId: payee }, amount: '0.25' }], {
  memoHex,
  storeMemo: true,
})
const review = await wallet.calls['payments.prepare'](input)
process.stdout.write(`${review.transactions.map(({ hash }) => hash).join('\n')}\n`)
await wallet.calls['payments.approve'](approving(account, review))
await wallet.until(
  () => wallet.calls['payments.open']({ account, holder: null }),
  (open) => open.length === 0,
)
process.stderr.write('the payment came to its end\n')
process.exit(1)
