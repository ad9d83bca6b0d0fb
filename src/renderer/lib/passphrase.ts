import { inOneLine, weakFacts } from '#contract/errors'
import type { PassphraseVerdict } from '#contract/ipc'
import { say, wording } from '#words'

const PASSPHRASE_MIN = 10

export interface PassphraseProblem {
  /** The field that has to change. */
  readonly field: 'passphrase' | 'repeated'
  readonly text: string
}

/** What still keeps a passphrase from being set, or null. `verdict` is the wallet's, as far as it has looked. */
export function passphraseProblem(
  passphrase: string,
  repeated: string,
  verdict: PassphraseVerdict | null,
): PassphraseProblem | null {
  const missing = PASSPHRASE_MIN - [...passphrase].length
  if (missing > 0) {
    return { field: 'passphrase', text: say('lib.more-four-random-words-are-best', { missing }) }
  }
  const weak = verdict?.weak ?? null
  if (weak !== null) return { field: 'passphrase', text: wording(inOneLine(weakFacts(weak))) }
  return repeated === passphrase ? null : { field: 'repeated', text: say('lib.the-two-are-not-the-same') }
}
