import type { Messages } from '#messages'
import type { Said, Text, Value } from './values.ts'

export { LANGUAGE_TAGS, type Language } from './languages.ts'
export { isSaid, type Said, type Text, type Value } from './values.ts'

/** Name of a message in every catalogue. */
export type MessageCode = keyof Messages

/** What is given for each kind of part that a message takes, where `Drawn` is what the place can show in a sentence. */
interface Kinds<Drawn> {
  readonly text: Text | Drawn
  readonly number: number
  readonly flag: boolean
  readonly choice: string
  /** A part between `<name>` and `</name>`, which the window draws. */
  readonly tag: (inside: Drawn) => Drawn
}

/** What a message takes, where `Drawn` is what the place can show in a sentence: text, or text and elements. */
export type Given<Code extends MessageCode, Drawn = never> = {
  readonly [Name in keyof Messages[Code]]: Kinds<Drawn>[Messages[Code][Name] & keyof Kinds<Drawn>]
}

/** Values are only asked for where a message takes any. */
export type Rest<Values> = keyof Values extends never ? [] : [values: Values]

/** The fact of a sentence, checked against what the message takes. */
export function said<Code extends MessageCode>(code: Code, ...[values]: Rest<Given<Code>>): Said {
  return { code, values: (values ?? {}) as Record<string, Value> } // Given holds nothing else
}
