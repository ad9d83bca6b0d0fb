import { foldedText } from '#protocol/text'

/* Tags that a person gives to movements. Pure, and the same in window and wallet. */

/** Of one movement. */
export const TAGS_MAX = 20
export const TAG_MAX = 40

/** As it is kept: one line without what separates tags from each other and from operators. Empty when nothing is left. */
export const tagOf = (text: string): string =>
  text
    .replace(/[\s,;"“”„«»，、；]+/gu, ' ')
    .trim()
    .replace(/^#+\s*/u, '')
    .slice(0, TAG_MAX)
    .trim()

/** Each once, as it was written first. */
export function tagsOf(texts: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const tag of texts.map(tagOf)) if (tag !== '' && !found.has(foldedText(tag))) found.set(foldedText(tag), tag)
  return [...found.values()].slice(0, TAGS_MAX)
}

export const isSameTag = (one: string, other: string): boolean => foldedText(one) === foldedText(other)

/** A word that stands for a whole tag where text is searched by words: no other tag and no other text has it. */
export function tagWord(tag: string): string {
  const letters = [...foldedText(tagOf(tag))].map((letter) =>
    (letter.codePointAt(0) ?? 0).toString(16).padStart(6, '0'),
  )
  return `tagx${letters.join('')}x`
}
