import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { NIGHTLY } from './support/nightly.ts'
import { COMPILED, vaultThread } from './support/programs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Most tests wait for blocks and answers: fewer files at a time than this leave the cores idle for a third of the run. */
const AT_A_TIME = availableParallelism() + 2

/** Nothing is judged by time: this only ends what hangs, on a machine whose cores all have something else to do. By night a test lives through more. */
const HANGS_MS = NIGHTLY ? 3_600_000 : 600_000

const FILES = ['test/**/*.test.ts', 'test/**/*.test.tsx']
const E2E = 'test/e2e/**'

/**
 * Files of tests follow each other in one process, where what they import is read and compiled already: that is a third of what they take. Those that
 * replace a module for others that import it, or look at the memory of their process, have one of their own.
 */
const APART = globSync(FILES, { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('memory.test.ts') || readFileSync(ROOT + file, 'utf8').includes('vi.mock('))

/** Files that are small and have much to do, of which the last would otherwise be alone at the end. */
const LONG = [
  'e2e/language-',
  'e2e/cosign',
  'faults/',
  'soak/',
  'attack/',
  'wallet/kill',
  'vault/kill',
  'wallet/every-kind',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((part) => moduleId.includes(`/test/${part}`))
    // A project's files stay together, as its processes do.
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((each) => [
      ...each.filter(isLong),
      ...each.filter((file) => !isLong(file)),
    ])
  }
}

const unit = (name: string, files: { include: string[]; exclude?: string[]; isolate?: false }) => ({
  extends: true as const,
  plugins: [vaultThread],
  test: {
    name,
    ...files,
    globalSetup: ['test/support/programs.ts'],
    // Each vault is a thread and each killed wallet a program, which find themselves compiled already.
    env: { NODE_COMPILE_CACHE: COMPILED },
    maxWorkers: AT_A_TIME,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
  },
})

/** Units test the sources, e2e what was built from them. */
export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: ['test/support/scratch.ts'],
    setupFiles: ['test/support/speak.ts', 'test/support/ended.ts'],
    // What is waited for comes in milliseconds; a crowded machine may take its time all the same.
    expect: { poll: { timeout: 150_000, interval: 20 } },
    // `npm test` names what passed only when it was tried again.
    retry: 1,
    sequence: { sequencer: LongFirst },
    projects: [
      unit('unit', { include: FILES, exclude: [E2E, ...APART], isolate: false }),
      unit('unit-apart', { include: APART }),
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [`${E2E}/*.test.ts`],
          globalSetup: ['test/e2e/support/built.mjs', 'test/support/programs.ts'],
          isolate: false,
          // Each file has programs, folders and a browser of its own.
          maxWorkers: AT_A_TIME,
          testTimeout: HANGS_MS,
          hookTimeout: HANGS_MS,
        },
      },
      {
        extends: true,
        test: {
          // By `npm run smoke` alone, which brings the Electron.
          name: 'smoke',
          include: ['test/smoke/*.smoke.ts'],
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
