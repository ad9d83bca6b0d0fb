import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import en from '#catalogues/en' with { type: 'json' }
import ja from '#catalogues/ja' with { type: 'json' }
import zhCN from '#catalogues/zh-CN' with { type: 'json' }
import { ERRORS, errorFacts, isErrorCode } from '#contract/errors'

type Catalogue = Readonly<Record<string, string>>

const ROOT = join(import.meta.dirname, '../..')

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(ROOT, 'src', name), 'utf8'))

/** Every quoted text in the code that could be the name of a message. */
const quoted = new Set(
  sources.flatMap((text) => [...text.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, name]) => name)),
)

/** Names that are put together: of the sentences of errors by their codes, and of the reasons of weak passphrases. */
const built = (key: string): boolean => {
  const [, code = '', part = ''] = /^error\.(.+)\.(what|money|todo)$/.exec(key) ?? []
  if (isErrorCode(code)) return Object.values(errorFacts(code)).some((fact) => fact?.code === key) || part !== 'money'
  const why = /^error\.weak\.([a-z]+)(?:\.todo)?$/.exec(key)?.[1]
  const { what, todo } = errorFacts(
    'input.passphrase_weak',
    why === undefined ? {} : { why: why === 'other' ? 'row' : why },
  )
  return [what.code, todo.code].includes(key)
}

/** What a message shows, by name. What it only chooses a form by is left to each language. */
function takenBy(elements: readonly MessageFormatElement[], taken: Set<string> = new Set(), of = ''): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.pound) taken.add(of)
    else if (element.type !== TYPE.literal && element.type !== TYPE.plural) taken.add(element.value)
    if (element.type === TYPE.tag) takenBy(element.children, taken, of)
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const { value } of Object.values(element.options))
        takenBy(value, taken, element.type === TYPE.plural ? element.value : of)
    }
  }
  return taken
}

const argumentsOf = (text: string): string[] => [...takenBy(parse(text))].sort()

describe('the line of the connection', () => {
  it('says how it stands before where, as its end is cut off where there is no room', () => {
    expect([en, zhCN, ja].map((words) => words['shell.network-at-state'].indexOf('{word}'))).toEqual([0, 0, 0])
  })
})

