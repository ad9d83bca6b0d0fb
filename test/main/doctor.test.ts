import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { newKeystore } from '../support/localnet.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import { sharedNetwork } from '../support/wallet.ts'
import { AUTHORITY, startConnectProxy, startSealed, startSocksProxy } from './way-out.ts'

const WRITTEN = fileURLToPath(new URL('../../src/main/doctor.ts', import.meta.url))
const MADE = programOf('src/main/doctor.ts')

interface Run {
  readonly code: number
  readonly out: string
  readonly said: string
}

/** In English, whatever speaks here, and compiled already. */
const env = { LANG: 'en', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }

/** As in a pipe: nobody is there to be asked. */
const run = (program: string, args: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], { env }, (error, out, said) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, said }),
    )
    child.stdin?.end()
  })
const doctor = (...args: string[]): Promise<Run> => run(MADE, args)

const network = sharedNetwork()
let file: string
beforeAll(async () => {
  file = join(newFolder(), 'keystore.json')
  writeFileSync(file, JSON.stringify(await newKeystore(network, { full_name: 'Doctor' })))
})

describe('npm run doctor', () => {
  it.each(['', '/upstream'])(
    'finds the local network at %s as assumed, and asks for no keys of itself',
    async (path) => {
      const { code, out } = await doctor('--network', network.url + path, '--keystore', file)
      expect(out).toContain('Nothing that money depends on differs.')
      expect(out).toMatch(/as expected +\* me\.read {2}GET \/safe\/me/)
      expect(out).toMatch(/not asked +\* deposit-address/)
      expect(code).toBe(0)
    },
  )

  it.each([
    ['socks5', startSocksProxy],
    ['http', startConnectProxy],
  ] as const)('asks through a proxy of kind %s and by an own authority, and goes no other way', async (kind, start) => {
    const sealed = await startSealed(network.url)
    const recording = await start({ 'service.test': sealed.port })
    const ca = join(newFolder(), 'authority.pem')
    writeFileSync(ca, AUTHORITY)
    const way = ['--proxy', `${kind}://127.0.0.1:${recording.proxy.port}`]
    const asked = ['--network', 'https://service.test/upstream', '--keystore', file, ...way]
    const { code, out } = await doctor(...asked, '--ca', ca)
    expect(out).toContain('Nothing that money depends on differs.')
    expect(out).toMatch(new RegExp(`proxy {2}\\(${kind}, on this computer\\)`))
    expect(out).toMatch(/own-authority {2}\(in use\)/)
    expect(code).toBe(0)
    expect(new Set(recording.asked)).toEqual(new Set(['service.test:443']))
    // Without the authority nothing is said to that service.
    expect((await doctor(...asked)).code).toBe(1)
    await recording.close()
    await sealed.close()
  })

  it('writes a report that names nobody', async () => {
    const report = join(newFolder(), 'report.json')
    await doctor('--network', network.url, '--keystore', file, '--make-keys', '--report', report)
    const text = readFileSync(report, 'utf8')
    const { client_id, app_id, user_id } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(JSON.parse(text)).toMatchObject({ format: 'coffer-doctor-1', network: 'local', dialect: 'interface' })
    expect(text).not.toMatch(/[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-/)
    expect(text).not.toContain(client_id ?? app_id ?? user_id ?? '?')
  })

  it.each([
    ['in a folder that is not there', () => join(newFolder(), 'none', 'report.json')],
    ['under a name that no system takes', () => join(newFolder(), 'r'.repeat(300))],
    ['in place of a folder', () => newFolder()],
  ])('asks nothing for a report %s', async (_where, report) => {
    const { code, out, said } = await doctor('--network', network.url, '--keystore', file, '--report', report())
    expect([code, out, said]).toEqual([2, '', '--report takes a file that can be written.\n'])
  })

  it('leaves nothing where it looked whether a report can be written', async () => {
    const report = join(newFolder(), 'report.json')
    await doctor('--network', 'http://127.0.0.1:9', '--keystore', file, '--report', report)
    expect(existsSync(report)).toBe(false)
  })

  it('tells what it found and says in one sentence that a report could not be written after all', async () => {
    const folder = newFolder()
    // A disk that is taken out while the service is asked.
    const service = createServer(async ({ url = '/', method = 'GET', headers }, answer) => {
      rmSync(folder, { recursive: true, force: true })
      const { authorization = '' } = headers
      const heard = await fetch(network.url + url, { method, headers: { authorization } })
      answer.writeHead(heard.status, { 'content-type': 'application/json' }).end(await heard.text())
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const report = join(folder, 'report.json')
    const { port } = service.address() as AddressInfo
    const asked = ['--network', `http://127.0.0.1:${port}`, '--keystore', file, '--report', report]
    const { code, out, said } = await doctor(...asked)
    service.closeAllConnections()
    service.close()
    expect(out).toMatch(/ me\.read /)
    expect([code, said]).toEqual([1, `The report could not be written to ${report}. What was found stands above.\n`])
  })

  it('pays nothing where nobody is there to say yes', async () => {
    const { code, said } = await doctor('--network', network.url, '--keystore', file, '--pay-myself')
    expect(said).toContain('it needs a terminal. Nothing was paid.')
    expect(code).toBe(2)
  })

  it('ends with 2 without a keystore, as it is written', async () => {
    const { code, said } = await run(WRITTEN, ['--network', network.url])
    expect(said).toContain('Usage:')
    expect(code).toBe(2)
  })

  it.each([
    ['with a file that is none', () => ['--network', network.url, '--keystore', WRITTEN], 'holds no keystore'],
    ['where nothing answers', () => ['--network', 'http://127.0.0.1:9', '--keystore', file], 'Nothing answers there.'],
    ['at an address without a seal', () => ['--network', 'http://example.com', '--keystore', file], 'https'],
  ])('ends with 2 %s', async (_what, args, words) => {
    const { code, said } = await doctor(...args())
    expect(said).toContain(words)
    expect(code).toBe(2)
  })
})
