import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { findIndex, setIndexAside, writeIndex } from '../../src/vault/index-file.ts'

/*
 * Writes `vault.json` (`begin`: for the first time), or brings it back from its copy, and is killed before the step of that number: every call that changes
 * something on the disk is a step. Ends by itself when there are fewer. `fill` writes one of 40 kB.
 */

const [dir = '', deed, at] = process.argv.slice(2)
let steps = 0
const noted = <Call extends (...input: never[]) => unknown>(call: Call): Call =>
  ((...input) => {
    steps += 1
    if (steps === Number(at)) process.kill(process.pid, 'SIGKILL')
    return call(...input)
  }) as Call

fs.openSync = noted(fs.openSync)
fs.writeFileSync = noted(fs.writeFileSync)
fs.fsyncSync = noted(fs.fsyncSync)
fs.renameSync = noted(fs.renameSync)
fs.rmSync = noted(fs.rmSync)
syncBuiltinESMExports()

if (deed === 'begin') {
  writeIndex(dir, { store: 'file', profile: 'mine', accounts: [], entries: { master: 'new' } })
} else if (deed === 'write' || deed === 'fill') {
  const accounts = Array.from({ length: deed === 'fill' ? 8_000 : 1 }, () => 'new')
  writeIndex(dir, { store: 'file', profile: 'mine', accounts, entries: { master: 'new' } })
} else {
  const { index } = findIndex(dir)
  if (index === null) throw new Error('nothing was found')
  setIndexAside(dir, 1_000_000n, { copyToo: false })
  writeIndex(dir, index)
}
