import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const ROOT = `${import.meta.dirname}/../../src/renderer/`
/** A width or height of the window or of a box, as classes, styles and programs ask for it. */
const ASKS = /(?:min|max)-\[[^\]]*px\]|@(?:media|container)[^{\]]*px|matchMedia\([^)]*px|\((?:width|height)[^)]*px\)/g

it('asks how large the window is by its letters, which a person may have made larger, never by pixels', () => {
  const files = globSync('**/*.{ts,tsx,css,html}', { cwd: ROOT })
  expect(files.length).toBeGreaterThan(300)
  const asked = files.flatMap((file) =>
    [...readFileSync(ROOT + file, 'utf8').matchAll(ASKS)].map(([ask]) => `${file}: ${ask}`),
  )
  expect(asked).toEqual([])
})
