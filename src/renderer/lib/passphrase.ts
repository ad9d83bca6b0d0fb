const PASSPHRASE_MIN = 10

export interface PassphraseProblem {
  /** The field that has to change. */
  readonly field: 'passphrase' | 'repeated'
  readonly text: string
}

/** What still keeps a passphrase from being set, or null. */
export function passphraseProblem(passphrase: string, repeated: string): PassphraseProblem | null {
  const missing = PASSPHRASE_MIN - passphrase.length
  if (missing > 0) {
    const more = missing === 1 ? 'character' : 'characters'
    return { field: 'passphrase', text: `${missing} more ${more}; four random words are best.` }
  }
  if (/^(.)\1*$/u.test(passphrase)) {
    return { field: 'passphrase', text: 'One character repeated is no passphrase.' }
  }
  return repeated === passphrase ? null : { field: 'repeated', text: 'The two are not the same yet.' }
}
