import { shownText } from '#protocol/text'

/** A stable number in [0, size) for a text: picks one of a few prepared colours. */
export function bucketOf(text: string, size: number): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return (hash >>> 0) % size
}

/** A picture that is made of several signs, as a flag or a family, begins a word as a whole. */
const beginningOf = (word: string): string => /^\p{RGI_Emoji}/v.exec(word)?.[0] ?? [...word][0] ?? ''

/** One or two letters that stand for a name. */
export function initialsOf(name: string): string {
  // A mark in front of a word is no letter of the name: “(new)”.
  const words = shownText(name)
    .split(/\s+/u)
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter(Boolean)
  const first = beginningOf(words[0] ?? '') || '?'
  const second = words.length > 1 ? beginningOf(words.at(-1) ?? '') : ''
  return `${first}${second}`.toLocaleUpperCase('en')
}
