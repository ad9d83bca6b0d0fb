import { randomUUID } from 'node:crypto'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { formatAmountShort, toAmount } from '#protocol'
import { faultyLine } from '../support/faults.ts'
import { testKeychain } from '../support/keychain.ts'
import { openLedger } from '../support/true-ledger.ts'
import {
  approving,
  BTC,
  balanceOf,
  coded,
  fund,
  newAccount,
  newFolder,
  pay,
  paying,
  settled,
  sharedNetwork,
} from '../support/wallet.ts'

/* Files of one folder that are not of one time: some were put back from an older copy, others not. */

const PASSPHRASE = 'four random words here'
type File = 'profile.db' | 'intents.db' | 'cache.db' | 'vault'

const network = sharedNetwork()
let ben: UserId
beforeAll(async () => {
  const other = await network.open()
  ben = (await newAccount(other, 'Ben')).account
  await other.close()
})

const pathsOf = (dir: string, account: UserId, file: File): string[] => {
  const folder =
    file === 'profile.db'
      ? join(dir, 'local')
      : file === 'vault'
        ? join(dir, 'local', 'vault')
        : join(dir, 'local', account)
  return readdirSync(folder)
    .filter((name) => file === 'vault' || name.startsWith(file))
    .map((name) => join(folder, name))
}

function putBack(dir: string, older: string, account: UserId, file: File): void {
  for (const path of pathsOf(dir, account, file)) rmSync(path, { recursive: true })
  for (const path of pathsOf(older, account, file)) cpSync(path, path.replace(older, dir), { recursive: true })
}

/** What was wished before the copy, after it, and what was signed and not sent. */
const AMOUNTS = ['0.25', '0.5', '1.5'] as const
const [FIRST, SECOND, THIRD] = AMOUNTS

describe('files of different times', () => {
  it.each<{ readonly files: readonly File[]; readonly third: string }>([
    { files: ['intents.db'], third: 'wallet.payment_unknown' },
    { files: ['profile.db', 'intents.db', 'cache.db', 'vault'], third: 'wallet.payment_unknown' },
    { files: ['cache.db', 'vault'], third: 'final' },
    { files: ['profile.db', 'cache.db'], third: 'final' },
  ])('pay nothing twice and lose nothing: older $files', async ({ files, third }) => {
    const [dir, line, keychain] = [newFolder(), faultyLine(), testKeychain()]
    const open = () => network.open({ dir, fetch: line.fetch, keychain })
    let wallet = await open()
    const ana = (await newAccount(wallet, 'Ana')).account
    for (const amount of ['1', '2', '4']) await fund(wallet, ana, BTC, amount)
    const toBen = (amount: string, requestId: RequestId | null = null) =>
      paying(ana, BTC, [{ payee: { kind: 'user', userId: ben }, amount }], { requestId })
    await pay(wallet, toBen(FIRST))
    await wallet.close()
    const older = newFolder('older')
    cpSync(dir, older, { recursive: true })
    wallet = await open()
    const secondId = randomUUID() as RequestId
    await pay(wallet, toBen(SECOND, secondId))
    const review = await wallet.calls['payments.prepare'](toBen(THIRD))
    line.faults.push({ path: /^\/safe\/transaction$/, act: 'before' })
    await wallet.calls['payments.approve'](approving(ana, review))
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    await wallet.close()
    line.faults.length = 0

    for (const file of files) putBack(dir, older, ana, file)
    wallet = await open()
    await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    await wallet.calls['app.retry']({ account: ana })
    // Change that a forgotten payment spent: nobody can tell here whether that was oneself, and it is told.
    const failed = await wallet.calls['payments.frozen']({ account: ana })
    expect(failed.every(({ reason }) => reason === 'spent elsewhere')).toBe(true)
    expect(failed.length > 0 && !files.includes('intents.db')).toBe(false)
    if (failed.length > 0) {
      const read = failed.map(({ outputId }) => outputId)
      await wallet.calls['payments.unfreeze']({ account: ana, read, passphrase: PASSPHRASE })
    }
    await expect(wallet.calls['payments.prepare'](toBen(SECOND, secondId))).rejects.toThrow(
      coded('wallet.already_sent'),
    )
    const { paymentId } = review
    expect(await settled(wallet, ana, paymentId).then(({ state }) => state, codeOf)).toBe(third)
    await wallet.calls['app.retry']({ account: ana })
    const rest = formatAmountShort(await balanceOf(wallet, ana, BTC))
    expect((await pay(wallet, toBen(rest), PASSPHRASE)).state).toBe('final')
    await wallet.close()

    const ledger = openLedger(network.dir)
    const sent = ledger.sentBy([ana]).flatMap(({ outputs }) => outputs)
    const amounts = sent.filter(({ members }) => members?.includes(ben) === true).map(({ amount }) => amount)
    const left = ledger.unspent([ana], BTC)
    ledger.close()
    const wished = [FIRST, SECOND, ...(third === 'final' ? [THIRD] : []), rest]
    expect(amounts.map((amount) => formatAmountShort(toAmount(amount)))).toEqual(wished)
    expect(left).toBe(0n)
  })
})
