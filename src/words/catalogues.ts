import type { Language } from './languages.ts'

/** Messages by their codes, in ICU form. */
export type Catalogue = Readonly<Record<string, string>>

/** The window is built with its catalogues in two parts: what its first screens say, and the rest. */
interface CatalogueModule {
  readonly default: Catalogue
  readonly rest?: () => Promise<{ readonly default: Catalogue }>
}

const CATALOGUES: Readonly<Record<Language, () => Promise<CatalogueModule>>> = {
  en: () => import('#catalogues/en', { with: { type: 'json' } }),
  'zh-CN': () => import('#catalogues/zh-CN', { with: { type: 'json' } }),
  ja: () => import('#catalogues/ja', { with: { type: 'json' } }),
}

interface LoadedCatalogue {
  readonly catalogue: Catalogue
  /** Reads what was left for later; null where nothing was. */
  readonly readRest: (() => Promise<Catalogue>) | null
}

export async function loadCatalogue(language: Language): Promise<LoadedCatalogue> {
  const { default: catalogue, rest } = await CATALOGUES[language]()
  return { catalogue, readRest: rest === undefined ? null : async () => (await rest()).default }
}
