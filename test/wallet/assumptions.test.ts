import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RequestId, UserId } from '#contract/domain'
import { CofferError, codeOf, doctorLine, type ErrorReport } from '#contract/errors'
import { ENDPOINTS, type Endpoint, type EndpointName, lineOf } from '#contract/http'
import type { DoctorReport } from '#contract/ipc'
import { encodeInvoice, kernelAssetId, mixAddressOf, parseAmount, publicKeyFromSeed } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { newKeystore } from '../support/localnet.ts'
import { json, type Lie, type LyingProxy, refusal, startProxy } from '../support/proxy.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ALL_MOVEMENTS,
  BTC,
  balanceOf,
  coded,
  deposited,
  ETH,
  fund,
  newAccount,
  type OpenWallet,
  openWallet,
  pay,
  paying,
  sharedNetwork,
  toUser,
} from '../support/wallet.ts'

/*
 * Everything that the doctor looks at and money depends on, met at work: where the service is not what the wallet takes it to be, what depends on
 * that is not done, nothing is lost by it, and the refusal names a line that the doctor has.
 */

const KEYCHAIN = testKeychain()
const network = sharedNetwork()
let proxy: LyingProxy
let wallet: OpenWallet
let account: UserId
let ben: UserId
let report: DoctorReport

beforeAll(async () => {
  proxy = await startProxy(network.url)
  wallet = await openWallet({ dir: newFolder(), baseUrl: proxy.url, keychain: KEYCHAIN })
  account = (await newAccount(wallet, 'Maya')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await fund(wallet, account, BTC, '1')
  await fund(wallet, account, BTC, '2')
  await pay(wallet, paying(account, BTC, [toUser(account, '0.5')]))
  report = await wallet.calls['doctor.run']({ account, makesKeys: true })
}, 300_000)
afterEach(() => {
  proxy.lies.length = 0
})

type Row = Record<string, unknown>
type Problem = Pick<ErrorReport, 'code' | 'details'>

/** Every record of an answer with something of it changed. */
const edited = (edit: (row: Row) => Row) => (data: unknown) =>
  Array.isArray(data) ? data.map((row: Row) => ({ ...row, ...edit(row) })) : { ...(data as Row), ...edit(data as Row) }
/** Nothing of the shape that is declared. */
const shapeless = (at: RegExp): Lie => ({ at, tell: () => 'something else' })

const OUTPUTS = /^GET \/safe\/outputs$/
const OUTPUT = /^GET \/safe\/outputs\/[^/]+$/
const SNAPSHOTS = /^GET \/safe\/snapshots$/
const KEYS = /^POST \/safe\/keys$/
const VERIFY = /^POST \/safe\/transaction\/requests$/
const ENTRIES = /^POST \/safe\/deposit\/entries$/
const ME = /^GET \/safe\/me$/
const TRANSACTION = /^GET \/safe\/transactions\/[^/]+$/
const KERNEL = /^POST \/external\/(kernel|proxy)$/
const POINTS = ['11', '22', '33', '44'].map((byte) => publicKeyFromSeed(byte.repeat(32)))
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
/** Of a token that nobody has heard of. */
const TOKEN = `0x${'5'.repeat(40)}`

const reported = (error: unknown): Problem => ({
  code: codeOf(error),
  details: error instanceof CofferError ? error.details : {},
})

async function failing(act: () => Promise<unknown>): Promise<Problem> {
  try {
    await act()
  } catch (error) {
    return reported(error)
  }
  throw new Error('it was done all the same')
}

const hasLine = (line: string | null): boolean =>
  report.findings.some(({ check, call }) => check === line || call === line)

const balance = () => balanceOf(wallet, account, BTC)
const movements = async (): Promise<number> =>
  (await wallet.calls['activity.list']({ account, holder: null, filter: ALL_MOVEMENTS, cursor: null, limit: 50 })).rows
    .length
const connection = () => wallet.calls['app.connection']({ account })
const retry = () => wallet.calls['app.retry']({ account })

const rowTo = (userId: UserId, amount = '0.1') => paying(account, BTC, [toUser(userId, amount)])
const prepare = () => wallet.calls['payments.prepare']({ ...rowTo(account), requestId: randomUUID() as RequestId })
const withdraw = () =>
  wallet.calls['payments.prepare'](
    paying(account, BTC, [{ payee: { kind: 'chain', destination: ADDRESS, tag: '' }, amount: '0.1' }]),
  )
const address = () => wallet.calls['receive.address']({ account, holder: null, chainId: BTC, create: true })
const register = () => wallet.calls['registration.submit']({ account })
/** Where a text that names nobody gets a problem in place of an error. */
const resolve = (text: string) => async (): Promise<never> => {
  const { problem } = await wallet.calls['payees.resolve']({ account, holder: null, text, assetId: BTC })
  throw new CofferError(problem?.code ?? 'internal', 'nobody', { details: problem?.details ?? {} })
}
async function invoice(): Promise<never> {
  const card = await wallet.calls['scan.read']({
    ...{ account, source: 'paste' },
    text: encodeInvoice({
      recipient: mixAddressOf([ben], 1),
      entries: [{ traceId: randomUUID(), assetId: BTC, amount: parseAmount('0.01'), extra: '', references: [] }],
    }),
  })
  const problem = card.kind === 'text' ? card.problem : null
  throw new CofferError(problem?.code ?? 'internal', 'not an invoice', { details: problem?.details ?? {} })
}

interface Case {
  /** What the doctor calls it; the line that is named, where that is another. */
  readonly check: string
  readonly line?: string
  readonly what: string
  readonly lies: readonly Lie[]
}

/** What the reading loop stumbles over: it says so, reads no further, and goes on once the service is as it was. */
const READ: readonly Case[] = [
  { check: 'outputs.list', what: 'coins in another shape', lies: [shapeless(OUTPUTS)], line: 'GET /safe/outputs' },
  {
    ...{ check: 'outputs-order', what: 'coins in another order' },
    lies: [
      {
        at: OUTPUTS,
        tell: (data: Row[]) =>
          [...data, ...data].map((row, at) => ({ ...row, sequence: 9 - at, output_id: randomUUID() })),
      },
    ],
  },
  {
    ...{ check: 'outputs-holder', what: 'coins of somebody else' },
    lies: [{ at: OUTPUTS, tell: edited(() => ({ receivers_hash: 'ab'.repeat(32) })) }],
  },
  {
    ...{ check: 'snapshots.list', what: 'movements in another shape', lies: [shapeless(SNAPSHOTS)] },
    line: 'GET /safe/snapshots',
  },
  {
    ...{ check: 'snapshots-order', what: 'movements whose times fall' },
    lies: [
      {
        at: SNAPSHOTS,
        tell: (data: Row[]) => [
          ...data,
          ...data.map((row) => ({ ...row, snapshot_id: randomUUID(), created_at: '2020-01-01T00:00:00Z' })),
        ],
      },
    ],
  },
  {
    ...{ check: 'snapshots-offset', what: 'movements that begin too late' },
    lies: [{ at: SNAPSHOTS, tell: edited(() => ({ snapshot_id: randomUUID(), created_at: '2990-01-01T00:00:00Z' })) }],
  },
  {
    ...{ check: 'deposits.list', what: 'deposits in another shape', lies: [shapeless(/^GET \/safe\/deposits$/)] },
    line: 'GET /safe/deposits',
  },
]

/** What is asked for and not done. */
const DONE: readonly (Case & { readonly act: () => Promise<unknown> })[] = [
  { check: 'me.read', what: 'an account in another shape', lies: [shapeless(ME)], line: 'GET /safe/me', act: register },
  {
    ...{ check: 'identity', what: 'another account', act: register },
    lies: [{ at: ME, tell: edited(() => ({ user_id: ben })) }],
  },
  {
    ...{ check: 'spend-key', what: 'another registered key', act: register },
    lies: [{ at: ME, tell: edited(() => ({ spend_public_key: POINTS[0] })) }],
  },
  {
    ...{ check: 'users.fetch', what: 'people in another shape', lies: [shapeless(/^POST \/users\/fetch$/)] },
    ...{ line: 'POST /users/fetch', act: () => resolve(ben)() },
  },
  {
    ...{ check: 'assets.read', what: 'an asset in another shape' },
    lies: [{ at: /^GET \/safe\/assets\/[^/]+$/, instead: () => json('something else') }],
    ...{ line: 'GET /safe/assets/:id', act: resolve(`ethereum:${TOKEN}@1/transfer?address=${TOKEN}&uint256=1000`) },
  },
  {
    ...{ check: 'assets.fees', what: 'fees in another shape', lies: [shapeless(/^GET \/safe\/assets\/[^/]+\/fees$/)] },
    ...{ line: 'GET /safe/assets/:id/fees', act: withdraw },
  },
  {
    ...{ check: 'addresses.check', what: 'an address in another shape' },
    lies: [shapeless(/^GET \/external\/addresses\/check$/)],
    ...{ line: 'GET /external/addresses/check', act: resolve(ADDRESS) },
  },
  {
    ...{ check: 'transactions.read', what: 'a transaction in another shape' },
    lies: [{ at: TRANSACTION, instead: () => json('something else') }],
    ...{ line: 'GET /safe/transactions/:id', act: prepare },
  },
  {
    ...{ check: 'no-transaction', what: 'another refusal for what is not there', act: prepare },
    lies: [{ at: TRANSACTION, instead: () => refusal(10002) }],
  },
  {
    ...{ check: 'transactions.fetch', what: 'transactions in another shape' },
    lies: [shapeless(/^POST \/safe\/transactions\/fetch$/)],
    ...{ line: 'POST /safe/transactions/fetch', act: invoice },
  },
  {
    ...{ check: 'one-time-keys', what: 'fewer keys than receivers', act: prepare },
    lies: [{ at: KEYS, tell: edited(() => ({ keys: [] })) }],
  },
  {
    ...{ check: 'other-hint', what: 'one key for several hints', act: prepare },
    lies: [{ at: KEYS, tell: (data: Row[]) => data.map(() => data[0]) }],
  },
  {
    ...{ check: 'own-key-opens', what: 'a view scalar that opens nothing', act: prepare },
    lies: [{ at: VERIFY, tell: edited(() => ({ views: ['01'.padEnd(64, '0')] })) }],
  },
  {
    ...{ check: 'own-key-opens', what: 'a record of other bytes', act: prepare },
    lies: [{ at: VERIFY, tell: edited(() => ({ transaction_hash: 'ab'.repeat(32) })) }],
  },
  {
    ...{ check: 'deposit-address', what: 'a deposit address that nobody signed', act: address },
    lies: [{ at: ENTRIES, tell: edited(() => ({ signature: 'ab'.repeat(64) })) }],
  },
  {
    ...{ check: 'deposit-address', what: 'no deposit address', act: address },
    lies: [{ at: ENTRIES, tell: () => [] }],
  },
]

/** What is asked for by itself, in the tests below. */
const ALONE = [
  ...['tls', 'kernel-asset', 'assets.fetch', 'outputs.fetch', 'outputs.read', 'same-hint'],
  ...['outputs-offset', 'outputs-limit', 'outputs-state', 'outputs-ids', 'recorded-bytes', 'ledger-bytes'],
  'ledger-output',
]

async function nothingIsOut(): Promise<void> {
  for (const { paymentId, state } of await wallet.calls['payments.open']({ account, holder: null })) {
    expect(['signed', 'sent', 'accepted', 'final']).not.toContain(state)
    await wallet.calls['payments.cancel']({ account, paymentId })
  }
}

/** Another copy of this wallet, cut off in the middle of its use. */
async function cutOff(): Promise<OpenWallet> {
  const dir = newFolder('cut-off')
  cpSync(wallet.dir, dir, { recursive: true, filter: (path) => !path.endsWith('.lock') })
  return openWallet({ dir, baseUrl: proxy.url, keychain: KEYCHAIN })
}

describe('a service that is not what it is taken to be', () => {
  it('is met at work by everything that the doctor says money depends on', () => {
    const covered = new Set([...READ, ...DONE].map(({ check }) => check).concat(ALONE))
    const money = report.findings.filter(({ money }) => money).map(({ check }) => check)
    expect(money.filter((check) => !covered.has(check))).toEqual([])
  })

  it('is examined by every call that reads, but those that need what the doctor has not', () => {
    const reads = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => {
      const { effect, local = false }: Endpoint = ENDPOINTS[name]
      return effect === 'read' && !local
    })
    expect(reads.filter((name) => lineOf(name, 'interface') === '')).toEqual([
      'pin.verify', // a try of the PIN, of which there are few
      'multisigs.read', // looked at for an id that nothing has, as is `codes.read`
      'collections.read', // of a collectible, which few have
      'collections.items',
      'codes.read',
      'schemes.read', // of a link that somebody made
      'profile.logs', // asked for by no part of the wallet, as are those that follow
      'addresses.ofAsset',
      'addresses.read',
      'network.read',
      'schemes.list',
      'outputs.deposit',
      'kernel.asset',
      'apps.billing',
    ])
  })

  it('is named by lines that the doctor has, for every call of another shape', () => {
    const named = (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => lineOf(name, 'interface')).filter(Boolean)
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((line) => !hasLine(line))).toEqual([])
  })

  it.each(READ)('is read no further where it gives $what', async ({ check, line = check, lies }) => {
    await wallet.until(connection, ({ problem }) => problem === null)
    const before = [await balance(), await movements()]
    proxy.lies.push(...lies)
    await retry().catch(() => undefined)
    const { problem } = await wallet.until(connection, (view) => view.problem !== null)
    expect(problem?.code).toBe('remote.malformed')
    expect(problem === null ? null : doctorLine(problem.code, problem.details)).toBe(line)
    expect(hasLine(line)).toBe(true)
    expect([await balance(), await movements()]).toEqual(before)
    proxy.lies.length = 0
    await retry()
    await wallet.until(connection, (view) => view.problem === null)
    expect([await balance(), await movements()]).toEqual(before)
  })

  it.each(DONE)('is given nothing to sign, and shown as nothing, where it gives $what', async (one) => {
    const { check, line = check, lies, act } = one
    const before = await balance()
    proxy.lies.push(...lies)
    const { code, details } = await failing(act)
    proxy.lies.length = 0
    expect(doctorLine(code, details), code).toBe(line)
    expect(hasLine(line)).toBe(true)
    await nothingIsOut()
    expect(await balance()).toBe(before)
  })

  it('keeps of nobody what is said of somebody else', async () => {
    proxy.lies.push({ at: ME, tell: edited(() => ({ user_id: ben, has_safe: false })) })
    await failing(() => wallet.calls['registration.explain']({ account }))
    proxy.lies.length = 0
    expect(await wallet.calls['registration.explain']({ account: ben })).toMatchObject({ registered: true })
  })

  it('is not asked over an open line', async () => {
    const open = { baseUrl: 'http://service.test', kind: 'custom' as const }
    const other = await network.open({ network: open })
    const keystore = JSON.stringify(await newKeystore(network, { full_name: 'Open' }))
    const { code, details } = await failing(() => other.calls['accounts.importKeystore']({ keystore }))
    await other.close()
    expect(doctorLine(code, details)).toBe('tls')
  })

  it('is paid by no keys that are others than those it gave before for the same', async () => {
    const requestId = randomUUID() as RequestId
    const again = () => wallet.calls['payments.prepare']({ ...rowTo(ben), requestId })
    proxy.lies.push({ at: VERIFY, instead: () => refusal(10002), times: 1 })
    await failing(again)
    proxy.lies.push({
      at: KEYS,
      tell: (data: Row[]) => data.map((row, at) => ({ ...row, keys: [POINTS[2 * at]], mask: POINTS[2 * at + 1] })),
    })
    const { code, details } = await failing(again)
    expect(code).toBe('wallet.keys_refused')
    expect(doctorLine(code, details)).toBe('same-hint')
    await nothingIsOut()
  })
})

