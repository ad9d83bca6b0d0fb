const PASSPHRASE_MIN = 10

/** What still keeps a passphrase from being set, or null. */
export function passphraseProblem(passphrase: string, repeated: string): string | null {
  const missing = PASSPHRASE_MIN - passphrase.length
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}; four random words are best.`
  if (/^(.)\1*$/u.test(passphrase)) return 'One character repeated is no passphrase.'
  if (repeated !== passphrase) return 'The two are not the same yet.'
  return null
}
