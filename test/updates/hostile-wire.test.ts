import { describe, expect, it } from 'vitest'
import type { Clock } from '#contract/domain'
import { manualClock, systemClock } from '../support/clock.ts'
import { DEEDS, type Deed, DRIPS, dripping, startHostile } from '../support/hostile-wire.ts'
import { copyOf, updateServer } from './support.ts'

/* A service of updates that is broken or means harm on the line itself: nothing is believed, little is taken, and it ends. */

/** What a copy says that looks for a new version there. */
async function looked(deed: Deed, clock: Clock = systemClock) {
  const [end, server] = [await startHostile(deed), await updateServer()]
  const copy = copyOf(server, { clock, service: { url: `http://127.0.0.1:${end.port}`, rootKey: server.root.hex } })
  const { release, problem, lookedAt } = await copy.look()
  expect({ release, lookedAt }).toEqual({ release: null, lookedAt: null })
  return { code: problem?.code, asked: end.asked.length, took: end.taken() }
}

const SAID: Readonly<Record<keyof typeof DEEDS, string>> = {
  'a body without end': 'remote.too_large',
  'headers without end': 'remote.unreachable',
  'a body that unpacks to 100 MB': 'remote.too_large',
  'a body that was packed a hundred times': 'remote.unreachable',
  'less than the length it told': 'remote.unreachable',
  'more than the length it told': 'update.malformed',
  'two lengths': 'remote.unreachable',
  'a length below nothing': 'remote.unreachable',
  'no HTTP': 'remote.unreachable',
  nothing: 'remote.unreachable',
  'half a status': 'remote.unreachable',
}

describe('a service of updates that answers with', () => {
  it.each(Object.entries(SAID))('%s is asked once and believed in nothing', async (name, code) => {
    const seen = await looked(DEEDS[name as keyof typeof DEEDS]) // a key of the table before
    expect(seen.code).toBe(code)
    expect(seen.asked).toBeLessThanOrEqual(2)
    expect(seen.took).toBeLessThan(40e6)
  })

  it.each(Object.entries(DRIPS))('%s is given up, whatever comes', async (_name, [head, piece]) => {
    const clock = manualClock()
    expect(await looked(dripping(clock, head, piece), clock)).toMatchObject({ code: 'remote.timeout', asked: 1 })
  })
})
