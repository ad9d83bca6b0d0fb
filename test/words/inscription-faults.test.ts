import { afterEach, expect, it } from 'vitest'
import type { InscriptionFault } from '#protocol'
import { LANGUAGE_TAGS, said, speak, wording } from '#words'

/** Those that a form can break; the others are ours to get right, and have one sentence. */
const FAULTS: readonly InscriptionFault[] = [
  ...(['unit', 'supply', 'symbol', 'name', 'description', 'icon'] as const),
  ...(['validation', 'treasury', 'recipient', 'content', 'sequence'] as const),
]

afterEach(() => speak('en'))

it.each(LANGUAGE_TAGS)('says in %s which rule of inscriptions is broken, each in words of its own', async (tag) => {
  await speak(tag)
  const sentence = (reason: string): string => wording(said('check.collectibles.rule', { reason }))
  const other = sentence('version')
  const all = FAULTS.map(sentence)
  expect(new Set([...all, other]).size).toBe(FAULTS.length + 1)
  expect(other).not.toContain('version')
  if (tag !== 'en') expect([...all, other].filter((text) => /[a-z]/i.test(text))).toEqual([])
})
