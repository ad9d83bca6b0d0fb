import { takingTurns } from '#contract/domain'
import { chooseLanguage, language, speak } from '#words'
import type { HostedWallet } from './binder.ts'

/** The languages that a person's surroundings ask for: the first of these that is set counts, as for every program of a terminal. */
export function languagesOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return [env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '']
}

/** Before there is a wallet, and so no choice of the person: what the system asks for. */
export const speakAs = (system: readonly string[]): Promise<void> => speak(chooseLanguage(system))

/**
 * Speaks the language that the person has chosen, now and whenever another one is chosen; `changed` is called each time. Answers what ends
 * that.
 */
export async function followLanguage(
  wallet: Pick<HostedWallet, 'calls' | 'subscribe'>,
  system: readonly string[],
  changed: () => void = () => undefined,
): Promise<() => void> {
  async function follow(): Promise<void> {
    const { preferences } = await wallet.calls['app.state'](null)
    const wanted = chooseLanguage(preferences.language === 'system' ? system : [preferences.language])
    if (wanted === language()) return
    await speak(wanted)
    changed()
  }
  const inTurn = takingTurns()
  // A host that cannot be told the choice goes on in the language that it speaks.
  const again = (): Promise<void> => inTurn(follow).catch(() => undefined)
  await again()
  return wallet.subscribe('data.changed', ({ topics }) => {
    if (topics.includes('app')) void again()
  })
}
