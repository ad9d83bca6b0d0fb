import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hurriedClock } from '../support/clock.ts'
import { folderKeychain, noKeychain } from '../support/keychain.ts'
import { openWallet } from '../support/wallet.ts'
import { meet } from './file-points.ts'
import { watchPoints } from './points.ts'
import { type Belongings, goOn, WAYS } from './ways.ts'

/* A program of its own in which a person brings an account in, step by step. Where it ends is told by `file-points.ts`, with which it is started. */

export interface Arrival {
  readonly dir: string
  readonly baseUrl: string
  readonly way: string
  readonly table: Belongings
  /** Null where there is a keychain. */
  readonly passphrase: string | null
}

const say = (what: string, value: string): void => void writeSync(1, `${what} ${value}\n`)

const { dir, baseUrl, way: name, table, passphrase } = JSON.parse(await text(process.stdin)) as Arrival // as the parent wrote it
const way = WAYS.find((each) => each.name === name)
if (way === undefined) throw new Error('no such way')
const { openProfile, fetch } = watchPoints((point) => meet(point))
const wallet = await openWallet({
  ...{ dir, baseUrl, openProfile, fetch, clock: hurriedClock(), syncMs: 60_000, pollMs: 60_000 },
  keychain: passphrase === null ? folderKeychain(join(dir, 'keychain')) : noKeychain(),
})
if (passphrase !== null) await wallet.calls['session.unlock']({ passphrase })
await way.begin(wallet, table)
await goOn(wallet, way, table, say)
say('end', 'of the way')
process.exit(0)
