import { v4 as uuid } from 'uuid'
import type { Random } from '#contract/domain'
import { failure } from '#contract/errors'

/** Characters of a part: a few megabytes at most in any script, which is what an answer may have. */
const PART = 1_000_000

/** The file that was made last, for a window that takes it part by part; gone with its last part. */
export function createFiles(random: Random) {
  let kept: { readonly file: string; readonly text: string } | null = null
  return {
    keep(text: string): { readonly file: string; readonly parts: number } {
      const file = uuid({ random: random(16) })
      kept = { file, text }
      return { file, parts: Math.max(1, Math.ceil(text.length / PART)) }
    },
    take(file: string, part: number): string {
      if (kept?.file !== file) throw failure('input.invalid', 'no such file', { details: { field: 'file' } })
      const { text } = kept
      const end = (part + 1) * PART
      if (end >= text.length) kept = null
      return text.slice(part * PART, end)
    },
  }
}
