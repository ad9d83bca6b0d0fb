import { rememberStretches } from './stretches.ts'
import '../../src/vault/thread.ts'

rememberStretches()
