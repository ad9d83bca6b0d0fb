import { codeOf, errorFacts, inOneLine } from '#contract/errors'
import { type Said, say, wording } from '#words'

/** Why Coffer does not start, as a fact for the host, which knows the language to say it in. */
export class StartError extends Error {
  readonly why: Said

  constructor(why: Said) {
    super(why.code)
    this.why = why
  }
}

/** It was asked wrongly. Programs end with 2 then. */
export class UsageError extends StartError {}

/** What a system and SQLite call a disk that is full, may not be written, is not there, or broke. */
const OF_DISK =
  /^(?:ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|ENOENT|ENOTDIR|SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN)(?:_\w+)?)$/

/** Why a start came to nothing, in words for the person. */
export function startWords(error: unknown): string {
  if (error instanceof StartError) return wording(error.why)
  const given = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = codeOf(error)
  const code = known === 'internal' && OF_DISK.test(given) ? 'store.disk' : known
  if (code !== 'internal') return wording(inOneLine(errorFacts(code)))
  if (given === 'EADDRINUSE') return say('main.port-in-use')
  // What nobody foresaw has only the words of whatever failed.
  return error instanceof Error ? say('main.start.why', { why: error.message }) : say('main.cannot-start-here')
}
