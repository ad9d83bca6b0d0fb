import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/*
 * The vault's thread as one file, made once for a run: read as it is written, each of the many vaults that tests open would load and strip
 * sixty files for it, which is half of what opening one costs.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Below the packages, from where those that stay outside are found. */
const FOLDER = join(ROOT, 'node_modules/.cache/coffer-vault')
const FILE = 'thread.mjs'
/** What is compiled for a machine, or finds files beside itself. */
const OUTSIDE = ['sodium-native', 'libsodium-wrappers-sumo', 'keytar']

export async function setup(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: join(ROOT, 'src/vault/thread.ts'),
      outDir: FOLDER,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: FILE, chunkFileNames: '[name].mjs' } },
    },
  })
}

/** Has vaults that tests open start that file. */
export const vaultThread: Plugin = {
  name: 'vault-thread',
  transform(code, id) {
    if (!id.endsWith('/src/vault/threads.ts')) return null
    const found = code.replace(/(['"])\.\/thread\.ts\1/, JSON.stringify(pathToFileURL(join(FOLDER, FILE)).href))
    if (found === code) throw new Error('the vault starts its thread in another way')
    return { code: found, map: null }
  },
}
