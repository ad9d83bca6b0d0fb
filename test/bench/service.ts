import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Hash, Nanos, Output, OutputId, Snapshot } from '#contract/domain'
import { parseTime } from '#contract/domain'
import { ENDPOINTS } from '#contract/http'
import { installHostCurve } from '#platform'
import { kernelAssetId, outputId, publicKeyFromScalar } from '#protocol'
import { someOutputs, someSnapshots } from './records.ts'

/*
 * A service with two long lists, in a process of its own so that what it costs is not counted. Pages are made when they are asked for and
 * not kept. Arguments: the number of outputs, that of snapshots, and of how many outputs one is unspent. Says its address to its parent.
 */

const [outputs = 0, snapshots = 0, unspentOf = 10] = process.argv.slice(2).map(Number)
await installHostCurve()

/** More than a check of keys remembers. */
const points = Array.from({ length: 20_000 }, (_, at) => {
  const scalar = new Uint8Array(32)
  new DataView(scalar.buffer).setUint32(0, at + 1, true)
  return publicKeyFromScalar(scalar)
})
const pointAt = (at: number): string => points[at % points.length] ?? ''

/** Outputs that could be true: their ids follow from their places, their assets from their ids, and their keys are points. */
function* possible(state: string | null): Generator<Output> {
  for (const output of someOutputs(outputs, { unspentOf, mainOf: 2 })) {
    if (state !== null && output.state !== state) continue
    const asset = kernelAssetId(output.asset_id ?? '') as Hash // the digest of an id
    yield {
      ...output,
      output_id: outputId(output.transaction_hash, output.output_index) as OutputId, // derived as the kernel's clients do
      asset,
      kernel_asset_id: asset,
      mask: pointAt(output.sequence),
      keys: [pointAt(output.sequence * 7 + 1)],
    }
  }
}

/** A list read from its beginning on: a page behind a place goes on where the last one ended, with what it repeats of that, or begins again. */
function listOf<Row, Place extends number | bigint>(rows: () => Iterator<Row>, placeOf: (row: Row) => Place) {
  let iterator = rows()
  let passed: Place | null = null
  /** What was taken from the list already and may be asked for still. */
  let given: Row[] = []
  return (after: Place | null, limit: number): Row[] => {
    if (passed === null || after === null || after < passed) [iterator, given] = [rows(), []]
    passed = after
    const page = after === null ? [] : given.filter((row) => placeOf(row) > after)
    while (page.length < limit) {
      const { done, value } = iterator.next()
      if (done === true) break
      if (after === null || placeOf(value) > after) page.push(value)
    }
    given = page
    return page
  }
}

const lists = new Map(
  [null, 'unspent', 'signed'].map((state) => [
    state,
    listOf(
      () => possible(state),
      ({ sequence }) => sequence,
    ),
  ]),
)
const history = listOf<Snapshot, Nanos>(
  () => someSnapshots(snapshots),
  ({ created_at }) => created_at,
)

function answer({ pathname, searchParams }: URL): unknown {
  const limit = Number(searchParams.get('limit') ?? 500)
  const offset = searchParams.get('offset')
  if (pathname === '/safe/outputs') {
    const list = lists.get(searchParams.get('state'))
    return z.encode(ENDPOINTS['outputs.list'].answer, list?.(Number(offset ?? 0), limit) ?? [])
  }
  if (pathname === '/safe/snapshots')
    return z.encode(ENDPOINTS['snapshots.list'].answer, history(offset === null ? null : parseTime(offset), limit))
  return []
}

const server = createServer((request, response) => {
  const body = JSON.stringify({ data: answer(new URL(request.url ?? '/', 'http://service')) })
  response.setHeader('content-type', 'application/json').end(body)
})
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('disconnect', () => process.exit())
