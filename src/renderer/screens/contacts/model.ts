import { locale, say } from '#words'
import { beginsWord } from '../../lib/search.ts'
import type { Between, Contact, ImportPreview, User } from '../../state/types.ts'

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
export function previewWords({
  counts,
  addresses,
  groups,
}: Pick<ImportPreview, 'counts' | 'addresses' | 'groups'>): string {
  const useless = counts.unknown + counts.broken
  const parts = [
    ...(counts.new > 0 ? [say('contacts.new-contact', { new: counts.new })] : []),
    ...(addresses > 0 ? [say('contacts.new-address', { addresses })] : []),
    ...(groups > 0 ? [say('contacts.new-group', { groups })] : []),
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
  { counts, addresses, groups }: Pick<ImportPreview, 'counts' | 'addresses' | 'groups'>,
  overwrite: boolean,
): boolean => counts.new > 0 || addresses > 0 || groups > 0 || (overwrite && counts.changed > 0)

interface Bar {
  readonly month: string
  /** Heights above and below the line. */
  readonly up: number
  readonly down: number
}

/** Rounded up to one, two or five and noughts, so that the marks of an axis are figures a person reads. */
function roundUp(value: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * magnitude >= value) ?? 10) * magnitude
}

/** Months as bars on one scale: what came above a line, what went below it. Heights are for eyes: nothing is computed with them. */
export function barsOf(
  months: Between['months'],
  height: number,
): { readonly bars: readonly Bar[]; readonly line: number; readonly marks: readonly { y: number; value: string }[] } {
  const most = (way: 'in' | 'out') => Math.max(0, ...months.map((one) => Number(one[way].fiat)))
  const [up, down] = [most('in'), most('out')]
  if (up + down === 0) return { bars: [], line: height / 2, marks: [] }
  const scale = (height - 8) / (up + down)
  const line = 4 + up * scale
  // A movement that is small beside the largest is still seen.
  const tall = (value: number) => (value === 0 ? 0 : Math.max(2, value * scale))
  const step = roundUp(Math.max(up, down) / 2)
  const values = [1, 2].map((times) => times * step)
  const mark = (value: number, sign: 1 | -1) => ({ y: line + sign * value * scale, value: value.toFixed(2) })
  return {
    line,
    bars: months.map((one) => ({ month: one.month, up: tall(Number(one.in.fiat)), down: tall(Number(one.out.fiat)) })),
    marks: (up > down ? values.filter((value) => value <= up) : [])
      .map((value) => mark(value, -1))
      .concat((up > down ? [] : values.filter((value) => value <= down)).map((value) => mark(value, 1))),
  }
}

/** How many stand under "Often". */
const OFTEN = 3

/** Whom one pays most, at least twice; and everybody by name. */
export function sortContacts(contacts: readonly Contact[]): {
  readonly often: readonly Contact[]
  readonly all: readonly Contact[]
} {
  const times = (contact: Contact) => contact.paidBefore?.times ?? 0
  const often = contacts
    .filter((contact) => times(contact) > 1)
    .sort((a, b) => times(b) - times(a))
    .slice(0, OFTEN)
  const byName = new Intl.Collator(locale())
  const all = contacts
    .filter((contact) => !often.includes(contact))
    .sort((a, b) => byName.compare(a.user.name, b.user.name))
  return { often, all }
}