describe('after a use that was cut off', () => {
  it.each([['coins in another shape', [shapeless(/^POST \/safe\/outputs\/fetch$/), shapeless(OUTPUT)]]])(
    'nothing is paid by coins that cannot be compared, where the service gives %s',
    async (_what, lies) => {
      // Until all are compared: the list itself is held back.
      proxy.lies.push({ at: OUTPUTS, cut: 'before' }, ...lies)
      const other = await cutOff()
      const { code, details } = await failing(() => other.calls['payments.prepare'](rowTo(ben)))
      proxy.lies.length = 0
      expect(code).toBe('remote.malformed')
      expect(doctorLine(code, details)).toBe('GET /safe/outputs/:id')
      expect(await other.calls['payments.open']({ account, holder: null })).toEqual([])
      await other.close()
    },
  )
})

describe('a list of coins that is not what it is taken to be', () => {
  it('loses no coin that it passes by between two pages', async () => {
    proxy.lies.push({
      at: OUTPUTS,
      when: ({ query }) => Number(query.get('offset') ?? 0) > 0,
      tell: (rows: Row[]) => rows.slice(1),
    })
    const before = await balance()
    for (const amount of ['0.25', '0.5']) {
      await deposited(wallet, { account, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount(amount) })
    }
    await wallet.until(
      async () => {
        await retry()
        return balance()
      },
      (now) => now === before + parseAmount('0.75'),
    )
  })

  it('counts no coin twice that it gives twice', async () => {
    proxy.lies.push({ at: OUTPUTS, tell: (rows: Row[]) => [...rows, ...rows] })
    const before = await balance()
    await fund(wallet, account, BTC, '0.25')
    await retry()
    expect(await balance()).toBe(before + parseAmount('0.25'))
  })

  it('has its spent coins counted as spent, and never chosen, where it gives them as unspent ones', async () => {
    const before = await balance()
    proxy.lies.push({
      at: OUTPUTS,
      when: ({ query }) => query.get('state') === 'unspent',
      tell: edited(() => ({ state: 'spent' })),
    })
    await retry()
    expect(await balance()).toBe(0n)
    await expect(prepare()).rejects.toThrow(coded('wallet.insufficient'))
    proxy.lies.length = 0
    await retry()
    expect(await balance()).toBe(before)
  })

  it.each([
    ['outputs-ids', 'ids that follow from nothing', { transaction_hash: 'ab'.repeat(32) }, []],
    ['recorded-bytes', 'another amount than the bytes', { amount: '7' }, []],
    [
      'recorded-bytes',
      'another amount, and bytes of nothing',
      { amount: '7' },
      [
        { at: TRANSACTION, tell: edited(() => ({ raw_transaction: '' })) },
        { at: KERNEL, tell: edited(({ hex }) => ({ hex: String(hex).replace(/^(.{12})../, '$1ff') })) },
      ],
    ],
  ] as const satisfies readonly (readonly [string, string, object, readonly Lie[]])[])(
    'sets its coin aside and names %s where it gives %s',
    async (line, _what, lie, bytes) => {
      const person = (await newAccount(wallet, line)).account
      await fund(wallet, person, BTC, '1')
      const ask = { account: person, holder: null }
      proxy.lies.push({ at: OUTPUT, tell: edited(() => lie) }, ...bytes.map((one) => ({ ...one })))
      proxy.lies.push({ at: OUTPUTS, tell: edited(() => ({ amount: '7' })) })
      const [coin] = await wallet.until(
        async () => {
          await wallet.calls['app.retry']({ account: person }).catch(() => undefined)
          return wallet.calls['coins.doubted'](ask)
        },
        (coins) => coins.length === 1,
      )
      expect(await balanceOf(wallet, person, BTC)).toBe(0n)
      const { code, details } = await failing(() =>
        wallet.calls['coins.recheck']({ ...ask, outputId: coin?.outputId as never }),
      )
      expect(code).toBe('wallet.coin_doubted')
      expect(doctorLine(code, details)).toBe(line)
    },
  )

  it('is shown beside a ledger that says otherwise', async () => {
    proxy.lies.push({ at: KERNEL, when: ({ body }) => (body as Row)['method'] === 'getutxo', tell: () => null })
    const { differing } = await wallet.calls['coins.compare']({ account, holder: null })
    expect(differing).toBeGreaterThan(0)
  })
})

