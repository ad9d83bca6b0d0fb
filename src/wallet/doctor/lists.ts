import type { Nanos, Output, Snapshot } from '#contract/domain'
import { outputId } from '#protocol'
import { selfHolder } from '../shared/desk.ts'
import { assumed, type Check, differs, type Examination, type Outcome, so, unseen } from './examination.ts'
import { ownOutputs } from './reading.ts'

/* The order and the offsets of lists, by which no output and no movement is passed by; and that an output is what its names say. */

const outputs = (at: Examination, more: { offset?: number; limit: number; state?: Output['state'] }) =>
  at.probe.remote.call('outputs.list', { query: { ...ownOutputs(at), ...more } }, { tries: 2 })

const rises = (values: readonly (number | bigint)[]): boolean =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? value))

const falls = (values: readonly bigint[]): boolean =>
  values.some((value, at) => at > 0 && value < (values[at - 1] ?? value))

/** After the first row comes the second, whether the first is repeated or not. */
async function outputsOffset(at: Examination): Promise<Outcome> {
  const [first, second] = at.seen.outputs ?? []
  if (first === undefined || second === undefined) return unseen
  const page = await outputs(at, { offset: first.sequence, limit: 2 })
  const ids = page.map((output) => output.output_id)
  if (ids[0] === second.output_id) return assumed('exclusive')
  if (ids[0] === first.output_id && ids[1] === second.output_id) return assumed('inclusive')
  return differs('a row is passed by')
}

async function outputsLimit(at: Examination): Promise<Outcome> {
  if ((at.seen.outputs?.length ?? 0) < 2) return unseen
  return so((await outputs(at, { limit: 1 })).length === 1, 'another number')
}

async function outputsState(at: Examination): Promise<Outcome> {
  if ((at.seen.outputs?.length ?? 0) === 0) return unseen
  const page = await outputs(at, { limit: 500, state: 'unspent' })
  const open = at.seen.outputs?.filter(({ state }) => state === 'unspent').length ?? 0
  const isFull = (at.seen.outputs?.length ?? 0) >= 500
  return so(page.every(({ state }) => state === 'unspent') && (isFull || page.length >= open), 'other states')
}

function ofRows<Row>(rows: readonly Row[] | undefined, isSo: (row: Row) => boolean, found: string): Outcome {
  return rows === undefined || rows.length === 0 ? unseen : so(rows.every(isSo), found)
}

/** History is asked for from a nanosecond before what is known, so that an exclusive offset passes nothing by. */
async function snapshotsOffset(at: Examination): Promise<Outcome> {
  const middle = at.seen.snapshots?.[1] ?? at.seen.snapshots?.[0]
  if (middle === undefined) return unseen
  const asked = async (offset: bigint): Promise<Snapshot[]> =>
    at.probe.remote.call('snapshots.list', { query: { order: 'ASC', limit: 3, offset: offset as Nanos } }, { tries: 2 })
  const before = await asked(middle.created_at - 1n)
  if (!before.some(({ snapshot_id }) => snapshot_id === middle.snapshot_id)) return differs('a row is passed by')
  const exact = await asked(middle.created_at)
  return assumed(exact.some(({ snapshot_id }) => snapshot_id === middle.snapshot_id) ? 'inclusive' : 'exclusive')
}

const isOwn = ({ patient }: Examination, output: Output): boolean => {
  const self = selfHolder(patient.account)
  return output.receivers_hash === self.membersHash && output.receivers_threshold === 1
}

export const LISTS: readonly Check[] = [
  {
    ...{ name: 'outputs-order', call: 'outputs.list', money: true },
    run: ({ seen }) =>
      (seen.outputs?.length ?? 0) < 2
        ? unseen
        : so(rises(seen.outputs?.map((each) => each.sequence) ?? []), 'does not rise'),
  },
  { name: 'outputs-offset', call: 'outputs.list', money: true, run: outputsOffset },
  { name: 'outputs-limit', call: 'outputs.list', money: true, run: outputsLimit },
  { name: 'outputs-state', call: 'outputs.list', money: true, run: outputsState },
  {
    ...{ name: 'outputs-holder', call: 'outputs.list', money: true },
    run: (at) => ofRows(at.seen.outputs, (output) => isOwn(at, output), 'of others'),
  },
  {
    ...{ name: 'outputs-ids', call: 'outputs.list', money: true },
    run: ({ seen }) =>
      ofRows(
        seen.outputs,
        (each) => outputId(each.transaction_hash, each.output_index) === each.output_id,
        'another rule',
      ),
  },
  {
    ...{ name: 'snapshots-order', call: 'snapshots.list', money: true },
    run: ({ seen }) =>
      (seen.snapshots?.length ?? 0) < 2
        ? unseen
        : so(!falls(seen.snapshots?.map((each) => each.created_at) ?? []), 'times fall'),
  },
  { name: 'snapshots-offset', call: 'snapshots.list', money: true, run: snapshotsOffset },
]
