import crypto from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callbackify, promisify } from 'node:util'

const real = crypto.scrypt
const stretch = promisify<crypto.BinaryLike, crypto.BinaryLike, number, crypto.ScryptOptions, Buffer>(real)

const remembered = callbackify(async (...asked: Parameters<typeof stretch>): Promise<Buffer> => {
  const name = crypto.createHash('sha256').update(JSON.stringify(asked)).digest('hex')
  const place = join(tmpdir(), `coffer-stretched-${name}`)
  const known = await readFile(place).catch(() => null)
  // Whoever wrote it may have been killed before its end.
  if (known?.length === asked[2]) return known
  const key = await stretch(...asked)
  await writeFile(place, key)
  return key
})

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
