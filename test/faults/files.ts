import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { formatAmount, toAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { BTC } from '../support/localnet.ts'
import { startProxy } from '../support/proxy.ts'
import { newFolder } from '../support/scratch.ts'
import { ALL_MOVEMENTS, approving, newPhrase, type OpenWallet, openWallet, paying, toUser } from '../support/wallet.ts'
import { belongings, moveIn } from './belongings.ts'
import type { Workshop } from './benches.ts'
import { damage } from './damage.ts'
import type { Verdict } from './verdict.ts'

/** The four files that a person has, and where they lie in the data folder. */
export const FILES = {
  'profile.db': () => 'local/profile.db',
  'vault.json': () => 'local/vault/vault.json',
  'intents.db': (account: string) => `local/${account}/intents.db`,
  'cache.db': (account: string) => `local/${account}/cache.db`,
} as const satisfies Record<string, (account: string) => string>
export type FileName = keyof typeof FILES

export interface Original {
  readonly dir: string
  /** The same folder before the last payment. */
  readonly older: string
  readonly account: UserId
  readonly words: readonly string[]
  readonly entries: readonly (readonly [string, string])[]
  /** What the sound folder holds. */
  readonly payments: number
  readonly kept: readonly string[]
  /** In a payment that was signed and kept from the network. */
  readonly out: bigint
  /** A line on which that payment never arrives, so that all copies meet the same network. */
  readonly baseUrl: string
  close(): Promise<void>
}

const HOUR = { syncMs: 2_000, pollMs: 300 }

/** Somebody with coins, a history, a label, belongings and a signed payment that has not arrived. */
export async function makeOriginal(shop: Workshop): Promise<Original> {
  const { net, ben, clock } = shop
  const proxy = await startProxy(net.url)
  const [dir, keychain] = [newFolder('original'), testKeychain()]
  const open = () => openWallet({ dir, baseUrl: proxy.url, keychain, clock, ...HOUR })
  let wallet = await open()
  const { account } = await wallet.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(wallet, account)
  await wallet.calls['registration.submit']({ account })
  for (const amount of ['1', '0.5', '0.25'] as const) await deposit(shop, wallet, account, amount)
  await moveIn(wallet, account, ben.id, net)
  const pay = async (amount: string) => {
    const review = await wallet.calls['payments.prepare'](
      paying(account, BTC, [toUser(ben.id, amount)], { label: 'rent' }),
    )
    await wallet.calls['payments.approve'](approving(account, review))
    return review.paymentId
  }
  const ended = async (paymentId: Awaited<ReturnType<typeof pay>>) => {
    for (;;) {
      const { state } = await wallet.calls['payments.read']({ account, paymentId })
      if (state === 'final') return
      await net.blocks(1)
      await wallet.calls['app.retry']({ account })
    }
  }
  await ended(await pay('0.01'))
  for (let times = 0; times < 3; times += 1) await wallet.calls['app.retry']({ account })
  await wallet.close()
  const older = newFolder('older')
  cpSync(dir, older, { recursive: true })
  wallet = await open()
  await ended(await pay('0.02'))
  proxy.lies.push({ at: /^POST \/safe\/transaction$/, cut: 'before' })
  const kept = await pay('0.03')
  await wallet.calls['payments.read']({ account, paymentId: kept })
  for (let times = 0; times < 2; times += 1) await wallet.calls['app.retry']({ account }).catch(() => undefined)
  const { held } = await wallet.calls['balances.read']({ account, holder: null, assetId: BTC })
  const { kept: all } = await belongings(wallet, account)
  await wallet.close()
  return {
    ...{ dir, older, account, words, entries: [...keychain.entries], payments: 3, kept: all, out: held },
    ...{ baseUrl: proxy.url, close: () => proxy.close() },
  }
}

async function deposit(shop: Workshop, wallet: OpenWallet, account: UserId, amount: string): Promise<void> {
  const made = await wallet.calls['local.deposit']({
    ...{
      account,
      holder: null,
      chainId: BTC,
      assetId: BTC,
      amount: toAmount(BigInt(Math.round(Number(amount) * 1e8))),
    },
  })
  await shop.net.blocks(made.threshold)
}

/** Whether a person is told that something is wrong with files, as far as a window can ask for it. */
async function toldBy(wallet: OpenWallet, account: UserId): Promise<boolean> {
  const { vault, accounts } = await wallet.calls['app.state'](null)
  if (vault.damage !== null || accounts.some(({ stage }) => stage === 'lost')) return true
  if (!accounts.some((each) => each.account === account)) return false
  return (await wallet.calls['damage.list']({ account })).length > 0
}

/**
 * Whether the file says something else than before: a bit in a place that nobody reads changes nothing. Of `cache.db` only what is
 * lost for good counts, since the service sends all of it again: what is met damaged in it is not shown, and is told then.
 */
function mustBeTold(file: FileName, sound: string, damaged: string): boolean {
  if (file === 'cache.db') return false
  const contents = file === 'vault.json' ? wordsOf : rowsOf
  return contents(sound) !== contents(damaged)
}

const wordsOf = (path: string): string | null => attempt(() => JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))

