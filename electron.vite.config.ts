import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

/**
 * Three builds, none of which needs Electron's binary. The doors (`#...`) are resolved from package.json by the bundler itself.
 * `main` holds two programs, the one Electron runs and the one plain Node runs, and the vault's thread; packages stay outside and are loaded at run time, but for zod.
 */
export default defineConfig({
  main: {
    build: {
      // Loaded as a package it brings its messages in fifty languages, for each program and each thread of the vault.
      externalizeDeps: { exclude: ['zod'] },
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          browser: 'src/main/browser.ts',
          'vault-thread': 'src/vault/thread.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      // A sandboxed preload can load nothing but Electron: one CommonJS file with everything in it.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: 'src/preload/index.ts', 'web-app': 'src/preload/web-app.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [react(), tailwind()],
    build: {
      // The policy allows no data: URL and no inline script, so nothing may be inlined.
      assetsInlineLimit: 0,
      minify: true,
      cssMinify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: 'src/renderer/index.html', approval: 'src/renderer/approval.html' },
      },
    },
  },
})
