import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import {
  approving,
  BTC,
  fund,
  newAccount,
  type OpenWallet,
  paying,
  settled,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'
import { holdingLine } from './undecided.ts'

const network = sharedNetwork()

/** Statements as SQLite runs them, each with its text. */
const statements = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as {
  run(this: { readonly source: string }, ...values: unknown[]): unknown
}
afterEach(() => void vi.restoreAllMocks())

/** From now on the disk is full for whatever writes into these tables. */
function refuseIn(...tables: readonly string[]): void {
  const { run } = statements
  const refused = new RegExp(`(INTO|UPDATE|FROM) "?(${tables.join('|')})\\b`)
  vi.spyOn(statements, 'run').mockImplementation(function (this: { readonly source: string }, ...values) {
    if (refused.test(this.source)) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL')
    return run.apply(this, values)
  })
}

async function formed() {
  const [dir, keychain, line] = [newFolder(), testKeychain(), holdingLine()]
  const open = () => network.open({ dir, keychain, fetch: line.fetch })
  const wallet = await open()
  const { account } = await newAccount(wallet, 'Ana')
  const ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, account, BTC, '1')
  const form = {
    ...{ assetId: BTC, rows: [{ to: ben, amount: '0.1' }], tag: '', memo: '', memoForm: 'text' as const, label: '' },
    ...{ coins: null, feeAssetId: null, trace: null, references: [], returnTo: null, source: null, again: null },
  }
  const { draftId } = await wallet.calls['drafts.save']({ account, holder: null, draftId: null, form })
  const wish = paying(account, BTC, [toUser(ben, '0.1')], { label: 'Rent', draftId })
  const review = await wallet.calls['payments.prepare'](wish)
  const drafts = (from: OpenWallet) => from.calls['drafts.list']({ account, holder: null })
  return { wallet, open, line, account, review, drafts }
}

describe('a payment that is agreed to while what goes with it cannot be written', () => {
  it('is answered as signed, and paid: whoever was told that it failed would pay again', async () => {
    const { wallet, account, review, drafts } = await formed()
    refuseIn('labels', 'drafts', 'contact_pins')
    const answer = await wallet.calls['payments.approve'](approving(account, review))
    expect(answer).toMatchObject({ paymentId: review.paymentId, label: 'Rent' })
    expect(answer.signedAt).not.toBeNull()
    expect(await drafts(wallet)).toHaveLength(1)
    expect(await settled(wallet, account, review.paymentId)).toMatchObject({ state: 'final' })
    await wallet.close()
  })

  it('leaves no form from which it could be paid again, once the program was opened anew', async () => {
    const { wallet, open, line, account, review, drafts } = await formed()
    refuseIn('drafts')
    line.kept.add(review.paymentId)
    await wallet.calls['payments.approve'](approving(account, review))
    expect(await drafts(wallet)).toHaveLength(1)
    await wallet.close()
    vi.restoreAllMocks()
    const reopened = await open()
    await reopened.until(
      () => drafts(reopened),
      (left) => left.length === 0,
    )
    await reopened.close()
  })
})
