import { CofferError, codeOf, errorFacts, inOneLine } from '#contract/errors'
import { chooseLanguage, type Language, type Said, say, speak, wording } from '#words'

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
  if (code !== 'internal')
    return wording(inOneLine(errorFacts(code, error instanceof CofferError ? error.details : {})))
  if (given === 'EADDRINUSE') return say('main.port-in-use')
  // What nobody foresaw has only the words of whatever failed.
  return error instanceof Error ? say('main.start.why', { why: error.message }) : say('main.cannot-start-here')
}

/** What is said, title and text, where the words of no language can be read. */
const WITHOUT_WORDS: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['Coffer cannot start', 'Coffer cannot start, and cannot read its own words. Install it again.'],
  'zh-CN': ['Coffer 无法启动', 'Coffer 无法启动，也读不到界面文字。请重新安装。'],
  ja: ['Coffer を起動できません', 'Coffer を起動できず、文言も読み込めません。再インストールしてください。'],
}

/**
 * The same for a start that may have failed before a language was chosen, with a title: in the language that is spoken, else in the system's, else in
 * English. What cannot even read its words says so in words that stand here, rather than nothing.
 */
export async function startTold(
  error: unknown,
  system: readonly string[],
): Promise<{ readonly title: string; readonly text: string }> {
  const languages = [async () => undefined, () => speak(chooseLanguage(system)), () => speak('en')]
  for (const choose of languages) {
    try {
      await choose()
      return { title: say('main.cannot-start'), text: startWords(error) }
    } catch {
      // The next one may be there.
    }
  }
  const [title, again] = WITHOUT_WORDS[chooseLanguage(system)]
  return { title, text: `${again} ${error instanceof Error ? error.message : String(error)}` }
}
