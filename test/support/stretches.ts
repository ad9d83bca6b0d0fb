import crypto from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const real = crypto.scrypt
const stretch = promisify<crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, Buffer>(real)

const remembered = async (
  secret: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
): Promise<void> => {
  const asked = JSON.stringify([secret, salt, length, options])
  const place = join(tmpdir(), `coffer-stretched-${crypto.createHash('sha256').update(asked).digest('hex')}`)
  try {
    const known = await readFile(place).catch(() => null)
    // Whoever wrote it may have been killed before its end.
    const key = known?.length === length ? known : await stretch(secret, salt, length, options)
    if (key !== known) await writeFile(place, key)
    done(null, key)
  } catch (error) {
    done(error as Error, Buffer.alloc(0)) // nothing else is thrown
  }
}

/**
 * Has scrypt work out each answer once in a run, whichever thread or program asks: half a second for every passphrase that is tried makes minutes
 * where tests lock and unlock at every step. The answers are those of the real one.
 */
export function rememberStretches(): void {
  // Tests begin file by file in a process where it may be so already.
  if (crypto.scrypt.name === remembered.name) return
  crypto.scrypt = remembered as unknown as typeof real // the one form in which it is called here
  syncBuiltinESMExports()
}
