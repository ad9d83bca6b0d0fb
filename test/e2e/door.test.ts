import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { SWITCHES } from '../../src/main/environment.ts'
import { enter, openPage } from '../support/loopback.ts'
import { newFolder } from '../support/scratch.ts'
import { type Program, spawnHost, startProgram } from './support/app.ts'

/* What may surround a start of the real browser host, and what other programs of its user can do to it. */

const folder = newFolder('door')
let running: Program | null = null

afterEach(async () => {
  await running?.stop()
  running = null
})

const freshData = (): string => mkdtempSync(join(folder, 'data-'))
const linux = process.platform === 'linux'

/** Ports on which a process listens, by the tables of Linux. */
function portsOf(pid: number | undefined): number[] {
  const links = readdirSync(`/proc/${pid}/fd`).map((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`)
    } catch {
      return '' // closed meanwhile
    }
  })
  const own = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]))
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A' && own.has(fields[9]))
      .map((fields) => Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)),
  )
}

const wordsOf = (path: string): string[] => readFileSync(path, 'utf8').split('\0').slice(0, -1)

async function hostWith(switches: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<Program> {
  const options = { data: freshData() }
  running = await startProgram(options, spawnHost(options, { switches, more }))
  return running
}

describe.runIf(linux)('SIGUSR1', () => {
  it.each([
    ['as the launcher starts it', SWITCHES],
    ['started by hand', []],
  ])('opens no inspector in the host %s, which lives on', async (_how, switches) => {
    const { process: host, stderr, line } = await hostWith(switches)
    const before = portsOf(host.pid)
    for (let time = 0; time < 3; time++) {
      host.kill('SIGUSR1')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect((await fetch(new URL('/', line.url))).status).toBe(200)
    }
    expect(portsOf(host.pid)).toEqual(before)
    expect(stderr()).not.toMatch(/debugger|inspector/i)
  })
})

describe('wrong tokens', () => {
  it('do not end the host, and a good link still opens a window', async () => {
    const { process: host, line, stdout } = await hostWith(SWITCHES)
    const port = Number(new URL(line.url).port)
    for (let guess = 0; guess < 8; guess++) {
      const page = await openPage(port)
      page.send({ token: `guess ${guess}` })
      expect(await page.closed).toBe(4401)
    }
    expect(host.exitCode).toBeNull()
    const page = await enter(port, new URL(line.url).hash.slice('#token='.length))
    expect(page.resume).toHaveLength(43)
    await expect.poll(() => stdout().trimEnd().split('\n')).toHaveLength(2)
  })
})

describe('outputs that nobody reads any more', () => {
  it('neither fill the log nor keep the host from working and ending', async () => {
    const { process: host, line } = await hostWith(SWITCHES)
    host.stderr?.destroy()
    host.stdout?.destroy()
    const port = Number(new URL(line.url).port)
    // Each of these is logged, and the last prints the next link.
    for (let guess = 0; guess < 4; guess++) {
      const page = await openPage(port)
      page.send({ token: `guess ${guess}` })
      expect(await page.closed).toBe(4401)
    }
    await enter(port, new URL(line.url).hash.slice('#token='.length))
    host.kill('SIGTERM')
    expect(await once(host, 'exit')).toEqual([0, null])
    const logs = readdirSync(join(line.data, 'logs')).map((name) => readFileSync(join(line.data, 'logs', name), 'utf8'))
    expect(logs.join('').match(/page\.refused/g)).toHaveLength(4)
    expect(logs.join('')).not.toContain('uncaught')
  })
})

describe('a start by hand', () => {
  it.runIf(linux)('becomes the start of a launcher, under its own process id', async () => {
    const { process: host } = await hostWith([], { EDITOR: 'vi', HTTPS_PROXY: 'http://x', LANG: 'C.UTF-8' })
    expect(wordsOf(`/proc/${host.pid}/cmdline`).slice(1, 1 + SWITCHES.length)).toEqual(SWITCHES)
    const names = wordsOf(`/proc/${host.pid}/environ`).map((entry) => entry.split('=')[0])
    expect(names).toEqual(expect.arrayContaining(['PATH', 'LANG', 'DBUS_SESSION_BUS_ADDRESS']))
    expect(names.filter((name) => name === 'EDITOR' || name === 'HTTPS_PROXY')).toEqual([])
  })

  it.each([
    ['NODE_USE_ENV_PROXY', '1'],
    ['NODE_COMPILE_CACHE', '/tmp/nowhere'],
    ['OPENSSL_CONF', '/dev/null'],
    ['SSL_CERT_FILE', '/dev/null'],
    ['NODE_USE_SYSTEM_CA', '1'],
    ['LD_LIBRARY_PATH', '/tmp/nowhere'],
    ['NODE_ENV', 'production'],
  ])('is refused with %s', async (name, value) => {
    const host = spawnHost({ data: freshData() }, { more: { [name]: value } })
    let said = ''
    host.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    expect(await once(host, 'close')).toEqual([1, null])
    expect(said).toContain(`${name} is set`)
  })

  it.each([
    ['--heapsnapshot-signal=SIGUSR2'],
    ['--report-on-signal'],
    ['--cpu-prof', '--cpu-prof-dir=/tmp/coffer-door-prof'],
    ['--env-file=/dev/null'],
    ['--tls-min-v1.0'],
    ['--inspect=0'],
  ])('is refused with %s', async (...switches) => {
    const host = spawnHost({ data: freshData() }, { switches: [...SWITCHES, ...switches] })
    let said = ''
    host.stderr?.on('data', (chunk) => {
      said += String(chunk)
    })
    expect(await once(host, 'close')).toEqual([1, null])
    expect(said).toContain('was given')
  })
})

describe.runIf(linux)('npm start', () => {
  it('starts the host with variables of a list and with its own switches alone', async () => {
    const more = { NODE_OPTIONS: '', SSL_CERT_FILE: '/dev/null', EDITOR: 'vi', NODE_USE_ENV_PROXY: '1' }
    running = await startProgram({ data: freshData(), starter: true, more })
    const children = `/proc/${running.process.pid}/task/${running.process.pid}/children`
    const host = readFileSync(children, 'utf8').trim().split(' ').at(-1)
    const names = wordsOf(`/proc/${host}/environ`).map((entry) => entry.split('=')[0] ?? '')
    const foreign = names.filter((name) => /^(?:NODE_(?!CHANNEL)|SSL|EDITOR|npm)/.test(name))
    expect(foreign).toEqual([])
    expect(names).toContain('PATH')
    expect(
      wordsOf(`/proc/${host}/cmdline`)
        .filter((word) => word.startsWith('--'))
        .at(0),
    ).toBe(SWITCHES[0])
    expect(running.stderr()).toMatch(/started without .*NODE_USE_ENV_PROXY, .*SSL_CERT_FILE/)
  })

  it('passes no switch on that is not its own', async () => {
    const refused = startProgram({ data: freshData(), starter: true, args: ['--remote-debugging-port=9222'] })
    await expect(refused).rejects.toThrow('There is no option --remote-debugging-port.')
  })
})
