import { BadgeCheck, ShieldAlert } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { isolated, say, wording } from '#words'
import { AssetIcon, ChainIcon } from '../../components/AssetIcon.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { WholeGroup } from '../../components/group.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusKept } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { call } from '../../state/bridge.ts'
import { type Query, useAction, useQuery } from '../../state/query.ts'
import type { DepositAddress, IncomingDeposit, Report } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Select } from '../../ui/Select.tsx'
import { Notice, Skeleton } from '../../ui/Surface.tsx'
import { DepositLine } from './DepositLine.tsx'
import { addressFacts, assetChoices, type NetworkChoice } from './model.ts'

interface Incoming {
  readonly incoming: Query<IncomingDeposit[]>
}

/** Asset, then network, then the address: never the other way round. */
export function FromChain({ assetId, incoming }: { readonly assetId?: string | undefined } & Incoming) {
  const { owner, state } = useWallet()
  const { received } = state.preferences
  const first = assetId ?? received
  const networks = useQuery('receive.networks', owner)
  const choices = useMemo(() => assetChoices(networks.value ?? []), [networks.value])
  const preset = choices.find((choice) => choice.networks.some((one) => one.asset.assetId === first))
  // Once one was chosen here, what the screen was opened for, or was chosen the last time, counts no more.
  const [picked, setPicked] = useState<string | null>(null)
  const [network, setNetwork] = useState<string | null>(null)
  const symbol = picked ?? preset?.symbol ?? null
  const asset = choices.find((choice) => choice.symbol === symbol)
  const [only] = asset?.networks.length === 1 ? asset.networks : []
  const wanted = network ?? (picked === null ? first : only?.asset.assetId)
  const chosen = asset?.networks.find((one) => one.asset.assetId === wanted)
  const shown = chosen?.asset.assetId
  // A tile goes with the choice that it was.
  const box = useFocusKept<HTMLDivElement>()
  useRemembered(shown, received)

  function pick(next: string): void {
    setPicked(next)
    setNetwork(null)
  }

  if (networks.error !== null && networks.value === undefined) {
    return <ErrorNotice error={networks.error} onRetry={networks.refresh} />
  }
  if (networks.value === undefined) return <Skeleton className="h-64 w-full rounded-lg" />
  return (
    <div ref={box} className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <Select
          label={say('receive.asset')}
          hideLabel
          search={say('receive.search-assets')}
          placeholder={say('receive.choose-an-asset')}
          large
          className="min-w-36 max-w-full"
          value={symbol}
          onChange={pick}
          options={choices.map((choice) => ({
            id: choice.symbol,
            text: `${isolated(choice.symbol)} ${isolated(choice.name)}`,
            content: (
              <>
                {choice.networks[0] !== undefined && <AssetIcon asset={choice.networks[0].asset} size="sm" />}
                <span className="font-medium">{choice.symbol}</span>
                {choice.name !== choice.symbol && (
                  <span className="truncate text-ink-3 in-[button]:hidden">{choice.name}</span>
                )}
              </>
            ),
          }))}
        />
        {asset !== undefined && (
          <>
            <span className="text-ink-2">{say('receive.over')}</span>
            <Select
              label={say('receive.network')}
              hideLabel
              placeholder={say('receive.choose-a-network')}
              large
              className="min-w-48 max-w-full"
              value={chosen?.asset.assetId ?? null}
              onChange={setNetwork}
              options={asset.networks.map((one) => ({
                id: one.asset.assetId,
                text: wording(one.network.name),
                content: (
                  <>
                    <ChainIcon name={one.network.name} size="sm" />
                    <span className="font-medium">{heard(wording(one.network.name))}</span>
                  </>
                ),
                ...(one.network.created && {
                  aside: <span className="text-ink-3 text-sm in-[button]:hidden">{say('receive.address-exists')}</span>,
                }),
              }))}
            />
          </>
        )}
      </div>
      {symbol === null && (
        <Tiles
          above={say('receive.asset-then-network')}
          tiles={choices.map((choice) => ({
            id: choice.symbol,
            icon: choice.networks[0] !== undefined && <AssetIcon asset={choice.networks[0].asset} size="sm" />,
            title: choice.symbol,
            text: choice.name === choice.symbol ? '' : choice.name,
          }))}
          onPick={pick}
        />
      )}
      {asset !== undefined && chosen === undefined && (
        <Tiles
          above={say('receive.a-wrong-network-loses-it')}
          tiles={asset.networks.map((one) => ({
            id: one.asset.assetId,
            icon: <ChainIcon name={one.network.name} size="sm" />,
            title: wording(one.network.name),
            text: one.network.created ? say('receive.address-exists') : '',
          }))}
          onPick={setNetwork}
        />
      )}
      {chosen !== undefined && <AddressStep key={chosen.network.chainId} choice={chosen} />}
      {chosen !== undefined && (
        <OnTheWay
          deposits={(incoming.value ?? []).filter(
            (one) => one.state === 'pending' && one.asset.chainId === chosen.network.chainId,
          )}
        />
      )}
    </div>
  )
}

