import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

/**
 * The law of the layout: who may import whom, and which packages each module may use.
 * A door is a key of package.json "imports". Nothing is exempted; change this table in review.
 */
const MODULES = {
  protocol: { doors: [], packages: ['@noble/', '@scure/'] },
  words: { doors: ['#catalogues', '#messages'], packages: ['intl-messageformat'] },
  contract: { doors: ['#protocol', '#words/facts'], packages: ['zod'] },
  platform: {
    doors: ['#contract', '#protocol'],
    packages: ['node:crypto', 'node:fs', 'node:path', 'libsodium-wrappers-sumo', 'sodium-native'],
  },
  remote: { doors: ['#protocol', '#contract'], packages: ['uuid', 'node:buffer'] },
  store: {
    doors: ['#protocol', '#contract', '#platform/files', '#words/facts'],
    packages: ['better-sqlite3', 'zod', 'node:fs', 'node:path', 'node:crypto'],
  },
  sync: { doors: ['#protocol', '#contract', '#remote', '#store'], packages: [] },
  vault: {
    doors: ['#protocol', '#contract', '#platform', '#words/facts'],
    packages: [
      ...['@noble/', '@scure/', '@zxcvbn-ts/', 'keytar', 'zod'],
      ...['node:fs', 'node:path', 'node:crypto', 'node:worker_threads', 'node:v8', 'node:vm'],
    ],
  },
  wallet: {
    doors: ['#protocol', '#contract', '#words/facts', '#remote', '#store', '#sync', '#vault'],
    packages: ['uuid', 'zod', '@scure/bip39', '@internationalized/date', 'node:zlib'],
  },
  updates: {
    doors: ['#protocol', '#contract', '#remote', '#store'],
    packages: ['zod', 'node:fs', 'node:path', 'node:crypto'],
  },
  localnet: {
    doors: ['#protocol', '#contract', '#platform', '#assets'],
    packages: ['fastify', 'better-sqlite3', 'ws', 'zod', '@noble/', 'uuid', '@scure/base', 'node:'],
  },
  main: {
    doors: [
      '#words',
      '#contract',
      '#platform',
      '#wallet',
      '#store',
      '#vault',
      '#remote',
      '#localnet',
      '#updates',
      '#assets',
      '#environment',
      '#identity',
    ],
    packages: ['electron', 'ws', 'socks', 'undici', 'node:'],
  },
  preload: { doors: ['#contract/ipc'], packages: ['electron'] },
  renderer: {
    doors: ['#words', '#contract', '#protocol/text', '#licences', '#handbook'],
    packages: [
      'react',
      'react-dom',
      'react-aria-components',
      '@internationalized/date',
      'zustand',
      'lucide-react',
      'marked',
      'qrcode',
      'zxing-wasm',
      'pdfjs-dist',
      '@tanstack/react-virtual',
      'papaparse',
      'd3-array',
      'd3-shape',
      '@fontsource-variable/',
    ],
  },
} as const satisfies Record<string, { doors: readonly string[]; packages: readonly string[] }>

/** Imports that may only be types, because their code must not run there. */
const TYPE_ONLY: Record<string, readonly string[]> = {
  sync: ['#remote', '#store'],
  preload: ['#contract/ipc'],
  renderer: ['#contract/ipc', '#contract/http', '#contract/domain', '#contract/wire'],
}

