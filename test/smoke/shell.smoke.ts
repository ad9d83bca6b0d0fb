import { describe, it } from 'vitest'
import { shellSuite } from '../e2e/shell-suite.ts'
import { electronShell } from './electron-shell.ts'
import { PROGRAM_CHECKS } from './program-checks.ts'

/* What the browser host is tried with in `test/e2e/shell.test.ts`, in the real Electron, and what only that one has. */

const shell = shellSuite(electronShell)

describe('the program', () => {
  for (const { name, run } of PROGRAM_CHECKS) it(name, () => run(shell()))
})
