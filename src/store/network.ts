import { join } from 'node:path'
import { failure } from '#contract/errors'
import type { Database } from './database.ts'
import { metaOf } from './meta.ts'

/** Names of networks become folders, so they are plain. */
export function networkFolder(dir: string, network: string): string {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(network)) throw failure('internal', 'network name is not a plain folder name')
  return join(dir, network)
}

/** Remembers which network the files belong to by its own id, and refuses any other from then on. */
export function bindNetwork(files: readonly Database[], networkId: string): void {
  for (const db of files) {
    const meta = metaOf(db)
    const bound = meta.get('network_id')
    if (bound !== undefined && bound !== networkId) {
      throw failure('store.other_network', 'files belong to another network')
    }
    if (bound === undefined) meta.set('network_id', networkId)
  }
}
