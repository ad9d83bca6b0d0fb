import { describe } from 'vitest'
import english from '#catalogues/en' with { type: 'json' }
import { longer } from '../support/pseudo.ts'
import { wholeIn } from './support/language.ts'

/* A language that is two fifths longer than English. */
const long = Object.fromEntries(Object.entries(english).map(([code, text]) => [code, longer(text)]))

describe('in a longer language', () => wholeIn({ tag: 'en', catalogue: long, isMadeUp: true }))
