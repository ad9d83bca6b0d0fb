import { spawn } from 'node:child_process'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { UserId } from '#contract/domain'
import { publicKeyFromSeed } from '#protocol'
import { hurriedClock } from '../support/clock.ts'
import { folderKeychain, noKeychain } from '../support/keychain.ts'
import { newcomer, type Person, type TestLocalnet } from '../support/localnet.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import { wasKilled } from '../support/systems.ts'
import { BTC, fund, type OpenWallet, openWallet, pay, paying, toUser } from '../support/wallet.ts'
import type { Arrival } from './arriving.ts'
import type { Verdict } from './verdict.ts'
import { type Belongings, goOn, PASSPHRASE, passphraseOf, type Way } from './ways.ts'

/* A program is killed while an account comes in or leaves, started again, and whoever sits before it goes on. */

/** Where keys lie: in the keychain of the system, or sealed with a passphrase in a file. */
export const STORES = ['keychain', 'file'] as const
export type Store = (typeof STORES)[number]

export interface Leave {
  readonly name: string
  readonly way: Way
  readonly store: Store
  /** Where the first life ends, and the second if there is one. */
  readonly points: readonly string[]
  readonly next: readonly Next[]
}

/** What the person does after it: the same as before, or the step that the account asks for. */
const NEXT = ['the same again', 'the step it asks for'] as const
type Next = (typeof NEXT)[number]

/** Whom the accounts that came in pay. */
export interface Town {
  readonly net: TestLocalnet
  readonly ben: Person
}

export const openTown = async (net: TestLocalnet): Promise<Town> => ({ net, ben: await newcomer(net, 'Ben') })

const PROGRAM = programOf('test/faults/arriving.ts')
const POINTS = pathToFileURL(programOf('test/faults/file-points.ts')).href
/** A request that is asked again and again while it is waited for adds nothing after some times. */
const OCCURRENCES = 6
/**
 * What is kept here or there is another after it. Between two of these lie places (before the next write, before and after a question) at
 * which a kill leaves the very same, so one of them stands for all.
 */
const CHANGES = /^(?!GET ).+, after#/
const isOfVault = (point: string): boolean => /^(?:account|master) entry /.test(point)

interface House {
  readonly dir: string
  readonly store: Store
  readonly table: Belongings
}

function openHouse({ dir, store }: Pick<House, 'dir' | 'store'>, baseUrl: string): Promise<OpenWallet> {
  const keychain = store === 'keychain' ? folderKeychain(join(dir, 'keychain')) : noKeychain()
  return openWallet({ dir, baseUrl, keychain, clock: hurriedClock(), syncMs: 2_000, pollMs: 300 })
}

/** Files as they are before the life that ends. */
async function newHouse({ net }: Town, way: Way, store: Store): Promise<House> {
  const [dir, table] = [newFolder('arriving'), await way.gather(net)]
  if (store === 'keychain' && way.before === undefined) return { dir, store, table }
  const wallet = await openHouse({ dir, store }, net.url)
  if (store === 'file') await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
  await way.before?.(wallet, table)
  await wallet.close()
  return { dir, store, table }
}

interface Life {
  readonly ended: 'killed' | 'well' | 'badly'
  readonly points: string[]
  readonly words: string | null
  readonly isConfirmed: boolean
  readonly complaints: string
}

