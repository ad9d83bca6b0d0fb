import { isolated, say } from '#words'
import type { AppState } from '../state/types.ts'

/** What the network is called where its money is meant: practice money must never look like money. */
export function networkName({ kind, name }: Pick<AppState['network'], 'kind' | 'name'>): string {
  if (kind === 'local') return say('shell.play-money')
  return kind === 'mainnet' ? say('shell.real-money') : isolated(name)
}
