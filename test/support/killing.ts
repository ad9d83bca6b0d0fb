import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { RequestId, UserId } from '#contract/domain'
import { programOf } from './programs.ts'

/** Where a program dies on the way of its first payment, or of its second. */
export type KillPoint =
  | ('P02' | 'P04' | 'P07' | 'P12' | 'P13' | 'P15' | 'P16' | 'P19' | 'P20' | 'P22')
  | ('second keyed' | 'second signed' | 'second sent')

/** A row of a run, as it crosses over to the program. */
interface RunRow {
  readonly line: number
  readonly to: string
  readonly typed: string
  readonly amount: string
  readonly memo: string
  readonly label: string
}

/** What the program does; a payment that is there already it only carries on. */
export type Deed =
  | { readonly kind: 'pay'; readonly payee: UserId; readonly storedMemoHex?: string }
  | { readonly kind: 'plan'; readonly payee: UserId }
  | { readonly kind: 'run'; readonly rows: readonly RunRow[] }
  | { readonly kind: 'sign'; readonly requestId: RequestId }
  | { readonly kind: 'combine' }

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
  const child = spawn(process.execPath, [programOf('test/support/wallet-killed.ts')])
  child.stdin.end(JSON.stringify(order))
  const [said, complaints, [, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>, // what that event gives
  ])
  if (signal !== 'SIGKILL') throw new Error(`the program was not killed at ${point}: ${complaints}`)
  return said.split('\n').filter((line) => line !== '')
}
