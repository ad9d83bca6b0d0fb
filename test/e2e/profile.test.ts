import { rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { prepareProfile } from '../../src/main/browser/profile.ts'
import { launchProfile, systemChromium } from '../support/chromium.ts'
import { newFolder } from '../support/scratch.ts'

// The browser that a package brings has no pages of its own to say what it goes by.
it.runIf(systemChromium() !== undefined)('a real browser goes by the profile that it is started with', async () => {
  const folder = newFolder('profile')
  try {
    prepareProfile(folder)
    const context = await launchProfile(folder)
    const page = await context.newPage()
    await page.goto('chrome://prefs-internals')
    const known = await page.locator('body').innerText()
    await context.close()
    for (const name of [
      'credentials_enable_service',
      'credentials_enable_autosignin',
      'password_manager_leak_detection',
    ])
      expect(known).toMatch(
        new RegExp(`"${name}": \\{\\s*"metadata": \\[[^\\]]*"user_controlled"[^\\]]*\\],\\s*"value": false`),
      )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
