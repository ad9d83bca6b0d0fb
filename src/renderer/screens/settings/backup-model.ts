import type { WireAnswer } from '#contract/ipc'
import { plural } from '../../lib/digits.ts'

type State = WireAnswer<'backup.read'>

export const RHYTHMS: Readonly<Record<State['rhythm'], { readonly label: string; readonly text: string }>> = {
  daily: { label: 'Every day', text: 'Every day, while Coffer is open and unlocked.' },
  weekly: { label: 'Every week', text: 'Every week, while Coffer is open and unlocked.' },
  off: { label: 'Only when I ask', text: 'Never. Only when you press the button.' },
}

const DAY_MS = 86_400_000
/** Older than this, a backup leaves out too much. */
const OLD_DAYS = 30

/** How well the person is covered, in one sentence. */
export function backupAge(
  { folder, last, problem }: Pick<State, 'folder' | 'last' | 'problem'>,
  now: number,
): { readonly tone: 'ok' | 'warn'; readonly title: string; readonly text: string } {
  if (folder === null) {
    return {
      tone: 'warn',
      title: 'There is no backup',
      text: 'Your 24 words bring your coins back, but not your payments on the way, labels, groups or drafts.',
    }
  }
  const days = last === null ? null : Math.max(0, Math.floor((now - Date.parse(last.at)) / DAY_MS))
  if (problem !== null) {
    return {
      tone: 'warn',
      title: 'The last backup could not be made',
      text: `${days === null ? 'There is none yet.' : `The newest is ${ageOf(days)}.`} Look whether the folder is there and has room, then back up now.`,
    }
  }
  if (days === null) return { tone: 'warn', title: 'No backup was made yet', text: 'Back up now.' }
  return {
    tone: days >= OLD_DAYS ? 'warn' : 'ok',
    title: days === 0 ? 'Backed up today' : `The backup is ${ageOf(days)}`,
    text:
      days >= OLD_DAYS
        ? 'What you did since is not in it. Back up now.'
        : 'It opens on any computer with your 24 words, or with your passphrase if you set one. Test it now and then.',
  }
}

const ageOf = (days: number): string => (days === 0 ? 'of today' : `${plural(days, 'day')} old`)
