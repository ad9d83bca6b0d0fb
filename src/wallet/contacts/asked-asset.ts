import type { AssetId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { PaymentsDesk } from '../payments/desk.ts'

type AssetDesk = Pick<PaymentsDesk, 'directory' | 'remote' | 'store'>

/**
 * Reads from the service what a link asks for where it is not known here. Without that its sum would stand beside whatever asset is chosen next.
 * Throws `input.asset` where nobody knows it, and what asking does.
 */
export async function needAsset({ directory, remote, store }: AssetDesk, assetId: AssetId): Promise<void> {
  if (directory.isKnown(assetId)) return
  try {
    store.cache.assets.put([await remote.call('assets.read', { params: { id: assetId } })])
  } catch (error) {
    if (codeOf(error) !== 'remote.not_found') throw error
    throw failure('input.asset', 'no such asset', { cause: error })
  }
  if (!directory.isKnown(assetId)) throw failure('input.asset', 'the service answers with another asset')
}

/** The same of several, in one question: an invoice may name as many as it has entries. */
export async function needAssets({ directory, remote, store }: AssetDesk, assetIds: readonly AssetId[]): Promise<void> {
  const isUnknown = (id: AssetId): boolean => !directory.isKnown(id)
  const body = [...new Set(assetIds)].filter(isUnknown)
  if (body.length === 0) return
  store.cache.assets.put(await remote.call('assets.fetch', { body }))
  if (body.some(isUnknown)) throw failure('input.asset', 'no such asset')
}
