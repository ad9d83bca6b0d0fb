import { isAbsolute, join, relative } from 'node:path'
import type { EventName, EventPayload } from '#contract/ipc'
import identity from '#identity' with { type: 'json' }
import { openUpdates, type Target, type UpdateService } from '#updates'
import type { Wallet } from '#wallet'
import type { HostedWallet } from './binder.ts'
import { type ChooseNetwork, networkCalls } from './networks.ts'

/* New versions, beside the wallet: the same surface for the page, and no more to do with money than the menu has. */

type OpenDeps = Parameters<typeof openUpdates>[0]
export type UpdateParts = Pick<OpenDeps, 'version' | 'fetch' | 'clock' | 'random' | 'log' | 'install'> & {
  readonly dataDir: string
  /** Another service than the build's own, to try one. */
  readonly service: UpdateService | null
  /** How this copy was installed; null where no file of a release would fit. */
  readonly target: Target | null
  /** Absent where the host stays on its network. */
  readonly chooseNetwork?: ChooseNetwork
}

type Identity = Readonly<Record<'updates' | 'rootKey' | 'homepage', string>>

const isPlaceholder = (value: string): boolean => /\.invalid(?:$|[/:>])/.test(value)

/** The service that the build names; null where it is a placeholder still, and then nobody is ever asked. */
export function serviceOf({ updates, rootKey }: Identity): UpdateService | null {
  return isPlaceholder(updates) || !/^[0-9a-f]{64}$/.test(rootKey) ? null : { url: updates, rootKey }
}

type Variables = Readonly<Record<string, string | undefined>>

/** Where the AppImage lies that this program runs out of; null where it runs out of none, whatever a variable says. */
export function appImageOf({ APPIMAGE: image, APPDIR: folder }: Variables, program: string): string | null {
  if (!image || !folder || !isAbsolute(image) || !isAbsolute(folder)) return null
  const path = relative(folder, program)
  return path === '' || path.startsWith('..') || isAbsolute(path) ? null : image
}

/** How a packaged Coffer was installed, by what started it. */
export function targetOf(platform: NodeJS.Platform, arch: string, appImage: string | null): Target | null {
  if (arch !== 'x64' && arch !== 'arm64') return null
  if (platform === 'linux') return { platform, arch, form: appImage === null ? 'deb' : 'appimage' }
  if (platform === 'darwin') return { platform, arch, form: 'dmg' }
  return platform === 'win32' ? { platform, arch, form: 'nsis' } : null
}

/** The wallet with what a host answers beside it. Throws what opening the files of updates throws. */
export function withUpdates(wallet: Wallet, { dataDir, service, ...parts }: UpdateParts): HostedWallet {
  const hears = new Set<() => void>()
  const updates = openUpdates({
    ...parts,
    folder: join(dataDir, 'updates'),
    service: service ?? serviceOf(identity),
    home: isPlaceholder(identity.homepage) ? null : identity.homepage,
    changed() {
      for (const hear of [...hears]) hear()
    },
  })
  return {
    calls: { ...wallet.calls, ...updates.calls, ...networkCalls(parts.chooseNetwork) },
    subscribe(name, listener) {
      const end = wallet.subscribe(name, listener)
      if (!isChange(name, listener)) return end
      const hear = (): void => listener({ account: null, topics: ['updates'] })
      hears.add(hear)
      return () => {
        hears.delete(hear)
        end()
      }
    },
    lock: () => wallet.lock(),
    async close() {
      await updates.stop()
      await wallet.close()
    },
  }
}

/** The name says which payload the listener takes. */
function isChange<Name extends EventName>(
  name: Name,
  _listener: (payload: EventPayload<Name>) => void,
): _listener is (payload: EventPayload<Name> | EventPayload<'data.changed'>) => void {
  return name === 'data.changed'
}
