import { BadgeCheck, ShieldAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { isolated, say, wording } from '#words'
import { AssetIcon, ChainIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { rich } from '../../lib/rich.tsx'
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
    return (
      <ErrorNotice
        error={networks.error}
        action={<Button onPress={networks.refresh}>{say('common.try-again')}</Button>}
      />
    )
  }
  if (networks.value === undefined) return <Skeleton className="h-64 w-full rounded-lg" />
  return (
    <div className="grid gap-5">
      <Card className="grid items-start gap-5 px-6 py-5 md:grid-cols-[260px_1fr]">
        <Select
          label={say('receive.asset')}
          search={say('receive.search-assets')}
          placeholder={say('receive.choose-an-asset')}
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
            {say('receive.network')}
          </p>
          {asset === undefined ? (
            <p className="flex h-11 items-center text-ink-3">{say('receive.choose-an-asset-first')}</p>
          ) : (
            <RadioCards
              label={say('receive.network')}
              columns="sm:grid-cols-2"
              value={chosen?.asset.assetId ?? null}
              onChange={setNetwork}
              options={asset.networks.map((one) => ({
                value: one.asset.assetId,
                title: wording(one.network.name),
                icon: <ChainIcon name={one.network.name} size="sm" />,
                aside: one.network.created ? (
                  <span className="text-ink-3 text-sm">{say('receive.address-exists')}</span>
                ) : undefined,
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
            {say('common.try-again')}
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
          {rich('receive.you-have-no-address-on-yet', { bdi: <bdi>{wording(network.name)}</bdi> })}
        </p>
        <p className="text-ink-2">
          {state.network.kind === 'local'
            ? say('receive.making-one-costs-nothing-on-the')
            : say('receive.the-service-may-charge-for-making')}
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
        {say('receive.create-address')}
      </Button>
    </Card>
  )
}

function Address({ address, choice }: { readonly address: DepositAddress; readonly choice: NetworkChoice }) {
  const { asset, network } = choice
  const tagged = address.tag !== ''
  if (!address.verified) {
    return (
      <Notice tone="stop" icon={<ShieldAlert />} title={say('receive.the-address-is-not-signed-by')}>
        {say('receive.coffer-does-not-show-it-since')}
      </Notice>
    )
  }
  return (
    <div className="grid animate-rise gap-5">
      {tagged && (
        <Notice
          tone="warn"
          icon={<ShieldAlert />}
          title={say('receive.needs-both-address-and-tag', { network: network.name })}
        >
          {say('receive.a-deposit-without-the-tag-does')}
        </Notice>
      )}
      <div className={tagged ? 'grid gap-5 md:grid-cols-2' : ''}>
        <CodeCard
          title={say('receive.your-address', { network: network.name })}
          code={address.destination}
          what={tagged ? say('receive.address-the-tag-is-needed-too') : say('receive.address')}
          label={say('receive.copy-address')}
          wide={!tagged}
          mark={
            <span className="flex items-center gap-1 text-ok text-sm">
              <BadgeCheck className="size-4" aria-hidden="true" /> {say('receive.signed-by-the-network')}
            </span>
          }
        />
        {tagged && (
          <CodeCard
            title={say('receive.tag')}
            code={address.tag}
            what={say('receive.tag-2')}
            label={say('receive.copy-tag')}
            mark={
              <span className="rounded-sm bg-warn-soft px-2 py-0.5 font-medium text-sm text-warn">
                {say('receive.required')}
              </span>
            }
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
        <QrCode text={props.code} label={say('receive.qr-code-of-the', { what: props.what })} />
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
