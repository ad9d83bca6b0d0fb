import { describe, expect, it } from 'vitest'
import { said } from '#words'
import {
  base64Of,
  bytesOf,
  eventWords,
  fileName,
  galleryNote,
  gridOf,
  missingWords,
  occupancyWords,
  ownToken,
  rowsOf,
  shownText,
  sizeWords,
  TILE_GAP,
  TILE_WORDS,
  whyNotAll,
} from '../../src/renderer/screens/collectibles/model.ts'

const text = (words: string) => Buffer.from(words).toString('base64')

describe('what an item is worth', () => {
  it('is said to be in a token of its collection, which a stranger may have called like another', () => {
    expect(ownToken({ trust: 'unlisted' })).toMatch(/^A token of this collection/)
    expect(ownToken({ trust: 'mismatch' })).toMatch(/^A token of this collection/)
    expect(ownToken({ trust: 'listed' })).toBe('')
  })
})

describe('the grid', () => {
  it('has as many columns as fit, and at least one', () => {
    expect([gridOf(0).columns, gridOf(180).columns, gridOf(400).columns, gridOf(968).columns]).toEqual([1, 1, 2, 5])
    // A phone has room for two, unless its letters are large.
    expect([gridOf(300).columns, gridOf(300, 2).columns, gridOf(560).columns]).toEqual([2, 1, 3])
  })

  it('is as high as its squares and their words', () => {
    expect(gridOf(200).row).toBe(200 + TILE_WORDS + TILE_GAP)
  })

  it('leaves nothing out', () => {
    expect(rowsOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(rowsOf([], 3)).toEqual([])
  })
})

describe('what its holder cannot do', () => {
  const able = { can: true, why: null } as const
  const unable = (name: 'held' | 'too-small') => ({ can: false, why: said(`check.collectibles.${name}`) })

  it('is said with its reason, also where it can be sent and not released', () => {
    expect(whyNotAll({ transfer: able, release: able }, false)).toBeNull()
    expect(whyNotAll({ transfer: able, release: unable('too-small') }, false)).toMatch(/too little to be split/)
    expect(whyNotAll({ transfer: unable('held'), release: unable('held') }, false)).toMatch(/holds it/)
    expect(whyNotAll({ transfer: able, release: able }, true)).toMatch(/watch-only/)
  })
})

describe('words about an item', () => {
  it('say where it is', () => {
    expect(occupancyWords({ kind: 'mine', group: null })).toBe('Yours')
    expect(occupancyWords({ kind: 'mine', group: 'Studio' })).toBe('In Studio')
    expect(occupancyWords({ kind: 'vacant' })).toBe('Vacant')
    expect(occupancyWords({ kind: 'occupied', by: { kind: 'unknown' } })).toBe('Held by somebody')
  })

  it('say what happened, without a stranger that nobody knows', () => {
    expect(eventWords({ kind: 'received', party: { kind: 'unknown' } })).toBe('Received')
    expect(eventWords({ kind: 'sent', party: { kind: 'self' } })).toBe('Sent to You')
    expect(eventWords({ kind: 'released', party: { kind: 'self' } })).toBe('Released')
  })

  it('say why there is nothing to see', () => {
    expect(missingWords('too_large')).toContain('5 MB')
    expect(missingWords('redirected')).toContain('does not follow')
  })

  it('count what is shown and what is hidden', () => {
    expect(galleryNote({ items: [], hidden: 0, unknown: 0 }, false)).toBe('0 items')
    expect(galleryNote({ items: [], hidden: 2, unknown: 0 }, false)).toBe('0 items, 2 hidden')
  })
})

describe('contents', () => {
  it('go there and back, however many bytes they are', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256)
    expect(bytesOf(base64Of(bytes))).toEqual(bytes)
  })

  it('show JSON in lines, and markup as the text that it is', () => {
    const json = { kind: 'json', mediaType: 'application/json', bytes: 7, base64: text('{"a":1}') } as const
    expect(shownText(json)).toBe('{\n  "a": 1\n}')
    const html = { kind: 'text', mediaType: 'text/plain', bytes: 8, base64: text('<b>a</b>') } as const
    expect(shownText(html)).toBe('<b>a</b>')
  })

  it('are cut where nobody would read on', () => {
    const long = { kind: 'text', mediaType: 'text/plain', bytes: 50_000, base64: text('a'.repeat(50_000)) } as const
    expect(shownText(long)).toHaveLength(20_001)
  })

  it('are saved under a name without paths or signs', () => {
    expect(fileName('../../etc/<b>#3', 'image/png')).toBe('etc-b-3.png')
    expect(fileName('###', 'application/octet-stream')).toBe('content.bin')
    expect(fileName('Kites #3', 'text/html')).toBe('Kites-3.bin')
  })

  it('are sized in words', () => {
    expect([sizeWords(1), sizeWords(999), sizeWords(1500), sizeWords(5_000_000)]).toEqual([
      '1 byte',
      '999 bytes',
      '1.5 KB',
      '5.0 MB',
    ])
  })
})
