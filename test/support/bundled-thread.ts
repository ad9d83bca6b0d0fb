import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDER = `${ROOT}node_modules/.cache/coffer-thread`
const NAME = 'vault-thread'
/** Left where they are, as in what is built: they are machine code, or read only when they are needed. */
const PACKAGES = ['@github/keytar', 'sodium-native', 'libsodium-wrappers-sumo']
const LATE = ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-en']

/** Thousands of vaults are opened by the tests, each a thread: made into one file first, it starts in half the time. */
export async function setup(): Promise<void> {
  await build({
    ...{ root: ROOT, configFile: false, logLevel: 'warn' },
    ssr: { noExternal: true, external: [...PACKAGES, ...LATE] },
    build: {
      ...{ ssr: true, target: 'node24', outDir: FOLDER, emptyOutDir: true, minify: false },
      rolldownOptions: {
        input: { [NAME]: `${ROOT}src/vault/thread.ts` },
        output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  })
}

/** Has vaults of tests start that file, as those of the built program start the one beside it. */
export function bundledThread(): Plugin {
  return {
    name: 'bundled-thread',
    // Before types are taken away, and quotes with them.
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/vault/threads.ts')) return null
      const wanted = `'./thread.ts'`
      if (!code.includes(wanted)) throw new Error('threads.ts names its script in another way')
      return code.replace(wanted, JSON.stringify(`file://${FOLDER}/${NAME}.js`))
    },
  }
}
