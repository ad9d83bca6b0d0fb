/** Between groups of digits, as figures are set. */
const BETWEEN_GROUPS = /(?<=\d)\u202f(?=\d{3})/gu

/** A text that is only heard: a voice reads each group of digits as a number of its own, 86 641 as eighty-six and six hundred forty-one. */
export function spoken(text: string): string
export function spoken(text: string | undefined): string | undefined
export function spoken(text: string | undefined): string | undefined {
  return text?.replace(BETWEEN_GROUPS, '')
}
