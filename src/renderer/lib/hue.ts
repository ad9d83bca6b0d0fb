import { shownText } from '#protocol/text'

/** A stable number in [0, size) for a text: picks one of a few prepared colours. */
export function bucketOf(text: string, size: number): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return (hash >>> 0) % size
}

/** A sign with the marks on it. */
const SIGN = /^.\p{M}{0,2}/u
/** One that is made of several, as a flag or a family, is one. */
const PICTURE = /\p{RGI_Emoji}|\p{Extended_Pictographic}/gv

/** One or two letters that stand for a name. Pictures are as wide as two: only where there are no words does one stand, alone. */
export function initialsOf(name: string): string {
  const text = shownText(name)
  // A mark in front of a word is no letter of the name: “(new)”.
  const words = text
    .replace(PICTURE, ' ')
    .split(/\s+/u)
    .map((word) => SIGN.exec(word.replace(/^\p{P}+/u, ''))?.[0] ?? '')
    .filter(Boolean)
  const first = words[0] ?? text.match(PICTURE)?.[0] ?? '?'
  const second = words.length > 1 ? words.at(-1) : ''
  return `${first}${second}`.toLocaleUpperCase('en')
}
