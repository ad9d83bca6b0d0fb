import { errorFacts, isErrorCode } from '#contract/errors'
import type { WireAnswer } from '#contract/ipc'
import { say, wording } from '#words'
import { nextSentence } from '../../lib/sentences.ts'
import { DAY_MS } from '../../lib/time.ts'

type State = WireAnswer<'backup.read'>

export const RHYTHMS: Readonly<Record<State['rhythm'], { readonly label: string; readonly text: string }>> = {
  daily: { label: say('settings.every-day'), text: say('settings.every-day-while-coffer-is-open') },
  weekly: { label: say('settings.every-week'), text: say('settings.every-week-while-coffer-is-open') },
  off: { label: say('settings.only-when-i-ask'), text: say('settings.never-only-when-you-press-the') },
}

/** How many whole days ago the last backup was made. */
export function backupDays(last: State['last'], now: number): number | null {
  return last === null ? null : Math.max(0, Math.floor((now - Date.parse(last.at)) / DAY_MS))
}

/** How a file is named inside the folder that is named already; elsewhere its whole path. */
export function fileIn(folder: string, path: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : path
  return /^[/\\]+[^/\\]+$/.test(rest) ? rest.replace(/^[/\\]+/, '') : path
}

/** How well the person is covered, in one sentence. */
export function backupAge(
  { folder, last, problem, oldDays }: Pick<State, 'folder' | 'last' | 'problem' | 'oldDays'>,
  now: number,
  /** Every account is only watched: there are no words that bring anything back. */
  isWatching = false,
): { readonly tone: 'ok' | 'warn'; readonly title: string; readonly text: string } {
  if (folder === null) {
    return {
      tone: 'warn',
      title: say('settings.there-is-no-backup'),
      text: isWatching ? say('settings.what-you-watch-comes-back') : say('settings.your-24-words-bring-your-coins'),
    }
  }
  const days = backupDays(last, now)
  if (problem !== null) {
    const { what, todo } = errorFacts(isErrorCode(problem) ? problem : 'store.disk', {})
    const newest =
      days === null ? say('settings.there-is-no-older-one') : say('settings.the-newest-is', { age: ageOf(days) })
    return {
      tone: 'warn',
      title: say(
        problem === 'backup.partial' ? 'settings.the-last-backup-lacks' : 'settings.the-last-backup-could-not-be',
      ),
      text: [wording(what), wording(todo), newest].reduce(nextSentence),
    }
  }
  if (days === null)
    return { tone: 'warn', title: say('settings.no-backup-was-made-yet'), text: say('settings.back-up-now-2') }
  return {
    tone: days >= oldDays ? 'warn' : 'ok',
    title: days === 0 ? say('settings.backed-up-today') : say('settings.the-backup-is', { age: ageOf(days) }),
    text: days >= oldDays ? say('settings.what-you-did-since-is-not') : say('settings.it-opens-on-any-computer-with'),
  }
}

const ageOf = (days: number): string => (days === 0 ? say('settings.of-today') : say('settings.day-old', { days }))
