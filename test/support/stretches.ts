import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const known = new Map<string, Promise<Buffer>>()
const real = crypto.scrypt

const remembered = (
  secret: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): void => {
  const asked = JSON.stringify([secret, salt, length, options])
  const answer =
    known.get(asked) ??
    new Promise<Buffer>((resolve, reject) => {
      real(secret, salt, length, options, (error, key) => (error === null ? resolve(key) : reject(error)))
    })
  known.set(asked, answer)
  // Whoever asked overwrites what it was given.
  answer.then(
    (key) => done(null, Buffer.from(key)),
    (error: Error) => done(error, Buffer.alloc(0)),
  )
}

/**
 * Has scrypt work out each answer once in this thread: a third of a second for every passphrase that is tried makes minutes where a test
 * locks and unlocks at every step. The answers are those of the real one.
 */
export function rememberStretches(): void {
  // Tests begin file by file in a process where it may be so already.
  if (crypto.scrypt.name === remembered.name) return
  crypto.scrypt = remembered as typeof real // the one form in which it is called here
  syncBuiltinESMExports()
}
