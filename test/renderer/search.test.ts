import { describe, expect, it } from 'vitest'
import { beginsWord } from '../../src/renderer/lib/search.ts'

describe('finding in a list', () => {
  it('finds by the beginning of any word, whatever its case', () => {
    expect(beginsWord('USDT Tether USD on Ethereum', 'eth')).toBe(true)
    expect(beginsWord('Settings: security', 'SEC')).toBe(true)
  })

  it('does not find inside of a word', () => {
    expect(beginsWord('USDT Tether USD on EOS', 'eth')).toBe(false)
  })

  it('finds anywhere what is written without blanks', () => {
    expect(beginsWord('显示的语言', '语言')).toBe(true)
    expect(beginsWord('概算の通貨', '通貨')).toBe(true)
  })

  it('finds by several words in order', () => {
    expect(beginsWord('Bitcoin Cash', 'bitcoin c')).toBe(true)
  })

  it('finds what stands there with blanks at which no line breaks', () => {
    expect(beginsWord('Show the 24\u00a0words', '24 wo')).toBe(true)
  })

  it('finds words with and without their accents, however wide they are', () => {
    expect(beginsWord('Édith Piaf', 'edi')).toBe(true)
    expect(beginsWord('Zoe', 'Zoë')).toBe(true)
    expect(beginsWord('ＡＢＣ商事', 'abc')).toBe(true)
  })

  it('finds everything while nothing is typed', () => {
    expect(beginsWord('BTC', ' ')).toBe(true)
  })
})