describe('an asset that is not what it is taken to be', () => {
  it('is not paid under an id that is another’s', async () => {
    proxy.lies.push({
      at: /^GET \/safe\/assets$/,
      tell: edited(({ asset_id }) => (asset_id === BTC ? { kernel_asset_id: kernelAssetId(ETH) } : {})),
    })
    const other = await openWallet({ dir: newFolder('anew'), baseUrl: proxy.url })
    const person = (await newAccount(other, 'Kim')).account
    await other.until(
      () => other.calls['payments.prepare'](paying(person, BTC, [toUser(ben, '0.1')])).then(() => null, reported),
      (problem) => problem !== null && doctorLine(problem.code, problem.details) === 'kernel-asset',
    )
    expect(hasLine('kernel-asset')).toBe(true)
    await other.close()
  })

  it('stops the reading of names where it comes in another shape', async () => {
    const person = (await newAccount(wallet, 'Lee')).account
    const strange = randomUUID()
    const ids = { asset_id: strange, kernel_asset_id: kernelAssetId(strange), asset: kernelAssetId(strange) }
    proxy.lies.push({ at: OUTPUTS, tell: edited(() => ids) }, shapeless(/^POST \/safe\/assets\/fetch$/))
    const deposit = { account: person, holder: null, chainId: BTC, assetId: BTC, amount: parseAmount('1') }
    await deposited(wallet, deposit)
    const { problem } = await wallet.until(
      async () => {
        await wallet.calls['home.read']({ account: person, holder: null })
        return wallet.calls['app.connection']({ account: person })
      },
      (view) => view.problem !== null,
    )
    expect(problem === null ? null : doctorLine(problem.code, problem.details)).toBe('POST /safe/assets/fetch')
  })
})
