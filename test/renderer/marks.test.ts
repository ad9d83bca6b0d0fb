import { describe, expect, it, onTestFinished } from 'vitest'
import { speak } from '#words'
import { formatMarks } from '../../src/renderer/lib/digits.ts'

describe('the marks of an axis', () => {
  it('are as short as they can be', () => {
    expect(formatMarks([0, 20_000, 40_000], 'USD')).toEqual(['$0', '$20k', '$40k'])
    expect(formatMarks([47_000, 47_500, 48_000], 'USD')).toEqual(['$47k', '$47.5k', '$48k'])
    expect(formatMarks([-1000, 0, 1000], 'EUR')).toEqual(['−€1k', '€0', '€1k'])
  })

  it('are told apart where they are close to each other', () => {
    expect(formatMarks([51_960, 51_970, 51_980], 'USD')).toEqual(['$51.96k', '$51.97k', '$51.98k'])
    expect(formatMarks([0.9998, 1, 1.0002], 'USD')).toEqual(['$0.9998', '$1', '$1.0002'])
  })

  it.each(['zh-CN', 'ja'] as const)('are told apart in %s, which counts by ten thousand', async (language) => {
    onTestFinished(() => speak('en'))
    await speak(language, 'page')
    expect(formatMarks([52_000, 52_500, 53_000, 53_500], 'USD')).toEqual(['$5.2万', '$5.25万', '$5.3万', '$5.35万'])
  })
})
