import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

/** What react-aria says to screen readers is in the language of the window, whatever the system's is. */
export function Words({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale="en-US">{children}</I18nProvider>
}
