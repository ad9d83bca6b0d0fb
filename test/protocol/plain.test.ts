import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cleanLines,
  cleanText,
  drawnText,
  foldedText,
  holdsWords,
  ID_LETTERS,
  isClean,
  searchable,
  shownText,
} from '#protocol/text'

/** What no page may show of a stranger, by the categories and properties of Unicode. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom('\u202e', '\u200b', '\u200d', '\u0000', '\ud800', '\u3164', '\ufe0f', '\n', ' '),
        fc.string(),
      ),
    )
    .map((parts) => parts.join('')),
)

describe('cleanText', () => {
  it.each([
    ['directions', 'pay \u202ereversed\u202c now', 'pay reversed now'],
    ['isolates and marks', '\u2066a\u2069\u200f', 'a'],
    ['zero-width characters', 'a\u200bb\u200dc\ufeffd\u2060e', 'abcde'],
    ['control characters and line breaks', 'a\u0000b\nc\u2028d', 'a b c d'],
    ['halves of pairs', 'a\ud800b', 'ab'],
    ['private characters and tags', 'a\ue000b\u{e0041}c', 'abc'],
    ['fillers and blanks', 'A\u3164li\u115fce\u2800\u00a0Smith', 'Alice Smith'],
    ['variation selectors and joiners', '\u2764\ufe0f a\u034fb', '\u2764 ab'],
    ['gaps that push out of sight what follows', `Alice${'\u2003'.repeat(50)}(checked)`, 'Alice (checked)'],
  ])('takes out %s', (_what, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('leaves nothing unseen of any text, and a clean one as it is', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text)
        expect(clean).not.toMatch(UNSEEN)
        expect(cleanText(clean)).toBe(clean)
        expect(isClean(clean)).toBe(true)
      }),
    )
  })

  it('keeps ordinary writing of any language', () => {
    for (const text of ['Überweisung an 李雷, שלום', 'नमस्ते', 'Tiếng Việt', '😀 ok']) expect(cleanText(text)).toBe(text)
  })

  it('cuts at the limit, and never through a character', () => {
    expect(cleanText('x'.repeat(300), 200)).toHaveLength(200)
    expect(cleanText('ab😀', 3)).toBe('ab')
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, limit) => {
        const clean = cleanText(text, limit)
        expect(clean.length).toBeLessThanOrEqual(limit)
        expect(clean).not.toMatch(UNSEEN)
      }),
    )
  })
})

describe('shownText', () => {
  const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'
  const PICTURES = [
    ...[FAMILY, '\u{1f469}\u{1f3fd}\u200d\u{1f680}', '\u{1f3f3}\ufe0f\u200d\u{1f308}', '\u2764\ufe0f\u200d\u{1f525}'],
  ]

  it.each(PICTURES)('keeps %s as the one picture that it is', (picture) => {
    expect(shownText(picture)).toBe(picture)
    expect(shownText(`Ada ${picture} Byron`)).toBe(`Ada ${picture} Byron`)
  })

  it.each([
    ['letters', 'Ma\u200dya', 'Maya'],
    ['letters of a script that joins', '\u0644\u200d\u0627', '\u0644\u0627'],
    ['a picture and a letter', '\u{1f468}\u200da\u200d\u{1f469}', '\u{1f468}a\u{1f469}'],
    ['signs that are pictures only by name', '\u2122\u200d\u00a9', '\u2122\u00a9'],
    ['pictures that nobody draws as one', '\u{1f600}\u200d\u{1f600}', '\u{1f600}\u{1f600}'],
    ['a picture and its end', `${FAMILY}\u200d`, FAMILY],
    ['two such pictures', `${FAMILY}\u200d${FAMILY}`, `${FAMILY}${FAMILY}`],
    ['figures', '1\u200d2', '12'],
    ['a picture that was parted by what is not seen', '\u{1f468}\u200b\u200d\u{1f469}', '\u{1f468}\u{1f469}'],
  ])('leaves no joiner between %s', (_what, text, shown) => {
    expect(shownText(text)).toBe(shown)
  })

  it('leaves nothing unseen beside those pictures, nothing to a second look, and no half of one', () => {
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(...PICTURES, ...PICTURES.flatMap((each) => [...each]), '\u202e', '\u200b', '\ufe0f', 'a', ' '),
        fc.string({ unit: 'binary' }),
      ),
    )
    fc.assert(
      fc.property(parts, fc.nat(30), (texts, limit) => {
        const shown = shownText(texts.join(''), limit)
        expect(shown.replace(/\p{RGI_Emoji_ZWJ_Sequence}/gv, '')).not.toMatch(UNSEEN)
        expect(shownText(shown)).toBe(shown)
        expect(shown.length).toBeLessThanOrEqual(limit)
        expect(cleanText(shown)).toBe(cleanText(shownText(shown)))
      }),
    )
  })

  it('is no way to another name: what is compared, searched and sent knows no joiner', () => {
    const apart = FAMILY.replaceAll('\u200d', '')
    expect([foldedText(FAMILY), drawnText(FAMILY), searchable(FAMILY), cleanText(FAMILY)]).toEqual(Array(4).fill(apart))
    expect(isClean(FAMILY)).toBe(false)
    expect(cleanLines(FAMILY)).toBe(apart)
  })
})

describe('cleanLines', () => {
  it('keeps line breaks and nothing else that is unseen', () => {
    expect(cleanLines('a\r\nb\u202e\u0007c\td')).toBe('a\nb c d')
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cleanLines(text).replaceAll('\n', '')).not.toMatch(UNSEEN)
      }),
    )
  })
})

describe('foldedText', () => {
  it.each(['Alice', 'ALICE', 'A\u200blice', '\u202eAlice', 'Ａｌｉｃｅ', ' Al\u00adice\u3164'])(
    'takes %j for Alice',
    (name) => {
      expect(foldedText(name)).toBe('alice')
    },
  )
})

describe('holdsWords', () => {
  it('finds each word in the text, and in ids only where it has letters enough to tell one', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(30), fc.integer({ min: 1, max: 12 }), (id, from, length) => {
        const part = id.slice(from, from + length)
        expect(holdsWords(`zoo ${part}`, 'Zoo', id)).toBe(part.length >= ID_LETTERS || part === '')
        const isWithin = /^\d+$/.test(part) && !new RegExp(`(?<!\\d)${part}`).test(id)
        expect(holdsWords(part, id)).toBe(!isWithin)
      }),
    )
  })

  it.each([
    ['3', '40113', false],
    ['401', 'Ana 40113', true],
    ['25', '1.25', true],
    ['2024', 'inv2024', true],
    ['024', 'inv2024', false],
    ['13', '0.913 13', true],
  ])('finds the figures %s in %s: %s, since a number is found by how it begins', (typed, text, isFound) => {
    expect(holdsWords(typed, text)).toBe(isFound)
  })
})

describe('drawnText', () => {
  it.each([
    ['ИВАН', 'иван'],
    ['Ben', 'Вen'],
    ['Nina', 'Νіna'],
    ['Ａｄａ', 'ada'],
    ['Иван', 'Ивaн'],
  ])('is one for %s and %s', (one, other) => {
    expect(drawnText(one)).toBe(drawnText(other))
  })

  it.each([
    ['たなか', 'たなが'],
    ['Ben', 'Bea'],
    ['李雷', '李蕾'],
  ])('is another for %s and %s', (one, other) => {
    expect(drawnText(one)).not.toBe(drawnText(other))
  })
})
