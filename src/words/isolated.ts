import { untied } from './blanks.ts'

/** Letters that are written from right to left, by the blocks of Unicode that hold them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** What already stands between the marks (FSI and PDI). */
const APART = /\u2068[^\u2068\u2069]*\u2069/g

/**
 * Words of others beside words of ours: what is written from right to left must not draw the figures and words beside it to its own side. In
 * elements of their own, the style sheet does this; in one text, these marks do. Words that need no marks have none, so that amounts, ids and
 * most names leave as they are.
 */
export const isolated = (words: string): string =>
  RIGHT_TO_LEFT.test(words.replace(APART, '')) ? `\u2068${words}\u2069` : words

/** A text of ours as it leaves Coffer: the marks, and blanks at which no line breaks, are for its screens. */
export const withoutMarks = (text: string): string => untied(text.replaceAll(/[\u2068\u2069]/g, ''))

/** What stands around and between names that are kept apart, and, at every second place, these names. */
export const apartIn = (text: string): string[] => text.split(/\u2068([^\u2068\u2069]*)\u2069/)
