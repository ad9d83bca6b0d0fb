import { ChevronRight, EyeOff, Images, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { holdsWords } from '#protocol/text'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { heard } from '../../lib/heard.tsx'
import { useFocusKept } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Found, SearchField } from '../../ui/SearchField.tsx'
import { Card, Empty } from '../../ui/Surface.tsx'
import { Strangers, Thumbnail } from './content.tsx'
import { Grid, Tile } from './Grid.tsx'
import { type Collectible, type Gallery as GalleryView, galleryNote, type Shelf, shelvesOf } from './model.ts'

const NOTHING: readonly Collectible[] = []

/** All items of the account and its groups; while a group is shown, those of the group. */
export function Gallery({ hidden = false }: { readonly hidden?: boolean }) {
  const { owner, group } = useWallet()
  const gallery = useQuery('collectibles.list', { account: owner.account, holder: owner.holder, hidden })
  const hide = useAction('collectibles.hide')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const ways = useFocusKept<HTMLSpanElement>()
  const title = hidden ? say('collectibles.hidden-collectibles') : say('collectibles.collectibles')

  const items = gallery.value?.items ?? NOTHING
  const words = search.trim()
  const found = useMemo(
    () => (words === '' ? items : items.filter((item) => holdsWords(words, wording(item.name)))),
    [items, words],
  )
  const shelves = useMemo(() => shelvesOf(found), [found])

  if (gallery.value === undefined) {
    return (
      <Page title={title}>
        <Unread of={gallery} className="h-64" />
      </Page>
    )
  }
  async function move(): Promise<void> {
    if (chosen === null || chosen.size === 0) return
    const done = await hide.run({ account: owner.account, inscriptions: [...chosen], hidden: !hidden })
    if (done !== undefined) setChosen(null)
  }

  function toggle(hash: string): void {
    const next = new Set(chosen ?? [])
    if (!next.delete(hash)) next.add(hash)
    setChosen(next)
  }

  const isAll = found.length > 0 && found.every(({ inscription }) => chosen?.has(inscription) === true)
  /** All that is found; what was chosen before it was looked for stays chosen. */
  const chooseAll = (): void =>
    setChosen(new Set(isAll ? [] : [...(chosen ?? []), ...found.map(({ inscription }) => inscription)]))

  return (
    <Page
      title={title}
      note={items.length === 0 ? undefined : galleryNote(gallery.value, hidden)}
      actions={
        <span ref={ways} className="contents">
          {chosen === null ? (
            <Ways gallery={gallery.value} hidden={hidden} onChoose={() => setChosen(new Set())} />
          ) : (
            <>
              {/* Before the others, so that they stay where they are when it comes. */}
              {chosen.size > 0 && (
                <Button kind="primary" pending={hide.pending} onPress={() => void move()}>
                  {rich('collectibles.show-item', { hidden, chosen: chosen.size })}
                </Button>
              )}
              <Button kind="quiet" onPress={chooseAll}>
                {isAll ? say('collectibles.choose-none') : say('collectibles.choose-all')}
              </Button>
              <Button kind="quiet" onPress={() => setChosen(null)}>
                {say('common.cancel')}
              </Button>
            </>
          )}
        </span>
      }
    >
      <ErrorNotice error={hide.error} className="mb-4" />
      {items.length > 12 && (
        <SearchField
          label={say('collectibles.find-by-name')}
          placeholder={say('collectibles.find-by-name')}
          className="mb-5 max-w-80"
          value={search}
          onChange={setSearch}
        />
      )}
      <Found count={words === '' ? null : found.length} />
      {found.length === 0 ? (
        <Card>
          <Empty icon={<Images />} title={emptyTitle(hidden, words !== '')}>
            {heard(emptyText(hidden, words !== '', group !== null))}
          </Empty>
        </Card>
      ) : (
        <>
          <Strangers places={found.map(({ content }) => content)} />
          <Grid
            label={title}
            sections={shelves}
            head={(key) => <ShelfHead shelf={shelves.find((each) => each.key === key)} />}
            keyOf={(item) => item.inscription}
          >
            {(item) => (
              <Tile
                picture={<Thumbnail of="item" hash={item.inscription} name={wording(item.name)} place={item.content} />}
                title={wording(item.collectionName === '' ? item.name : item.collectionName)}
                {...(item.sequence === null || item.collectionName === '' ? {} : { number: `#${item.sequence}` })}
                note={item.group ?? undefined}
                {...(item.state === 'leaving'
                  ? { mark: say('shared.held') }
                  : item.frozen === null
                    ? {}
                    : { mark: say('collectibles.frozen') })}
                ticked={chosen?.has(item.inscription)}
                onPress={() =>
                  chosen === null
                    ? go({ name: 'collectible', inscription: item.inscription })
                    : toggle(item.inscription)
                }
              />
            )}
          </Grid>
        </>
      )}
    </Page>
  )
}

/** Where the gallery leads while nothing is chosen in it. */
function Ways(props: { readonly gallery: GalleryView; readonly hidden: boolean; readonly onChoose: () => void }) {
  const { gallery, hidden, onChoose } = props
  const { account } = useWallet()
  return (
    <>
      {gallery.items.length > 0 && (
        <Button onPress={onChoose}>{hidden ? say('collectibles.show-again') : say('collectibles.hide-some')}</Button>
      )}
      {hidden && <Button onPress={() => go({ name: 'collectibles' })}>{say('collectibles.all-collectibles')}</Button>}
      {!hidden && gallery.hidden > 0 && (
        <Button icon={<EyeOff className="size-4" />} onPress={() => go({ name: 'collectibles', hidden: true })}>
          {rich('collectibles.hidden', { hidden: gallery.hidden })}
        </Button>
      )}
      {!hidden && account.kind !== 'watch' && (
        <Button icon={<Plus className="size-4" />} onPress={() => go({ name: 'new-collection' })}>
          {say('collectibles.new-collection')}
        </Button>
      )}
    </>
  )
}

function emptyTitle(hidden: boolean, searching: boolean): string {
  if (searching) return say('collectibles.nothing-has-that-name')
  return hidden ? say('collectibles.nothing-is-hidden') : say('collectibles.no-collectibles-yet')
}

function emptyText(hidden: boolean, searching: boolean, ofGroup: boolean): string | undefined {
  if (searching) return undefined
  if (hidden) return say('collectibles.what-you-hide-from-the-gallery')
  return ofGroup
    ? say('collectibles.collectibles-that-somebody-sends-to-this')
    : say('collectibles.collectibles-that-somebody-sends-you-appear')
}

function ShelfHead({ shelf }: { readonly shelf: Shelf | undefined }) {
  if (shelf === undefined) return null
  const { collection, name, values } = shelf
  return (
    <div className="flex h-8 items-center gap-3">
      <h2 dir="auto" className="min-w-0 flex-1 truncate text-h2">
        {name}
      </h2>
      {collection === null ? (
        <span className="figure text-ink-2 text-sm">{values.length}</span>
      ) : (
        <button
          type="button"
          className="-mr-1 flex shrink-0 items-center gap-1.5 rounded-sm px-1 text-ink-2 text-sm hover:text-ink"
          onClick={() => go({ name: 'collection', collection })}
        >
          {rich('collectibles.item-2', { items: values.length })}
          <ChevronRight className="size-4" aria-hidden="true" />
          <span className="sr-only">{rich('collectibles.collection-called', { name })}</span>
        </button>
      )}
    </div>
  )
}
