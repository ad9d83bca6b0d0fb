import { Images, PencilLine } from 'lucide-react'
import { useMemo } from 'react'
import { isolated, say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Page } from '../../components/Page.tsx'
import { partyName } from '../../components/party.tsx'
import { Unread } from '../../components/Unread.tsx'
import { rich } from '../../lib/rich.tsx'
import { usePages } from '../../state/pages.ts'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Disclosure, Empty, Skeleton } from '../../ui/Surface.tsx'
import { ContentView, Strangers, Thumbnail } from './content.tsx'
import { Grid, Tile } from './Grid.tsx'
import { type Collection, occupancyWords } from './model.ts'

/** A collection: what it says of itself, and all of its items with who holds them. */
export function CollectionScreen({ collection }: { readonly collection: string }) {
  const { owner } = useWallet()
  const query = useQuery('collectibles.collection', { account: owner.account, collection })
  if (query.value === undefined) {
    return (
      <Page title={say('collectibles.collection')}>
        <Unread of={query} className="h-64" />
      </Page>
    )
  }
  return <Loaded collection={query.value} />
}

function Loaded({ collection }: { readonly collection: Collection }) {
  const { account } = useWallet()
  return (
    <Page
      title={wording(collection.name)}
      actions={
        account.kind !== 'watch' && (
          <Button
            icon={<PencilLine className="size-4" />}
            onPress={() => go({ name: 'inscribe', collection: collection.collection })}
          >
            {say('collectibles.inscribe-an-item')}
          </Button>
        )
      }
    >
      <div className="flex items-start gap-5">
        <div className="size-24 shrink-0 overflow-hidden rounded-lg bg-sunken shadow-card">
          {collection.icon.own ? (
            <ContentView
              of="icon"
              hash={collection.collection}
              name={wording(collection.name)}
              place={collection.icon}
            />
          ) : (
            <Thumbnail of="icon" hash={collection.collection} name={wording(collection.name)} place={collection.icon} />
          )}
        </div>
        <div className="min-w-0 flex-1">
          {collection.description !== '' && (
            <p className="max-w-[68ch] select-text break-words text-ink-2">{collection.description}</p>
          )}
          <p className="mt-1 text-ink-3">
            <span className="figure">
              {rich('collectibles.items-of', {
                items: collection.items,
                unit: collection.unit,
                symbol: collection.symbol,
              })}
            </span>
            {rich('collectibles.yours', { mine: collection.mine })}
          </p>
          <Disclosure title={say('collectibles.more-about-it')} className="mt-1 -ml-2">
            <Facts className="max-w-2xl">
              <Fact name={say('collectibles.supply')}>
                <span className="figure">{`${collection.supply} ${isolated(collection.symbol)}`}</span>
              </Fact>
              {collection.treasury !== null && (
                <Fact name={say('collectibles.treasury')}>
                  {rich('collectibles.of-each-unit-to', {
                    ratio: collection.treasury.ratio,
                    partyName: partyName(collection.treasury.by),
                  })}
                </Fact>
              )}
              <CodeFact name={say('collectibles.collection')} text={collection.collection} />
            </Facts>
          </Disclosure>
        </div>
      </div>
      <SectionTitle className="mt-8 mb-4">{say('collectibles.items')}</SectionTitle>
      <Items collection={collection.collection} />
    </Page>
  )
}

function Items({ collection }: { readonly collection: string }) {
  const { owner } = useWallet()
  const { rows, loading, error, hasMore, more, reload } = usePages('collectibles.items', {
    account: owner.account,
    collection,
  })
  const sections = useMemo(() => [{ key: collection, values: rows }], [collection, rows])
  const failed = error !== null && <ErrorNotice error={error} onRetry={reload} />
  if (rows.length === 0) {
    if (loading) return <Skeleton className="h-64 w-full rounded-lg" />
    return (
      failed || (
        <Empty icon={<Images />} title={say('collectibles.nothing-is-inscribed-yet')}>
          {say('collectibles.anybody-may-inscribe-the-first-item')}
        </Empty>
      )
    )
  }
  return (
    <>
      <Strangers places={rows.map(({ content }) => content)} />
      <Grid
        label={say('collectibles.items')}
        sections={sections}
        keyOf={(item) => item.inscription}
        {...(hasMore && !loading ? { onEnd: more } : {})}
      >
        {(item) => (
          <Tile
            picture={<Thumbnail of="item" hash={item.inscription} name={`#${item.sequence}`} place={item.content} />}
            title={`#${item.sequence}`}
            note={occupancyWords(item.occupancy)}
            {...(item.occupancy.kind === 'vacant' ? { mark: say('collectibles.vacant') } : {})}
            onPress={() => go({ name: 'collectible', inscription: item.inscription })}
          />
        )}
      </Grid>
      {failed}
    </>
  )
}
