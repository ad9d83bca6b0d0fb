import { afterEach, describe, expect, it } from 'vitest'
import { LANGUAGE_TAGS, listing, parts, type Said, said, say, speak, withoutMarks, wording } from '#words'

const ALI = 'محمد علي'
const APART = `\u2068${ALI}\u2069`

/** A text that may be broken at all of its blanks. */
const loose = (text: string): string => text.replaceAll('\u00a0', ' ')

afterEach(() => speak('en'))

describe.each(LANGUAGE_TAGS)('a name inside a sentence in %s', (tag) => {
  it('is kept apart where it is written from right to left', async () => {
    await speak(tag)
    const title = said('title.send-to', { what: '1.5 BTC', whom: ALI })
    expect(wording(title)).toContain(APART)
    expect(say('shared.remove', { account: ALI })).toContain(APART)
    expect(withoutMarks(wording(title))).toBe(loose(wording(title).replace(APART, ALI)))
  })

  it('is kept apart once, however deep the sentence is', async () => {
    await speak(tag)
    const title = said('title.void', { title: said('title.send-to', { what: '1.5 BTC', whom: ALI }) })
    for (const text of [wording(title), say('shared.remove', { account: say('shared.remove', { account: ALI }) })]) {
      expect(text.split(APART)).toHaveLength(2)
      expect(text).not.toMatch(/\u2068[^\u2069]*\u2068/)
    }
  })

  it('is kept apart in a list, and each from the others', async () => {
    await speak(tag)
    expect(listing([ALI, 'Bo', ALI]).split(APART)).toHaveLength(3)
    const fields = said('error.wallet.record_differs.what', { fields: [ALI, 'Bo'] })
    expect(wording(fields)).toContain(APART)
    expect(wording(fields)).not.toContain('\u2068Bo')
  })

  it('stays as it is where it is written as the sentence is, like ids and amounts', async () => {
    await speak(tag)
    for (const whom of ['Ana', '李雷', 'さくら', 'ab'.repeat(32), '1 000.5 BTC']) {
      const text = wording(said('title.send-to', { what: '0.00000001 BTC', whom }))
      expect(loose(text)).toContain(whom)
      expect(withoutMarks(text)).toBe(loose(text))
    }
  })

  it('leaves alone what a place draws itself', async () => {
    await speak(tag)
    const drawn = { an: 'element' }
    expect(parts('shared.remove', { account: drawn })).toContain(drawn)
  })
})

describe.each(['zh-CN', 'ja'] as const)('a figure in %s', (tag) => {
  const BREAKABLE = /\d [\p{L}%‰]/u

  it('stays on the line of what it counts or measures, in every message', async () => {
    await speak(tag)
    const { default: catalogue } = await import(`../../resources/words/${tag}.json`, { with: { type: 'json' } })
    for (const code of Object.keys(catalogue)) {
      if (!/[{<']/.test(catalogue[code])) expect(wording({ code, values: {} }), code).not.toMatch(BREAKABLE)
    }
    expect(say('shared.output', { outputs: 24 })).not.toMatch(BREAKABLE)
    const drawn = { an: 'element' }
    const whole = parts('shared.wait-s', { wait: drawn })
    expect(whole).toContain(drawn)
    expect(whole.filter((part) => typeof part === 'string').join('')).not.toMatch(/ \p{L}$/u)
    expect(say('shared.in-24-hours', { move: '+8.03 %' })).not.toMatch(BREAKABLE)
    expect(wording(said('title.send-to', { what: '1.5 BTC', whom: 'Bo' }))).toContain('1.5\u00a0BTC')
  })

  it('leaves Coffer with plain blanks', async () => {
    await speak(tag)
    expect(withoutMarks(wording(said('title.send-to', { what: '1.5 BTC', whom: 'Bo' })))).toContain('1.5 BTC')
  })
})

describe('a figure in a sentence', () => {
  it.each([
    0,
    1,
    12,
    999,
    1000,
    12_345,
    1_234_567,
    987_654_321,
    -1,
    -999,
    -1000,
    2 ** 53,
    1e15,
    0.5,
    1234.5,
    -1234.25,
    1e-7,
  ])('is grouped by a narrow space as the engine groups %s', (total) => {
    const figure = new Intl.NumberFormat('en', { maximumFractionDigits: 20 }).format(total).replaceAll(',', '\u202f')
    expect(say('contacts.all-of-them', { total })).toBe(`All ${figure}`)
  })
})

describe('a figure in English', () => {
  const sayIn = async (place: 'page' | 'text') => {
    await speak('en', place)
    return [say('shared.output', { outputs: 24 }), wording(said('title.send-to', { what: '1.5 BTC', whom: 'Bo' }))]
  }

  it('stays on the line of its unit on a page, and is plain text anywhere else', async () => {
    expect(await sayIn('page')).toEqual(['24\u00a0outputs', 'Send 1.5\u00a0BTC to Bo'])
    expect(say('approvals.of-2', { count: '3', needed: '5' })).toBe('3\u00a0of\u00a05')
    expect(withoutMarks(say('approvals.of-2', { count: '3', needed: '5' }))).toBe('3 of 5')
    expect(await sayIn('text')).toEqual(['24 outputs', 'Send 1.5 BTC to Bo'])
  })

  it('ties nothing to a name or an id that ends in one', async () => {
    await speak('en', 'page')
    for (const whom of ['Bo 2nd', `${'ab'.repeat(30)}cde4`]) {
      const title = wording(said('title.send-to', { what: 'it', whom }))
      expect(wording(said('title.void', { title }))).not.toMatch(/4\u00a0/)
    }
  })
})

describe('blanks in Chinese', () => {
  it('stand between Chinese and other letters, and not between Chinese and Chinese', async () => {
    await speak('zh-CN')
    const to = (whom: string | Said) => loose(wording(said('title.send-to', { what: '1 BTC', whom })))
    expect(to(said('title.yourself'))).toBe('向你自己发送 1 BTC')
    expect(to('Bo')).toBe('向 Bo 发送 1 BTC')
    expect(to('李 雷')).toBe('向李 雷发送 1 BTC')
    expect(to('Bo 李')).toBe('向 Bo 李发送 1 BTC')
    const title = said('title.void', { title: said('title.send-to', { what: '1 BTC', whom: '李雷' }) })
    expect(loose(wording(title))).toBe('使其无法支付：向李雷发送 1 BTC')
  })

  it('stand around the words of a list in the same way', async () => {
    await speak('zh-CN')
    expect(listing(['1 BTC', '2 ETH'])).toBe('1 BTC 和 2 ETH')
    expect(listing(['李雷', 'Bo', '韩梅梅'])).toBe('李雷、Bo 和韩梅梅')
    expect(listing(['李雷', '韩梅梅'], 'or')).toBe('李雷或韩梅梅')
  })
})
