import { describe, expect, it } from 'vitest'
import { CofferError, parseLink } from '#protocol'
import { linkGroups, mutatedTexts, wholeText } from '../vectors/links.ts'
import { cpuMsAtBestOf } from './timing.ts'

describe.each(linkGroups())('%s', (_group, cases) => {
  it.each(cases.map((each) => [each.about, each] as const))('%s', (_about, each) => {
    const text = wholeText(each)
    if (each.refused === true) expect(() => parseLink(text)).toThrow(expect.objectContaining({ code: 'protocol.link' }))
    else expect(parseLink(text)).toEqual(each.expect)
  })
})

function outcome(text: string): unknown {
  try {
    return parseLink(text)
  } catch (error) {
    return error
  }
}

describe('damaged texts', () => {
  it('give a result or a refusal, and soon', () => {
    const kinds = new Set<string>()
    for (const text of mutatedTexts(10_000, 1)) {
      let result: unknown
      const cost = cpuMsAtBestOf(() => {
        result = outcome(text)
      }, 50)
      expect(cost, text).toBeLessThan(50)
      if (result instanceof Error) {
        expect(result, text).toBeInstanceOf(CofferError)
        expect(result, text).toMatchObject({ code: expect.stringMatching(/^protocol\./) })
        kinds.add('refused')
      } else {
        kinds.add((result as { kind: string }).kind) // a result has a kind
      }
    }
    // Damage that never leaves anything readable would test little.
    expect([...kinds].sort()).toEqual(
      expect.arrayContaining(['code', 'external', 'payment', 'refused', 'unsupported', 'user']),
    )
  })

  it('cost little, however long', () => {
    for (const [, cases] of linkGroups()) {
      for (const each of cases.filter(({ repeat }) => repeat !== undefined)) {
        const text = wholeText(each)
        expect(
          cpuMsAtBestOf(() => outcome(text), 150),
          each.about,
        ).toBeLessThan(150)
      }
    }
  })
})
