import { say } from '#words'
import type { Asset } from '../state/types.ts'

/** That nobody but the service says what an asset is, where that is so: its symbol may be any other's. */
export function AssetTrust({ trust }: Pick<Asset, 'trust'>) {
  if (trust === 'listed') return null
  return trust === 'mismatch' ? (
    <span className="rounded-sm bg-stop-soft px-1.5 text-stop text-xs">{say('home.ids-contradict-each-other')}</span>
  ) : (
    <span className="rounded-sm bg-warn-soft px-1.5 text-warn text-xs">{say('home.not-in-coffers-table')}</span>
  )
}
