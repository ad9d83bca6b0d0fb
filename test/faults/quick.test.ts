import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkshop, type Workshop } from './benches.ts'
import { CELLS, playCell } from './cells.ts'
import { killsOf, playKill } from './kills.ts'
import { KINDS } from './kinds.ts'
import type { Desk, Kind } from './wishes.ts'

/* A diagonal of the matrix and some kills; `npm run faults` plays all of it. */

/** Nothing is judged by time: this only ends what hangs, on however busy a machine. */
const HANGS_MS = 600_000

/** While it was signed, after that was written, and after the network took it. */
const quickKillsOf = (kind: Kind) => {
  const sent = kind.calls.includes('send') ? 'POST /safe/transaction' : 'POST /safe/multisigs/:id/sign'
  const points = ['sign, 3 ms in#0', 'payments.storeSigned, after#0', `${sent}, after#0`]
  return killsOf(kind, points).filter((kill) => kill.points.length === 1)
}

let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop()
})
afterAll(() => shop.close())

describe('the fault matrix', () => {
  it('has at least 600 cells, no two of them the same', () => {
    expect(CELLS.length).toBeGreaterThanOrEqual(600)
    expect(new Set(CELLS.map(({ name }) => name)).size).toBe(CELLS.length)
  })

  const often = KINDS.filter(({ seldom }) => seldom !== true)
  describe.each(often.map((kind, row) => [kind.name, kind, row] as const))('%s', (_, kind, row) => {
    let desk: Desk
    beforeAll(async () => {
      desk = await shop.desk(kind)
    }, HANGS_MS)
    afterAll(() => desk.victim.close())

    it('happens once or is said to be undecided, whatever the line does', { timeout: HANGS_MS }, async () => {
      const broken: string[] = []
      for (const [at, cell] of CELLS.filter((each) => each.quick && each.kind === kind).entries()) {
        const verdict = await playCell(desk, cell, row * 1000 + at)
        if (verdict !== null) broken.push(`${verdict.wrong}: ${cell.name}: ${verdict.why}`)
      }
      expect(broken).toEqual([])
    })

    it('happens once when the program is killed on the way', { timeout: HANGS_MS }, async () => {
      const broken: string[] = []
      for (const [at, kill] of quickKillsOf(kind).entries()) {
        const { killed, verdict } = await playKill(desk, kill, row * 1000 + 500 + at)
        if (!killed) broken.push(`nobody was killed: ${kill.name}`)
        if (verdict !== null) broken.push(`${verdict.wrong}: ${kill.name}: ${verdict.why}`)
      }
      expect(broken).toEqual([])
    })
  })
})
