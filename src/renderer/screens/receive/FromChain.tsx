import { BadgeCheck, ShieldAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AssetIcon, ChainIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { isolated } from '../../lib/isolated.ts'
import { useAction, useQuery } from '../../state/query.ts'
import type { DepositAddress } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { RadioCards } from '../../ui/Choice.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Select } from '../../ui/Select.tsx'
import { Card, Notice, Skeleton } from '../../ui/Surface.tsx'
import { addressFacts, assetChoices, type NetworkChoice } from './model.ts'

/** Asset, then network, then the address: never the other way round. */
export function FromChain({ assetId }: { readonly assetId?: string }) {
  const { owner } = useWallet()
  const networks = useQuery('receive.networks', owner)
  const choices = useMemo(() => assetChoices(networks.value ?? []), [networks.value])
  const preset = choices.find((choice) => choice.networks.some((one) => one.asset.assetId === assetId))
  const [picked, setPicked] = useState<string | null>(null)
  const [network, setNetwork] = useState<string | null>(null)
  const symbol = picked ?? preset?.symbol ?? null
  const asset = choices.find((choice) => choice.symbol === symbol)
  const wanted =
    network ??
    (picked === null && assetId !== undefined
      ? assetId
      : asset?.networks.length === 1
        ? asset.networks[0]?.asset.assetId
        : null)
  const chosen = asset?.networks.find((one) => one.asset.assetId === wanted)

  if (networks.error !== null && networks.value === undefined) {
    return <ErrorNotice error={networks.error} action={<Button onPress={networks.refresh}>Try again</Button>} />
  }
  if (networks.value === undefined) return <Skeleton className="h-64 w-full rounded-lg" />
  return (
    <div className="grid gap-5">
      <Card className="grid items-start gap-5 px-6 py-5 md:grid-cols-[260px_1fr]">
        <Select
          label="Asset"
          search="Search assets"
          placeholder="Choose an asset"
          large
          value={symbol}
          onChange={(next) => {
            setPicked(next)
            setNetwork(null)
          }}
          options={choices.map((choice) => ({
            id: choice.symbol,
            text: `${isolated(choice.symbol)} ${isolated(choice.name)}`,
            content: (
              <>
                {choice.networks[0] !== undefined && <AssetIcon asset={choice.networks[0].asset} size="sm" />}
                <span className="font-medium">{choice.symbol}</span>
                {choice.name !== choice.symbol && <span className="truncate text-ink-3">{choice.name}</span>}
              </>
            ),
          }))}
        />
        <div>
          <p className="mb-1.5 min-h-5 font-medium text-sm" id="network-label">
            Network
          </p>
          {asset === undefined ? (
            <p className="flex h-11 items-center text-ink-3">Choose an asset first.</p>
          ) : (
            <RadioCards
              label="Network"
              columns="sm:grid-cols-2"
              value={chosen?.asset.assetId ?? null}
              onChange={setNetwork}
              options={asset.networks.map((one) => ({
                value: one.asset.assetId,
                title: one.network.name,
                icon: <ChainIcon name={one.network.name} size="sm" />,
                aside: one.network.created ? <span className="text-ink-3 text-sm">address exists</span> : undefined,
              }))}
            />
          )}
        </div>
      </Card>
      {chosen !== undefined && <AddressStep key={chosen.network.chainId} choice={chosen} />}
    </div>
  )
}

/** Shows the address if there is one. Making one may cost money on the real service, so it waits for a click. */
function AddressStep({ choice }: { readonly choice: NetworkChoice }) {
  const { state, owner } = useWallet()
  const { network } = choice
  const known = useQuery('receive.address', { ...owner, chainId: network.chainId, create: false })
  const make = useAction('receive.address')
  const error = make.error ?? known.error

  if (error !== null) {
    return (
      <ErrorNotice
        error={error}
        action={
          <Button
            onPress={() => {
              make.reset()
              known.refresh()
            }}
          >
            Try again
          </Button>
        }
      />
    )
  }
  if (known.value === undefined) return <Skeleton className="h-72 w-full rounded-lg" />
  if (known.value !== null) return <Address address={known.value} choice={choice} />
  return (
    <Card className="flex flex-wrap items-center justify-between gap-6 px-6 py-5">
      <div className="min-w-0 max-w-lg flex-1">
        <p className="font-medium">
          You have no address on <bdi>{network.name}</bdi> yet
        </p>
        <p className="text-ink-2">
          {state.network.kind === 'local'
            ? 'Making one costs nothing on the local network.'
            : 'The service may charge for making one; it does not say how much beforehand. Coffer never makes one unasked.'}
        </p>
      </div>
      <Button
        kind="primary"
        size="lg"
        pending={make.pending}
        onPress={() =>
          void make
            .run({ ...owner, chainId: network.chainId, create: true })
            .then((done) => done != null && known.refresh())
        }
      >
        Create address
      </Button>
    </Card>
  )
}

function Address({ address, choice }: { readonly address: DepositAddress; readonly choice: NetworkChoice }) {
  const { asset, network } = choice
  const tagged = address.tag !== ''
  if (!address.verified) {
    return (
      <Notice tone="stop" icon={<ShieldAlert />} title="The address is not signed by the network">
        Coffer does not show it, since money sent to it may be lost. Try again later.
      </Notice>
    )
  }
  return (
    <div className="grid animate-rise gap-5">
      {tagged && (
        <Notice
          tone="warn"
          icon={<ShieldAlert />}
          title={`${isolated(network.name)} needs both: the address and the tag`}
        >
          A deposit without the tag does not reach this account. Copy both, one after the other.
        </Notice>
      )}
      <div className={tagged ? 'grid gap-5 md:grid-cols-2' : ''}>
        <CodeCard
          title={`Your ${isolated(network.name)} address`}
          code={address.destination}
          what={tagged ? 'address (the tag is needed too)' : 'address'}
          label="Copy address"
          wide={!tagged}
          mark={
            <span className="flex items-center gap-1 text-ok text-sm">
              <BadgeCheck className="size-4" aria-hidden="true" /> Signed by the network
            </span>
          }
        />
        {tagged && (
          <CodeCard
            title="Tag"
            code={address.tag}
            what="tag"
            label="Copy tag"
            mark={<span className="rounded-sm bg-warn-soft px-2 py-0.5 font-medium text-sm text-warn">Required</span>}
          />
        )}
      </div>
      <ul className="grid gap-1.5 px-1 text-ink-2">
        {addressFacts(address, { asset, network }).map((fact) => (
          <li key={fact} className="flex gap-2.5">
            <span aria-hidden="true" className="mt-[9px] size-1 shrink-0 rounded-full bg-ink-3" />
            {fact}
          </li>
        ))}
      </ul>
    </div>
  )
}

function CodeCard(props: {
  readonly title: string
  readonly code: string
  readonly what: string
  readonly label: string
  readonly mark: React.ReactNode
  readonly wide?: boolean
}) {
  return (
    <Card label={props.title} className="p-6">
      <div className={props.wide === true ? 'flex flex-wrap gap-8' : 'flex flex-col gap-5'}>
        <QrCode text={props.code} label={`QR code of the ${props.what}`} />
        <div className="flex min-w-0 flex-1 basis-64 flex-col">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="font-semibold">{props.title}</h2>
            {props.mark}
          </div>
          <GroupedCode text={props.code} className="mt-3 block text-lg leading-8" strongEnds={props.code.length > 20} />
          <div className="mt-4">
            <CopyButton text={props.code} what={props.what} label={props.label} />
          </div>
        </div>
      </div>
    </Card>
  )
}
