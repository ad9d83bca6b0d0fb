import { takingTurns } from '#contract/domain'
import { firstScreen } from '#contract/topics'
import { type Language, language as spoken } from '#words'
import type { HostedWallet } from './binder.ts'

/** What the page's frame looks like before its program has been read. It holds no name and no figure. */
export interface FirstLook {
  readonly theme: 'system' | 'light' | 'dark'
  readonly language: Language
  readonly screen: 'open' | 'locked' | 'setup'
}

const OPENING = '<html lang="en">'

/** The page with its look in the opening tag, where its styles read it, and with requests for its words and, where the wallet is open, for its screens. */
export function withLook(html: string, { theme, language, screen }: FirstLook): string {
  const themed = theme === 'system' ? '' : ` data-theme="${theme}"`
  const opening = `<html lang="${language}" data-screen="${screen}"${themed}>`
  const asked = [`rel="words" hreflang="${language}"`, ...(screen === 'open' ? ['rel="open"'] : [])]
  return asked.reduce((page, link) => page.replace(link, 'rel="modulepreload"'), html.replace(OPENING, opening))
}

/** Keeps the look that the next page begins with; null while the wallet does not tell. */
export async function followLook(
  wallet: Pick<HostedWallet, 'calls' | 'subscribe'>,
): Promise<{ readonly look: () => FirstLook | null; readonly stop: () => void }> {
  let known: FirstLook | null = null
  const inTurn = takingTurns()
  async function read(): Promise<void> {
    try {
      const state = await wallet.calls['app.state'](null)
      const { theme, language } = state.preferences
      known = { theme, language: language === 'system' ? spoken() : language, screen: firstScreen(state) }
    } catch {
      known = null
    }
  }
  await read()
  const again = (): void => void inTurn(read)
  const ends = [
    wallet.subscribe('session.changed', again),
    wallet.subscribe('data.changed', ({ topics }) => {
      if (topics.includes('app') || topics.includes('accounts')) again()
    }),
  ]
  return {
    look: () => known,
    stop: () => {
      for (const end of ends) end()
    },
  }
}
