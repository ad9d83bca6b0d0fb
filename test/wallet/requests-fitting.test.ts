import { describe, expect, it } from 'vitest'
import type { RequestRow } from '#contract/ipc'
import type { Amount } from '#protocol'
import { fitting, type Place } from '../../src/wallet/approvals/fitting.ts'

/* Which of very many requests a list shows. */

const OWN = 0
const OURS = 1
const FILE = 3

interface Given extends Place {
  readonly id: string
  readonly tab: RequestRow['tab']
  readonly bytes?: number
}

/** What a list keeps of requests that are given newest first. */
function listed(all: readonly Given[]) {
  const { requests: rows, left } = fitting(
    all.map(({ id, bytes = 10, ...place }) => ({
      ...place,
      // Of a row only its length and its name count here.
      row: () => ({ note: 'x'.repeat(bytes), label: id, amount: 0n as Amount }) as RequestRow,
    })),
  )
  return { ids: rows.map(({ label }) => label), left }
}

const flood = (count: number, over: Partial<Given> = {}): Given[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `flood ${at}`,
    tab: 'needs_you',
    rank: OURS,
    from: 'Mallory',
    ...over,
  }))

describe('a list of more requests than it has room for', () => {
  it('keeps an older one of another member, however many newer ones one member asks for', () => {
    const old: Given = { id: 'old', tab: 'needs_you', rank: OURS, from: 'Ana' }
    expect(listed([...flood(600), old])).toMatchObject({
      ids: expect.arrayContaining(['old']),
      left: { needs_you: 101, waiting: 0, done: 0 },
    })
  })

  it('keeps the newest of each', () => {
    const { ids } = listed([...flood(600), ...flood(3, { from: 'Ana', id: 'old' })])
    expect(ids.slice(0, 497)).toEqual(flood(497).map(({ id }) => id))
    expect(ids.slice(497)).toEqual(['old', 'old', 'old'])
  })

  it.each(['needs_you', 'waiting'] as const)('keeps what this account has had to do with (%s)', (tab) => {
    const own: Given = { id: 'own', tab, rank: OWN, from: 'Mallory' }
    // By number, and by the bytes of what waits for the person.
    for (const bytes of [10, 20_000])
      expect(listed([...flood(600, { bytes, tab: 'needs_you' }), own]).ids).toContain('own')
  })

  it('keeps what the service has before what only files say', () => {
    const heard: Given = { id: 'heard', tab: 'needs_you', rank: OURS, from: 'Ana' }
    const files = flood(600, { rank: FILE }).map((each, at) => ({ ...each, from: `stranger ${at}` }))
    expect(listed([...files, heard]).ids).toContain('heard')
  })

  it('says how many of each tab found no room, those that are too long among them', () => {
    const { ids, left } = listed([
      ...flood(3, { id: 'small' }),
      ...flood(1, { id: 'long', bytes: 7_000_000 }),
      ...flood(501, { id: 'over', tab: 'done' }),
    ])
    expect(ids).not.toContain('long')
    expect(left).toEqual({ needs_you: 1, waiting: 0, done: 1 })
  })
})
