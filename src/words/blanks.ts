/** Chinese letters, and its punctuation, which is as wide as they are. */
const WIDE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u
/** Stands for a moment where a wide text was put into a sentence. No text that is shown has it. */
const EDGE = '\ue000'
const BLANK_BETWEEN_WIDE = new RegExp(`(?<=${WIDE.source}) ${EDGE}|${EDGE} (?=${WIDE.source})`, 'gu')

const first = (text: string): string => [...text.slice(0, 2)][0] ?? ''
const last = (text: string): string => [...text.slice(-2)].at(-1) ?? ''

/*
 * Chinese sets a blank between its letters and those of other scripts, and none between its own. The catalogue has the blanks that figures
 * and foreign names need; where a Chinese text stands in that place, they go.
 */

/** A text with marks at its wide ends. */
export const edged = (text: string): string =>
  `${WIDE.test(first(text)) ? EDGE : ''}${text}${WIDE.test(last(text)) ? EDGE : ''}`

/** A sentence that such texts were put into. */
export const withoutEdges = (text: string): string =>
  text.includes(EDGE) ? text.replace(BLANK_BETWEEN_WIDE, '').replaceAll(EDGE, '') : text

/** The word between two parts of a list, with blanks towards what is not Chinese. */
export function spacedWord(word: string, before: string, after: string): string {
  const [left, right] = [last(before), first(after)]
  const isWide = (letter: string): boolean => letter === '' || WIDE.test(letter)
  const wordWide = /^\p{Script=Han}/u.test(word)
  return wordWide ? `${isWide(left) ? '' : ' '}${word}${isWide(right) ? '' : ' '}` : word
}

/** A blank behind a figure and before what it counts or measures, in languages that may break a line at any letter. */
const BLANK_IN_MEASURE = /(?<=\d) (?=[\p{L}%‰])/gu
const TIED_BLANK = '\u00a0'

/** A text in which no figure stands on another line than its measure word or unit. */
export const tied = (text: string): string => text.replace(BLANK_IN_MEASURE, TIED_BLANK)

/** Of a figure that stands alone: a name or an id that ends in one is long, and breaks where it can. */
const BLANK_BY_FIGURE = /(?<=(?:^|[\s(“‘])[+−-]?\d[\d.,:\u2009\u202f]*) (?=[\p{L}%‰])|(?<=\d of) (?=\d)/gu

/** The same of a text whose lines break at blanks alone. */
export const tiedByFigures = (text: string): string => text.replace(BLANK_BY_FIGURE, TIED_BLANK)

/** The same for a text behind something drawn. */
export const tiedAtFirst = (text: string): string => text.replace(/^ (?=[\p{L}%‰])/u, TIED_BLANK)

/** Joins two letters between which a line might end, and is not seen. */
const JOINER = '\u2060'

/** A day as a format of days wrote it: no part of it stands on another line. */
export const tiedDay = (text: string): string =>
  text
    .replace(/(?<=\d) (?=\p{Lu})|(?<=\p{L}) (?=\d{4})/gu, TIED_BLANK)
    .replace(/(?<=\d)(?=[年月日])|(?<=[年月])(?=\d)/gu, JOINER)

/** The same text with plain blanks, as it is copied, kept and sent. */
export const untied = (text: string): string =>
  text
    .replaceAll(JOINER, '')
    .replace(/(?<=\d)\u00a0(?=[\p{L}%‰])|(?<=\d[ \u00a0]of)\u00a0(?=\d)|(?<=\p{L})\u00a0(?=\d{4})/gu, ' ')
