import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

/** What longer messages end with, so that a test sees whether their end is on screen. */
export const END = '⟧'

const MORE = 0.4

const lengthOf = (elements: readonly MessageFormatElement[]): number =>
  elements.reduce((sum, element) => sum + (element.type === TYPE.literal ? element.value.length : 6), 0)

/** A message two fifths longer, in words that break as words do, with a mark at its end. */
export function longer(text: string): string {
  const elements = parse(text)
  const count = Math.ceil(lengthOf(elements) * MORE)
  const padding = ' lorem ipsu'
    .repeat(Math.ceil(count / 11))
    .slice(0, Math.max(count - 1, 1))
    .trimEnd()
  return `${printAST(elements)}${padding}${END}`
}
