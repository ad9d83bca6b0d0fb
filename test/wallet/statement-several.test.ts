import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import type { StatementFormat } from '#contract/ipc'
import { coinTrackingOf, csvOf, koinlyOf, recordOf } from '../../src/wallet/statements/forms.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* A payment to several is one movement, and a statement says whom it paid. */

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
const numbers: string[] = []

/** A name as somebody may choose it who would have a spreadsheet compute. */
const TRICKY = '=1+1, "Cas"'

const wish = (opponent: UserId | null = null) => ({
  ...{ account: ana, holder: null, others: [] },
  filter: { ...ALL_MOVEMENTS, opponent },
})
const drawn = () => wallet.calls['statements.draw'](wish())

async function textOf(format: StatementFormat): Promise<string> {
  const { file } = await wallet.calls['statements.file']({ ...wish(), format })
  return (await wallet.calls['statements.part']({ account: ana, file, part: 0 })).text
}

beforeAll(async () => {
  wallet = await network.open()
  ana = (await newAccount(wallet, 'Ana')).account
  const others = [(await newAccount(wallet, 'Ben')).account, (await newAccount(wallet, TRICKY)).account]
  const { accounts } = await wallet.calls['app.state'](null)
  numbers.push(...others.map((id) => accounts.find((each) => each.account === id)?.identityNumber ?? ''))
  await fund(wallet, ana, BTC, '1')
  await pay(wallet, paying(ana, BTC, [toUser(others[0] ?? ana, '0.1'), toUser(others[1] ?? ana, '0.2')]))
  await wallet.until(drawn, ({ count }) => count === 2)
})
afterAll(async () => {
  await wallet?.close()
  await network?.close()
})

it('in a table, as one cell that computes nothing', async () => {
  const line = (await textOf('csv')).split('\r\n').find((each) => each.includes('Ben')) ?? ''
  expect(line).toContain(`,"Ben; '=1+1, ""Cas""","${numbers.join('; ')}",`)
})

it('in a signed file, each with what it got', async () => {
  const view = await drawn()
  const { movements } = recordOf(view) as { movements: { receivers?: object }[] }
  expect(movements.flatMap(({ receivers }) => receivers ?? [])).toEqual([
    { counterparty: 'Ben', counterpartyId: numbers[0], amount: '0.1' },
    { counterparty: TRICKY, counterpartyId: numbers[1], amount: '0.2' },
  ])
  expect(movements.map((each) => 'receivers' in each)).toEqual([false, true])
})

it('where a program has one field for all of it', async () => {
  const view = await drawn()
  for (const text of [csvOf(view), koinlyOf(view, []), coinTrackingOf(view, [])]) expect(text).toContain('"Ben; \'=1+1')
})

it('in the one field of a program, also where the payment has a name of its own', async () => {
  const { rows } = await drawn()
  const id = rows.find(({ receivers }) => receivers.length > 0)?.id ?? ''
  await wallet.calls['labels.set']({ account: ana, id, label: 'Wages', note: '' })
  for (const format of ['koinly', 'cointracking'] as const) {
    expect(await textOf(format)).toContain(`"Wages: Ben; '=1+1, ""Cas"""`)
  }
})
