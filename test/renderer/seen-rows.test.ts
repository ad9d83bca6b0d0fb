import { describe, expect, it } from 'vitest'
import { seenWords } from '../../src/renderer/components/seen-rows.tsx'

describe('rows of a payment to many', () => {
  it('that were not on screen are said until all were', () => {
    expect(seenWords(null)).toBeNull()
    expect(seenWords({ seen: 12, count: 40 })).toBe('12 of 40 recipients were on screen. Scroll to the others.')
    expect(seenWords({ seen: 40, count: 40 })).toBeNull()
  })
})
