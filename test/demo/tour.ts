import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AssetId, TransactionRecord, UserId } from '#contract/domain'
import { type Amount, formatAmountShort, parseAmount } from '#protocol'
import type { Keychain } from '#vault'
import { testKeychain } from '../support/keychain.ts'
import { newcomer, startTestLocalnet, type TestLocalnet } from '../support/localnet.ts'
import { newFolder } from '../support/scratch.ts'
import { ALL_MOVEMENTS, type OpenWallet, openWallet } from '../support/wallet.ts'

/** One wallet of the tour: a person, the files of a computer, and the account made there. */
export interface Visitor {
  readonly name: string
  readonly wallet: OpenWallet
  readonly account: UserId
}

/** A payment that a later step looks for again. */
interface Remembered {
  readonly by: UserId
  readonly hash: string
}

/** What the steps share. A claim that does not hold is written down and the tour goes on; a step that
 * throws ends it. */
export interface Tour {
  readonly net: () => TestLocalnet
  readonly visitor: (name: 'Ada' | 'Ben' | 'Cam') => Visitor
  readonly remember: (payment: Remembered) => void
  readonly remembered: readonly Remembered[]
  /** What the network answers to a stranger who asks for a transaction by its request id or hash. */
  witness(id: string): Promise<TransactionRecord>
  enter(name: 'Ada' | 'Ben' | 'Cam', account: (wallet: OpenWallet) => Promise<UserId>): Promise<Visitor>
  /** Ends every program and starts it again on its own files. */
  restart(): Promise<void>
  /** A line of the story. */
  say(text: string): void
  /** An id or a hash, in full. */
  id(name: string, value: string): void
  /** Writes down whether it holds. */
  claim(text: string, holds: boolean): void
  /** The same for an amount that may need a moment to be so. */
  claimBalance(who: Visitor, assetId: AssetId, amount: string): Promise<void>
}

export interface Step {
  readonly title: string
  readonly run: (tour: Tour) => Promise<void>
}

export interface TourResult {
  readonly claims: number
  readonly broken: readonly string[]
}

interface Place {
  readonly dir: string
  readonly keychain: Keychain
}

/** Walks the steps on a fresh network. All files lie in one temporary folder, which goes at the end. */
export async function walk(steps: readonly Step[], write: (line: string) => void): Promise<TourResult> {
  const folder = newFolder('demo')
  const visitors = new Map<string, Visitor & Place>()
  const remembered: Remembered[] = []
  const broken: string[] = []
  let claims = 0
  let net = await startTestLocalnet({ dir: join(folder, 'network'), finalityMs: 1_000 })

  const open = ({ dir, keychain }: Place) => openWallet({ dir, keychain, baseUrl: net.url, syncMs: 100 })
  const closeAll = () => Promise.all([...visitors.values()].map(({ wallet }) => wallet.close()))

  const tour: Tour = {
    net: () => net,
    remembered,
    remember: (payment) => remembered.push(payment),
    visitor(name) {
      const found = visitors.get(name)
      if (found === undefined) throw new Error(`${name} has not come in yet`)
      return found
    },
    async witness(id) {
      const stranger = await newcomer(net, 'Stranger')
      return stranger.remote.call('transactions.read', { params: { id } })
    },
    async enter(name, accountOf) {
      const place = { dir: join(folder, name), keychain: testKeychain() }
      const wallet = await open(place)
      const visitor = { ...place, name, wallet, account: await accountOf(wallet) }
      visitors.set(name, visitor)
      return visitor
    },
    async restart() {
      await closeAll()
      await net.close()
      net = await startTestLocalnet({ dir: join(folder, 'network'), finalityMs: 1_000 })
      for (const [name, visitor] of visitors) visitors.set(name, { ...visitor, wallet: await open(visitor) })
    },
    say: (text) => write(`   ${text}`),
    id: (name, value) => write(`   ${name.padEnd(14)} ${value}`),
    claim(text, holds) {
      claims += 1
      if (!holds) broken.push(text)
      write(`   ${holds ? 'holds ' : 'BROKEN'} ${text}`)
    },
    async claimBalance({ name, wallet, account }, assetId, amount) {
      const ask = () => wallet.calls['balances.read']({ account, holder: null, assetId })
      const { available, asset } = await wallet.until(ask, (is) => is.available === parseAmount(amount)).catch(ask)
      const holds = available === parseAmount(amount)
      tour.claim(`${name} has ${amount} ${asset.symbol}${holds ? '' : `, not ${shown(available)}`}`, holds)
    },
  }

  try {
    for (const [at, { title, run }] of steps.entries()) {
      write(`\n${at + 1}. ${title}`)
      try {
        await run(tour)
      } catch (error) {
        // What comes next stands on this step.
        broken.push(`${title}: ${error instanceof Error ? error.message : String(error)}`)
        break
      }
    }
  } finally {
    await closeAll()
    await net.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { claims, broken }
}

export const shown = (amount: Amount): string => formatAmountShort(amount)

/** The newest movements of an account, as its wallet lists them. */
export async function movements({ wallet, account }: Visitor) {
  const filter = ALL_MOVEMENTS
  const page = await wallet.calls['activity.list']({ account, holder: null, filter, cursor: null, limit: 200 })
  return page.rows
}
