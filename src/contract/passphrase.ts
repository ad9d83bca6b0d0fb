/*
 * How easily a passphrase is guessed, as an estimator (zxcvbn) sees it: it knows what people choose and what is tried first.
 */

export const WEAK_REASONS = [
  'short',
  'repeated',
  'row',
  'sequence',
  'date',
  'common',
  'word',
  'name',
  'guessable',
] as const
export type WeakReason = (typeof WEAK_REASONS)[number]

interface WeakWords {
  readonly what: string
  readonly todo: string
}

const MORE = 'Add words that have nothing to do with each other.'

const WORDS: Readonly<Record<WeakReason, WeakWords>> = {
  short: { what: 'That passphrase is too short.', todo: 'Use at least 10 characters, best four random words.' },
  repeated: { what: 'That passphrase repeats itself, which adds next to nothing.', todo: MORE },
  row: { what: 'Those keys lie side by side, and such rows are tried first.', todo: MORE },
  sequence: { what: 'A sequence like abc or 6543 is tried first.', todo: MORE },
  date: { what: 'Dates and years are tried first.', todo: MORE },
  common: { what: 'That is, or is close to, one of the passwords that everybody tries first.', todo: MORE },
  word: { what: 'One word from the dictionary is guessed quickly, whatever is hung on to it.', todo: MORE },
  name: { what: 'Names are tried first.', todo: MORE },
  guessable: { what: 'That passphrase is too easy to guess.', todo: 'Make it longer: four random words are best.' },
}

/** Why a passphrase is refused, and what helps. */
export function weakWords(why: unknown): WeakWords {
  return WORDS[WEAK_REASONS.find((reason) => reason === why) ?? 'guessable']
}

/** The same in one line. */
export function weakPassphrase(why: WeakReason): string {
  const { what, todo } = weakWords(why)
  return `${what} ${todo}`
}
