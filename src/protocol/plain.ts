/*
 * Words of others (names, symbols, memos, what a service says) as they may be shown, compared and logged. Nothing else may decide what of
 * a foreign text is seen: each boundary calls these.
 */

/** Text of which every character is seen where it stands: most of all there is. */
const PLAIN = /^[!-~]*(?: [!-~]+)*$/
/** Controls, separators of lines and all that is as wide as a space or has no picture: seen as one space. */
const GAPS = /[\p{Cc}\p{Z}\u2800]+/gu
const GAPS_IN_LINES = /[^\P{Cc}\n]|\p{Z}|\u2800/gu
/**
 * Seen as nothing, or changing how others are seen: directions, joiners, zero-width characters, fillers, variation selectors and tags;
 * and private characters, halves of pairs and what is no character.
 */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]+/gu
/**
 * The same, but for what joins signs to one picture, as a family or a flag. Of those alone that Unicode recommends: in them each joiner shows, and none
 * stands between letters, or signs that are drawn as if it were not there.
 */
const UNSEEN_BESIDE_PICTURES =
  /(\p{RGI_Emoji_ZWJ_Sequence})|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}]+/gv

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')

/** One line of foreign text made inert: no control, direction or zero-width character, one space at a time, at most `limit` UTF-16 units. */
export function cleanText(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (text.length <= limit && PLAIN.test(text)) return text
  // A name of megabytes is not worth reading to its end.
  const shown = cut(text, limit * 8)
    .replace(UNSEEN, '')
    .replace(GAPS, ' ')
    .trim()
  return cut(shown, limit).trimEnd()
}

/** As `cleanText` for what is looked at, with pictures that are joined of several. What is compared, searched or sent knows no joiner. */
export function shownText(text: string, limit = Number.POSITIVE_INFINITY): string {
  if (!text.includes('\u200d')) return cleanText(text, limit)
  const seen = (part: string): string => part.replace(UNSEEN_BESIDE_PICTURES, '$1')
  const shown = seen(cut(text, limit * 8))
    .replace(GAPS, ' ')
    .trim()
  // What is cut through is no such picture any more.
  return seen(cut(shown, limit)).trimEnd()
}

/** As `cleanText`, with its line breaks and its runs of spaces: what was written to be read as it stands stays as it is. */
export function cleanLines(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, '').replace(GAPS_IN_LINES, ' ')
}

/** Whether a text is shown as it is. */
export const isClean = (text: string): boolean => cleanText(text) === text

/** Names that read the same have the same folded form: whatever their case, their width and what is not seen of them. */
export function foldedText(text: string): string {
  return cleanText(text.normalize('NFKC')).toLowerCase()
}

/** How texts are searched: lower case without accents and without what is not seen. */
export function searchable(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return cleanText(text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase()
}

/** As many letters of an id, a hash or an address as tell it from others. Of fewer nearly every one has some. */
export const ID_LETTERS = 6

/**
 * Whether each of the words that were typed is somewhere in a text, or in ids of which it has letters enough. A number is found by its
 * first figures: a single one is somewhere in nearly every account's.
 */
export function holdsWords(typed: string, text: string, ids = ''): boolean {
  return searchable(typed)
    .split(' ')
    .every((word) => {
      if (!/^\d+$/.test(word)) return holdsPhrase(word, text, ids)
      return (
        new RegExp(`(?<!\\d)${word}`).test(searchable(text)) ||
        (word.length >= ID_LETTERS && searchable(ids).includes(word))
      )
    })
}

/** The same of what was typed as a whole. */
export function holdsPhrase(typed: string, text: string, ids: string): boolean {
  const phrase = searchable(typed)
  return searchable(text).includes(phrase) || (phrase.length >= ID_LETTERS && searchable(ids).includes(phrase))
}

/** Words of a name as it is searched: letters and digits only. */
export const nameWords = (text: string): string[] => searchable(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether each word that was typed begins a word of a name: ETH is Ether and Ethereum, and not Tether. */
export function beginsWords(typed: string, name: string): boolean {
  const own = nameWords(name)
  return nameWords(typed).every((word) => own.some((each) => each.startsWith(word)))
}
