import { afterAll, beforeEach } from 'vitest'
import { nameAnew } from './attention.ts'
import { endAll } from './ending.ts'

beforeEach(nameAnew)
afterAll(endAll)
