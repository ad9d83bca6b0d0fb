import { say } from '#words'
import { beginsWord } from '../../lib/search.ts'
import type { Contact, ImportPreview, User } from '../../state/types.ts'

export interface Mark {
  readonly word: string
  readonly tone: 'plain' | 'ok' | 'warn' | 'stop'
}

/** What the service says of an account, the gravest first. */
export function marksOf(user: User): Mark[] {
  const marks: readonly (Mark | false)[] = [
    user.scam && { word: say('contacts.scam'), tone: 'stop' },
    user.deactivated && { word: say('contacts.closed'), tone: 'stop' },
    user.relationship === 'blocked' && { word: say('contacts.blocked'), tone: 'warn' },
    user.registered === false && { word: say('contacts.not-registered'), tone: 'warn' },
    user.verified && { word: say('contacts.verified'), tone: 'ok' },
    user.bot && { word: say('contacts.bot'), tone: 'plain' },
    user.relationship === 'friend' && { word: say('contacts.contact'), tone: 'plain' },
  ]
  return marks.filter((mark) => mark !== false)
}

/** Contacts of which a name, number, note or address label begins with what is searched. */
export function searched(contacts: readonly Contact[], text: string): readonly Contact[] {
  const wanted = text.trim()
  if (wanted === '') return contacts
  return contacts.filter(({ user, note, addresses }) =>
    beginsWord([user.name, user.identityNumber, note, ...addresses.map(({ label }) => label)].join(' '), wanted),
  )
}

/** What a file would do, as one sentence. */
export function previewWords({ counts, addresses }: Pick<ImportPreview, 'counts' | 'addresses'>): string {
  const useless = counts.unknown + counts.broken
  const parts = [
    ...(counts.new > 0 ? [say('contacts.new-contact', { new: counts.new })] : []),
    ...(addresses > 0 ? [say('contacts.new-address', { addresses })] : []),
    ...(counts.changed > 0 ? [say('contacts.differs-from-yours', { changed: counts.changed })] : []),
    ...(counts.same > 0 ? [say('contacts.stays-as-it-is', { same: counts.same })] : []),
    ...(useless > 0 ? [say('contacts.cannot-be-used', { useless })] : []),
  ]
  return parts.length === 0
    ? say('contacts.the-file-has-no-lines')
    : say('lib.sentence', { parts: parts.join(say('lib.separator')) })
}

/** Whether anything is left to do with a file. */
export const isUseful = (
  { counts, addresses }: Pick<ImportPreview, 'counts' | 'addresses'>,
  overwrite: boolean,
): boolean => counts.new > 0 || addresses > 0 || (overwrite && counts.changed > 0)