/** The rooms inside the two biggest modules, lowest first: a file imports its own room and those before it. What is loose stands above them. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  wallet: [
    ...[
      'shared',
      'value',
      'policies',
      'nodes',
      'payments',
      'contacts',
      'approvals',
      'coins',
      'runs',
      'schedule',
      'activity',
      'statements',
      'collectibles',
      'scan',
      'backup',
    ],
    ...['web-apps', 'account', 'doctor', 'runtime.ts', 'wallet.ts', 'index.ts'],
  ],
  renderer: ['lib', 'ui', 'state', 'components', 'screens', 'shell', 'main.ts'],
}

/** Room of a file, or the file itself where it is loose. */
const roomOf = (file: string): string => file.split('/')[1] ?? ''

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** The place of a file below src, spelled as in an import, whatever the system's own mark is. */
const inSource = (path: string): string => relative(SRC, path).replaceAll(sep, '/')
const STATEMENT =
  /(?:^|\n)\s*(import|export)\s+(type\s)?[^'"\n;]*?(?:\n[^'"]*?)?from\s+['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

interface Edge {
  readonly file: string
  readonly module: string
  readonly target: string
  readonly typeOnly: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesBelow(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

function edgesOf(path: string): Edge[] {
  const file = inSource(path)
  const module = file.split('/')[0] ?? ''
  return [...readFileSync(path, 'utf8').matchAll(STATEMENT)].map((match) => ({
    file,
    module,
    target: match[3] ?? match[4] ?? match[5] ?? '',
    typeOnly: match[2] !== undefined,
  }))
}

const startsWithOne = (target: string, allowed: readonly string[]): boolean =>
  allowed.some(
    (prefix) =>
      target === prefix || target.startsWith(prefix.endsWith('/') || prefix.endsWith(':') ? prefix : `${prefix}/`),
  )

function verdict(edge: Edge): string | null {
  const rule = MODULES[edge.module as keyof typeof MODULES]
  if (rule === undefined) return 'lies in a folder that is no module'
  if (edge.target.startsWith('.')) {
    const landed = inSource(join(SRC, edge.file, '..', edge.target)).split('/')[0]
    return landed === edge.module ? null : 'reaches into another module by a relative path'
  }
  if (edge.target.startsWith('#')) {
    if (!startsWithOne(edge.target, rule.doors)) return 'uses a door that is closed to it'
    const mustBeType = TYPE_ONLY[edge.module]?.some((door) => edge.target === door) ?? false
    return mustBeType && !edge.typeOnly ? 'may import this door as a type only' : null
  }
  return startsWithOne(edge.target, rule.packages) ? null : 'uses a package that is closed to it'
}

/** Functions from their first word to their last brace, with all that stands in them: lint counts neither comments nor elements of a page. */
function longFunctions(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  const long: string[] = []
  const measure = ({ start, end }: { start: number; end: number }): void => {
    const lines = text.slice(start, end).split('\n').length
    const first = text.slice(0, start).split('\n').length
    if (lines > 120) long.push(`${inSource(path)}:${first}: ${lines} lines`)
  }
  const { program } = parseSync(path, text)
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program)
  return long
}

const files = filesBelow(SRC)
const edges = files.flatMap(edgesOf)

describe('architecture', () => {
  it('sees the source files and their imports', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(edges.length).toBeGreaterThan(40)
  })

  it('has no folder in src that the table does not name', () => {
    const folders = readdirSync(SRC, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(MODULES).sort())
  })

  it('lets modules import only through the doors and packages open to them', () => {
    const wrong = edges.flatMap((edge) => {
      const why = verdict(edge)
      return why === null ? [] : [`${edge.file} -> ${edge.target}: ${why}`]
    })
    expect(wrong).toEqual([])
  })

  it('uses every package that is brought to its users', () => {
    const { dependencies } = JSON.parse(readFileSync(join(SRC, '../package.json'), 'utf8'))
    const styles = readFileSync(join(SRC, 'renderer/styles.css'), 'utf8')
    const unused = Object.keys(dependencies).filter(
      (name) => !edges.some(({ target }) => startsWithOne(target, [name])) && !styles.includes(`"${name}/`),
    )
    expect(unused).toEqual([])
  })

  it('keeps the screens of the window apart from each other', () => {
    const wrong = edges.filter((edge) => {
      const from = edge.file.match(/^renderer\/screens\/([^/]+)\//)?.[1]
      if (from === undefined || !edge.target.startsWith('.')) return false
      const landed = inSource(join(SRC, edge.file, '..', edge.target))
      const to = landed.match(/^renderer\/screens\/([^/]+)/)?.[1]
      return to !== undefined && to !== from
    })
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(ROOMS))('keeps the rooms of the %s in their order', (module, rooms) => {
    const found = filesBelow(join(SRC, module)).map((path) => roomOf(inSource(path)))
    expect([...new Set(found)].filter((room) => !rooms.includes(room))).toEqual([])
    const wrong = edges.flatMap((edge) => {
      if (edge.module !== module || !edge.target.startsWith('.')) return []
      const landed = inSource(join(SRC, edge.file, '..', edge.target))
      // What is no code lies beside it.
      const isAbove = rooms.indexOf(roomOf(landed)) > rooms.indexOf(roomOf(edge.file))
      return isAbove && /\.tsx?$/.test(landed) ? [`${edge.file} -> ${landed}`] : []
    })
    expect(wrong).toEqual([])
  })

  it('has no file of more than 400 lines and no function of more than 120', () => {
    const long = files.filter((path) => readFileSync(path, 'utf8').split('\n').length > 401)
    expect(long.map((path) => inSource(path))).toEqual([])
    expect(files.flatMap(longFunctions)).toEqual([])
  })

  it('gives each page of a module at most 60 lines', () => {
    const pages = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('README.md'))
    expect(pages.length).toBeGreaterThan(10)
    const long = pages.filter((name) => readFileSync(join(SRC, name), 'utf8').trimEnd().split('\n').length > 60)
    expect(long).toEqual([])
  })

  it('has no files that import each other in a circle', () => {
    const next = new Map(files.map((path) => [inSource(path), new Set<string>()]))
    for (const { file, target } of edges) {
      if (target.startsWith('.')) next.get(file)?.add(inSource(join(SRC, file, '..', target)))
    }
    // Takes away what imports nothing that is left, until all is gone or only circles are.
    for (let before = -1; before !== next.size; ) {
      before = next.size
      for (const [file, targets] of next) if (![...targets].some((target) => next.has(target))) next.delete(file)
    }
    expect([...next.keys()]).toEqual([])
  })

  it('reads the keychain in one module only', () => {
    const readers = new Set(edges.filter((edge) => edge.target === 'keytar').map((edge) => edge.module))
    expect([...readers].filter((module) => module !== 'vault')).toEqual([])
  })

  it('renames files where another program that looks at them is waited for, and never as the system does it', () => {
    const renaming = files.filter((path) =>
      /\brename(?:Sync)?\b[^\n]* from 'node:fs'|^ +renameSync,$/m.test(readFileSync(path, 'utf8')),
    )
    // The log is written in between all else, and rather loses a line than makes anybody wait.
    expect(renaming.map((path) => inSource(path)).sort()).toEqual(['main/log.ts', 'platform/files.ts'])
  })

  it('opens every door onto a file that exists', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      imports: Record<string, string>
    }
    for (const path of Object.values(manifest.imports).map((target) =>
      target.replace(/\*$/, 'en/README.md').replace('*', 'en'),
    )) {
      expect(statSync(new URL(`../${path}`, import.meta.url)).isFile(), path).toBe(true)
    }
  })
})

