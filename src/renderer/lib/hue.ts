import { cleanText } from '#protocol/text'

/** A stable number in [0, size) for a text: picks one of a few prepared colours. */
export function bucketOf(text: string, size: number): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  return (hash >>> 0) % size
}

/** One or two letters that stand for a name. */
export function initialsOf(name: string): string {
  // A mark in front of a word is no letter of the name: “(new)”.
  const words = cleanText(name)
    .split(/\s+/u)
    .map((word) => word.replace(/^\p{P}+/u, ''))
    .filter(Boolean)
  const first = [...(words[0] ?? '?')][0] ?? '?'
  const second = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return `${first}${second}`.toLocaleUpperCase('en')
}