/** What is shown is what the screen opens with the next time. */
function useRemembered(shown: string | undefined, received: string | undefined): void {
  useEffect(() => {
    if (shown !== undefined && shown !== received)
      void call('app.setPreferences', { received: shown }).catch(() => undefined)
  }, [shown, received])
}

/** So many are offered at sight; the list above has all of them. */
const TILES = 12

/** What can be chosen next, for whoever does not know yet what the list holds. */
function Tiles(props: {
  readonly above: string
  readonly tiles: readonly {
    readonly id: string
    readonly icon: ReactNode
    readonly title: string
    readonly text: string
  }[]
  readonly onPick: (id: string) => void
}) {
  const more = props.tiles.length - TILES
  return (
    <>
      <p className="text-ink-2">{props.above}</p>
      <ul className="grid grid-cols-2 gap-2 min-[45rem]:grid-cols-3 min-[73.75rem]:grid-cols-4">
        {props.tiles.slice(0, TILES).map(({ id, icon, title, text }) => (
          <li key={id} className="grid">
            <Button
              className="h-auto min-h-13 min-w-0 justify-start gap-3 py-2"
              icon={icon}
              onPress={() => props.onPick(id)}
            >
              <span className="min-w-0 text-left">
                <span className="block truncate">{heard(title)}</span>
                {text !== '' && <span className="block truncate font-normal text-ink-2 text-sm">{heard(text)}</span>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-2 text-sm">{rich('receive.more-above', { count: more })}</p>}
    </>
  )
}

/** Shows the address if there is one. Making one may cost money on the real service, so it waits for a click. */
function AddressStep({ choice }: { readonly choice: NetworkChoice }) {
  const { state, owner, account } = useWallet()
  const isWatched = account.kind === 'watch'
  const { network } = choice
  const known = useQuery('receive.address', { ...owner, chainId: network.chainId, create: false })
  const make = useAction('receive.address')
  // One that is there costs nothing to ask for again, also where it turned out to be none. Away, the service says nothing against it.
  const isThere = known.value != null || isOfForm(known.error)
  const asked = useQuery('receive.address', isThere ? { ...owner, chainId: network.chainId, create: true } : undefined)
  const instead = isOfForm(known.error) ? (asked.value ?? null) : null
  const error = make.error ?? (instead === null ? known.error : null) ?? (isAgainst(asked.error) ? asked.error : null)
  // The button that makes one goes with the address that comes.
  const box = useFocusKept<HTMLDivElement>()
  return <div ref={box}>{content()}</div>

  function create(): void {
    void make.run({ ...owner, chainId: network.chainId, create: true }).then((done) => done != null && known.refresh())
  }

  function content(): ReactNode {
    if (error !== null) {
      return (
        <ErrorNotice
          error={error}
          action={
            <Button
              onPress={() => {
                if (make.error !== null) return create()
                known.refresh()
                asked.refresh()
              }}
            >
              {say('common.try-again')}
            </Button>
          }
        />
      )
    }
    if (instead !== null) return <Address address={instead} choice={choice} />
    if (known.value === undefined) return <Skeleton className="h-72 w-full rounded-lg" />
    if (known.value !== null) return <Address address={asked.value ?? known.value} choice={choice} />
    return (
      <Frame inner="flex flex-wrap items-center justify-between gap-6">
        <div className="min-w-0 max-w-lg flex-1">
          <p className="font-medium">
            {rich('receive.you-have-no-address-on-yet', { bdi: <bdi>{heard(wording(network.name))}</bdi> })}
          </p>
          <p className="text-ink-2">
            {isWatched
              ? say('receive.only-a-key-makes-one')
              : state.network.kind === 'local'
                ? say('receive.making-one-costs-nothing-on-the')
                : say('receive.the-service-may-charge-for-making')}
          </p>
        </div>
        {!isWatched && (
          <Button kind="primary" size="lg" pending={make.pending} onPress={create}>
            {say('receive.create-address')}
          </Button>
        )}
      </Frame>
    )
  }
}

const isAgainst = (error: Report | null): boolean =>
  error?.code === 'wallet.deposit_changed' || error?.code === 'wallet.deposit_unverified'

const isOfForm = (error: Report | null): boolean =>
  error?.code === 'wallet.deposit_unverified' && error.details['of'] === 'form'

function Address({ address, choice }: { readonly address: DepositAddress; readonly choice: NetworkChoice }) {
  const { network } = choice
  const { group } = useWallet()
  const tagged = address.tag !== ''
  if (!address.verified) {
    return (
      <Notice tone="stop" icon={<ShieldAlert />} title={say('receive.the-address-is-not-signed-by')}>
        {say('receive.coffer-does-not-show-it-since')}
      </Notice>
    )
  }
  return (
    <section
      aria-label={spoken(say('receive.your-address', { network: network.name }))}
      className="relative grid animate-rise gap-4"
    >
      <p className="-mt-1 flex items-center gap-1.5 font-[550] text-ok text-sm min-[45rem]:absolute min-[45rem]:right-0 min-[45rem]:-top-[2.625rem]">
        <BadgeCheck className="size-4" aria-hidden="true" /> {say('receive.signed-by-the-network')}
      </p>
      {address.newer !== null && (
        <Notice tone="warn" icon={<ShieldAlert />} title={say('receive.newer-title')}>
          {rich('receive.newer-text', { address: address.newer })}
        </Notice>
      )}
      <Frame inner="p-4! min-[45rem]:p-6!">
        <div className="grid gap-x-8 gap-y-6 max-[45rem]:gap-x-5 min-[35rem]:grid-cols-[auto_minmax(0,1fr)]">
          <QrCode
            text={address.destination}
            label={say('receive.qr-code-of-the', {
              what: tagged ? say('receive.address-the-tag-is-needed-too') : say('receive.address'),
            })}
            size={272}
          />
          <div className="flex min-w-0 flex-col gap-6">
            {group !== null && <WholeGroup group={group} />}
            <OwnCode
              title={say('receive.address-2')}
              code={address.destination}
              what={tagged ? say('receive.address-the-tag-is-needed-too') : say('receive.address')}
              label={say('receive.copy-address')}
            >
              <GroupedCode text={address.destination} className="block text-balance text-address" walk />
            </OwnCode>
            {tagged && (
              <>
                <hr className="border-line" />
                <OwnCode
                  title={say('receive.tag')}
                  code={address.tag}
                  what={say('receive.tag-2')}
                  label={say('receive.copy-tag')}
                >
                  <span className="code block select-text break-all text-tag">{address.tag}</span>
                </OwnCode>
                <Notice
                  tone="warn"
                  icon={<ShieldAlert />}
                  title={say('receive.needs-both-address-and-tag', { network: network.name })}
                >
                  {say('receive.a-deposit-without-the-tag-does')}
                </Notice>
              </>
            )}
          </div>
        </div>
      </Frame>
      <div className="grid gap-1 px-1 text-ink-2">
        {addressFacts(address, choice).map((fact) => (
          <p key={fact}>{heard(fact)}</p>
        ))}
      </div>
    </section>
  )
}

function OwnCode(props: {
  readonly title: string
  readonly code: string
  readonly what: string
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    <section aria-label={spoken(props.title)}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-[550] text-sm">{heard(props.title)}</h2>
        <CopyButton text={props.code} what={props.what} label={props.label} />
      </div>
      {props.children}
    </section>
  )
}

/** What has been seen on its way to this address. */
function OnTheWay({ deposits }: { readonly deposits: readonly IncomingDeposit[] }) {
  if (deposits.length === 0) return null
  return (
    <section className="mt-3" aria-labelledby="on-the-way">
      <SectionTitle id="on-the-way" className="border-line border-b pb-1.5">
        {say('receive.on-the-way')}
      </SectionTitle>
      <ul>
        {deposits.map((deposit) => (
          <DepositLine key={deposit.depositId} deposit={deposit} />
        ))}
      </ul>
    </section>
  )
}
