import { FlaskConical, Globe } from 'lucide-react'
import { isolated } from '#words'
import { networkName } from '../components/network-name.ts'
import { cx } from '../lib/cx.ts'
import { useWallet } from '../state/wallet.tsx'

export const useNetworkName = (): string => networkName(useWallet().state.network)

/** The address of a local network that runs as a program of its own, by which two of them are told apart; null for any other. */
export function useNetworkPlace(): string | null {
  const { network } = useWallet().state
  return network.kind === 'local' && network.name !== 'local' ? isolated(new URL(network.baseUrl).host) : null
}

/** The network as a sign, with its name where there is room for no more. */
export function NetworkSign({ alone = false }: { readonly alone?: boolean }) {
  const { network } = useWallet().state
  const isReal = network.kind === 'mainnet'
  const Icon = isReal ? Globe : FlaskConical
  return (
    <span className="flex items-center gap-2 text-ink-2 text-sm">
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-[0.5rem]',
          isReal ? 'bg-pressed text-ink-2' : 'bg-warn-soft text-warn',
        )}
        aria-hidden="true"
      >
        <Icon className="size-4" />
      </span>
      {/* A window as narrow as a phone's has no room for it beside what the screen is called. */}
      {!alone && <span className="max-[30rem]:sr-only">{networkName(network)}</span>}
    </span>
  )
}
