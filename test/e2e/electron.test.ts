import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanEnvironment } from '../../src/main/environment.ts'
import { newFolder } from '../support/scratch.ts'
import { WINDOWS } from '../support/systems.ts'

/*
 * `npm start` where Electron is there. Its program cannot be had everywhere, so one of ours stands in for it: it gets what Electron would
 * get, and loads the built program by Electron's rules.
 */

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const folder = newFolder('electron-start')
let running: (() => Promise<unknown>) | null = null

afterEach(() => running?.())

/** A folder with a program `electron` that runs these lines of a shell. */
function electronOf(name: string, lines: string): string {
  const place = mkdtempSync(join(folder, `${name}-`))
  writeFileSync(join(place, 'electron'), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(place, 'electron'), 0o700)
  return place
}

const STAND_IN = `
COFFER_TEST_NOTE="$(dirname "$0")/note.json" exec "${process.execPath}" "${inRoot('test/e2e/electron-program.ts')}" "$@"`

/** As if root did not run it, for whom Electron is never tried. */
const AS_PERSON = ['--import', 'data:text/javascript,process.getuid = () => 1000']

/** No keychain of a person, and a screen that nobody will look for. */
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent', DISPLAY: '', WAYLAND_DISPLAY: 'nowhere' }

/** Runs a program of Node to listen to what it says. */
function listenTo(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  running = stop
  const kill = () => child.kill('SIGKILL')
  return { stdout: () => stdout, said: () => stderr, exit, stop, kill }
}

function npmStart(place: string, args: readonly string[] = []) {
  const data = mkdtempSync(join(folder, 'data-'))
  const own = ['--data', data, '--no-open', ...args]
  const started = listenTo([...AS_PERSON, inRoot('build/start.mjs'), ...own], {
    ...{ ...process.env, ...NO_KEYCHAIN, ELECTRON_OVERRIDE_DIST_PATH: place },
    ...{ ELECTRON_RUN_AS_NODE: '1', HTTPS_PROXY: 'http://nowhere' },
  })
  const note = () => JSON.parse(readFileSync(join(place, 'note.json'), 'utf8')) as { argv: string[]; set: string[] }
  return { ...started, data, own, note }
}

// What stands in for a program of the system is a script, which Windows calls no program.
describe.skipIf(WINDOWS)('npm start with Electron', () => {
  it('runs it on this folder with our options, and it opens a wallet and ends in order', async () => {
    const started = npmStart(electronOf('good', STAND_IN))
    await expect.poll(started.said).toMatch(/^reply: .*\n/m)
    const [, reply = ''] = /^reply: (.*)$/m.exec(started.said()) ?? []
    expect(JSON.parse(reply)).toMatchObject({ ok: true, value: { host: 'electron', network: { name: 'local' } } })
    expect(started.note().argv).toEqual([inRoot(''), ...started.own])
    const strange = started.note().set.filter((name) => /^(?:NODE_(?!CHANNEL)|ELECTRON|HTTPS_PROXY|npm)/.test(name))
    expect(strange).toEqual([])
    expect(started.note().set).toContain('WAYLAND_DISPLAY')
    expect(await started.stop()).toBe(0)
    expect(started.stdout()).toBe('')
    expect(JSON.parse(readFileSync(join(started.data, 'window.json'), 'utf8'))).toMatchObject({ width: 1100 })
  })

  it('is followed by it in order when it is gone itself', async () => {
    const started = npmStart(electronOf('left', STAND_IN))
    await expect.poll(started.said).toMatch(/^reply: .*"ok":true/m)
    started.kill()
    await expect.poll(() => existsSync(join(started.data, 'window.json'))).toBe(true)
  })

  it('does not go on in a browser when the wallet has said why it cannot start', async () => {
    const started = npmStart(electronOf('refused', STAND_IN), ['--network', 'http://127.0.0.1:9'])
    expect(await started.exit).toBe(70)
    expect(started.said()).toContain('box: Coffer cannot start: Nothing answers at http://127.0.0.1:9')
    expect(started.said()).not.toContain('goes on in a browser')
  })

  it.each([
    ['its sandbox cannot be set up', 'kill -TRAP $$', 'SIGTRAP'],
    ['a library is missing', 'exit 127', 'code 127'],
    ['no display answers', 'exit 1', 'code 1'],
  ])('goes on in a browser, and says why, when %s', async (_what, lines, why) => {
    const started = npmStart(electronOf('broken', lines))
    await expect.poll(started.stdout).toContain('"host":"browser"')
    expect(started.said()).toContain(`Electron cannot be used: it ended at once (${why})`)
    expect(await started.stop()).toBe(0)
  })
})

