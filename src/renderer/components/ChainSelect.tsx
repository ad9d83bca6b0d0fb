import { useMemo } from 'react'
import { locale, say, wording } from '#words'
import { useQuery } from '../state/query.ts'
import type { Asset } from '../state/types.ts'
import { Select } from '../ui/Select.tsx'

/** The chains that an account knows, by their names: an asset of each. */
export function useChains(account: string): readonly Asset[] {
  const assets = useQuery('assets.list', { account }).value
  return useMemo(() => {
    const found = new Map((assets ?? []).map((one) => [one.chainId, one]))
    return [...found.values()].sort((a, b) => wording(a.chainName).localeCompare(wording(b.chainName), locale()))
  }, [assets])
}

/** Which chain an address is on. */
export function ChainSelect(props: {
  readonly chains: readonly Asset[]
  readonly value: string | null
  readonly onChange: (chainId: string) => void
  /** Whether to ask for one while none is chosen. */
  readonly asks: boolean
}) {
  const { chains, value, onChange, asks } = props
  return (
    <Select
      label={say('contacts.chain')}
      search={say('contacts.search-chains')}
      options={chains.map((one) => ({ id: one.chainId, text: wording(one.chainName) }))}
      value={value}
      onChange={onChange}
      {...(asks && value === null ? { hint: say('contacts.choose-the-chain-that-the-address') } : {})}
    />
  )
}
