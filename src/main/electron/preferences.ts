import type { Calls } from '#contract/ipc'
import type { HostedWallet } from '../binder.ts'
import type { ElectronModule } from './module.ts'

type Preferences = Awaited<ReturnType<Calls['app.state']>>['preferences']

interface Follower {
  readonly electron: Pick<ElectronModule, 'app'>
  readonly wallet: Pick<HostedWallet, 'calls' | 'subscribe'>
}

/** Hears what the person prefers, now and after each change, until the program ends. `failed` hears why it could not be asked or followed. */
export function followPreferences(
  { electron, wallet }: Follower,
  changed: (preferences: Preferences) => void,
  failed: (error: unknown) => void,
): void {
  const again = (): void =>
    void wallet.calls['app.state'](null)
      .then(({ preferences }) => changed(preferences))
      .catch(failed)
  again()
  const stop = wallet.subscribe('data.changed', ({ topics }) => {
    if (topics.includes('app')) again()
  })
  electron.app.once('before-quit', stop)
}
