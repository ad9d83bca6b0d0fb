import { describe, expect, it } from 'vitest'
import { defined } from '#contract/defined'

describe('members that may be undefined', () => {
  it('are left out, not kept as members that hold nothing', () => {
    const label: string | undefined = undefined
    const found = defined({ label, memo: 'rent' })
    expect(Object.keys(found)).toEqual(['memo'])
  })

  it('stay where they are false, zero, empty or null', () => {
    expect(defined({ a: false, b: 0, c: '', d: null, e: 0n })).toEqual({ a: false, b: 0, c: '', d: null, e: 0n })
  })
})
