import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchLight } from '../support/chromium.ts'
import { newFolder } from '../support/scratch.ts'
import { type Program, painted, startProgram } from './support/app.ts'

/* A copy of the tree in a folder with blanks and letters beyond ASCII: what npm start, npm run unit and npm run dev do there. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COPIED = ['build', 'resources', 'src', 'test']
const FILES = /^(?:package(?:-lock)?\.json|electron\.vite\.config\.ts|tsconfig\.json)$/

let folder: string
let tree: string
let browser: Browser

beforeAll(async () => {
  folder = newFolder('elsewhere')
  tree = join(folder, 'Coffer tést 財布')
  mkdirSync(tree)
  for (const name of [...COPIED, ...readdirSync(ROOT).filter((file) => FILES.test(file))]) {
    cpSync(join(ROOT, name), join(tree, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'), 'junction')
  browser = await launchLight()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A script of package.json, as npm runs it. */
function script(name: string, args: readonly string[]): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  const [program = '', file = '', ...own] = (scripts[name] ?? '').split(' ')
  expect([name, program]).toEqual([name, 'node'])
  return spawn(process.execPath, [join(tree, file), ...own, ...args], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function opened(program: Program): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(program.line.url)
  await painted(page)
  return page
}

describe('in a folder with blanks and letters of other scripts', () => {
  it('is built', async () => {
    const code = "import { ensureBuilt } from './build/project.mjs'; await ensureBuilt()"
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: tree, stdio: 'ignore' })
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  it('npm start opens the wallet', async () => {
    const data = join(tree, 'données 資料')
    const args = ['--host', 'browser', '--no-open', '--data', data]
    const program = await startProgram({ data }, script('start', args))
    const page = await opened(program)
    expect(program.line.data).toBe(data)
    await page.close()
    expect(await program.stop()).toBe(0)
  })

  it('a file of tests runs', async () => {
    const vitest = join(tree, 'node_modules', 'vitest', 'vitest.mjs')
    const args = ['run', '-c', 'test/vitest.config.ts', '--project', 'unit', 'test/protocol/amount.test.ts']
    const child = spawn(process.execPath, [vitest, ...args], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    const [code] = await once(child, 'exit')
    expect([code, said]).toEqual([0, expect.stringContaining('1 passed')])
  })
})

describe('npm run dev', () => {
  let program: Program
  let page: Page
  beforeAll(async () => {
    const data = join(tree, 'dev')
    program = await startProgram({ data }, script('dev', ['--data', data]))
    page = await opened(program)
  })
  afterAll(() => program?.stop())

  it('shows a change of a component without losing the page', async () => {
    await page.evaluate(() => Object.assign(globalThis, { isTheSame: true }))
    const file = join(tree, 'src/renderer/screens/onboarding/Welcome.tsx')
    const after = "{'changed while it runs'}"
    const text = readFileSync(file, 'utf8').replace('{state.version}', after)
    expect(text).toContain(after)
    const saved = async (): Promise<boolean> => {
      writeFileSync(file, text)
      return page.getByText('changed while it runs').isVisible()
    }
    // What is saved before the folder is watched and the page listens is not heard of, so it is saved again.
    await expect.poll(saved, { timeout: 150_000, interval: 2_000 }).toBe(true)
    expect(await page.evaluate(() => 'isTheSame' in globalThis)).toBe(true)
  })

  it('gives the socket to its own page and to no page of another origin', async () => {
    const { origin, host } = new URL(program.line.url)
    const asked = (as: string) =>
      new Promise((resolve) => {
        // A program can claim any origin, where a page cannot.
        const socket = new WebSocket(`ws://${host}/socket`, { headers: { origin: as } } as never)
        socket.addEventListener('open', () => {
          socket.close()
          resolve('open')
        })
        socket.addEventListener('error', () => resolve('refused'))
      })
    expect([await asked(origin), await asked('http://127.0.0.1:1')]).toEqual(['open', 'refused'])
  })

  it('loosens a policy that is in no build', () => {
    const built = readdirSync(join(ROOT, 'out'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:c?js|html)$/.test(name) && !name.startsWith('.vite'),
    )
    const loose = built.filter((name) => readFileSync(join(ROOT, 'out', name), 'utf8').includes("'unsafe-inline'"))
    expect([built.length > 10, loose]).toEqual([true, []])
  })
})
