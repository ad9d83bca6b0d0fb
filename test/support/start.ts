import type { Said } from '#words'
import { StartError } from '../../src/main/start-error.ts'

/** Why something does not start; it throws anything else that is thrown. */
export function whyNot(start: () => unknown): Said | null {
  try {
    start()
    return null
  } catch (error) {
    if (error instanceof StartError) return error.why
    throw error
  }
}
