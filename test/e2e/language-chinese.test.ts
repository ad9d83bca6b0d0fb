import { describe } from 'vitest'
import chinese from '#catalogues/zh-CN' with { type: 'json' }
import { wholeIn } from './language.ts'

describe('in Chinese', () => wholeIn({ tag: 'zh-CN', catalogue: chinese }))
