import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { AssetId, HolderId, RequestId, UserId } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { programOf } from '../support/programs.ts'
import { wasKilled } from '../support/systems.ts'

/** Where a program dies on the way of its first payment, or of its second. */
export type KillPoint =
  | ('P02' | 'P04' | 'P07' | 'P12' | 'P13' | 'P15' | 'P16' | 'P19' | 'P20' | 'P22')
  | ('second keyed' | 'second signed' | 'second sent')
  /** The first of its two transactions has come so far, and the other one has not. */
  | ('half accepted' | 'half final')
  /** On the way of an account that is removed. */
  | ('keys there' | 'keys gone')

type Row = Parameters<Calls['runs.save']>[0]['rows'][number]
/** Rows of a list that one program hands another. */
export type Rows = readonly (Omit<Row, 'amount'> & { readonly amount: string })[]

/** A row of a list that leaves the network. */
export interface Withdrawing {
  readonly holder: HolderId | null
  readonly assetId: AssetId
  readonly feeAssetId: AssetId | null
  readonly rows: Rows
  /** What is typed for the tag of the first, one after the other. */
  readonly tags: readonly string[]
}

/** What the program does; a payment that is there already it only carries on. */
export type Deed =
  | { readonly kind: 'pay'; readonly payee: UserId; readonly storedMemoHex?: string }
  | { readonly kind: 'plan'; readonly payee: UserId }
  | { readonly kind: 'run'; readonly rows: Rows }
  | ({ readonly kind: 'withdraw' } & Withdrawing)
  | { readonly kind: 'sign'; readonly requestId: RequestId }
  | { readonly kind: 'combine' }
  | { readonly kind: 'remove' }

/** A wallet that is closed. */
export interface Left {
  readonly dir: string
  readonly account: UserId
  /** Of its keychain. */
  readonly entries: Map<string, string>
}

export interface Order extends Omit<Left, 'entries'> {
  readonly baseUrl: string
  readonly entries: readonly (readonly [string, string])[]
  readonly deed: Deed
  readonly point: KillPoint
}

/** Lets a real program do that and die by SIGKILL at the point. Answers the hashes of what it was about to sign. */
export async function killedAt(point: KillPoint, baseUrl: string, left: Left, deed: Deed): Promise<string[]> {
  const order: Order = { ...left, entries: [...left.entries], baseUrl, deed, point }
  const child = spawn(process.execPath, [programOf('test/wallet/wallet-killed.ts')])
  child.stdin.end(JSON.stringify(order))
  const [said, complaints, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (!wasKilled(signal, code, complaints)) throw new Error(`the program was not killed at ${point}: ${complaints}`)
  return said.split('\n').filter((line) => line !== '')
}
