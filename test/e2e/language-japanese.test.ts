import { describe } from 'vitest'
import japanese from '#catalogues/ja' with { type: 'json' }
import { wholeIn } from './language.ts'

describe('in Japanese', () => wholeIn({ tag: 'ja', catalogue: japanese }))
