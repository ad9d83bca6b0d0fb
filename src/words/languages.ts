/** Languages that Coffer speaks whole, by the name each calls itself. A further one is a line here, one in `catalogues.ts` and its catalogue. */
export const LANGUAGES = { en: 'English', 'zh-CN': '简体中文', ja: '日本語' } as const

export type Language = keyof typeof LANGUAGES

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(LANGUAGES, text)

/** All languages by their tags. */
export const LANGUAGE_TAGS: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage)

/** The first of the wanted languages (`zh-Hant-TW`, `fr`, `en-GB`) that Coffer speaks, in any of its kinds; English where there is none. */
export function chooseLanguage(wanted: readonly string[]): Language {
  const first = (tag: string): string => tag.split(/[-_.]/)[0]?.toLowerCase() ?? ''
  for (const tag of wanted) {
    const found = LANGUAGE_TAGS.find((name) => name === tag) ?? LANGUAGE_TAGS.find((name) => first(name) === first(tag))
    if (found !== undefined) return found
  }
  return 'en'
}
