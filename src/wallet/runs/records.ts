import { z } from 'zod'
import type { AssetId, HolderId, RequestId } from '#contract/domain'
import { assetId, hex, holderId, requestId } from '#contract/wire'
import { type AccountStore, readStored, storedAmount, storedObject, storedTime } from '#store'
import { storedPayee } from '../payments/target.ts'
import { storedList } from '../shared/stored-list.ts'

/**
 * Why a row is not paid with the others: what it says cannot be read, is no memo, leaves the network, names nobody, or somebody who cannot be paid
 * yet, or no asset that is known; or the service did not say whom it names.
 */
const LEFT_OUT = ['amount', 'memo', 'withdrawal', 'payee', 'unregistered', 'unanswered', 'asset'] as const

const row = storedObject({
  /** In the file it was read from. */
  line: z.number().int(),
  to: z.string(),
  /** The amount as it was written. */
  typed: z.string(),
  amount: storedAmount.nullable(),
  memoHex: hex,
  label: z.string(),
  payee: storedPayee.nullable(),
  /** As it was written, and what it names; absent where it is that of the run. */
  asset: storedObject({ written: z.string(), assetId: assetId.nullable() }).exactOptional(),
  leftOut: z.enum(LEFT_OUT).nullable(),
})
export type RunRow = z.output<typeof row>

/** The rows of a run as they were last read from a file. What of them is paid is in its payments alone. */
const run = storedObject({
  id: requestId,
  holder: holderId,
  name: z.string(),
  /** Of rows that name none themselves. */
  assetId: assetId.nullable(),
  savedAt: storedTime,
  rows: z.array(row).readonly(),
})
export type Run = z.output<typeof run>

const INDEX = 'runs'
const placeOf = (id: string): string => `${INDEX}:${id}`

/** What a row pays; null where that is not known. */
export const assetOf = (run: Pick<Run, 'assetId'>, row: Pick<RunRow, 'asset'>): AssetId | null =>
  row.asset === undefined ? run.assetId : row.asset.assetId

/** Runs are kept among the account's settings, one value each. */
export function openRuns(settings: AccountStore['intents']['settings']) {
  const index = storedList(settings, INDEX, z.string())
  const find = (id: string): Run | undefined => readStored(run, settings.get(placeOf(id)) ?? null)
  return {
    find: (id: RequestId): Run | undefined => find(id),
    list: (holder: HolderId): Run[] =>
      index
        .read()
        .flatMap((id) => find(id) ?? [])
        .filter((one) => one.holder === holder),
    save(one: Run): void {
      settings.set(placeOf(one.id), one)
      const ids = index.read()
      if (!ids.includes(one.id)) index.write([...ids, one.id])
    },
    remove(id: RequestId): void {
      index.write(index.read().filter((each) => each !== id))
      settings.remove(placeOf(id))
    },
  }
}
