import { createCipheriv, createHash } from 'node:crypto'
import type { Hash, Nanos, Output, OutputId, RequestId, Snapshot, SnapshotId } from '#contract/domain'
import { toAmount } from '#protocol/text'
import { ACCOUNT, aHolder, anOutput, asset, hashOf, hexText, kernel, time, user } from '../support/store.ts'

/*
 * Records by the hundred thousand. Ids and hashes come from a seeded stream, since real ones are spread evenly over an index; hashing a
 * name for each would cost more than what is measured.
 */

/** Hex of so many bytes at every call, the same in every run. */
function hexStream(seed: string): (bytes: number) => string {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16))
  const zeros = Buffer.alloc(64 * 1024)
  let [stream, at] = [Buffer.alloc(0), 0]
  return (bytes) => {
    if (at + bytes > stream.length) [stream, at] = [cipher.update(zeros), 0]
    at += bytes
    return stream.toString('hex', at - bytes, at)
  }
}

function uuidOf<Id extends string>(hex: string): Id {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return inOnePiece(parts.join('-')) as Id
}

/** As an answer brings it: a text that was put together is made whole by whoever reads it first, and would be counted there. */
const inOnePiece = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

export const HOLDER = aHolder()
const ASSETS = Array.from({ length: 40 }, (_, at) => ({ id: asset(`asset ${at}`), kernel: kernel(`asset ${at}`) }))
const PEOPLE = Array.from({ length: 200 }, (_, at) => user(`person ${at}`))
const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('an empty list')
  return item
}
/** The asset that most coins are of. */
export const MAIN_ASSET = at(ASSETS, 0)
export const someAsset = (index: number) => at(ASSETS, index)
export const somePerson = (index: number) => at(PEOPLE, index)

export interface OutputMix {
  /** Of how many outputs one is unspent; the rest are spent. */
  readonly unspentOf: number
  /** Of how many unspent outputs one is of the main asset. */
  readonly mainOf: number
}

/** Outputs by sequence from 1 on: some unspent, the rest spent as after years of use. */
export function* someOutputs(count: number, { unspentOf, mainOf }: OutputMix): Generator<Output> {
  const hex = hexStream('outputs')
  const model = anOutput('model', { holder: HOLDER })
  for (let sequence = 1; sequence <= count; sequence++) {
    const unspent = sequence % unspentOf === 0
    const kind = (sequence / unspentOf) % mainOf === 0 ? MAIN_ASSET : someAsset(sequence)
    const created = time(sequence, sequence % 1_000_000)
    const spentAt = (created + 60_000_000_123n) as Nanos
    yield {
      ...model,
      output_id: uuidOf<OutputId>(hex(16)),
      transaction_hash: hex(32) as Hash,
      output_index: sequence % 2,
      asset_id: kind.id,
      asset: kind.kernel,
      kernel_asset_id: kind.kernel,
      amount: toAmount(BigInt(`0x${hex(5)}`) + 1n),
      mask: hex(32),
      keys: [hex(32)],
      senders_hash: hashOf(`sender ${sequence % 50}`),
      senders_threshold: 1,
      senders: [somePerson(sequence % 50)],
      sequence,
      created_at: created,
      updated_at: unspent ? created : spentAt,
      ...(!unspent && {
        state: 'spent',
        signed_by: hex(32) as Hash,
        request_id: uuidOf<RequestId>(hex(16)),
        signers: [ACCOUNT],
        signed_at: spentAt,
        spent_at: spentAt,
      }),
    }
  }
}

/** Occurs in one memo of `RARE_OF`. */
export const RARE_WORD = 'zanzibar'
const RARE_OF = 20_000
/** Of which every memo has two. */
export const WORDS =
  'rent coffee salary invoice lunch book ticket gift refund deposit market server night train bread'.split(' ')

/** History from the oldest on: transfers in and out with memos of common words, and a rare one now and then. */
export function* someSnapshots(count: number): Generator<Snapshot> {
  const hex = hexStream('snapshots')
  for (let number = 1; number <= count; number++) {
    const kind = someAsset(number % 7 === 0 ? number : 0)
    const memo = `${at(WORDS, number)} ${at(WORDS, number * 7 + 3)} ${number % RARE_OF === 0 ? RARE_WORD : number}`
    yield {
      type: 'snapshot',
      snapshot_id: uuidOf<SnapshotId>(hex(16)),
      user_id: ACCOUNT,
      opponent_id: somePerson(number),
      transaction_hash: hex(32) as Hash,
      output_index: 0,
      asset_id: kind.id,
      kernel_asset_id: kind.kernel,
      amount: toAmount((number % 3 === 0 ? -1n : 1n) * (BigInt(`0x${hex(4)}`) + 1n)),
      memo: hexText(memo),
      request_id: uuidOf<RequestId>(hex(16)),
      trace_id: null,
      created_at: time(number * 30),
      inscription_hash: null,
      deposit: null,
      withdrawal: null,
      opening_balance: null,
      closing_balance: null,
    }
  }
}

/** Lists of so many at a time. */
export function* pagesOf<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let page: Item[] = []
  for (const item of items) {
    page.push(item)
    if (page.length === size) {
      yield page
      page = []
    }
  }
  if (page.length > 0) yield page
}
