import type * as crypto from 'node:crypto'

/**
 * `node:crypto` for `vi.mock`, whose scrypt works out each answer once: a third of a second for every passphrase that is tried makes
 * minutes where a test locks and unlocks at every step. The answers are those of the real one.
 */
export function rememberStretches(real: typeof crypto): typeof crypto {
  const known = new Map<string, Promise<Buffer>>()
  const scrypt = (
    ...[secret, salt, length, options, done]: [
      crypto.BinaryLike,
      crypto.BinaryLike,
      number,
      crypto.ScryptOptions,
      (error: Error | null, key: Buffer) => void,
    ]
  ): void => {
    const asked = JSON.stringify([secret, salt, length, options])
    const answer =
      known.get(asked) ??
      new Promise<Buffer>((resolve, reject) => {
        real.scrypt(secret, salt, length, options, (error, key) => (error === null ? resolve(key) : reject(error)))
      })
    known.set(asked, answer)
    // Whoever asked overwrites what it was given.
    answer.then(
      (key) => done(null, Buffer.from(key)),
      (error: Error) => done(error, Buffer.alloc(0)),
    )
  }
  return { ...real, scrypt: scrypt as typeof real.scrypt } // the one form in which it is called here
}
