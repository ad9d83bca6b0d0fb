import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { language } from '#words'

const LOCALES = { en: 'en-US', 'zh-CN': 'zh-CN', ja: 'ja-JP' }

/** What react-aria says to screen readers is in the language of the window, whatever the system's is. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={LOCALES[language()]}>{children}</I18nProvider>
}
