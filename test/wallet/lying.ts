import type { UserId } from '#contract/domain'
import { outputId, transactionHash } from '#protocol'
import type { Person } from '../support/localnet.ts'
import { seeded } from '../support/random.ts'
import { type Past, toThePast } from './lied-past.ts'
import { forged, oddAnswer, otherCoin, thiefOf, withHistory, withPhantoms, wrongTime } from './lying-forged.ts'

/* A service that lies by chance: it does what it is asked to, or not, and answers what it likes. Who lies is between a wallet and the real local network. */

type Data = Record<string, unknown>

interface Question {
  readonly method: string
  readonly path: string
  /** Everything that was asked, as one text. */
  readonly key: string
  readonly body: unknown
}

interface Told {
  readonly status: number
  readonly body: { readonly data?: unknown; readonly error?: unknown }
  /** What comes instead of a body, and headers with it. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What is lied about. */
export const PLACES = {
  everything: /./,
  coins: /^\/safe\/outputs/,
  fate: /^\/safe\/transactions?$|^\/safe\/transactions\/|^\/external\/kernel$/,
  records: /^\/safe\/transaction\/requests$|^\/safe\/transactions\/|^\/safe\/multisigs/,
  kernel: /^\/external\/kernel$|^\/safe\/outputs\/./,
  group: /^\/safe\/multisigs/,
  paying: /^\/safe\/(keys|transaction|multisigs)/,
  history: /^\/safe\/snapshots/,
  people: /^\/(users|search|friends|blocking_users)|^\/safe\/me/,
  assets: /^\/safe\/assets|^\/external\/fiats/,
  deposits: /^\/safe\/deposit/,
  items: /^\/safe\/inscriptions/,
} as const satisfies Readonly<Record<string, RegExp>>
export type Place = keyof typeof PLACES

/** How it is lied for a while: of so many of a hundred answers about a place one of these. */
export interface Mood {
  readonly kinds: readonly Kind[]
  readonly place: Place
  readonly chance: number
}

interface Liar {
  readonly below: (bound: number) => number
  /** Answers of a while ago to the same question. */
  readonly before: Map<string, Told[]>
  /** Values that were met, by the name of their member. */
  readonly met: Map<string, unknown[]>
  /** The last record of each request. */
  readonly records: Map<string, Data>
  /** Bytes that it made up, by their names. */
  readonly made: Map<string, string>
  readonly thief: Person
  /** Asks what was asked. */
  readonly truth: () => Promise<Told>
}

type Lie = (liar: Liar, question: Question) => Promise<Told>

const HASH = 'ab'.repeat(32)
const CODES = [
  ...[400, 401, 403, 404, 429, 500, 7000, 10002, 10104, 10105, 10106, 10404, 20117, 20120, 20124, 20125, 20135, 20137],
  ...[30100, 2000001, 2000002, 2000003, 999999],
]
const STATES = ['unspent', 'signed', 'spent', 'pending', 'initial', 'burnt', '', null]

const one = <Value>({ below }: Pick<Liar, 'below'>, list: readonly Value[]): Value | undefined =>
  list[below(Math.max(1, list.length))]

const refusalBy = (liar: Liar): Told => {
  const code = one(liar, CODES) ?? 500
  const status =
    code === 401 || code === 429 || code === 500 ? code : (one(liar, [200, 202, 202, code === 404 ? 404 : 500]) ?? 202)
  return { status, body: { error: { status, code, description: 'No.' } } }
}

const saying = (data: unknown): Told => ({ status: 200, body: { data } })
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes what is answered, if it is an answer. */
const about =
  (change: (data: unknown, liar: Liar, question: Question) => unknown): Lie =>
  async (liar, question) => {
    const { status, body } = await liar.truth()
    return 'data' in body ? { status, body: { ...body, data: change(body.data, liar, question) } } : { status, body }
  }

/** Changes one record of an answer, or all. */
const ofRecords = (change: (record: Data, liar: Liar) => Data): Lie =>
  about((data, liar) => {
    if (isData(data)) return change(data, liar)
    if (!Array.isArray(data)) return data
    const all = liar.below(2) === 0
    const at = liar.below(Math.max(1, data.length))
    return data.map((record: unknown, place) =>
      isData(record) && (all || place === at) ? change(record, liar) : record,
    )
  })

const ofLists = (change: (list: unknown[], liar: Liar) => unknown): Lie =>
  about((data, liar) => (Array.isArray(data) ? change(data, liar) : data))

const isText = (value: unknown): value is string => typeof value === 'string'

/** Each record, whether one is answered or several. */
function mapped(data: unknown, change: (record: Data) => Data): unknown {
  if (Array.isArray(data)) return data.map((each: unknown) => (isData(each) ? change(each) : each))
  return isData(data) ? change(data) : data
}

/** Texts that a careless reader takes for an amount, or for a time that there was. */
const ODD_AMOUNTS = ['1e3', '0x10', '-0', ' 1', '\u0661', `0.${'1'.repeat(30)}`, '9'.repeat(40), 'NaN']
const ODD_TIMES = [
  ...['1969-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:59-23:59', '2026-02-30T00:00:00Z'],
  ...['2262-04-11T23:47:16.854775807Z', '1677-01-01T00:00:00Z'],
]

function another(name: string, value: unknown, liar: Liar): unknown {
  const met = liar.met.get(name)
  if (met !== undefined && liar.below(2) === 0) return one(liar, met)
  if (name === 'state') return one(liar, STATES)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return one(liar, [value + 1, value - 1, 0, -1, 2 ** 53])
  if (Array.isArray(value))
    return one(liar, [[], value.toReversed(), [...value, ...value], value.slice(1), null, [liar.thief.id]])
  if (typeof value !== 'string') return one(liar, [null, '', {}, HASH])
  if (/^[0-9a-f]{64}$/.test(value))
    return one(liar, [HASH, `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`, value.toUpperCase(), '', null])
  if (/^-?\d+(\.\d+)?$/.test(value))
    return one(liar, [
      ...['0', `${value}1`, `-${value}`, `1${value}`, '0.00000001', '1e30', '', String(Number(value) * 2)],
      ...ODD_AMOUNTS,
    ])
  if (/^\d{4}-/.test(value))
    return one(liar, ['0001-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '', ...ODD_TIMES])
  return one(liar, [liar.thief.id, '', null, `${value}00`, value.slice(2), value.toUpperCase(), `\u202e${value}`])
}

/** Records as handing over answers them, from nothing but what was handed in. */
const recordsOf = (body: unknown, more: Data): Data[] =>
  (body as { request_id: string; raw: string }[]).map(({ request_id, raw }) => ({
    ...{ type: 'kernel_transaction_request', request_id, transaction_hash: transactionHash(raw), raw_transaction: raw },
    ...{ amount: '0.1', senders_hash: '', senders_threshold: 1, senders: [], signers: [], extra: '', receivers: [] },
    ...{ views: [], created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', ...more },
  }))

const FINAL = { state: 'spent', snapshot_hash: HASH, snapshot_at: '2026-01-01T00:00:00Z' }

/** It is said to be done, and nothing was done. */
const undone: Lie = async (liar, { method, path, body }) => {
  const id = /^\/safe\/multisigs\/([^/]+)\/(sign|unlock)$/.exec(path)
  if (method === 'POST' && /^\/safe\/transaction$/.test(path))
    return saying(recordsOf(body, one(liar, [{ state: 'signed' }, { state: 'unspent' }, FINAL]) ?? {}))
  if (method === 'POST' && path === '/safe/multisigs') return saying(recordsOf(body, { state: 'initial' }))
  const known = liar.records.get(id?.[1] ?? '')
  if (id === null || known === undefined) return liar.truth()
  const senders = known['senders']
  return saying({
    ...known,
    ...(id[2] === 'sign' ? { signers: senders } : { revoked_by: liar.thief.id, state: 'unlocked' }),
  })
}

const NOTHING: Told = { status: 202, body: { error: { status: 202, code: 404, description: 'No.' } } }

/** Every coin was spent by somebody, whose transaction can be read, and nobody has heard of what is on its way. */
const dead: Lie = async (liar, { method, path, body }) => {
  const { made } = liar
  const wanted =
    /^\/safe\/transactions\/(.+)$/.exec(path)?.[1] ?? String((body as { params?: unknown[] } | undefined)?.params?.[0])
  const raw = made.get(wanted)
  if (path === '/external/kernel')
    return raw === undefined ? liar.truth() : saying({ hash: wanted, hex: raw, snapshot: HASH })
  if (path.startsWith('/safe/transactions/') && method === 'GET')
    return raw === undefined ? NOTHING : saying(recordsOf([{ request_id: outputId(wanted, 0), raw }], FINAL)[0])
  if (!path.startsWith('/safe/outputs')) return liar.truth()
  const answer = await liar.truth()
  const spent = mapped(answer.body.data, (record) => {
    const thief = thiefOf(record)
    if (thief === null) return record
    made.set(thief.hash, thief.raw)
    return { ...record, state: 'spent', signed_by: thief.hash, spent_at: FINAL.snapshot_at }
  })
  return 'data' in answer.body ? { ...answer, body: { ...answer.body, data: spent } } : answer
}

const set = (...choices: readonly Data[]): Lie => ofRecords((record, liar) => ({ ...record, ...one(liar, choices) }))

/** A lie that is the same for every answer, as of somebody who means it. */
const if_ =
  (path: RegExp, lie: Lie): Lie =>
  (liar, question) =>
    path.test(question.path) ? lie(liar, question) : liar.truth()

export const KINDS = {
  stale: async (liar, { key }) => one(liar, liar.before.get(key) ?? []) ?? liar.truth(),
  member: ofRecords((record, liar) => {
    const name = one(liar, Object.keys(record))
    return name === undefined ? record : { ...record, [name]: another(name, record[name], liar) }
  }),
  state: ofRecords((record, liar) => ('state' in record ? { ...record, state: one(liar, STATES) } : record)),
  inner: ofRecords((record, liar) => {
    const name = one(
      liar,
      Object.keys(record).filter((each) => Array.isArray(record[each])),
    )
    if (name === undefined) return record
    const list = record[name] as unknown[]
    const changed = list.map((each) =>
      isData(each)
        ? Object.fromEntries(
            Object.entries(each).map(([key, value]) => [key, liar.below(3) > 0 ? value : another(key, value, liar)]),
          )
        : another(name, each, liar),
    )
    return { ...record, [name]: changed }
  }),
  leftOut: ofLists((list, liar) => list.filter(() => liar.below(2) === 0)),
  forgets: ofLists(() => []),
  empty: about((data) => (Array.isArray(data) ? [] : null)),
  doubled: ofLists((list) => [...list, ...list]),
  turned: ofLists((list) => list.toReversed()),
  cut: ofLists((list) => list.slice(0, list.length / 2)),
  /** Something else of the same sort. */
  other: async (liar, { method, path }) => {
    const sort = `${method} ${path.split('/').slice(0, 3).join('/')}`
    const like = [...liar.before].filter(([key]) => key.startsWith(sort)).flatMap(([, told]) => told)
    return one(liar, like) ?? liar.truth()
  },
  refused: async (liar) => refusalBy(liar),
  doneAndRefused: async (liar) => {
    await liar.truth()
    return refusalBy(liar)
  },
  /** It goes out, or not, and nothing comes back. */
  cutOff: async (liar) => {
    if (liar.below(2) === 0) await liar.truth()
    throw new TypeError('fetch failed')
  },
  odd: async (liar) => {
    if (liar.below(2) === 0) await liar.truth()
    return { body: {}, ...oddAnswer(liar.below) }
  },
  wrongTime: async (liar) => ({ ...(await liar.truth()), headers: wrongTime(liar.below) }),
  /** With which whoever has the right time is told that it is not. */
  wrongTimeAndRefused: async (liar) => ({
    ...{ status: 401, body: { error: { status: 401, code: 401, description: 'No.' } }, headers: wrongTime(liar.below) },
  }),
  forged: ofRecords((record, { below }) => forged(record, below)),
  /** Whatever page is asked for, one that was asked for before. */
  standsStill: async (liar, { method, path }) => {
    const page = [...liar.before.keys()].find((key) => key.startsWith(`${method} ${path}?`))
    return one(liar, liar.before.get(page ?? '') ?? []) ?? liar.truth()
  },
  undone,
  dead,
  unknown: if_(/^\/safe\/(transactions|outputs)\/|^\/safe\/multisigs\/[^/]+$/, async () => NOTHING),
  nothingAtAll: if_(/^\/external\/kernel$/, async () => saying(null)),
  allSpent: if_(/^\/safe\/outputs/, set({ state: 'spent', signed_by: HASH }, { state: 'spent', signed_by: null })),
  allOpen: if_(/^\/safe\/outputs/, set({ state: 'unspent', signed_by: null, spent_at: null, signed_at: null })),
  allHeld: if_(/^\/safe\/outputs/, set({ state: 'signed', signed_by: HASH })),
  otherCoins: if_(
    /^\/safe\/outputs/,
    about((data) => mapped(data, otherCoin)),
  ),
  phantoms: if_(/^\/safe\/outputs$/, ofLists(withPhantoms)),
  allHappened: if_(
    /^\/safe\/snapshots$/,
    ofLists((list, { met }) => withHistory(list, (met.get('transaction_hash') ?? []).filter(isText))),
  ),
  allFinal: if_(/^\/safe\/(transactions|multisigs)/, set(FINAL)),
  neverSent: if_(
    /^\/safe\/transaction/,
    set({ state: 'unspent', snapshot_hash: null, snapshot_id: null, snapshot_at: null }),
  ),
  allSigned: if_(
    /^\/safe\/multisigs/,
    ofRecords((record) => ({ ...record, signers: record['senders'] })),
  ),
  noneSigned: if_(/^\/safe\/multisigs/, set({ signers: [] })),
  givenUp: if_(
    /^\/safe\/multisigs/,
    ofRecords((record) => ({ ...record, revoked_by: (record['senders'] as unknown[])[0] ?? null })),
  ),
  notGivenUp: if_(/^\/safe\/multisigs/, set({ revoked_by: null })),
  /** Keys that open for a thief. */
  stolen: if_(/^\/safe\/keys$/, async (liar, question) => {
    const wanted = Array.isArray(question.body) ? (question.body as { receivers: UserId[]; index: number }[]) : []
    const told = await liar.truth()
    const keys = told.body.data
    if (!Array.isArray(keys)) return told
    const data = await Promise.all(
      wanted.map(async ({ receivers, index }, at) => {
        if (receivers.length > 1 || liar.below(2) === 0) return keys[at] as unknown
        const body = [{ receivers: [liar.thief.id], index, hint: crypto.randomUUID() }]
        return (await liar.thief.remote.call('keys.request', { body }))[0]
      }),
    )
    return saying(data)
  }),
} as const satisfies Readonly<Record<string, Lie>>
export type Kind = keyof typeof KINDS

const KEPT = 30

function note<Value>(into: Map<string, Value[]>, key: string, value: Value): void {
  const list = into.get(key) ?? []
  list.push(value)
  if (list.length > KEPT) list.shift()
  into.set(key, list)
}

export type LyingLine = ReturnType<typeof lyingLine>

/** A line to a real server on which, while there is a mood, answers are lies. */
export function lyingLine(thief: Person, seed: number) {
  const below = seeded(seed)
  const made = new Map<string, string>()
  const [before, met, records] = [new Map<string, Told[]>(), new Map<string, unknown[]>(), new Map<string, Data>()]
  const state: { mood: Mood | null; past: Past | null } = { mood: null, past: null }
  /** What was told, in order. */
  const told: string[] = []

  function remember({ key }: Question, answer: Told): void {
    note(before, key, answer)
    const { data } = answer.body
    for (const record of Array.isArray(data) ? data : [data]) {
      if (!isData(record)) continue
      for (const [name, value] of Object.entries(record)) note(met, name, value)
      if (typeof record['request_id'] === 'string' && 'raw_transaction' in record)
        records.set(record['request_id'], record)
    }
  }

  const wrap = (real: typeof fetch): typeof fetch => {
    const line = toThePast(() => state.past, real)
    return async (target, init) => {
      const url = new URL(String(target))
      const text = typeof init?.body === 'string' ? init.body : ''
      const method = init?.method ?? 'GET'
      if (url.pathname.startsWith('/localnet')) return real(target, init)
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      const key = `${method} ${url.pathname}${url.search} ${text}`
      const question = { method, path: url.pathname, key, body }
      let headers = new Headers()
      const truth = async (): Promise<Told> => {
        const response = await line(target, init)
        headers = new Headers(response.headers)
        const answer = { status: response.status, body: (await response.json()) as Told['body'] }
        remember(question, answer)
        return answer
      }
      const { mood } = state
      const lies = mood !== null && PLACES[mood.place].test(url.pathname) && below(100) < mood.chance
      const kind = lies ? one({ below }, mood.kinds) : undefined
      if (kind !== undefined) told.push(`${kind} ${method} ${url.pathname}${url.search}`)
      const answer: Told = await (kind === undefined
        ? truth()
        : KINDS[kind]({ below, before, met, records, made, thief, truth }, question))
      for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) headers.delete(name)
      headers.set('content-type', 'application/json')
      for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value)
      return new Response(answer.text ?? JSON.stringify(answer.body), { status: answer.status, headers })
    }
  }
  return { wrap, told, state }
}
