import type { Nanos } from '#contract/domain'
import type { Database } from './database.ts'
import { fromJson, jsonOf } from './exact-json.ts'
import { metaOf } from './meta.ts'

/** What opening had to repair, kept in the file until a person has read it. */
export interface Notice {
  /** `vault`: the vault's own file, which its module brings back. */
  readonly file: 'profile' | 'cache' | 'intents' | 'vault'
  readonly at: Nanos
  /** Name of the damaged file, kept in the same folder; empty where the file was gone. */
  readonly setAside: string
  readonly reason: string
  /** Rows that could be taken over into the new file; always 0 for a cache, which the server fills again. */
  readonly rescued: number
  /** Rows that came from a copy, and when that was made; null without one. */
  readonly restored: number
  readonly copyAt: Nanos | null
  /** Payments that only the copy knew; what became of them since is not known here. */
  readonly missed: number
}

const KEY = 'notices'
/** So many are told; what is older was told before. */
const MAX = 20

export function readNotices(db: Database): Notice[] {
  const text = metaOf(db).get(KEY)
  return text === undefined ? [] : fromJson<Notice[]>(text)
}

export function writeNotices(db: Database, notices: readonly Notice[]): void {
  metaOf(db).set(KEY, jsonOf(notices.slice(-MAX)))
}
