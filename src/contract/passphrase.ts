import { type Said, said } from '#words/facts'

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

/** Why a passphrase is refused, and what helps. */
export function weakFacts(why: unknown): { readonly what: Said; readonly todo: Said } {
  const reason = WEAK_REASONS.find((one) => one === why) ?? 'guessable'
  return {
    what: said(`error.weak.${reason}`),
    todo: said(`error.weak.${reason === 'short' || reason === 'guessable' ? reason : 'other'}.todo`),
  }
}
