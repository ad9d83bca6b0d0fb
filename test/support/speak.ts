import { installHostCurve } from '#platform'
import { speak } from '#words'
import { rememberStretches } from './stretches.ts'

/* Every test speaks English, whatever the machine's language is; modules whose tables are made of words are read after this. */
await speak('en')

// As every program does first.
await installHostCurve()

rememberStretches()
