import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { openLedger } from '../support/true-ledger.ts'
import {
  approving,
  BTC,
  fund,
  newAccount,
  type OpenWallet,
  type PlayNetwork,
  paying,
  playNetwork,
  settled,
} from '../support/wallet.ts'
import { type Mixer, mixer } from './mixed.ts'

/* The id of a link is its payment's. One that was given up makes room for another, while what the first waits for is not there yet. */

let network: PlayNetwork
let mix: Mixer
let wallet: OpenWallet
let [ana, ben]: UserId[] = []
let requestId: RequestId

beforeEach(async () => {
  network = await playNetwork()
  mix = mixer()
  wallet = await network.open({
    fetch: mix.fetch,
    wrapVault: (vault) => ({
      ...mix.wrap(vault),
      wrapFor: async (account, label, bytes) => {
        const sealed = await vault.wrapFor(account, label, bytes)
        await mix.wait(`after wrapFor ${label}`)
        return sealed
      },
    }),
  })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  for (const amount of ['1', '2', '4']) await fund(wallet, ana, BTC, amount)
  requestId = randomUUID() as RequestId
})
afterEach(async () => {
  mix.letGo()
  await network.close()
})

const who = (account: UserId | undefined): UserId => account ?? ('' as UserId)
const prepare = (amount: string) =>
  wallet.calls['payments.prepare'](
    paying(who(ana), BTC, [{ payee: { kind: 'user', userId: who(ben) }, amount }], { requestId }),
  )
const cancel = () => wallet.calls['payments.cancel']({ account: who(ana), paymentId: requestId })

/** Amounts that reached Ben, by the network's own ledger. */
function reached(): bigint[] {
  const ledger = openLedger(network.dir)
  try {
    const sent = ledger.sentBy([who(ana)]).flatMap(({ outputs }) => outputs)
    return sent.filter(({ members }) => members?.includes(who(ben))).map(({ amount }) => amount)
  } finally {
    ledger.close()
  }
}

/** A service that keeps no request that nobody signed has another one under its id. */
function forget(): void {
  const db = new Sqlite(join(network.dir, 'ledger.db'), { timeout: 10_000 })
  db.prepare('DELETE FROM request WHERE request_id = ?').run(requestId)
  db.close()
}

/** Answers of the service, kept back. */
const KEYS = /^after POST \/safe\/keys/
const RECORDS = /^after POST \/safe\/transaction\/requests/
const answersOf = async (asked: RegExp, count: number) => {
  await wallet.until(
    async () => mix.kept.filter(({ what }) => asked.test(what)).length,
    (answers) => answers === count,
  )
  return mix.kept.filter(({ what }) => asked.test(what))
}

describe('a payment that was given up while it was prepared', () => {
  it('neither writes into the one under its id since nor gives that one up', async () => {
    mix.hold(KEYS)
    const late = prepare('3').then(() => 'prepared', codeOf)
    const [first] = await answersOf(KEYS, 1)
    await cancel()
    const second = prepare('0.5')
    await answersOf(KEYS, 2)
    first?.go()
    expect(await late).toBe('wallet.review_changed')
    mix.letGo()
    const review = await second
    expect(review.amount).toBe(parseAmount('0.5'))
    await wallet.calls['payments.approve'](approving(who(ana), review))
    expect((await settled(wallet, who(ana), requestId)).state).toBe('final')
    expect(reached()).toEqual([parseAmount('0.5')])
  })

  it('takes no record of its bytes for one of the bytes under its id since', async () => {
    mix.hold(RECORDS)
    const late = prepare('3').then(() => 'prepared', codeOf)
    const [first] = await answersOf(RECORDS, 1)
    await cancel()
    const second = prepare('0.5').then(() => 'prepared', codeOf)
    await answersOf(RECORDS, 2)
    first?.go()
    expect(await late).toBe('wallet.review_changed')
    mix.letGo()
    // The service knows the first bytes under that id.
    expect(await second).toBe('wallet.request_unpaid')
    expect(reached()).toEqual([])
  })
})

describe('a payment that was given up while what was agreed to is sealed', () => {
  it('has nothing signed that stands under its id since', async () => {
    const review = await prepare('3')
    mix.hold(/^after wrapFor agreed:/)
    const late = wallet.calls['payments.approve'](approving(who(ana), review)).then(({ state }) => state, codeOf)
    await answersOf(/^after wrapFor/, 1)
    await cancel()
    forget()
    await prepare('0.5')
    mix.letGo()
    expect(await late).toBe('wallet.review_changed')
    const { state } = await wallet.calls['payments.read']({ account: who(ana), paymentId: requestId })
    expect(state).toBe('verified')
    expect(reached()).toEqual([])
  })
})
