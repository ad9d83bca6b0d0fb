import { afterAll } from 'vitest'
import { endAll } from './ending.ts'

afterAll(endAll)
