import { beforeEach, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  BTC,
  balanceOf,
  fund,
  newAccount,
  type OpenWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/* Change that is frozen for two reasons at once: neither of them ends the other. */

const network = sharedNetwork()
const ITEM = 'ab'.repeat(32)

let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId

interface Listed {
  readonly amount: string
}

const isChange = ({ amount }: Listed): boolean => Number(amount) === 0.9
const told = (more: object) => (rows: Listed[]) => rows.map((row) => (isChange(row) ? { ...row, ...more } : row))
/** What the service answers of the change: no scalar, or a false one, and that it is an item. */
const SILENT = { path: /^\/safe\/transaction\/requests$/, act: 'before' } as const
const NONE = { path: /^\/safe\/transaction\/requests$/, act: told({ views: [] }) }
const FALSE = { path: /^\/safe\/transaction\/requests$/, act: told({ views: [`01${'00'.repeat(31)}`] }) }
const NAMED = { path: /^\/safe\/outputs$/, act: told({ inscription_hash: ITEM }) }

const owner = () => ({ account: ana, holder: null })
const isStopped = async () => (await wallet.calls['home.read'](owner())).attention.some(({ kind }) => kind === 'frozen')

async function change() {
  const query = { assetId: BTC, state: 'open', search: '', cursor: null, limit: 10 } as const
  const { rows } = await wallet.calls['coins.list']({ ...owner(), ...query })
  return rows.find(({ amount }) => amount === parseAmount('0.9'))
}

type Coin = NonNullable<Awaited<ReturnType<typeof change>>>

/** The change, once it is so while the service answers like that. */
async function changeOnce(faults: FaultyLine['faults'], is: (coin: Coin) => boolean): Promise<Coin> {
  line.faults.splice(0, Number.POSITIVE_INFINITY, ...faults)
  const coin = await wallet.until(
    async () => {
      await wallet.calls['app.retry']({ account: ana })
      return change()
    },
    (found) => found !== undefined && is(found),
  )
  if (coin === undefined) throw new Error('it is listed')
  return coin
}

const isFailed = ({ audit }: Coin) => audit === 'failed'
const isProved = ({ audit }: Coin) => audit === 'proved'

beforeEach(async () => {
  line = faultyLine()
  wallet = await network.open({ fetch: line.fetch })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, ana, BTC, '1')
  return wallet.close
})

async function paysWhile(...faults: FaultyLine['faults']) {
  await pay(wallet, paying(ana, BTC, [toUser(ben, '0.1')]))
  return changeOnce(faults, () => true)
}

it('change that its owner froze stays frozen by them once a doubt about it is over', async () => {
  line.faults.push(NONE)
  const { outputId } = await paysWhile(SILENT)
  await wallet.calls['coins.freeze']({ ...owner(), outputs: [outputId], reason: 'A present' })
  await changeOnce([FALSE], isFailed)
  const proved = await changeOnce([], isProved)
  expect(proved.frozen).toMatchObject({ reason: 'A present' })
  await wallet.until(isStopped, (stopped) => !stopped)
  expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
})

it('change that lost its name as an item stays set apart once a doubt about it is over', async () => {
  line.faults.push(NAMED, NONE)
  await paysWhile(NAMED, SILENT)
  await changeOnce([SILENT], ({ inscription }) => inscription === null)
  await changeOnce([FALSE], isFailed)
  const proved = await changeOnce([], isProved)
  expect(proved.frozen).toMatchObject({ wasItem: ITEM })
  expect(await balanceOf(wallet, ana, BTC)).toBe(0n)
})

it('change that lost its name while it was in doubt is what it was once that is over and it is named again', async () => {
  line.faults.push(NAMED, FALSE)
  await paysWhile(NAMED, FALSE)
  await changeOnce([NAMED, FALSE], isFailed)
  await changeOnce([FALSE], ({ inscription }) => inscription === null)
  await changeOnce([], isProved)
  expect(await changeOnce([NAMED], ({ inscription }) => inscription === ITEM)).toMatchObject({ frozen: null })
})

it('an item that its owner freezes once more after it lost its name is still set apart as one', async () => {
  line.faults.push(NAMED)
  await paysWhile(NAMED)
  const { outputId } = await changeOnce([], ({ inscription }) => inscription === null)
  await wallet.calls['coins.freeze']({ ...owner(), outputs: [outputId], reason: 'A present' })
  expect((await change())?.frozen).toMatchObject({ wasItem: ITEM })
  const named = await changeOnce([NAMED], ({ inscription }) => inscription === ITEM)
  expect(named.frozen).toMatchObject({ reason: 'A present', wasItem: null })
})