/** A limit of less is a guess about a machine; vitest.config.ts gives more to all. */
const LEAST_MS = 180_000
const OWN_LIMIT = /\}, (\d[\d_]*000)\)$|^ +(\d[\d_]*000),\n +\)$|\btimeout: (\d[\d_]*000),?\s*\}, (?:async )?\(/gm

/** What takes a person to another screen or account. */
const LEADS = /(?<![.\w])(?:go|goBack|goSendFilled|selectAccount)\(/
const WAITS = /\bawait\b|\.then\(/
const depth = (line: string): number => line.length - line.trimStart().length

/** Whether a line leads away after something was waited for, without having asked whether the person is still there. */
function leadsLate(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  const [before = ''] = line.split(LEADS)
  if (before === line || /isHere\(\)/.test(line)) return false
  if (before.includes('=>')) return WAITS.test(before)
  // Upwards to where the function begins, past what lies deeper.
  let least = depth(line)
  for (const above of lines.slice(0, at).reverse()) {
    if (above.trim() === '' || depth(above) > least) continue
    least = depth(above)
    if (/isHere\(\)/.test(above)) return false
    if (WAITS.test(above)) return true
    if (/=>|function/.test(above) && least < depth(line)) return false
  }
  return false
}

describe('the window', () => {
  it('is led on by an answer only from where it was asked for: one that comes late takes nobody away', () => {
    const late = files
      .filter((path) => path.includes(`${sep}renderer${sep}`))
      .flatMap((path) => {
        const lines = readFileSync(path, 'utf8').split('\n')
        return lines.flatMap((_, at) => (leadsLate(lines, at) ? [`${inSource(path)}:${at + 1}`] : []))
      })
    expect(late).toEqual([])
  })
})

describe('sorting', () => {
  it('says by which language: that of the computer is neither the one that is spoken nor the same on another', () => {
    const silent = files.filter((path) =>
      /localeCompare\((?:[^(),]|\([^()]*\))*\)|Collator\(\)/.test(readFileSync(path, 'utf8')),
    )
    expect(silent).toEqual([])
  })
})

/** An expectation of what a part of the screen says at this moment. */
const ONE_LOOK =
  /expect\(\s*(?:[\w.]+\()?await (?:(?!expect\(|\)\s*\.(?:not\.)?to[A-Z])[\s\S])+?\.(?:count|inputValue|is(?:Checked|Disabled|Enabled|Visible)|innerText|allInnerTexts|textContent|getAttribute)\((?:'[^']*')?\)/g

describe('tests', () => {
  const tests = filesBelow(fileURLToPath(new URL('.', import.meta.url))).filter((path) => /\.test\.tsx?$/.test(path))

  it('set no short limits of their own: what is slow on a busy machine is no failure', () => {
    const short = tests.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(OWN_LIMIT)]
        .map(([, end, line, option]) => Number((end ?? line ?? option ?? '').replaceAll('_', '')))
        .filter((ms) => ms >= 5_000 && ms < LEAST_MS)
        .map((ms) => `${path}: ${ms}`),
    )
    expect(short).toEqual([])
  })

  it('ask a screen until it says so: one look at it may come before it is drawn', () => {
    const once = tests.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(ONE_LOOK)].map(([look]) => `${path}: ${look.replaceAll(/\s+/g, ' ')}`),
    )
    expect(once).toEqual([])
  })

  it('tick what a person sees, since a press on a hidden input goes where it was before', () => {
    const forced = tests.filter((path) => /\.(?:check|setChecked)\([^)]*force: true/.test(readFileSync(path, 'utf8')))
    expect(forced).toEqual([])
  })
})
