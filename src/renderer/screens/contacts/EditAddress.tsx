import { useMemo, useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import type { SavedAddress } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Select } from '../../ui/Select.tsx'

/** A name for an address on another chain. The network reads the address back before it is kept. */
export function EditAddress(props: {
  readonly userId: string | null
  readonly address?: SavedAddress
  readonly onClose: () => void
}) {
  const { address, onClose } = props
  const { account } = useWallet()
  const [label, setLabel] = useState(address?.label ?? '')
  const [chainId, setChainId] = useState<string | null>(address?.chainId ?? null)
  const [destination, setDestination] = useState(address?.destination ?? '')
  const [tag, setTag] = useState(address?.tag ?? '')
  const [tried, setTried] = useState(false)
  const save = useAction('contacts.saveAddress')
  const assets = useQuery('assets.list', { account: account.account }).value
  const chains = useMemo(() => {
    const found = new Map((assets ?? []).map((one) => [one.chainId, one]))
    return [...found.values()].sort((a, b) => wording(a.chainName).localeCompare(wording(b.chainName)))
  }, [assets])
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
    <Dialog
      title={address === undefined ? say('contacts.add-an-address') : say('contacts.edit-address')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            {say('common.cancel')}
          </Button>
          <Button kind="primary" pending={save.pending} onPress={() => void submit()}>
            {say('contacts.save-address')}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
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
        <Select
          label={say('contacts.chain')}
          search={say('contacts.search-chains')}
          options={chains.map((one) => ({ id: one.chainId, text: wording(one.chainName) }))}
          value={chainId}
          onChange={setChainId}
          {...(tried && chainId === null ? { hint: say('contacts.choose-the-chain-that-the-address') } : {})}
        />
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
        <button type="submit" hidden>
          {say('contacts.save-address')}
        </button>
      </form>
      {save.error !== null && <ErrorNotice error={save.error} className="mt-4" />}
    </Dialog>
  )
}
