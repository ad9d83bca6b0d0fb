import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { newFolder } from '../support/scratch.ts'
import { TOLD_TO_END } from '../support/systems.ts'
import { type App, painted, spawnHost, startApp } from './support/app.ts'

const folder = newFolder('start')
let app: App

/** What a start leaves behind that was broken off. */
const marksIn = (place: string) =>
  readdirSync(place, { recursive: true }).filter((name) => basename(String(name)) === 'running')

beforeAll(async () => {
  app = await startApp({ starter: true, data: folder, ownBrowser: true })
})

describe('npm start in the browser host', () => {
  it('prints a line of JSON on stdout for each link, of which the window has used the first, and nothing else', async () => {
    await painted(app.page)
    const lines = app.program.stdout().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([app.line, { ...app.line, url: app.program.link() }])
    expect(app.program.link()).not.toBe(app.line.url)
    expect(app.line).toEqual({
      host: 'browser',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+$/),
      network: 'local',
      localnet: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      data: folder,
    })
  })

  it('starts a local network that answers', async () => {
    const answer = await fetch(`${app.line.localnet}/localnet/state`)
    expect(answer.status).toBe(200)
  })

  it('paints the first screen and takes the token out of the address', async () => {
    await painted(app.page)
    expect(app.page.url()).not.toContain('token')
    expect(app.complaints).toEqual([])
  })

  it('goes on after a reload', async () => {
    await app.page.reload()
    await painted(app.page)
  })

  it('opens no second window for the link that the browser remembers', async () => {
    const page = await app.context.newPage()
    await page.goto(app.line.url)
    await page.getByText('Open Coffer from its link').waitFor()
    await page.goto('about:blank')
    await page.close()
  })

  it('comes back on the same files after a crash', async () => {
    await app.kill()
    await app.restart()
    await painted(app.page)
    expect(app.line.data).toBe(folder)
  })

  it('ends with 0 when it is told to', async () => {
    await expect(app.program.stop()).resolves.toBe(TOLD_TO_END)
  })

  it.each(['starting', 'started'])('ends with 0 when it is told to in the moment in which it is %s', async (when) => {
    const place = newFolder(`told-${when}`)
    const early = fileURLToPath(new URL('support/told-early.ts', import.meta.url))
    const child = spawnHost({ data: place }, { within: [early, when] })
    const [code, signal] = await once(child, 'exit')
    expect([code, signal]).toEqual([0, null])
    expect(marksIn(place)).toEqual([])
  })

  it('says that its port is in use, and leaves that start behind as one that came to its end', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const starting = ['build/start.mjs', '--host', 'browser', '--no-open', '--data', folder, '--port', String(port)]
    try {
      const ended = expect(promisify(execFile)(process.execPath, starting)).rejects
      await ended.toMatchObject({ code: 1, stderr: expect.stringContaining('That port is in use.') })
    } finally {
      taken.close()
    }
    expect(marksIn(folder)).toEqual([])
  })
})
