import { useState } from 'react'
import { say } from '#words'
import { useAction } from '../state/query.ts'
import type { SavedAddress } from '../state/types.ts'
import { useWallet } from '../state/wallet.tsx'
import { Input } from '../ui/Input.tsx'
import { ChainSelect, useChains } from './ChainSelect.tsx'
import { DeedDialog } from './DeedDialog.tsx'

/** A name for an address on another chain. The network reads the address back before it is kept. */
export function EditAddress(props: {
  readonly userId: string | null
  readonly address?: SavedAddress
  /** Where a new one comes from: what is typed again can be typed wrong. */
  readonly given?: Pick<SavedAddress, 'chainId' | 'destination' | 'tag'>
  readonly onClose: () => void
}) {
  const { address, onClose } = props
  const from = address ?? props.given
  const { account } = useWallet()
  const [label, setLabel] = useState(address?.label ?? '')
  const [chainId, setChainId] = useState<string | null>(from?.chainId ?? null)
  const [destination, setDestination] = useState(from?.destination ?? '')
  const [tag, setTag] = useState(from?.tag ?? '')
  const [tried, setTried] = useState(false)
  const save = useAction('contacts.saveAddress')
  const chains = useChains(account.account)
  const chain = chains.find((one) => one.chainId === chainId)
  const missing = {
    label: label.trim() === '' ? say('contacts.give-the-address-a-name') : undefined,
    destination: destination.trim().length < 8 ? say('contacts.paste-the-whole-address') : undefined,
    tag:
      chain?.tag === 'needed' && tag.trim() === ''
        ? say('contacts.needs-a-tag', { chainName: chain.chainName })
        : undefined,
  }
  const whole = chainId !== null && Object.values(missing).every((one) => one === undefined)

  async function submit(): Promise<void> {
    setTried(true)
    if (!whole || chainId === null) return
    const done = await save.run({
      account: account.account,
      addressId: address?.addressId ?? null,
      userId: props.userId,
      label: label.trim(),
      chainId,
      destination: destination.trim(),
      tag: tag.trim(),
    })
    if (done !== undefined) onClose()
  }

  return (
    <DeedDialog
      title={address === undefined ? say('contacts.add-an-address') : say('contacts.edit-address')}
      onClose={onClose}
      deed={{ label: say('contacts.save-address'), pending: save.pending, onPress: () => void submit() }}
      error={save.error}
      isForm
    >
      <Input
        label={say('contacts.name')}
        autoFocus
        maxLength={64}
        value={label}
        onChange={setLabel}
        placeholder={say('contacts.cold-storage')}
        error={tried ? missing.label : undefined}
      />
      <ChainSelect chains={chains} value={chainId} onChange={setChainId} asks={tried} />
      <Input
        label={say('contacts.address')}
        mono
        value={destination}
        onChange={setDestination}
        error={tried ? missing.destination : undefined}
      />
      {chain?.tag !== 'none' && chain !== undefined && (
        <Input
          label={say('contacts.tag-or-memo')}
          mono
          optional={chain.tag !== 'needed'}
          value={tag}
          onChange={setTag}
          error={tried ? missing.tag : undefined}
          hint={say('contacts.as-necessary-as-the-address-where')}
        />
      )}
    </DeedDialog>
  )
}