describe('npm run dev -- --host electron', () => {
  function started(program: string, args: readonly string[], place: string) {
    const data = mkdtempSync(join(folder, 'data-'))
    return listenTo([...AS_PERSON, inRoot(program), ...args, '--data', data], {
      ...process.env,
      ...NO_KEYCHAIN,
      ELECTRON_OVERRIDE_DIST_PATH: place,
      ELECTRON_MIRROR: 'http://127.0.0.1:1/',
    })
  }
  const pageOf = (said: string) => JSON.parse(/^page: (.*)$/m.exec(said)?.[1] ?? 'null') as unknown

  it.skipIf(WINDOWS)('gives the window from its sources, and opens its session to that one socket', async () => {
    const dev = started('build/dev.mjs', ['--host', 'electron'], electronOf('dev', STAND_IN))
    await expect.poll(dev.said).toMatch(/^reply: .*"ok":true/m)
    expect(pageOf(dev.said())).toEqual({
      ...{ status: 200, hot: true, open: ['app://coffer/index.html', 'OWN/'] },
      ...{ proxy: '<-loopback>;OWN', socket: true, elsewhere: 404 },
    })
    expect(await dev.stop()).toBe(0)
  })

  it.skipIf(WINDOWS)('leaves the program of npm start as shut as it is', async () => {
    const start = started('build/start.mjs', [], electronOf('shut', STAND_IN))
    await expect.poll(start.said).toMatch(/^reply: .*"ok":true/m)
    expect(pageOf(start.said())).toEqual({
      ...{ status: 200, hot: false, open: ['app://coffer/index.html'] },
      ...{ proxy: '<-loopback>', socket: false, elsewhere: 404 },
    })
  })

  it('says that nothing was started, and ends with 2, where there is no Electron', async () => {
    const dev = started('build/dev.mjs', ['--host=electron'], mkdtempSync(join(folder, 'empty-')))
    expect(await dev.exit).toBe(2)
    expect(dev.said()).toMatch(/^Nothing is started: it is not downloaded/m)
  })
})

describe('npm run smoke', () => {
  /** The built program by this entry, in what stands in for Electron, with the switches of Playwright. */
  function lookInto(entry: string) {
    const place = mkdtempSync(join(folder, 'entry-'))
    writeFileSync(join(place, 'package.json'), JSON.stringify({ main: relative(place, inRoot(entry)) }))
    const data = mkdtempSync(join(folder, 'data-'))
    const own = ['--inspect=0', '--remote-debugging-port=0', '-r', '/nothing.js', '--data', data]
    return listenTo([inRoot('test/e2e/electron-program.ts'), place, ...own], {
      ...cleanEnvironment(process.env),
      ...NO_KEYCHAIN,
    })
  }

  it('starts the program by an entry that alone lets somebody look in', async () => {
    const looked = lookInto('test/smoke/entry.mjs')
    await expect.poll(looked.said).toMatch(/^reply: .*"ok":true/m)
  })

  it('cannot look into the program as it is packed', async () => {
    const refused = lookInto('out/main/index.js')
    expect(await refused.exit).toBe(78)
    expect(refused.said()).toMatch(/--inspect, --remote-debugging-port, -r/)
  })

  it('says that it checked nothing, and ends with 2, where there is no Electron', () => {
    const nothing = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder, ELECTRON_MIRROR: 'http://127.0.0.1:1/' }
    for (const [args, why] of [
      [[], /Nothing was checked in Electron: \w+/],
      [['--packaged', folder], /Nothing is checked: there is no .*npm run dist -- --dir/],
    ] as const) {
      const { status, stderr } = spawnSync(process.execPath, [inRoot('build/smoke.mjs'), ...args], {
        env: nothing,
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([2, expect.stringMatching(why)])
    }
  })
})

describe.skipIf(WINDOWS)('npm run smoke -- --packaged', () => {
  const PROGRAM = process.platform === 'darwin' ? 'Coffer.app/Contents/MacOS/Coffer' : 'coffer'

  /** What it says of a packaged program that does this where it was given one switch more than the check needs. */
  function lookAt(withMore: string) {
    const place = mkdtempSync(join(folder, 'packaged-'))
    mkdirSync(dirname(join(place, PROGRAM)), { recursive: true })
    const lines = [
      'data=$2; note() { mkdir -p "$data/logs"; echo "2026-11-21T10:00:00Z $1" >> "$data/logs/coffer.log"; }',
      'note "info host.started"',
      `[ $# = 4 ] || { ${withMore}; }`,
      'trap "exit 0" TERM; note "info window.shown"; while :; do sleep 0.1; done',
    ]
    writeFileSync(join(place, PROGRAM), `#!/bin/sh\n${lines.join('\n')}\n`)
    chmodSync(join(place, PROGRAM), 0o700)
    return listenTo([inRoot('build/smoke.mjs'), '--packaged', place], cleanEnvironment(process.env))
  }

  it('needs nobody to press away the box in which the program refuses a switch', async () => {
    const looked = lookAt('note "error host.refused reason=$5"; while :; do sleep 0.1; done')
    expect([await looked.exit, looked.said()]).toEqual([0, '4 of 4 held.\n'])
  })

  it('holds against a program each switch that it takes, or ends at without a word', async () => {
    const looked = lookAt('[ "$5" = -r ] && exit 3')
    expect(await looked.exit).toBe(1)
    expect(looked.said()).toMatch(
      /--inspect=0 it opened its window\n.*port=0 it opened its window\n.*-r it answered 3\n1 of 4/,
    )
  })
})

describe('a built preload', () => {
  it.each([
    ['index', 'coffer', ['invoke', 'subscribe']],
    ['web-app', 'MixinContext', ['getAssets', 'getContext']],
  ])('%s is one CommonJS file that needs Electron alone, as a sandbox demands', (name, world, functions) => {
    const path = inRoot(`out/preload/${name}.cjs`)
    const exposed: Record<string, object> = {}
    const electron = {
      contextBridge: { exposeInMainWorld: (key: string, api: object) => Object.assign(exposed, { [key]: api }) },
      ipcRenderer: {},
      webFrame: {},
    }
    const needed: string[] = []
    runInNewContext(readFileSync(path, 'utf8'), {
      require(module: string) {
        needed.push(module)
        return electron
      },
      process: { argv: [`--coffer-page=${encodeURIComponent('{}')}`] },
    })
    expect(needed).toEqual(['electron'])
    expect(Object.keys(exposed[world] ?? {}).sort()).toEqual(functions)
  })
})
