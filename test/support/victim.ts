import type { AssetId, Clock, RequestId } from '#contract/domain'
import { decodeTransaction, transactionHash } from '#protocol'
import { watching } from './cosigners.ts'
import { testKeychain } from './keychain.ts'
import { newcomer, type Person, type TestLocalnet } from './localnet.ts'
import { type Lie, startProxy } from './proxy.ts'
import { newFolder } from './scratch.ts'
import { approving, openWallet, type PrepareInput, type WalletOptions } from './wallet.ts'
import type { PaymentReview, PaymentView } from './worded.ts'

export interface VictimOptions
  extends Partial<Pick<WalletOptions, 'openStore' | 'wrapVault' | 'fetch' | 'askInWindow'>> {
  readonly name?: string
  readonly coins?: readonly (readonly [AssetId, string])[]
  readonly clock: Clock
  /** Of a person that is there already. */
  readonly person?: Person
  /** Told from the first answer on. */
  readonly lies?: (person: Person) => readonly Lie[]
}

export type Victim = Awaited<ReturnType<typeof newVictim>>

/** Somebody whose wallet reaches the network only through a proxy that may lie. */
export async function newVictim(net: TestLocalnet, options: VictimOptions) {
  const { clock, coins = [], name = 'Ana', person: known, lies, wrapVault, ...given } = options
  /** The same person without a wallet, on the true network. */
  const person = known ?? (await newcomer(net, name))
  for (const [asset, amount] of coins) await person.fund(asset, amount)
  const proxy = await startProxy(net.url)
  const [dir, keychain] = [newFolder('victim'), testKeychain()]
  /** Hashes of the bytes that the signer was asked to sign, and of what reviews showed before the person approved. */
  const [signed, approved] = [new Set<string>(), new Set<string>()]
  /** What the wallet reported to its log, by event. */
  const log: string[] = []
  proxy.lies.push(...(lies?.(person) ?? []))
  const open = () =>
    openWallet({
      ...{ dir, baseUrl: proxy.url, keychain, clock, syncMs: 2_000, pollMs: 300, ...given },
      wrapVault: (vault) => watching((hash) => signed.add(hash))(wrapVault?.(vault) ?? vault),
      log: (_level, event) => void log.push(event),
    })
  const wallet = await open()
  const keystore = { ...person.keystore, spend_private_key: person.spendSeed }
  const { account } = await wallet.calls['accounts.importKeystore']({ keystore: JSON.stringify(keystore) })
  let isOpen = true
  const victim = {
    ...{ account, person, proxy, dir, keychain, signed, approved, log, wallet },
    /** Closes the wallet if it is open. */
    async shut(): Promise<void> {
      if (isOpen) await victim.wallet.close()
      isOpen = false
    },
    /** Closes the wallet if it is open, and opens it again on the same files. */
    async reopen(): Promise<void> {
      await victim.shut()
      victim.wallet = await open()
      isOpen = true
    },
    async close(): Promise<void> {
      await victim.shut()
      await proxy.close()
    },
  }
  return victim
}

/** What the person sees and agrees to, with every warning ticked as a careless one would. */
export async function approve(victim: Victim, review: PaymentReview): Promise<PaymentView> {
  for (const { hash } of review.transactions) victim.approved.add(hash)
  return victim.wallet.calls['payments.approve'](approving(victim.account, review))
}

export async function prepare(victim: Victim, input: PrepareInput): Promise<PaymentReview> {
  return victim.wallet.calls['payments.prepare'](input)
}

/** Lets the wallet look at everything anew, as often as asked; trouble on the way is the wallet's to tell. */
export async function rounds({ wallet, account }: Victim, times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) await wallet.calls['app.retry']({ account }).catch(() => undefined)
}

export const paymentOf = ({ wallet, account }: Victim, paymentId: RequestId): Promise<PaymentView> =>
  wallet.calls['payments.read']({ account, paymentId })

/** Hashes of everything signed that left the wallet, whoever it was sent to. */
export function released({ proxy }: Pick<Victim, 'proxy'>): Set<string> {
  const found = new Set<string>()
  for (const { method, body } of proxy.asked) {
    if (method !== 'POST') continue
    for (const item of Array.isArray(body) ? body : [body]) {
      const raw = (item as { raw?: unknown } | null | undefined)?.raw
      if (typeof raw !== 'string') continue
      const { signatures } = decodeTransaction(raw)
      if ((signatures ?? []).some((each) => Object.keys(each).length > 0)) found.add(transactionHash(raw))
    }
  }
  return found
}
