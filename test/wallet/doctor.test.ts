import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import type { DoctorReport, Finding } from '#contract/ipc'
import { BTC, fund, newAccount, type OpenWallet, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()

interface Body {
  data?: unknown
  error?: unknown
}

/** How a service is made to differ: what is done to the answer of one call. */
interface Lie {
  readonly path: RegExp
  readonly tell: (body: Body, url: URL, sent: unknown) => unknown
  readonly headers?: (headers: Headers) => void
}

/** The network's own line, with one answer of it changed on its way. */
const lying =
  (lie: () => Lie | null): typeof fetch =>
  async (address, options) => {
    const answer = await fetch(address, options)
    const told = lie()
    const url = new URL(String(address))
    if (told === null || !told.path.test(`${options?.method ?? 'GET'} ${url.pathname.replace(/^\/upstream/, '')}`))
      return answer
    const body = (await answer.json()) as Body
    const headers = new Headers(answer.headers)
    headers.delete('content-length')
    told.headers?.(headers)
    const sent: unknown = typeof options?.body === 'string' ? JSON.parse(options.body) : undefined
    return new Response(JSON.stringify(told.tell(body, url, sent)), { status: answer.status, headers })
  }

const byName = ({ findings }: DoctorReport): Map<string, Finding> => new Map(findings.map((each) => [each.check, each]))
const thatDiffer = ({ findings }: DoctorReport): string[] =>
  findings.filter(({ verdict }) => verdict === 'differs').map(({ check }) => check)

/** Whatever the service says here, nothing is paid or signed by it. */
const NO_MONEY: ReadonlySet<string> = new Set(['clock', 'ledger-key', 'no-request', 'no-code', 'other-token'])

describe.each(['interface', 'upstream'] as const)('the doctor, in the dialect of the %s', (dialect) => {
  let wallet: OpenWallet
  let account: UserId
  let lie: Lie | null = null
  beforeAll(async () => {
    wallet = await network.open({ dialect, fetch: lying(() => lie) })
    account = (await newAccount(wallet, `Dora ${dialect}`)).account
    await fund(wallet, account, BTC, '1')
    await fund(wallet, account, BTC, '2')
    await fund(wallet, account, BTC, '3')
    await pay(wallet, paying(account, BTC, [toUser(account, '0.5')]))
  })

  const run = (makesKeys = true): Promise<DoctorReport> => wallet.calls['doctor.run']({ account, makesKeys })

  it('finds everything as assumed on a network that is', async () => {
    const report = await run()
    expect(report.findings.filter(({ verdict }) => !['assumed', 'unseen'].includes(verdict))).toEqual([])
    expect(report.findings.filter(({ verdict }) => verdict === 'unseen').map(({ check }) => check)).toEqual([
      'items.read',
    ])
    expect(report.findings.length).toBeGreaterThanOrEqual(40)
    expect(new Set(report.findings.map(({ check }) => check)).size).toBe(report.findings.length)
    expect(report.sound).toBe(true)
    expect(report).toMatchObject({ network: 'local', dialect })
  })

  it('asks for no keys and no address without a yes', async () => {
    const asked: string[] = []
    lie = {
      path: /^POST/,
      tell(body, url) {
        asked.push(url.pathname)
        return body
      },
    }
    const report = byName(await run(false))
    lie = null
    expect(['one-time-keys', 'deposit-address', 'own-key-opens'].map((name) => report.get(name)?.verdict)).toEqual(
      Array(3).fill('unasked'),
    )
    expect(asked.filter((path) => /keys|deposit|transaction\/requests/.test(path))).toEqual([])
  })

  it('calls nothing another than expected that a wrong clock of this computer kept from being asked', async () => {
    lie = {
      path: /\/(?:safe|me|users|sessions|friends|blocking_users|outputs|external)\b/,
      tell: () => ({ error: { status: 202, code: 401, description: 'Unauthorized' } }),
      headers: (all) => all.set('x-server-time', `${(Date.now() - 3 * 3_600_000) * 1_000_000}`),
    }
    const report = await run()
    lie = null
    expect(thatDiffer(report).filter((name) => !NO_MONEY.has(name))).toEqual([])
    expect(report).toMatchObject({ sound: true, silence: { code: 'remote.clock' } })
  })

  it('tells nothing that belongs to the account', async () => {
    const text = JSON.stringify((await run()).findings)
    expect(text).not.toContain(account)
    expect(text).not.toMatch(/[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-/)
  })

  const rows = (body: Body): Record<string, unknown>[] => body.data as Record<string, unknown>[]
  const edited = (body: Body, edit: (row: Record<string, unknown>) => object): Body => ({
    ...body,
    data: Array.isArray(body.data)
      ? rows(body).map((row) => ({ ...row, ...edit(row) }))
      : { ...(body.data as object), ...edit(body.data as Record<string, unknown>) },
  })
  const other = (hex: unknown): string => String(hex).replace(/^../, (byte) => (byte === '00' ? '01' : '00'))
  const outputs = /^GET \/safe\/outputs$/

  const LIES: readonly (readonly [string, Lie, readonly string[]])[] = [
    [
      'times that are an hour off',
      {
        path: /./,
        tell: (body) => body,
        headers: (all) => all.set('x-server-time', `${(Date.now() + 3_600_000) * 1_000_000}`),
      },
      ['clock'],
    ],
    [
      'another account',
      { path: /^GET \/safe\/me$/, tell: (body) => edited(body, () => ({ user_id: crypto.randomUUID() })) },
      ['identity'],
    ],
    [
      'another spend key',
      {
        path: /^GET \/safe\/me$/,
        tell: (body) =>
          edited(body, ({ spend_public_key }) => ({
            spend_public_key: 'c5f84ffae7bafdc2d63ec8afde2e6e3ae8ae2dc94ae4fa7fa3d6ebdca59c0b38',
            was: spend_public_key,
          })),
      },
      ['spend-key'],
    ],
    [
      'a spend key that is none',
      { path: /^GET \/safe\/me$/, tell: (body) => edited(body, () => ({ spend_public_key: '00'.repeat(32) })) },
      ['spend-key'],
    ],
    [
      'a missing account id',
      { path: /^GET \/safe\/me$/, tell: (body) => edited(body, () => ({ user_id: null })) },
      ['me.read'],
    ],
    [
      'outputs the other way round',
      { path: outputs, tell: (body) => ({ ...body, data: [...rows(body)].reverse() }) },
      ['outputs-order'],
    ],
    [
      'an offset that passes a row by',
      {
        path: outputs,
        tell: (body, url) =>
          Number(url.searchParams.get('offset') ?? 0) > 0 ? { ...body, data: rows(body).slice(1) } : body,
      },
      ['outputs-offset'],
    ],
    [
      'a limit that is not kept',
      {
        path: outputs,
        tell: (body, url) =>
          url.searchParams.get('limit') === '1' ? { ...body, data: [...rows(body), ...rows(body)] } : body,
      },
      ['outputs-limit'],
    ],
    [
      'spent outputs among the unspent',
      {
        path: outputs,
        tell: (body, url) => (url.searchParams.has('state') ? edited(body, () => ({ state: 'spent' })) : body),
      },
      ['outputs-state'],
    ],
    [
      'outputs of somebody else',
      { path: outputs, tell: (body) => edited(body, () => ({ receivers_hash: 'ab'.repeat(32) })) },
      ['outputs-holder'],
    ],
    [
      'ids that follow from nothing',
      { path: outputs, tell: (body) => edited(body, () => ({ output_id: crypto.randomUUID() })) },
      ['outputs-ids'],
    ],
    [
      'a larger amount than the bytes have',
      { path: outputs, tell: (body) => edited(body, () => ({ amount: '99' })) },
      ['recorded-bytes', 'ledger-bytes', 'ledger-output'],
    ],
    [
      'times that fall',
      { path: /^GET \/safe\/snapshots$/, tell: (body) => ({ ...body, data: [...rows(body)].reverse() }) },
      ['snapshots-order'],
    ],
    [
      'a time that passes a movement by',
      {
        path: /^GET \/safe\/snapshots$/,
        tell: (body, url) => (url.searchParams.has('offset') ? { ...body, data: [] } : body),
      },
      ['snapshots-offset'],
    ],
    [
      'other bytes on the ledger',
      {
        path: /^POST \/external\/(kernel|proxy)$/,
        tell: (body, _url, sent) =>
          (sent as { method: string }).method === 'gettransaction'
            ? edited(body, ({ hex }) => ({ hex: String(hex).replace(/^(.{12})../, '$1ff') }))
            : body,
      },
      ['ledger-bytes'],
    ],
    [
      'a ledger that knows of nothing',
      {
        path: /^POST \/external\/(kernel|proxy)$/,
        tell: (body, _url, sent) =>
          ['gettransaction', 'getutxo'].includes((sent as { method: string }).method) ? { data: null } : body,
      },
      ['ledger-bytes', 'ledger-output'],
    ],
    [
      'a key of another transaction',
      {
        path: /^POST \/external\/(kernel|proxy)$/,
        tell: (body, _url, sent) =>
          (sent as { method: string }).method === 'getkey' ? { data: { transaction: 'ab'.repeat(32) } } : body,
      },
      ['ledger-key'],
    ],
    ['new keys each time', { path: /^POST \/safe\/keys$/, tell: freshKeys() }, ['same-hint']],
    [
      'one key for every hint',
      { path: /^POST \/safe\/keys$/, tell: (body) => ({ ...body, data: rows(body).map(() => rows(body)[0]) }) },
      ['other-hint'],
    ],
    [
      'a deposit address that nobody signed',
      {
        path: /^POST \/safe\/deposit\/entries$/,
        tell: (body) => edited(body, ({ signature }) => ({ signature: other(signature) })),
      },
      ['deposit-address'],
    ],
    [
      'a deposit address of others',
      {
        path: /^POST \/safe\/deposit\/entries$/,
        tell: (body) => edited(body, () => ({ members: [crypto.randomUUID()] })),
      },
      ['deposit-address'],
    ],
    [
      'an asset under another id',
      { path: /^GET \/safe\/assets$/, tell: (body) => edited(body, () => ({ kernel_asset_id: 'ab'.repeat(32) })) },
      ['kernel-asset'],
    ],
    [
      'a view scalar that opens nothing',
      {
        path: /^POST \/safe\/transaction\/requests$/,
        tell: (body) => edited(body, () => ({ views: ['01'.padEnd(64, '0')] })),
      },
      ['own-key-opens'],
    ],
    [
      'another refusal for what is not there',
      {
        path: /^GET \/safe\/multisigs\/[0-9a-f-]{36}$/,
        tell: () => ({ error: { code: 10002, status: 202, description: 'no' } }),
      },
      ['no-request'],
    ],
    [
      'a transaction that nobody made',
      {
        path: /^GET \/safe\/transactions\/[0-9a-f-]{36}$/,
        tell: () => ({ error: { code: 10002, status: 202, description: 'no' } }),
      },
      ['no-transaction'],
    ],
    [
      'a code that nobody made',
      { path: /^GET \/codes\//, tell: () => ({ error: { code: 10002, status: 202, description: 'no' } }) },
      ['no-code'],
    ],
    ['a token that opens everything', { path: /^GET \/safe\/me$/, tell: sameForAll() }, ['other-token']],
    [
      'two keys for one receiver',
      {
        path: /^POST \/safe\/keys$/,
        tell: (body) => edited(body, ({ keys }) => ({ keys: [...(keys as string[]), ...(keys as string[])] })),
      },
      ['one-time-keys'],
    ],
  ]

  const BROKEN = { data: 7 }
  const asEver = /\/safe\/(?:me|outputs|snapshots)$/

  if (dialect === 'upstream')
    it('can name a difference in every check but those that only tell what is set here', async () => {
      const named = new Set(LIES.flatMap(([, , checks]) => checks))
      const runs: readonly Lie['tell'][] = [
        () => BROKEN,
        // What others are asked by comes as ever, with an inscription to ask for.
        (body, url) =>
          asEver.test(url.pathname)
            ? edited(body, () => (url.pathname.endsWith('outputs') ? { inscription_hash: 'ab'.repeat(32) } : {}))
            : BROKEN,
      ]
      for (const tell of runs) {
        lie = { path: /./, tell }
        for (const check of thatDiffer(await run())) named.add(check)
      }
      lie = null
      const { findings } = await run()
      expect(findings.map(({ check }) => check).filter((check) => !named.has(check))).toEqual([
        ...['proxy', 'own-authority', 'nodes', 'tls', 'request-id', 'registration'],
      ])
    })

  // The service's own dialect is the one that may differ.
  it.each(dialect === 'upstream' ? LIES : [])('names %s', async (_what, told, named) => {
    lie = told
    const report = await run()
    lie = null
    expect(thatDiffer(report)).toEqual(expect.arrayContaining([...named]))
    expect(report.sound).toBe(named.every((check) => NO_MONEY.has(check)))
  })

  it('names members that are new and those that are gone', async () => {
    lie = {
      path: /^GET \/safe\/me$/,
      tell: (body) => edited(body, () => ({ new_member: 1, 'id 7': 2, phone: undefined })),
    }
    const found = byName(await run()).get('me.read')
    lie = null
    expect(found).toMatchObject({ verdict: 'assumed', more: ['?', 'new_member'], missing: ['app', 'phone'] })
  })
})

/** The answer to the token that was right, given to the one that was not. */
function sameForAll(): Lie['tell'] {
  let known: unknown
  return (body) => {
    if (body.data !== undefined) known = body.data
    return { data: known }
  }
}

function freshKeys(): Lie['tell'] {
  let calls = 0
  return (body) => {
    calls += 1
    return calls % 2 === 0 ? { ...body, data: [...(body.data as unknown[])].reverse() } : body
  }
}

describe('an account that is not registered yet', () => {
  it('differs in nothing', async () => {
    const wallet = await network.open()
    const { userId } = await wallet.calls['accounts.createLocal']({ name: 'New' }).then((view) => ({
      userId: view.account,
    }))
    const report = await wallet.calls['doctor.run']({ account: userId, makesKeys: false })
    await wallet.close()
    expect(thatDiffer(report)).toEqual([])
    expect(byName(report).get('registration')).toMatchObject({ verdict: 'assumed' })
  })
})
