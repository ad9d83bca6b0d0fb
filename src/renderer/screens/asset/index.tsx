import { ArrowDownLeft, ArrowUpRight, ChevronRight, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { AssetIcon } from '../../components/AssetIcon.tsx'
import { DayChange } from '../../components/DayChange.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Fiat, Figure, useFigureLook } from '../../components/figures.tsx'
import { MovementRow } from '../../components/MovementRow.tsx'
import { NO_FILTER } from '../../components/movement.ts'
import { Page } from '../../components/Page.tsx'
import { useValue, ValueChart } from '../../components/ValueChart.tsx'
import { cx } from '../../lib/cx.ts'
import { formatFigure } from '../../lib/digits.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Balance } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Skeleton } from '../../ui/Surface.tsx'
import { NetworkFacts, WhereItStands } from './Side.tsx'

/** One asset: how much of it there is and what that is worth, what moved, where it stands, and what its network asks. */
export function AssetScreen({ assetId }: { readonly assetId: string }) {
  const { owner } = useWallet()
  const { value: balance, error, refresh } = useQuery('balances.read', { ...owner, assetId })
  const name = balance === undefined ? say('home.assets') : wording(balance.asset.name) || balance.asset.symbol
  return (
    <Page
      title={name}
      under={{ text: say('home.home'), onPress: () => go({ name: 'home' }) }}
      actions={
        <>
          <Hide assetId={assetId} />
          <Button icon={<ArrowDownLeft className="size-4" />} onPress={() => go({ name: 'receive', assetId })}>
            {say('home.receive')}
          </Button>
          <Button
            kind="primary"
            icon={<ArrowUpRight className="size-4" />}
            onPress={() => go({ name: 'send', assetId })}
          >
            {say('home.send')}
          </Button>
        </>
      }
    >
      <ErrorNotice error={error} onRetry={refresh} />
      {balance === undefined ? (
        error === null && <Skeleton className="h-75 w-full rounded-lg" />
      ) : (
        <div className="grid gap-x-7 gap-y-8 min-[62.5rem]:grid-cols-[minmax(0,1fr)_16.375rem] min-[75rem]:grid-cols-[minmax(0,1fr)_18rem] min-[75rem]:gap-x-11">
          <div className="min-w-0">
            <Amount balance={balance} />
            <Course balance={balance} />
            <Movements assetId={assetId} />
          </div>
          <div className="min-w-0">
            <WhereItStands balance={balance} />
            <NetworkFacts balance={balance} />
          </div>
        </div>
      )}
    </Page>
  )
}

/** So many can be hidden; those that were hidden first come back. */
const HIDDEN_MAX = 500

/** Keeps it apart on Home, or no longer: anybody can send an asset that nobody wanted. */
function Hide({ assetId }: { readonly assetId: string }) {
  const { hiddenAssets = [] } = useWallet().state.preferences
  const set = useAction('app.setPreferences')
  const others = hiddenAssets.filter((one) => one !== assetId)
  const hidden = others.length < hiddenAssets.length
  return (
    <IconButton
      label={hidden ? say('asset.show-on-home') : say('asset.hide-on-home')}
      onPress={() => void set.run({ hiddenAssets: hidden ? others : [...others, assetId].slice(-HIDDEN_MAX) })}
    >
      {hidden ? <Eye className="size-4.5" /> : <EyeOff className="size-4.5" />}
    </IconButton>
  )
}

/** Characters of an amount that fit in one line in the largest letters. */
const LONG = 15

/** All that there is of it, with what is held. */
function Amount({ balance }: { readonly balance: Balance }) {
  const { owner } = useWallet()
  const { value } = useValue({ owner, assetId: balance.asset.assetId, of: 'value' })
  const day = value?.day ?? null
  return (
    <section aria-label={say('home.balance')}>
      <p className="flex items-center gap-2 font-medium text-ink-2">
        <AssetIcon asset={balance.asset} size="sm" />
        {say('asset.you-have')}
      </p>
      <p
        className={cx(
          'mt-1',
          // Nothing breaks inside a number.
          formatFigure(balance.total).length > LONG
            ? 'font-semibold text-[1.75rem] leading-9 tracking-[-0.026em] min-[75rem]:text-3xl'
            : 'text-hero-2 min-[75rem]:text-[2.875rem] min-[75rem]:leading-[3.25rem]',
        )}
      >
        <Figure value={balance.total} className="[overflow-wrap:anywhere]" />
        <span className="font-medium text-[0.6em] text-ink-2">
          {'\u00a0'}
          {balance.asset.symbol}
        </span>
      </p>
      <div className="mt-1 flex min-h-6.5 flex-wrap items-center gap-x-3">
        {balance.fiat !== null && (
          <Fiat value={balance.fiat} of={balance.total} className="font-semibold text-base text-ink" />
        )}
        {day !== null && <DayChange day={day} />}
      </div>
    </section>
  )
}

/** Its price, or what one's own of it was worth. */
function Course({ balance }: { readonly balance: Balance }) {
  const { owner } = useWallet()
  const { hidden } = useFigureLook()
  const [of, setOf] = useState<'price' | 'value'>('price')
  const course = useValue({ owner, assetId: balance.asset.assetId, of })
  return (
    <div className="mt-4 mb-8">
      <ValueChart
        {...course}
        of={of}
        height={208}
        empty={say(of === 'price' ? 'asset.price-is-drawn-here' : 'asset.value-is-drawn-here')}
        lead={
          !hidden && (
            <div className="mb-2">
              <Segmented
                quiet
                label={say('asset.what-is-drawn')}
                options={[
                  { value: 'price', label: say('asset.price') },
                  { value: 'value', label: say('asset.my-value') },
                ]}
                value={of}
                onChange={setOf}
              />
            </div>
          )
        }
      />
    </div>
  )
}

const SHOWN = 6

function Movements({ assetId }: { readonly assetId: string }) {
  const { owner } = useWallet()
  const filter = { ...NO_FILTER, assetId }
  const { value } = useQuery('activity.list', { ...owner, filter, cursor: null, limit: SHOWN })
  if (value === undefined) return null
  return (
    <section aria-label={say('asset.movements')}>
      <div className="mb-1 flex items-baseline justify-between">
        <h2 className="text-h2">{say('asset.movements')}</h2>
        {value.rows.length > 0 && (
          <LinkButton
            className="inline-flex items-center gap-0.5 text-sm"
            onPress={() => go({ name: 'activity', assetId })}
          >
            {say('asset.all-movements')}
            <ChevronRight className="size-3.5" aria-hidden="true" />
          </LinkButton>
        )}
      </div>
      {value.rows.length === 0 ? (
        <p className="py-3 text-ink-2">{say('asset.nothing-moved-yet')}</p>
      ) : (
        <ul>
          {value.rows.slice(0, SHOWN).map((row) => (
            <MovementRow key={row.id} row={row} isOfAsset />
          ))}
        </ul>
      )}
    </section>
  )
}
