import { describe, expect, it } from 'vitest'
import { fitted } from '../../src/renderer/ui/fitted.ts'

describe('a field that takes so many characters', () => {
  it.each([
    ['what fits stays', 'ab', 'abc', 4, 'abc'],
    ['what is pasted at the end is cut there', 'ab', 'abcdef', 4, 'abcd'],
    ['what is pasted in the middle is cut, and what stood behind it stays', 'ab', 'aXYZb', 4, 'aXYb'],
    ['what is typed into a full field is not taken', 'abcd', 'abXcd', 4, 'abcd'],
    ['what replaces everything is cut at its end', 'abcd', 'uvwxyz', 4, 'uvwx'],
    ['what was composed is cut at its end', 'abcdef', 'abcdef', 4, 'abcd'],
    ['half of a pair is not taken', 'abc', 'abc\u{1f600}', 4, 'abc'],
    ['what was too long already may be shortened', 'abcdef', 'abcde', 4, 'abcde'],
    ['what was too long already grows no further', 'abcdef', 'abcdefg', 4, 'abcdef'],
  ])('%s', (_, before, after, most, kept) => {
    expect(fitted(before, after, most)).toBe(kept)
  })
})
