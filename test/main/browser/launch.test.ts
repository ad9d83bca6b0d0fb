import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { said } from '#words'
import {
  browserCandidates,
  findOpener,
  openWindow,
  redirectPage,
  windowSwitches,
} from '../../../src/main/browser/launch.ts'
import { newFolder } from '../../support/scratch.ts'
import { expectPrivate, WINDOWS } from '../../support/systems.ts'

/** It knows none of a browser's switches. */
const ENDS_AT_ONCE = process.execPath
const LINK = `http://127.0.0.1:4321/#token=${'A-_z'.repeat(10)}abc`

/** A folder with a program that reports how it was started, as a stand-in for a browser. */
function reportingBrowser(): { folder: string; report: () => { args: string[]; env: string[] } } {
  const folder = newFolder('browser')
  const program = join(folder, 'chromium')
  writeFileSync(program, `#!/bin/sh\nenv > '${folder}/env'\nfor a in "$@"; do echo "$a"; done > '${folder}/args'\n`)
  chmodSync(program, 0o755)
  const lines = (name: string) => readFileSync(join(folder, name), 'utf8').trim().split('\n')
  return { folder, report: () => ({ args: lines('args'), env: lines('env') }) }
}

describe('findOpener', () => {
  // What stands in for a browser there is a script, which Windows calls no program.
  it.skipIf(WINDOWS)('takes the first browser of the family on the path', () => {
    const { folder } = reportingBrowser()
    expect(findOpener('linux', { PATH: folder, DISPLAY: ':0' }, 1000)).toEqual({ program: join(folder, 'chromium') })
  })

  it('opens nothing for root, and says why', () => {
    const { folder } = reportingBrowser()
    expect(findOpener('linux', { PATH: folder, DISPLAY: ':0' }, 0)).toEqual({
      why: said('main.why.root'),
    })
  })

  it('opens nothing without a display', () => {
    const { folder } = reportingBrowser()
    expect(findOpener('linux', { PATH: folder }, 1000)).toEqual({ why: said('main.why.no-display') })
  })

  it('looks on a relative path never', () => {
    expect(browserCandidates('linux', { PATH: '.:bin::/opt/x' }).every((path) => path.startsWith('/'))).toBe(true)
  })

  it.each([
    ['darwin', { HOME: '/Users/a' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['win32', { ProgramFiles: '/pf' }, '\\pf\\Microsoft\\Edge\\Application\\msedge.exe'],
    ['linux', { PATH: '/usr/bin' }, '/usr/bin/brave-browser'],
  ] as const)('knows where browsers are on %s', (platform, env, path) => {
    expect(browserCandidates(platform, env)).toContain(path)
  })
})

describe('windowSwitches', () => {
  it('weakens nothing and opens no debugging port', () => {
    const all = windowSwitches('/x/open.html', '/x').join(' ')
    expect(all).not.toMatch(
      /no-sandbox|disable-web-security|remote-debugging|disable-site-isolation|allow-|load-extension|enable-/,
    )
    expect(all).toContain('--disable-extensions')
    expect(all).toContain('--disable-sync')
  })
})

describe('redirectPage', () => {
  it('leads to the link', () => {
    expect(redirectPage(LINK)).toContain(`content="0;url=${LINK}"`)
  })

  it.each(['http://evil.example/#token=x', `${LINK}"><script>`, 'javascript:alert(1)'])('refuses %s', (link) => {
    expect(() => redirectPage(link)).toThrow()
  })
})

describe('openWindow', () => {
  const HOSTILE = {
    NODE_OPTIONS: '--inspect',
    NODE_EXTRA_CA_CERTS: '/tmp/ca.pem',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    SSLKEYLOGFILE: '/tmp/keys',
    LD_PRELOAD: '',
    LD_LIBRARY_PATH: '/tmp/lib',
    CHROMIUM_FLAGS: '--remote-debugging-port=9222',
    CHROME_LOG_FILE: '/tmp/log',
    GOOGLE_API_KEY: 'x',
    HTTP_PROXY: 'http://127.0.0.1:1',
    ELECTRON_RUN_AS_NODE: '1',
    NODE_CHANNEL_FD: '3',
  }

  it.skipIf(WINDOWS)('starts the browser with a scrubbed environment and the token in no argument', async () => {
    const { folder, report } = reportingBrowser()
    const data = join(folder, 'data')
    const window = openWindow(join(folder, 'chromium'), LINK, data, {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      DISPLAY: ':9',
      ...HOSTILE,
    })
    await new Promise((resolve) => window.process.once('exit', resolve))
    const { args, env } = report()
    expect(args.join(' ')).not.toContain(LINK.slice(-20))
    expect(args[0]).toBe(`--app=file://${data}/browser/open.html`)
    const names = env.map((line) => line.split('=')[0])
    expect(names).toContain('DISPLAY')
    for (const name of Object.keys(HOSTILE)) expect(names).not.toContain(name)
  })

  it('keeps the link in a private file of a private profile, until it is forgotten', async () => {
    const data = newFolder('data')
    const window = openWindow(ENDS_AT_ONCE, LINK, data, {})
    const file = join(data, 'browser', 'open.html')
    expectPrivate(file, join(data, 'browser'))
    expect(readFileSync(file, 'utf8')).toContain(LINK)
    await new Promise((resolve) => window.process.once('exit', resolve))
    window.forgetLink()
    expect(readdirSync(join(data, 'browser'))).not.toContain('open.html')
  })

  it('goes on where the file cannot be removed, as while a browser reads it on Windows', async () => {
    const data = newFolder('data')
    const window = openWindow(ENDS_AT_ONCE, LINK, data, {})
    await new Promise((resolve) => window.process.once('exit', resolve))
    const file = join(data, 'browser', 'open.html')
    rmSync(file)
    mkdirSync(file)
    expect(window.forgetLink).not.toThrow()
  })

  it('does not write through a file that lies in its place', async () => {
    const data = newFolder('data')
    mkdirSync(join(data, 'browser'), { recursive: true, mode: 0o700 })
    writeFileSync(join(data, 'browser', 'open.html'), 'planted', { mode: 0o666 })
    const window = openWindow(ENDS_AT_ONCE, LINK, data, {})
    expectPrivate(join(data, 'browser', 'open.html'))
    await new Promise((resolve) => window.process.once('exit', resolve))
  })
})
