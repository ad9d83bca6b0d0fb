import { createHash } from 'node:crypto'
import { decodeTransaction, encodeTransaction, outputId, parseAmount, transactionHash } from '#protocol'

/* What a service makes up that means it: bytes of transactions, coins, history, times, and answers that are none. */

type Data = Record<string, unknown>
type Below = (bound: number) => number

const drawn = <Value>(below: Below, list: readonly Value[]): Value | undefined => list[below(Math.max(1, list.length))]

/** Always the same number for the same text, so that a lie about one thing stays the same. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Another transaction in its place, signed as it was. */
function otherBytes(raw: string, below: Below): string {
  const read = decodeTransaction(raw)
  const { inputs, outputs } = read
  const richer = outputs.map((output, at) => (at === 0 ? { ...output, amount: output.amount + 1n } : output))
  const changed = drawn(below, [
    { outputs: richer },
    { outputs: outputs.toReversed() },
    { outputs: outputs.slice(0, 1) },
    { inputs: inputs.toReversed() },
    { inputs: inputs.slice(0, 1) },
    { extra: `${read.extra}00` },
    { references: [hashOf(raw)] },
    { signatures: undefined },
  ])
  return encodeTransaction({ ...read, ...changed } as typeof read) // whatever its amounts are now
}

const BYTES = ['raw_transaction', 'hex', 'raw'] as const
const NAMES = ['transaction_hash', 'hash'] as const

/** A record of other bytes, under the name that it had or under the name of those bytes. */
export function forged(record: Data, below: Below): Data {
  const member = BYTES.find((name) => typeof record[name] === 'string' && record[name] !== '')
  if (member === undefined) return record
  try {
    const raw = otherBytes(String(record[member]), below)
    const named = below(2) === 0 ? {} : { [NAMES.find((name) => name in record) ?? 'hash']: transactionHash(raw) }
    return { ...record, [member]: raw, ...named }
  } catch {
    return record
  }
}

/** A coin with another amount, other keys, or at another place: always the same of the same coin. */
export function otherCoin(record: Data): Data {
  const id = record['output_id']
  if (typeof id !== 'string' || typeof record['amount'] !== 'string') return record
  const other = hashOf(id)
  const ways: readonly Data[] = [
    {},
    { amount: String(Number(record['amount']) * 2) },
    { amount: '0.00000001' },
    { mask: other },
    { keys: [other] },
    { transaction_hash: other },
    { output_index: Number(record['output_index']) + 1 },
    { inscription_hash: other },
  ]
  return { ...record, ...ways[numberOf(id) % ways.length] }
}

const SIGNATURE = 'ab'.repeat(64)

/** A transaction that spends a coin and that nobody signed, under its own name. */
export function thiefOf(record: Data): { readonly hash: string; readonly raw: string } | null {
  const { transaction_hash: hash, output_index: index, kernel_asset_id: asset, keys, mask, amount } = record
  if (typeof hash !== 'string' || typeof index !== 'number' || typeof asset !== 'string') return null
  try {
    const output = { type: 0, amount: parseAmount(String(amount)), keys: keys as string[], mask: String(mask) }
    const raw = encodeTransaction({
      ...{ version: 5, asset, inputs: [{ hash, index }], references: [], extra: '', signatures: [{ 0: SIGNATURE }] },
      outputs: [{ ...output, script: 'fffe01' }],
    })
    return { hash: transactionHash(raw), raw }
  } catch {
    return null
  }
}

/** With coins in it that nobody has, each like one that is there, and always the same. */
export function withPhantoms(list: readonly unknown[]): unknown[] {
  return list.flatMap((each) => {
    const record = each as Data
    const [id, sequence] = [record['output_id'], record['sequence']]
    if (typeof id !== 'string' || typeof sequence !== 'number' || numberOf(id) % 2 === 0) return [record]
    const hash = hashOf(`made up ${id}`)
    const made = { state: 'unspent', signed_by: null, signed_at: null, spent_at: null, output_index: 0 }
    return [record, { ...record, ...made, transaction_hash: hash, output_id: outputId(hash, 0) }]
  })
}

/** A history in which whatever was met under one of these names has happened. */
export function withHistory(list: readonly unknown[], hashes: readonly string[]): unknown[] {
  const [like] = list
  if (like === undefined) return [...list]
  const made = hashes.slice(-3).map((hash) => {
    const id = hashOf(`snapshot ${hash}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
    return { ...(like as Data), snapshot_id: id, transaction_hash: hash }
  })
  return [...list, ...made]
}

const DAY_MS = 86_400_000

/** The time that comes with an answer, wrong by hours or days, or no time. */
export function wrongTime(below: Below): Readonly<Record<string, string>> {
  const by = drawn(below, [-400 * DAY_MS, -DAY_MS, -7_200_000, 7_200_000, DAY_MS, 400 * DAY_MS]) ?? 0
  const [date, nanos] = [new Date(Date.now() + by).toUTCString(), `${BigInt(Date.now() + by) * 1_000_000n}`]
  return (
    drawn(below, [
      { date },
      { 'x-server-time': nanos },
      { date, 'x-server-time': nanos },
      { date: 'tomorrow', 'x-server-time': '-1' },
      { date: '', 'x-server-time': '9'.repeat(20) },
    ]) ?? {}
  )
}

interface Odd {
  readonly status: number
  readonly text: string
}

const refusal = (error: unknown, more: Data = {}): string => JSON.stringify({ error, ...more })

/** What is no answer, or one that nobody ever wrote down. */
export const oddAnswer = (below: Below): Odd =>
  drawn<Odd>(below, [
    { status: 502, text: '<html><body>Bad Gateway</body></html>' },
    { status: 200, text: '<html><body>Please log in to this network</body></html>' },
    { status: 200, text: '' },
    { status: 200, text: '{"data":[{"request_id":"' },
    { status: 200, text: 'null' },
    { status: 200, text: '[]' },
    { status: 200, text: '{}' },
    { status: 202, text: refusal('no') },
    { status: 202, text: refusal({}) },
    { status: 202, text: refusal({ code: '20119', description: 'As text.' }) },
    { status: 202, text: refusal({ status: 202, code: -1, description: '' }) },
    { status: 202, text: refusal({ status: 202, code: 1e21, description: 'x'.repeat(20_000) }) },
    { status: 202, text: refusal({ status: 202, code: 10106.5, description: null }) },
    { status: 200, text: refusal({ status: 202, code: 404, description: 'And yet.' }, { data: [] }) },
    { status: 200, text: refusal(null, { data: null }) },
    { status: 301, text: '' },
    { status: 401, text: '' },
    { status: 418, text: refusal({ status: 202, code: 500, description: 'A teapot.' }) },
    { status: 503, text: 'later' },
  ]) ?? { status: 500, text: '' }
