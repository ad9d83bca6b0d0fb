import type { Language } from './languages.ts'

/** Messages by their codes, in ICU form. */
export type Catalogue = Readonly<Record<string, string>>

const CATALOGUES: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('#catalogues/en', { with: { type: 'json' } }),
  'zh-CN': () => import('#catalogues/zh-CN', { with: { type: 'json' } }),
  ja: () => import('#catalogues/ja', { with: { type: 'json' } }),
}

export const loadCatalogue = async (language: Language): Promise<Catalogue> => (await CATALOGUES[language]()).default
