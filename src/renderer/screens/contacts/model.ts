import { plural } from '../../lib/digits.ts'
import { beginsWord } from '../../lib/search.ts'
import type { Contact, ImportPreview, User } from '../../state/types.ts'

export interface Mark {
  readonly word: string
  readonly tone: 'plain' | 'ok' | 'warn' | 'stop'
}

/** What the service says of an account, the gravest first. */
export function marksOf(user: User): Mark[] {
  const marks: readonly (Mark | false)[] = [
    user.scam && { word: 'Scam', tone: 'stop' },
    user.deactivated && { word: 'Closed', tone: 'stop' },
    user.relationship === 'blocked' && { word: 'Blocked', tone: 'warn' },
    user.registered === false && { word: 'Not registered', tone: 'warn' },
    user.verified && { word: 'Verified', tone: 'ok' },
    user.bot && { word: 'Bot', tone: 'plain' },
    user.relationship === 'friend' && { word: 'Contact', tone: 'plain' },
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
    ...(counts.new > 0 ? [plural(counts.new, 'new contact')] : []),
    ...(addresses > 0 ? [plural(addresses, 'new address', 'new addresses')] : []),
    ...(counts.changed > 0 ? [plural(counts.changed, 'differs from yours', 'differ from yours')] : []),
    ...(counts.same > 0 ? [plural(counts.same, 'stays as it is', 'stay as they are')] : []),
    ...(useless > 0 ? [`${useless} cannot be used`] : []),
  ]
  return parts.length === 0 ? 'The file has no lines.' : `${parts.join(', ')}.`
}

/** Whether anything is left to do with a file. */
export const isUseful = (
  { counts, addresses }: Pick<ImportPreview, 'counts' | 'addresses'>,
  overwrite: boolean,
): boolean => counts.new > 0 || addresses > 0 || (overwrite && counts.changed > 0)
