import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from './benches.ts'
import { type FileName, makeOriginal, type Original, playDamage } from './files.ts'

/* Some damaged copies of each file; `npm run faults -- files` plays 200 of each. */

/** Copies of `intents.db` are in `npm run faults` alone. */
const QUICK: readonly FileName[] = ['profile.db', 'vault.json', 'cache.db']
/** One bit, forty bits, a bit of the beginning, cut off, a page of zeros and of noise, all zeros, empty, missing, older. */
const NUMBERS = [0, 4, 5, 6, 8, 9, 13, 14, 15, 16]

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

describe.each(QUICK)('a damaged %s', (file) => {
  it('leaves the balance true and the wallet usable, and what is lost is told', { timeout: HANGS_MS }, async () => {
    const broken: string[] = []
    for (const number of NUMBERS) {
      const { name, verdict } = await playDamage(shop, original, file, number)
      if (verdict !== null) broken.push(`${verdict.wrong}: ${name}: ${verdict.why}`)
    }
    expect(broken).toEqual([])
  })
})
