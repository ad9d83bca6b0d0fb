import { say } from '#words'
import { cx } from '../lib/cx.ts'
import { heard } from '../lib/heard.tsx'
import { spoken } from '../lib/spoken.ts'
import type { Party, Proof } from '../state/types.ts'
import { PROOF_WORDS, proofText } from './review-model.ts'

/** Of a receiver's output, or without one of change. */
export function ProofMark({ proof, party }: { readonly proof: Proof; readonly party?: Party }) {
  const { word } = PROOF_WORDS[proof]
  const text = proofText(proof, party)
  return (
    <span
      title={spoken(text)}
      className={cx(
        'text-sm',
        proof === 'proved' ? 'text-ok' : proof === 'unknown' ? 'font-semibold text-stop' : 'text-ink-3',
      )}
    >
      {word}
      <span className="sr-only">{heard(say('lib.colon') + text)}</span>
    </span>
  )
}
