import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'
import { describe } from 'vitest'
import english from '#catalogues/en' with { type: 'json' }
import { END, wholeIn } from './language.ts'

const lengthOf = (elements: readonly MessageFormatElement[]): number =>
  elements.reduce((sum, element) => sum + (element.type === TYPE.literal ? element.value.length : 6), 0)

/** A message two fifths longer, in words that break as words do, with a mark at its end. */
function longer(text: string): string {
  const elements = parse(text)
  const count = Math.ceil(lengthOf(elements) * 0.4)
  const padding = ' lorem ipsu'.repeat(Math.ceil(count / 11)).slice(0, Math.max(count - 1, 1))
  return `${printAST(elements)}${padding.trimEnd()}${END}`
}

const long = Object.fromEntries(Object.entries(english).map(([code, text]) => [code, longer(text)]))

describe('in a longer language', () => wholeIn({ tag: 'en', catalogue: long, isMadeUp: true }))
