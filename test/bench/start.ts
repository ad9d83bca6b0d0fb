import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { type ProgramOptions, startProgram } from '../e2e/support/app.ts'
import { launchChromium } from '../support/chromium.ts'
import { type BenchOptions, type BenchRow, limit, median, temporaryFolder } from './measure.ts'
import { noted, servePlain } from './plain.ts'

/** Milliseconds from the start of the program to its line, on files that exist already. */
async function msToLine(options: ProgramOptions): Promise<number> {
  const began = performance.now()
  const program = await startProgram(options)
  const took = performance.now() - began
  await program.stop()
  return took
}

/** Notes, inside the page, when a heading stands and the frame with it is drawn. */
function watchForPaint(): void {
  const done = () => requestAnimationFrame(() => setTimeout(() => performance.mark('painted'), 0))
  const look = () => document.querySelector('#root :is(h1, h2)') !== null
  const observer = new MutationObserver(() => {
    if (!look()) return
    observer.disconnect()
    done()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Milliseconds from navigation to the painted first screen, and the scripts that were loaded for it, compressed. */
async function loadPage(browser: Browser, url: string): Promise<{ ms: number; scriptBytes: number }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(watchForPaint)
  const scripts: Promise<number>[] = []
  const weigh = (response: Response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) {
      scripts.push(response.body().then((body) => gzipSync(body).length))
    }
  }
  page.on('response', weigh)
  await page.goto(url)
  const ms = await noted(page, 'mark', 'painted')
  // What comes after that is for other screens, and the page may be gone before it is there.
  page.off('response', weigh)
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  await context.close()
  return { ms, scriptBytes }
}

async function startRows(data: string, rounds: number): Promise<BenchRow[]> {
  const [direct, started]: [number[], number[]] = [[], []]
  await msToLine({ data, starter: true })
  for (let round = 0; round < rounds; round++) {
    direct.push(await msToLine({ data }))
    started.push(await msToLine({ data, starter: true }))
  }
  const [host, whole] = [median(direct), median(started)]
  return [
    limit({ name: 'start of the host to its line, local network included', ours: host, unit: 'ms', max: 2000 }),
    limit({ name: 'what the starter adds when all is installed and built', ours: whole - host, unit: 'ms', max: 300 }),
  ]
}

async function pageRows(data: string, rounds: number): Promise<BenchRow[]> {
  const [browser, plain, program] = [await launchChromium(), await servePlain(), await startProgram({ data })]
  try {
    const [theirs, ours]: [number[], number[]] = [[], []]
    const { scriptBytes } = await loadPage(browser, program.link())
    for (let round = 0; round < rounds; round++) {
      theirs.push((await loadPage(browser, plain.url)).ms)
      ours.push((await loadPage(browser, program.link())).ms)
    }
    const [peer, own] = [median(theirs), median(ours)]
    const ratio = own / peer
    return [
      {
        name: 'page load in a warm Chromium to the painted first screen, plain HTML under the same policy as peer',
        ...{ peer, ours: own, unit: 'ms', ratio },
        ...{ budget: '<= 3 of peer', ok: ratio <= 3 },
      },
      limit({ name: 'scripts for the first paint, gzip', ours: scriptBytes / 1000, unit: 'kB', max: 250 }),
    ]
  } finally {
    plain.close()
    await browser.close()
    await program.stop()
  }
}

/** From the command to the first screen, of the built program. */
export async function benchStart({ quick }: BenchOptions): Promise<BenchRow[]> {
  const folder = temporaryFolder()
  const rounds = quick ? 3 : 9
  try {
    return [...(await startRows(folder.path, rounds)), ...(await pageRows(folder.path, rounds))]
  } finally {
    folder.remove()
  }
}