/** Every row of every table; null where not all of it can be read. */
function rowsOf(path: string): string | null {
  if (!existsSync(path)) return null
  const db = attempt(() => new Sqlite(readFileSync(path)).defaultSafeIntegers(true))
  if (db === null) return null
  try {
    return attempt(() => {
      if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') return null
      const schema = db.prepare<[], { name: string; type: string }>('SELECT * FROM sqlite_schema ORDER BY name').all()
      const tables = schema.filter(({ type }) => type === 'table')
      const rows = tables.map(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all())
      return JSON.stringify([schema, rows], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
    })
  } finally {
    db.close()
  }
}

function attempt<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch {
    return null
  }
}

/** One damaged file in an otherwise sound folder, opened as a person would. */
export async function playDamage(
  shop: Workshop,
  original: Original,
  file: FileName,
  number: number,
): Promise<{ readonly name: string; readonly verdict: Verdict | null }> {
  const dir = newFolder('damaged')
  cpSync(original.dir, dir, { recursive: true })
  const path = FILES[file](original.account)
  const what = damage(join(dir, path), number, join(original.older, path))
  const isTold = what === 'an older copy' || !mustBeTold(file, join(original.dir, path), join(dir, path))
  const name = `${file}: ${what} (${number})`
  try {
    return { name, verdict: await opened(shop, original, { dir, what, isTold }) }
  } catch (error) {
    return { name, verdict: { wrong: 'wrong', why: error instanceof Error ? error.message : String(error) } }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Damage that is only met in use is told there, and repaired at the next start. */
const STARTS = 2

interface Damaged {
  readonly dir: string
  readonly what: string
  /** Nothing needs to be told. */
  readonly isTold: boolean
}

async function opened(shop: Workshop, original: Original, damaged: Damaged): Promise<Verdict | null> {
  const keychain = testKeychain(new Map(original.entries))
  let told = false
  for (let start = 1; ; start += 1) {
    let wallet: OpenWallet
    try {
      wallet = await openWallet({ dir: damaged.dir, baseUrl: original.baseUrl, keychain, clock: shop.clock, ...HOUR })
    } catch (error) {
      return { wrong: 'stuck', why: `does not open: ${codeOf(error)} ${(error as Error).message}` }
    }
    try {
      return await usable(shop, original, wallet, { ...damaged, told })
    } catch (error) {
      if (codeOf(error) !== 'store.damaged' || start === STARTS) throw error
      told = true
    } finally {
      await wallet.close()
    }
  }
}

const shown = (units: bigint): string => formatAmount(toAmount(units))

async function usable(
  shop: Workshop,
  original: Original,
  wallet: OpenWallet,
  { what, isTold, told: before }: Damaged & { readonly told: boolean },
): Promise<Verdict | null> {
  const { account } = original
  let told = before || (await toldBy(wallet, account))
  let lost = false
  if ((await wallet.calls['app.state'](null)).vault.damage !== null) {
    lost = true
    await wallet.calls['vault.beginAnew'](null)
  }
  const state = await wallet.calls['app.state'](null)
  if (!state.accounts.some((each) => each.account === account)) {
    lost = true
    const back = await restore(wallet, original)
    if (back !== null) return { wrong: 'stuck', why: `the account is gone and its words do not bring it back: ${back}` }
  }
  told ||= await toldBy(wallet, account)
  if (!isTold && !told) return { wrong: 'wrong', why: 'something in the file is not what it was, and nobody is told' }
  const ready = await readyToSpend(wallet, original)
  if (ready.lost) lost = true
  if (ready.stuck !== null) return { wrong: 'stuck', why: ready.stuck }
  const balance = await balanceAtRest(shop, original, wallet)
  if (balance !== null) return balance
  const filter = ALL_MOVEMENTS
  const { rows } = await wallet.calls['activity.list']({ account, holder: null, filter, cursor: null, limit: 50 })
  const labels = rows.filter(({ label }) => label === 'rent').length
  const { gone, isTold: areRulesTold } = await goneFrom(original, wallet)
  if (labels < original.payments || gone.length > 0) lost = true
  // An older copy is sound in itself: what it does not know can only be found out from the network.
  told ||= ready.told || areRulesTold || (await toldBy(wallet, account))
  if (lost && !told && what !== 'an older copy') {
    return {
      wrong: 'wrong',
      why: `something is lost and nobody is told (${labels} labels, without ${gone.join(', ')})`,
    }
  }
  return null
}

/** What somebody kept and does not find, once the service was asked again for what it knows; and whether that is told with it. */
async function goneFrom({ account, kept: all }: Original, wallet: OpenWallet) {
  for (let times = 0; ; times += 1) {
    const { kept, isTold } = await belongings(wallet, account)
    const gone = all.filter((each) => !kept.includes(each))
    if (gone.length === 0 || times === 5) return { gone, isTold }
    await wallet.calls['app.retry']({ account }).catch(() => undefined)
  }
}

/** Until what can be spent is what is there, or that less what a signed payment holds. */
async function balanceAtRest(shop: Workshop, { account, out }: Original, wallet: OpenWallet): Promise<Verdict | null> {
  const truth = shop.ledger.unspent([account], BTC)
  for (let times = 0; ; times += 1) {
    const { available, held } = await wallet.calls['balances.read']({ account, holder: null, assetId: BTC })
    if (available === truth || (available === truth - out && held === out)) return null
    if (times === 40)
      return { wrong: 'wrong', why: `${shown(available)} available, ${shown(held)} held, of ${shown(truth)}` }
    await wallet.calls['app.retry']({ account }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function restore(wallet: OpenWallet, { words }: Original): Promise<string | null> {
  try {
    await wallet.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
    return null
  } catch (error) {
    return `${codeOf(error)} ${(error as Error).message}`
  }
}

/** Keys that are gone come back by their words; `told`: the wallet said so itself, by refusing with a reason or by asking for the words. */
async function readyToSpend(
  wallet: OpenWallet,
  original: Original,
): Promise<{ readonly lost: boolean; readonly told: boolean; readonly stuck: string | null }> {
  const { account, words } = original
  const sound = { lost: false, told: false, stuck: null }
  const first = await attest(wallet, account)
  if (first === null) return sound
  const { accounts } = await wallet.calls['app.state'](null)
  const told = first.startsWith('vault.') || accounts.some(({ stage }) => stage === 'needs_key' || stage === 'lost')
  try {
    await wallet.calls['keys.restore']({ account, phrase: words.join(' ') })
  } catch (error) {
    const back = await restore(wallet, original)
    if (back !== null)
      return {
        lost: true,
        told,
        stuck: `keys are gone (${first}) and words do not bring them back: ${codeOf(error)}, ${back}`,
      }
  }
  const second = await attest(wallet, account)
  return { lost: true, told, stuck: second === null ? null : `keys do not sign after their words: ${second}` }
}

async function attest({ vault }: OpenWallet, account: UserId): Promise<string | null> {
  try {
    await vault.signer(account).attest('still here')
    return null
  } catch (error) {
    return codeOf(error)
  }
}
