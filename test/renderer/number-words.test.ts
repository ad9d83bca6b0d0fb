import { describe, expect, it } from 'vitest'
import { amountInNumerals } from '../../src/renderer/lib/number-words-cjk.ts'

describe('an amount in numerals', () => {
  it.each([
    ['0', '零', '〇'],
    ['10', '十', '十'],
    ['12.5', '十二点五', '十二点五'],
    ['0.012', '零点零一二', '〇点〇一二'],
    ['110', '一百一十', '百十'],
    ['1005', '一千零五', '千五'],
    ['1250', '一千二百五十', '千二百五十'],
    ['10000', '一万', '一万'],
    ['10010', '一万零一十', '一万十'],
    ['20300', '二万零三百', '二万三百'],
    ['100000000', '一亿', '一億'],
    ['100000001', '一亿零一', '一億一'],
  ])('says %s as %s in Chinese and as %s in Japanese', (amount, chinese, japanese) => {
    expect(amountInNumerals(amount, 'zh-CN')).toBe(chinese)
    expect(amountInNumerals(amount, 'ja')).toBe(japanese)
  })

  it('has no words for more than it can name', () => {
    expect(amountInNumerals('9'.repeat(17), 'ja')).toBeNull()
  })
})
