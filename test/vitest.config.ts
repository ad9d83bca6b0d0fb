import { defineConfig } from 'vitest/config'

/** Two projects, since e2e drives one browser and one built renderer while units run side by side. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    setupFiles: ['test/support/speak.ts'],
    // What is waited for comes in milliseconds; a crowded machine may take its time all the same.
    expect: { poll: { timeout: 90_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: ['test/e2e/**'],
          // Most of these tests wait for blocks and answers; the default leaves one of two cores idle.
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
