import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { readArguments } from './arguments.mjs'
import { inRoot, main } from './project.mjs'

/* node build/icons.mjs [CHROMIUM]: draws build/icons/mark.svg at every size that installers ask for. The results are kept in git. */

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

async function draw() {
  const { given } = readArguments({ usage: 'node build/icons.mjs [CHROMIUM]', places: ['[CHROMIUM]'] })
  const svg = readFileSync(inRoot('build', 'icons', 'mark.svg'), 'utf8')
  const browser = await chromium.launch({
    executablePath: given[0] ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  for (const size of SIZES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`)
    writeFileSync(inRoot('build', 'icons', `${size}x${size}.png`), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
  await browser.close()
  return 0
}

await main(draw)