async function live({ net }: Town, { name }: Way, { dir, store, table }: House, point: string): Promise<Life> {
  const arrival: Arrival = {
    ...{ dir, baseUrl: net.url, way: name, table, passphrase: store === 'file' ? PASSPHRASE : null },
  }
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--import=${POINTS}`, COFFER_KILLED_AT: point },
  })
  let [said, complaints] = ['', '']
  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString()
  })
  child.stdin.end(JSON.stringify(arrival))
  const killed = await new Promise<boolean>((resolve) =>
    child.on('close', (code, by) => resolve(wasKilled(by, code, complaints))),
  )
  const all = (what: string): string[] =>
    [...said.matchAll(new RegExp(`^${what} (.+)$`, 'gm'))].map(([, value]) => value ?? '')
  return {
    ended: killed ? 'killed' : all('end').length > 0 ? 'well' : 'badly',
    points: all('point'),
    words: all('words').at(-1) ?? null,
    isConfirmed: all('confirmed').length > 0,
    complaints,
  }
}

/** The places at which this way can be cut short, found by letting one person pass: its beginning, and after each change. */
export async function pointsOf(town: Town, way: Way, store: Store): Promise<string[]> {
  const life = await live(town, way, await newHouse(town, way, store), '')
  if (life.ended !== 'well') throw new Error(`${way.name} does not end well by itself: ${life.complaints.slice(-600)}`)
  const [first, ...others] = life.points
  const places = others.filter((point) => CHANGES.test(point) && Number(point.split('#')[1]) < OCCURRENCES)
  return [...new Set([...(first === undefined ? [] : [first]), ...places])]
}

/** Each point once; where the vault kept something in the keychain, also with the next life ending there. */
export const leavesOf = (way: Way, store: Store, points: readonly string[]): Leave[] =>
  points
    .flatMap((point): Omit<Leave, 'next'>[] => {
      const name = `${way.name}, ${store}: killed at ${point}`
      const once = { name, way, store, points: [point] }
      return isOfVault(point) ? [once, { name: `${name}, twice`, way, store, points: [point, point] }] : [once]
    })
    .flatMap((leave): Leave[] =>
      way.makesKey === true
        ? NEXT.map((next) => ({ ...leave, name: `${leave.name}, then ${next}`, next: [next] }))
        : [{ ...leave, next: isBeforeAll(way, leave) ? ['the same again'] : NEXT }],
    )

/** Nothing was kept yet, so the account that was here before asks for nothing, and only beginning again is meant. */
const isBeforeAll = (way: Way, { points }: Pick<Leave, 'points'>): boolean =>
  way.before !== undefined && points.every((point) => !CHANGES.test(point))

/** What is wrong after a program was killed and started again; null for nothing. `killed` false: the point was not passed. */
export async function playLeave(town: Town, leave: Leave): Promise<{ killed: boolean; verdict: Verdict | null }> {
  const { way, store } = leave
  const house = await newHouse(town, way, store)
  let killed = false
  let confirmed: string | null = null
  let shown: string | null = null
  for (const point of leave.points) {
    const life = await live(town, way, house, point)
    if (life.ended === 'badly') {
      return { killed, verdict: { wrong: 'stuck', why: `the program could not go on: ${life.complaints.slice(-600)}` } }
    }
    killed ||= life.ended === 'killed'
    shown = life.words ?? shown
    if (life.isConfirmed) confirmed = life.words
  }
  if (!killed) return { killed, verdict: null }
  let verdict: Verdict | null = null
  for (const next of leave.next) {
    const copy = { ...house, dir: newFolder('arriving') }
    cpSync(house.dir, copy.dir, { recursive: true })
    verdict ??= await judge(town, way, copy, { confirmed, shown, next })
    rmSync(copy.dir, { recursive: true, force: true })
  }
  rmSync(house.dir, { recursive: true, force: true })
  return { killed, verdict }
}

interface Seen {
  /** Words whose quiz was answered, and words that were only shown. */
  readonly confirmed: string | null
  readonly shown: string | null
  readonly next: Next
}

/** Starts the program, goes on, and looks whether what comes out of it is whole. */
async function judge(town: Town, way: Way, house: House, seen: Seen): Promise<Verdict | null> {
  const wallet = await openHouse(house, town.net.url)
  try {
    if (house.store === 'file') await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    const kept = keptKey(wallet)
    if (seen.confirmed !== null && kept !== publicKeyOf(seen.confirmed)) {
      return { wrong: 'lost', why: 'words that were confirmed are not kept' }
    }
    const { accounts } = await wallet.calls['app.state'](null)
    if (way.end === 'works' && accounts.some(({ stage }) => stage === 'lost')) {
      return { wrong: 'lost', why: 'neither what was there nor what was brought is kept' }
    }
    let account: UserId | null
    const words: string[] = []
    try {
      if (seen.next === 'the same again') await way.begin(wallet, house.table)
      account = await goOn(wallet, way, house.table, (_, value) => void words.push(value))
    } catch (error) {
      return {
        wrong: 'stuck',
        why: `by ${seen.next}: ${error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : error}`,
      }
    }
    const [first] = words
    if (seen.shown !== null && first !== undefined && first !== seen.shown) {
      return { wrong: 'lost', why: 'other words are shown than before' }
    }
    const unlike = await unlikeness(wallet, way, house, { account, next: seen.next })
    if (unlike !== null) return { wrong: 'wrong', why: `by ${seen.next}: ${unlike}` }
    if (account === null) await wallet.calls['accounts.importKeystore']({ keystore: house.table.file })
    const back = account ?? (await goOn(wallet, { ...way, end: 'works' }, house.table, () => undefined))
    if (back === null) return { wrong: 'lost', why: 'it does not come back' }
    return await worksFor(town, wallet, back)
  } finally {
    await wallet.close()
  }
}

const publicKeyOf = (words: string): string =>
  publicKeyFromSeed(Buffer.from(mnemonicToEntropy(words, wordlist)).toString('hex'))

function keptKey({ vault }: OpenWallet): string | null {
  const [id] = vault.accounts.list()
  return id === undefined ? null : vault.accounts.describe(id).publicKey
}

/** Where what is listed, sealed and known differ from each other, or from what the person holds. */
async function unlikeness(
  wallet: OpenWallet,
  way: Way,
  { dir, table }: House,
  { account, next }: { readonly account: UserId | null; readonly next: Next },
) {
  const listed = (await wallet.calls['app.state'](null)).accounts
  const sealed = wallet.vault.accounts.list()
  if (account === null) {
    if (listed.length + sealed.length > 0) return 'it is still there'
    const left = entriesIn(dir)
    return left.length > 0 ? `its keys are still in the keychain: ${left.join(', ')}` : null
  }
  if (listed.length !== 1 || sealed.length !== 1) return `${listed.length} accounts are listed, ${sealed.length} sealed`
  if (table.account !== null && account !== table.account) return 'it is another account'
  // Killed before its keys went it is there as it was, and asks for nothing; who removes it again gets it removed.
  return way.end === 'gone' && next === 'the same again' ? 'it is still there' : null
}

const entriesIn = (dir: string): string[] => {
  try {
    return readdirSync(join(dir, 'keychain')).filter((name) => !name.endsWith('.master'))
  } catch {
    return []
  }
}

/** It receives and pays, so it works. */
async function worksFor({ ben }: Town, wallet: OpenWallet, account: UserId): Promise<Verdict | null> {
  try {
    await fund(wallet, account, BTC, '1')
    const wish = paying(account, BTC, [toUser(ben.id, '0.25')])
    const { state } = await pay(wallet, wish, passphraseOf(wallet))
    return state === 'final' ? null : { wrong: 'wrong', why: `its payment ended as ${state}` }
  } catch (error) {
    return { wrong: 'stuck', why: `it does not pay: ${error instanceof Error ? error.message : error}` }
  }
}
