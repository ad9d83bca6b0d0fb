/** Letters that are written from right to left, by the blocks of Unicode that hold them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Words of others inside a sentence of ours: what is written from right to left must not draw the figures and words beside it to its own
 * side. In elements of their own, the style sheet does this; in one text, these marks do (FSI and PDI).
 */
export const isolated = (words: string): string => (RIGHT_TO_LEFT.test(words) ? `\u2068${words}\u2069` : words)
