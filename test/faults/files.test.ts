import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from './benches.ts'
import { FILES, type FileName, makeOriginal, type Original, playDamage } from './files.ts'

/* Some damaged copies of each file; `npm run faults -- files` plays 200 of each. */

/** One bit, a bit of the beginning, a page of noise, missing, older. */
const COMMON = [0, 5, 9, 15, 16]
/** The others (forty bits, cut off, a page of zeros, all zeros, empty) are shared out, each of them to two files or more. */
const QUICK: Readonly<Record<FileName, readonly number[]>> = {
  'profile.db': [...COMMON, 4, 8, 13],
  'vault.json': [...COMMON, 4, 6, 14],
  'intents.db': [...COMMON, 6, 8, 13],
  'cache.db': [...COMMON, 4, 14],
}

/** Nothing is judged by time: this only ends what hangs, on however busy a machine. */
const HANGS_MS = 600_000

let shop: Workshop
let original: Original
beforeAll(async () => {
  shop = await openWorkshop()
  original = await makeOriginal(shop)
}, HANGS_MS)
afterAll(async () => {
  await original.close()
  await shop.close()
})

describe.each(Object.keys(FILES) as FileName[])('a damaged %s', (file) => {
  it('leaves the balance true and the wallet usable, and what is lost is told', { timeout: HANGS_MS }, async () => {
    const broken: string[] = []
    for (const number of QUICK[file]) {
      const { name, verdict } = await playDamage(shop, original, file, number)
      if (verdict !== null) broken.push(`${verdict.wrong}: ${name}: ${verdict.why}`)
    }
    expect(broken).toEqual([])
  })
})
