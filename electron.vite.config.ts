import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { compiledAhead } from './build/compiled-ahead.ts'
import { firstWords } from './build/first-words.ts'

/** Whether functions of the page keep their names, for whoever looks at which of them are called (`test/bench/first-calls.ts`). */
const IS_NAMED = process.env['COFFER_NAMED'] !== undefined

const CATALOGUE = /\0words\/([\w-]+)$/
/** Messages that the programs alone say: on a terminal, in menus and in windows of the system. */
const OF_HOSTS = 'main.'

/** Styles that are read with the page and wait for the screen that they are of (`shell/start.tsx`). */
const HELD_STYLES = { rel: 'stylesheet', media: 'not all' } as const

/**
 * What a page needs for its first frame stands in itself; what the window's first screen needs is asked for at once, not only when the program
 * runs that needs it. A catalogue is named with its language, and what only an open wallet shows is named so: the host, which knows what comes, makes
 * requests of them.
 */
const firstFrame = (names: readonly string[]): Plugin => ({
  name: 'coffer-first-frame',
  enforce: 'post',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, path }) {
      const files = Object.values(bundle)
      const frame = files.find((file) => file.type === 'asset' && /\bshell-[^/]*\.css$/.test(file.fileName))
      if (frame?.type !== 'asset') return html
      const style = `<style>${String(frame.source).trim()}</style>`
      const own = html.replace(/<link rel="stylesheet"[^>]*shell-[^>]*>/, () => style)
      if (!path.endsWith('index.html')) return own
      const asks = files.flatMap((file): HtmlTagDescriptor[] => {
        const href = `./${file.fileName}`
        const link = (attrs: HtmlTagDescriptor['attrs']) => [
          { tag: 'link', injectTo: 'head' as const, attrs: { ...attrs, crossorigin: true, href } },
        ]
        if (file.type === 'asset') {
          const isOfStart = /\bstart-[^/]*\.css$/.test(href)
          return isOfStart ? [...link({ rel: 'preload', as: 'style' }), ...link(HELD_STYLES)] : []
        }
        const words = CATALOGUE.exec(file.facadeModuleId ?? '')?.[1]
        if (words !== undefined) return link({ rel: 'words', hreflang: words })
        if (file.name === 'open') return link({ rel: 'open' })
        return names.includes(file.name) ? link({ rel: 'modulepreload' }) : []
      })
      return { html: own, tags: asks }
    },
  },
})

const LANGUAGES = readdirSync('resources/words').flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])
const isSpoken = (locale: string): boolean =>
  LANGUAGES.some((language) => locale === language || locale.startsWith(`${language}-`))

/**
 * A file of which the first screen uses nearly all is compiled whole where it is read, beside others; else the page's own thread compiles it function
 * by function, while somebody waits.
 */
const compiledWhole = (name: string): Plugin => ({
  name: 'coffer-compiled-whole',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.name === name) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      }
    },
  },
})

/** What react-aria says to screen readers in languages that the window does not speak: it brings more than thirty. */
const unspokenLeftOut: Plugin = {
  name: 'coffer-unspoken-left-out',
  load: {
    filter: { id: /\/dist\/private\/intl\/(?:[^/]+\/)?[a-z]{2}-[A-Z]{2}\.mjs$/ },
    handler: (id) => (isSpoken(id.slice(-'en-US.mjs'.length, -'.mjs'.length)) ? null : 'export default {}'),
  },
}

/** The file that a page of the handbook comes in, with all others in its language: each is short, and all are read. */
function handbookOf(id: string): string | null {
  const language = /\/resources\/handbook\/([\w-]+)\/[\w-]+\.md/.exec(id)?.[1]
  return language === undefined ? null : `handbook-${language}`
}

/** React-aria asks the engine something in another way, which takes none of the milliseconds that somebody waits for a window. */
const askedInstead = (name: string, id: RegExp, asked: string, instead: string): Plugin => ({
  name: `coffer-${name}`,
  transform: {
    filter: { id },
    handler(code) {
      if (!code.includes(asked)) this.error(`react-aria asks for the ${name} in another way`)
      return { code: code.replace(asked, instead), map: null }
    },
  },
})

/** Whether the browser's language has the form of one: the engine would list all languages with their calendars. Both calls refuse what has not. */
const formOfLanguage = askedInstead(
  'form-of-language',
  /\/react-aria\/dist\/private\/i18n\/useDefaultLocale\.mjs$/,
  'Intl.DateTimeFormat.supportedLocalesOf(',
  'Intl.getCanonicalLocales(',
)

/** In which script a language is mostly written: the engine would read what it knows of all languages. React-aria has a list of languages besides. */
const scriptOfLanguage = askedInstead(
  'script-of-language',
  /\/react-aria\/dist\/private\/i18n\/utils\.mjs$/,
  'new Intl.Locale(localeString).maximize()',
  'new Intl.Locale(localeString)',
)

/** From which side a language is written: the engine would read all that it knows of its texts. React-aria has a list of scripts besides. */
const sideOfLanguage = askedInstead(
  'side-of-language',
  /\/react-aria\/dist\/private\/i18n\/utils\.mjs$/,
  "typeof locale.getTextInfo === 'function' ? locale.getTextInfo() : locale.textInfo",
  'null',
)