describe('the English catalogue', () => {
  it('has no message that nothing says', () => {
    expect(Object.keys(en).filter((key) => !quoted.has(key) && !built(key))).toEqual([])
  })

  it('keeps what the programs say apart from what the window says, which is built without it', () => {
    const others = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/^main[\\/]/.test(name),
    )
    expect(others.length).toBeGreaterThan(500)
    const naming = others.filter((name) => /['`]main\.[a-z]/.test(readFileSync(join(ROOT, 'src', name), 'utf8')))
    expect(naming).toEqual([])
  })

  it('has every message that is said', () => {
    const said = sources.flatMap((text) =>
      [...text.matchAll(/\b(?:say|said)\(\s*'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, name]) => name),
    )
    expect(said.length).toBeGreaterThan(1000)
    expect(said.filter((name) => !Object.hasOwn(en, name ?? ''))).toEqual([])
    const facts = Object.keys(ERRORS).flatMap((code) => (isErrorCode(code) ? Object.values(errorFacts(code)) : []))
    expect(facts.filter((fact) => fact !== null && !Object.hasOwn(en, fact.code))).toEqual([])
  })

  it('takes what its types say', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'build/words.mjs')], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

/** An empty catalogue is one that nobody has begun. */
const translations: readonly [string, Catalogue][] = [
  ['zh-CN', zhCN],
  ['ja', ja],
]
const begun = translations.filter(([, catalogue]) => Object.keys(catalogue).length > 0)

describe('a translated catalogue', () => {
  it('is for each language either empty or whole', () => {
    for (const [, catalogue] of begun) expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort())
  })

  it('takes in each message what English takes', () => {
    for (const [name, catalogue] of begun) {
      const other = Object.entries(catalogue).filter(([key, text]) => {
        const english = (en as Catalogue)[key]
        return english === undefined || argumentsOf(text).join() !== argumentsOf(english).join()
      })
      expect({ name, other }).toEqual({ name, other: [] })
    }
  })

  it('speaks to people in one way in Chinese', () => {
    expect(Object.entries(zhCN).filter(([, text]) => text.includes('您'))).toEqual([])
  })

  it('names one thing in one way', () => {
    const other = {
      // A coin has a counter of its own; words of a phrase and labels are told from any words and from tags.
      'zh-CN': /(?:#|那|某|一) ?个币|24 个词|项的标签|请求已被放弃/,
      ja: /つのコイン(?!を二重)|このリクエスト|取り下げ/,
    }
    expect(Object.entries(zhCN).filter(([, text]) => other['zh-CN'].test(text))).toEqual([])
    expect(Object.entries(ja).filter(([, text]) => other.ja.test(text))).toEqual([])
  })

  it('calls a screen in a sentence as the list of screens does', () => {
    const screens = ['activity', 'approvals', 'coins', 'collectibles', 'contacts'].map((name) => `shell.${name}`)
    const led = screens.flatMap((screen) => {
      const told = new RegExp(`\\b(?:under|in|at) ${(en as Catalogue)[screen]}\\b`)
      const sentences = Object.entries(en).filter(([, text]) => told.test(text))
      return sentences.map(([key]) => ({ key, screen }))
    })
    expect(led.length).toBeGreaterThan(10)
    for (const [name, catalogue] of begun) {
      const astray = led.filter(({ key, screen }) => !catalogue[key]?.includes(catalogue[screen] ?? ''))
      expect({ name, astray }).toEqual({ name, astray: [] })
    }
  })

  it('has no blanks in Japanese around a name, and none behind the end of a sentence', () => {
    const name = /[ぁ-んァ-ヶ一-龠] (?:Coffer|Mixin|Messenger)\b|\b(?:Coffer|Mixin|Messenger) [ぁ-んァ-ヶ一-龠]/
    expect(Object.entries(ja).filter(([, text]) => name.test(text))).toEqual([])
    const behind = begun
      .flatMap(([, words]) => Object.entries(words))
      .filter(([, text]) => /[。？！]\}* [ぁ-んァ-ヶ一-龠]/.test(text))
    expect(behind).toEqual([])
  })
})

describe('what is said now in other words', () => {
  const GONE: Readonly<Record<string, readonly RegExp[]>> = {
    en: [
      /asked about it|it answers \d+/i,
      /from another network|inside the network/i,
      /please look at \d|please look at \{/i,
      /\bvouched for\b/i,
      /^the same again$/i,
      /the least that is credited/i,
      /making them fewer/i,
      /lock by itself/i,
      /try anew/i,
      /-?millionths?\b/i,
      /\breceivers?\b|\bbeneficiar(?:y|ies)\b/i,
    ],
    'zh-CN': [/来自其他网络|^网络内$/, /^由服务担保$/, /最低入账金额为/, /重新尝试/, /百万分之|接收者|接收方/],
    ja: [
      /別のネットワークから|^ネットワーク内$/,
      /^サービスが保証$/,
      /反映される最低額/,
      /^作り直す$/,
      /万分の|受信者|受領者/,
    ],
  }

  it.each([
    ['en', en],
    ['zh-CN', zhCN],
    ['ja', ja],
  ] as [string, Catalogue][])('stands nowhere in the old ones in %s', (tag, catalogue) => {
    const found = Object.entries(catalogue).filter(([, text]) => GONE[tag]?.some((phrase) => phrase.test(text)))
    expect(found).toEqual([])
  })

  it('is said as people say it', () => {
    const said = new Set(Object.values(en))
    for (const words of ['From a blockchain', 'From a Mixin user', 'Key from the service', 'Address verified'])
      expect(said).toContain(words)
    for (const words of ['Repeat passphrase', 'Auto-lock', 'Try again']) expect(said).toContain(words)
    expect([...said].some((text) => text.includes('Combining is free'))).toBe(true)
  })
})
