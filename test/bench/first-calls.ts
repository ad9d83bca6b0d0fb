import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PASSPHRASE } from '../e2e/support/prepared.ts'
import { launchLight } from '../support/chromium.ts'
import { startFilled } from './filled.ts'
import { temporaryFolder } from './measure.ts'
import { noted } from './plain.ts'

/*
 * Writes which functions of React a window calls until the figures of Home stand (`build/first-calls.txt`): for developers, when React is another
 * one. The page is built with the names of its functions for that, and then again as it was.
 */

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const VIEW = { viewport: { width: 1200, height: 800 }, locale: 'en-US' } as const
const [MOVEMENTS, SETTLE_MS] = [1000, 2000]
const REACT = inRoot('node_modules/react-dom/cjs/react-dom-client.production.js')
const ASSETS = inRoot('out/renderer/assets')

const build = (more: Readonly<Record<string, string>>): void =>
  void execFileSync(process.execPath, [inRoot('node_modules/electron-vite/bin/electron-vite.js'), 'build'], {
    cwd: inRoot('.'),
    env: { ...process.env, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

const declaredIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/^function ([\w$]+)\(/gm)].map(([, name = '']) => name))

/** The names of functions in the first screen's file that were called before the figures stood. */
async function calledFirst(folder: string): Promise<string[]> {
  const browser = await launchLight()
  const { program } = await startFilled(folder, MOVEMENTS, MOVEMENTS)
  try {
    const first = await browser.newPage(VIEW)
    await first.goto(program.link())
    await first.getByRole('textbox', { name: 'Passphrase' }).fill(PASSPHRASE)
    await first.getByRole('button', { name: 'Unlock' }).click()
    await first.getByRole('heading', { name: 'Home' }).waitFor()
    await first.waitForTimeout(SETTLE_MS)
    await first.close()
    const page = await browser.newPage(VIEW)
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('#root main tbody tr') === null) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => performance.mark('figures'), 0))
      })
      observer.observe(document, { childList: true, subtree: true })
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Profiler.enable')
    await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await page.goto(program.link())
    await noted(page, 'mark', 'figures')
    const { result } = await session.send('Profiler.takePreciseCoverage')
    const start = result.find(({ url }) => /\/start-[^/]*\.js$/.test(url))
    return (start?.functions ?? []).flatMap(({ functionName, ranges: [whole] }) =>
      whole !== undefined && whole.count > 0 ? [functionName] : [],
    )
  } finally {
    await browser.close()
    await program.stop()
  }
}

const folder = temporaryFolder()
build({ COFFER_NAMED: '1' })
try {
  const declared = declaredIn(readFileSync(REACT, 'utf8'))
  const start = readdirSync(ASSETS).find((name) => /^start-.*\.js$/.test(name)) ?? ''
  if (!readFileSync(`${ASSETS}/${start}`, 'utf8').includes('function performUnitOfWork(')) {
    throw new Error('the page was built without the names of its functions')
  }
  const called = [...new Set(await calledFirst(folder.path))].filter((name) => declared.has(name)).sort()
  writeFileSync(inRoot('build/first-calls.txt'), `${called.join('\n')}\n`)
  process.stdout.write(`${called.length} functions\n`)
} finally {
  folder.remove()
  build({})
}