const ROOT_MENU = 'RootMenuTriggerStateContext'
const ROOT_MENU_FILE = '\0root-menu'

/**
 * Dialogs of react-aria name a context of its menus, and so bring menus, lists and all that chooses in them into the first screens, which have none.
 * That context is a file of its own for both.
 */
const menusApart: Plugin = {
  name: 'coffer-menus-apart',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^(?:\.\/Menu\.mjs|\0root-menu)$/ },
    handler: (id, importer = '') =>
      id === ROOT_MENU_FILE || /react-aria-components\/dist\/private\/Dialog\.mjs$/.test(importer)
        ? ROOT_MENU_FILE
        : null,
  },
  load: {
    filter: { id: /^\0root-menu$/ },
    handler: () =>
      `import { createContext } from 'react'\nexport const ${ROOT_MENU} = /*#__PURE__*/ createContext(null)`,
  },
  transform: {
    filter: { id: /\/react-aria-components\/dist\/private\/Menu\.mjs$/ },
    handler(code) {
      const name = new RegExp(`(\\S+) as ${ROOT_MENU}`).exec(code)?.[1]
      const made = code
        .split('\n')
        .find((line) => line.startsWith(`const ${name} = `) && line.endsWith('createContext)(null);'))
      if (made === undefined) return this.error('menus of react-aria are written in another way')
      return { code: code.replace(made, `import { ${ROOT_MENU} as ${name} } from '${ROOT_MENU_FILE}'`), map: null }
    },
  },
}

/**
 * The window waits for its words: it never says those of the programs, and what its first screens do not say comes later, as another file that the
 * first one knows.
 */
function wordsInParts(): Plugin {
  const isFirst = firstWords()
  return {
    name: 'coffer-words-in-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^#catalogues\// },
      handler: (id) => id.replace('#catalogues/', '\0words/'),
    },
    load: {
      filter: { id: /^\0words\// },
      handler(id) {
        const [language = '', part] = id.slice('\0words/'.length).split('/')
        const file = resolve('resources/words', `${language}.json`)
        const catalogue: Readonly<Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'))
        const said = Object.entries(catalogue).filter(([code]) => !code.startsWith(OF_HOSTS))
        const words = said.filter(([code]) => isFirst(code) === (part === undefined))
        const rest =
          part === undefined ? `export const rest = () => import('#catalogues/${language}/later-${language}')\n` : ''
        return `${rest}export default ${JSON.stringify(Object.fromEntries(words))}`
      },
    },
  }
}

/**
 * Three builds, none of which needs Electron's binary. The doors (`#...`) are resolved from package.json by the bundler itself.
 * `main` holds two programs, the one Electron runs and the one plain Node runs, and the vault's thread; packages stay outside and are loaded at run time, but for zod and the
 * calendar, of which the main program needs a part that the page brings along anyway.
 */
export default defineConfig({
  main: {
    build: {
      // Loaded as a package it brings its messages in fifty languages, for each program and each thread of the vault.
      externalizeDeps: { exclude: ['zod', '@internationalized/date'] },
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
    plugins: [
      react(),
      tailwind(),
      wordsInParts(),
      unspokenLeftOut,
      formOfLanguage,
      scriptOfLanguage,
      sideOfLanguage,
      menusApart,
      firstFrame(['start']),
      ...(IS_NAMED ? [] : [compiledAhead]),
      compiledWhole('open'),
    ],
    build: {
      // The policy allows no data: URL and no inline script, so nothing may be inlined.
      assetsInlineLimit: 0,
      minify: !IS_NAMED,
      cssMinify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: 'src/renderer/index.html', approval: 'src/renderer/approval.html' },
        output: {
          // Few files for the first screens, each with all that it needs and the ones before have not: a request costs more than what it brings.
          // Both pages read the first one, which knows which page it is in; no other holds a module that begins something by being read.
          // What several of the other screens need is one file too: all of them are read once the first is painted.
          codeSplitting: {
            groups: [
              {
                name: 'page',
                test: /src\/renderer\/(?:main|state\/(?:connect|first|language|query))\.ts$/,
                priority: 7,
              },
              { name: 'start', test: /src\/renderer\/(?:shell\/(?:App|start)|components\/Words)\.tsx$/, priority: 6 },
              { name: 'open', test: /src\/renderer\/shell\/Open\.tsx$/, priority: 5 },
              { name: 'lately', test: /src\/renderer\/screens\/home\/Lately\.tsx$/, priority: 4 },
              { name: 'lock', test: /src\/renderer\/screens\/lock\/(?:index|Damaged)\.tsx$/, priority: 3 },
              { name: 'approving', test: /src\/renderer\/screens\/send\/ApprovalWindow\.tsx$/, priority: 2 },
              { name: handbookOf, debugName: 'handbook', priority: 1 },
              { name: 'shared', test: /\.(?:[cm]?js|tsx?)$/, minShareCount: 2, priority: 0 },
            ],
          },
        },
      },
    },
  },
})
