import { browserShell } from './support/shell.ts'
import { shellSuite } from './support/shell-suite.ts'

/* The journey and the checks that `npm run smoke` repeats in the real Electron, here in the browser host. */

shellSuite(browserShell)
