import { statSync } from 'node:fs'
import { expect } from 'vitest'

/* Where systems differ: Windows knows neither signals nor the rights of a file's owner. */

export const WINDOWS = process.platform === 'win32'

/** What a program ends with that is told to, where it has no channel to the test: there it can only be ended by force. */
export const TOLD_TO_END = WINDOWS ? null : 0

/** Whether a program ended itself by force. On Windows such an end has the code of an error, of which nothing is said. */
export const wasKilled = (signal: string | null, code: number | null, complaints: string): boolean =>
  signal === 'SIGKILL' || (WINDOWS && code === 1 && complaints === '')

/** Demands that nobody but its owner may read a file or a folder. On Windows that is so by the folder of the person that it lies in. */
export function expectPrivate(...paths: readonly string[]): void {
  for (const path of paths) {
    const found = statSync(path)
    if (!WINDOWS) expect(found.mode & 0o777, path).toBe(found.isDirectory() ? 0o700 : 0o600)
  }
}
