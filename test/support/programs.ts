import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/*
 * The vault's thread and the programs that tests start again and again as one file each, made once for a run: read as they are written, each of the many
 * vaults that tests open would load and strip sixty files, and each program four hundred, which is most of what starting one costs.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Below the packages, from where those that stay outside are found. */
const FOLDER = join(ROOT, 'node_modules/.cache/coffer-programs')
/** Where Node keeps what it compiled for the threads and programs of tests. */
export const COMPILED = join(ROOT, 'node_modules/.cache/coffer-compiled')
/** Says to whoever starts a program that it has been made. */
const MADE = 'COFFER_PROGRAMS'
const THREAD = 'src/vault/thread.ts'
/** The same for vaults in the process of a test; what else tests start is looked at as it is. */
const REMEMBERING = 'test/support/vault-thread.ts'
const PROGRAMS = [
  ...['test/faults/arriving.ts', 'test/faults/file-points.ts', 'test/faults/killed.ts', 'test/store/writer.ts'],
  ...['test/vault/index-killed.ts', 'test/vault/program.ts', 'test/wallet/wallet-killed.ts'],
  ...['src/main/browser.ts', 'src/main/doctor.ts', 'src/main/verify-statement.ts', 'src/localnet/cli.ts'],
  ...['src/main/wallet.ts', 'test/e2e/support/surrounded.ts', 'test/remote/hungry.ts'],
]
/** What is compiled for a machine, or finds files beside itself; and the runner, of which no program needs anything. */
const OUTSIDE = ['better-sqlite3', 'keytar', 'libsodium-wrappers-sumo', 'sodium-native', 'vitest']

const madeOf = (source: string): string => join(FOLDER, `${basename(source, '.ts')}.mjs`)

/** Where a program of `PROGRAMS` is started from: as it was made for this run, else as it is written. */
export function programOf(source: string): string {
  if (!PROGRAMS.includes(source)) throw new Error('no such program')
  return process.env[MADE] === undefined ? join(ROOT, source) : madeOf(source)
}

export async function setup(): Promise<void> {
  // Each project of a run asks for it.
  if (process.env[MADE] !== undefined) return
  const { build } = await import('vite')
  mkdirSync(FOLDER, { recursive: true })
  // Another run may be starting them: each is put in its place whole.
  const fresh = mkdtempSync(`${FOLDER}-`)
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [threadAt(THREAD)],
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: true,
      outDir: fresh,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          [THREAD, REMEMBERING, ...PROGRAMS].map((source) => [basename(source, '.ts'), join(ROOT, source)]),
        ),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'part-[name].mjs' },
      },
    },
  })
  for (const name of readdirSync(fresh)) renameSync(join(fresh, name), join(FOLDER, name))
  rmSync(fresh, { recursive: true })
  process.env[MADE] = FOLDER
}

/** Has vaults start that file. */
const threadAt = (source: string): Plugin => ({
  name: 'vault-thread',
  transform(code, id) {
    if (!id.endsWith('/src/vault/threads.ts')) return null
    const made = JSON.stringify(pathToFileURL(madeOf(source)).href)
    const found = code.replace(/(['"])\.\/(?:thread\.ts|vault-thread\.js)\1/g, made)
    if (found === code) throw new Error('the vault starts its thread in another way')
    return { code: found, map: null }
  },
})

export const vaultThread = threadAt(REMEMBERING)
