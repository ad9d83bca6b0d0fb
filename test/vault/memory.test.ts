import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { findIndex } from '../../src/vault/index-file.ts'
import { readHeader, unsealHeader } from '../../src/vault/master.ts'
import { openVaultHere } from '../../src/vault/vault.ts'
import { NIGHTLY } from '../support/nightly.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import { ANA, credentials, PASSPHRASE, vaultWorld } from '../support/vault.ts'

const RUNS = NIGHTLY ? 20 : 5
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n

/** Everything from which money could be moved, in the forms in which a program may hold it. */
async function secretsOf(dir: string, seed: Uint8Array): Promise<Record<string, Uint8Array>> {
  const hash = createHash('sha512').update(seed).digest()
  const clamped = Buffer.from(hash.subarray(0, 32))
  clamped[0] = (clamped[0] ?? 0) & 248
  clamped[31] = ((clamped[31] ?? 0) & 127) | 64
  const scalar = Buffer.from(
    (BigInt(`0x${Buffer.from(clamped).reverse().toString('hex')}`) % ORDER).toString(16).padStart(64, '0'),
    'hex',
  )
  const header = readHeader(findIndex(dir).index?.entries['master'] ?? '')
  const unsealed = header.kind === 'passphrase' ? await unsealHeader(header, PASSPHRASE, ['program-of-a-test']) : null
  const master = unsealed?.outcome === 'opened' ? unsealed.key : new Uint8Array(32)
  return {
    seed,
    'seed as hex': Buffer.from(Buffer.from(seed).toString('hex')),
    'hash of the seed': hash.subarray(0, 32),
    'nonce prefix': hash.subarray(32),
    clamped,
    'clamped, turned round': Buffer.from(clamped).reverse(),
    scalar: Buffer.from(scalar).reverse(),
    'scalar, turned round': scalar,
    master,
    'master as text': Buffer.from(Buffer.from(master).toString('base64url')),
  }
}

async function fileVault() {
  const dir = newFolder('memory')
  const seed = randomBytes(32)
  const vault = await openVaultHere({
    ...vaultWorld('throws'),
    dir,
    profileId: 'program-of-a-test',
    random: (length) => new Uint8Array(randomBytes(length)),
  })
  await vault.setPassphrase({ current: null, next: PASSPHRASE })
  await vault.accounts.add(ANA, credentials({ spendSeed: seed.toString('hex') }))
  await vault.close()
  return { dir, secrets: await secretsOf(dir, seed) }
}

class Program {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: Interface

  constructor(dir: string) {
    this.#child = spawn(process.execPath, [programOf('test/vault/program.ts'), 'use', dir])
    this.#child.stderr.pipe(process.stderr)
    this.#lines = createInterface({ input: this.#child.stdout })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async step(line: string): Promise<void> {
    const done = once(this.#lines, 'line')
    this.#child.stdin.write(`${line}\n`)
    await done
  }

  async end(): Promise<void> {
    const closed = once(this.#child, 'close')
    this.#child.stdin.end()
    await closed
  }
}

describe.runIf(process.platform === 'linux')('the memory of a program whose vault was locked', () => {
  it(`holds no seed, scalar or master key, in ${RUNS} of ${RUNS} runs, and held them until then`, async () => {
    const { dir, secrets } = await fileVault()
    const program = new Program(dir)
    const after: string[][] = []
    for (let run = 0; run < RUNS; run += 1) {
      await program.step(`unlock ${PASSPHRASE}`)
      await program.step('use')
      if (run === 0) {
        expect(foundInMemory(program.pid, secrets)).toEqual(expect.arrayContaining(['clamped', 'master', 'seed']))
      }
      await program.step('lock')
      after.push(foundInMemory(program.pid, secrets))
    }
    await program.end()
    expect(after).toEqual(Array.from({ length: RUNS }, () => []))
  }, 600_000)
})

const PAGE = 4096
const PIECE = 8 * 1024 * 1024
const OVERLAP = 256

/** Which of the things are found in the memory of another program of ours: names of `wanted`, Linux only. */
function foundInMemory(pid: number, wanted: Readonly<Record<string, Uint8Array>>): string[] {
  const found = new Set<string>()
  const [memory, pages] = [openSync(`/proc/${pid}/mem`, 'r'), openSync(`/proc/${pid}/pagemap`, 'r')]
  const piece = Buffer.alloc(PIECE + OVERLAP)
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, first, last] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? []
      if (first === undefined || last === undefined || /\[v(var|syscall|dso)/.test(line)) continue
      for (const { from, end } of writtenIn(pages, Number.parseInt(first, 16), Number.parseInt(last, 16))) {
        for (let at = from; at < end; at += PIECE) {
          const length = readPiece(memory, piece, at, Math.min(PIECE + OVERLAP, end - at))
          const bytes = piece.subarray(0, length)
          for (const [name, needle] of Object.entries(wanted)) if (bytes.indexOf(needle) !== -1) found.add(name)
        }
      }
    }
  } finally {
    closeSync(memory)
    closeSync(pages)
  }
  return [...found].sort()
}

/** The parts that are in memory or swapped out; the rest, most of what V8 sets apart for code, was never written to. */
function writtenIn(pages: number, first: number, last: number): { from: number; end: number }[] {
  const entries = Buffer.alloc(((last - first) / PAGE) * 8)
  readSync(pages, entries, 0, entries.length, (first / PAGE) * 8)
  const parts: { from: number; end: number }[] = []
  for (let at = first; at < last; at += PAGE) {
    // The two highest of the 64 bits: there, or swapped.
    if ((entries[((at - first) / PAGE) * 8 + 7] ?? 0) < 0x40) continue
    const before = parts.at(-1)
    if (before?.end === at) before.end = at + PAGE
    else parts.push({ from: at, end: at + PAGE })
  }
  return parts
}

/** Pages that were given back to the system meanwhile hold nothing. */
function readPiece(memory: number, piece: Buffer, at: number, length: number): number {
  try {
    return readSync(memory, piece, 0, length, at)
  } catch {
    return 0
  }
}
