import { Download, EyeOff, Info, Send, TriangleAlert, Unlink } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { partyName } from '../../components/party.tsx'
import { isolated } from '../../lib/isolated.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Review } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { Dialog } from '../../ui/Overlay.tsx'
import { Card, Notice, Skeleton } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { ContentView, saveContent } from './content.tsx'
import { eventWords, type Item, missingWords, occupancyWords } from './model.ts'
import { PayeePick, type Picked } from './PayeePick.tsx'

/** One item: what it shows, what is known of it, and what can be done with it. */
export function ItemScreen({ inscription }: { readonly inscription: string }) {
  const { owner } = useWallet()
  const query = useQuery('collectibles.item', { account: owner.account, inscription })
  if (query.value === undefined) {
    return (
      <Page title="Collectible">
        {query.error === null ? (
          <Skeleton className="h-96 w-full rounded-lg" />
        ) : (
          <ErrorNotice error={query.error} action={<Button onPress={query.refresh}>Try again</Button>} />
        )}
      </Page>
    )
  }
  return <Loaded item={query.value} />
}

const WATCHED = 'This account is watch-only: it has no key to sign with.'

type Doing = 'transfer' | 'release' | null

function Loaded({ item }: { readonly item: Item }) {
  const { owner, account } = useWallet()
  const watched = account.kind === 'watch'
  const movable = item.transfer.can && !watched
  const [doing, setDoing] = useState<Doing>(null)
  const occupy = useAction('collectibles.occupy')
  const hide = useAction('collectibles.hide')
  const { mine } = item
  const holder = mine === null || mine.group === null ? null : mine.holder

  function toReview(review: Review | undefined, of: string | null): void {
    if (review === undefined) return
    // A group's payment is reviewed as the group.
    selectAccount(owner.account, of)
    go({ name: 'payment', paymentId: review.paymentId })
  }

  return (
    <Page title={item.name} note={<StateTag item={item} />}>
      <div className="grid items-start gap-8 min-[1000px]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <div className="aspect-square w-full overflow-hidden rounded-lg bg-sunken shadow-card">
            <ContentView of="item" hash={item.inscription} name={item.name} place={item.content} />
          </div>
          <div className="mt-2">{item.content.host !== '' && <SaveButton item={item} />}</div>
        </div>
        <div className="grid gap-6">
          {mine !== null && (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                kind="primary"
                icon={<Send className="size-4" />}
                isDisabled={!movable}
                onPress={() => setDoing('transfer')}
              >
                Send
              </Button>
              <Button
                icon={<Unlink className="size-4" />}
                isDisabled={!item.release.can || watched}
                onPress={() => setDoing('release')}
              >
                Release
              </Button>
              <Button
                kind="quiet"
                icon={<EyeOff className="size-4" />}
                pending={hide.pending}
                onPress={() =>
                  void hide.run({
                    ...{ account: owner.account, inscriptions: [item.inscription], hidden: !mine.hidden },
                  })
                }
              >
                {mine.hidden ? 'Show in gallery' : 'Hide'}
              </Button>
            </div>
          )}
          {mine !== null && !movable && (
            <Notice
              tone="plain"
              icon={<Info />}
              {...(mine.paymentId === null
                ? {}
                : {
                    action: (
                      <Button size="sm" onPress={() => go({ name: 'payment', paymentId: mine.paymentId ?? '' })}>
                        Look at it
                      </Button>
                    ),
                  })}
            >
              {watched ? WATCHED : item.transfer.why}
            </Notice>
          )}
          {item.occupancy.kind === 'vacant' && (
            <Notice
              tone="info"
              icon={<Info />}
              title="Nobody holds this item"
              action={
                <Button
                  size="sm"
                  kind="primary"
                  pending={occupy.pending}
                  isDisabled={!item.occupy.can || watched}
                  onPress={() =>
                    void occupy
                      .run({ account: owner.account, holder: owner.holder, inscription: item.inscription })
                      .then((review) => toReview(review, owner.holder))
                  }
                >
                  Occupy
                </Button>
              }
            >
              {`It was released. Whoever turns ${item.occupy.unit} ${item.collection?.symbol ?? ''} of its collection into it first holds it. You have ${item.occupy.available}.`}
            </Notice>
          )}
          {occupy.error !== null && <ErrorNotice error={occupy.error} />}
          {hide.error !== null && <ErrorNotice error={hide.error} />}
          <Card className="px-6 py-2" label="Facts">
            <Facts>
              <Fact name="Collection">
                {item.collection === null ? (
                  'Not known'
                ) : (
                  <button
                    type="button"
                    className="max-w-full truncate text-left font-medium text-accent-ink hover:underline"
                    onClick={() => go({ name: 'collection', collection: item.collection?.collection ?? '' })}
                  >
                    {item.collection.name}
                  </button>
                )}
              </Fact>
              <Fact name="Number">
                <span className="figure">{`${item.sequence}${item.collection === null ? '' : ` of ${item.collection.items}`}`}</span>
              </Fact>
              <Fact name="State">{occupancyWords(item.occupancy)}</Fact>
              {item.occupiedAt !== null && (
                <Fact name="Since">
                  <Time at={item.occupiedAt} />
                </Fact>
              )}
              {mine !== null && (
                <Fact name="Worth">
                  <Figure value={mine.amount} symbol={mine.asset.symbol} />
                </Fact>
              )}
              <Fact name="First for">{partyName(item.recipient)}</Fact>
              <Fact name="Content">{item.contentType === '' ? 'None' : item.contentType}</Fact>
              <CodeFact name="Inscription" text={item.inscription} />
            </Facts>
          </Card>
          {item.traits.length > 0 && (
            <section aria-labelledby="traits">
              <SectionTitle id="traits">Traits</SectionTitle>
              <dl className="mt-2 grid grid-cols-2 gap-2">
                {item.traits.map((trait, at) => (
                  <div key={at} className="min-w-0 rounded-md bg-sunken px-3 py-2">
                    <dt className="truncate text-ink-3 text-sm">{trait.name}</dt>
                    <dd className="break-words font-medium">{trait.value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          <section aria-labelledby="history">
            <SectionTitle id="history">History in this wallet</SectionTitle>
            {item.history.length === 0 ? (
              <p className="mt-2 text-ink-3">It has never been here.</p>
            ) : (
              <ol className="mt-2 grid">
                {item.history.map((event, at) => (
                  <li
                    key={at}
                    className="flex items-center justify-between gap-4 border-line border-b py-2.5 last:border-0"
                  >
                    <span className="min-w-0">
                      <span className="block truncate">{eventWords(event)}</span>
                      <span className="text-ink-3 text-sm">
                        <Time at={event.at} />
                      </span>
                    </span>
                    {event.activityId !== null && (
                      <Button
                        size="sm"
                        kind="quiet"
                        onPress={() => go({ name: 'activity', row: event.activityId ?? '' })}
                      >
                        Show
                      </Button>
                    )}
                  </li>
                ))}
              </ol>
            )}
          </section>
        </div>
      </div>
      {doing === 'transfer' && (
        <Transfer
          item={item}
          holder={holder}
          onClose={() => setDoing(null)}
          onReview={(review) => toReview(review, holder)}
        />
      )}
      {doing === 'release' && (
        <Release
          item={item}
          holder={holder}
          onClose={() => setDoing(null)}
          onReview={(review) => toReview(review, holder)}
        />
      )}
    </Page>
  )
}

function StateTag({ item }: { readonly item: Item }) {
  const words = item.mine?.state === 'leaving' ? 'On its way' : occupancyWords(item.occupancy)
  return <span className="rounded-full bg-pressed px-2.5 py-0.5 text-ink-2 text-sm">{words}</span>
}

function SaveButton({ item }: { readonly item: Item }) {
  const { owner } = useWallet()
  const content = useAction('collectibles.content')
  const [missing, setMissing] = useState<string | null>(null)

  async function save(): Promise<void> {
    const read = await content.run({ account: owner.account, of: 'item', hash: item.inscription })
    setMissing(read?.kind === 'missing' ? missingWords(read.reason) : null)
    if (read !== undefined && read.kind !== 'missing') saveContent(read, item.name)
  }

  return (
    <div className="grid gap-2">
      <Button
        kind="quiet"
        size="sm"
        className="justify-self-end"
        icon={<Download className="size-4" />}
        pending={content.pending}
        onPress={() => void save()}
      >
        Save as a file
      </Button>
      {missing !== null && (
        <Notice tone="warn" icon={<TriangleAlert />} title="Nothing was saved" live>
          {missing}
        </Notice>
      )}
      {content.error !== null && <ErrorNotice error={content.error} />}
    </div>
  )
}

interface Step {
  readonly item: Item
  readonly holder: string | null
  readonly onClose: () => void
  readonly onReview: (review: Review | undefined) => void
}

function Transfer({ item, holder, onClose, onReview }: Step) {
  const { owner } = useWallet()
  const transfer = useAction('collectibles.transfer')
  const [picked, setPicked] = useState<Picked | null>(null)
  const [tried, setTried] = useState(false)

  async function next(): Promise<void> {
    setTried(true)
    if (picked === null) return
    onReview(await transfer.run({ account: owner.account, holder, inscription: item.inscription, payee: picked.payee }))
  }

  return (
    <Dialog
      title={`Send ${isolated(item.name)}`}
      isOpen
      onClose={onClose}
      width="max-w-xl"
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            Cancel
          </Button>
          <Button kind="primary" pending={transfer.pending} onPress={() => void next()}>
            Review
          </Button>
        </>
      }
    >
      <PayeePick
        label="To"
        picked={picked}
        onPick={setPicked}
        error={tried && picked === null ? 'Look up who receives it.' : undefined}
      />
      <p className="mt-4 text-ink-2">
        The item goes as a whole, from one output to one output, so that it stays what it is. You look at the bytes
        before anything is signed.
      </p>
      {transfer.error !== null && <ErrorNotice error={transfer.error} className="mt-4" />}
    </Dialog>
  )
}

function Release({ item, holder, onClose, onReview }: Step) {
  const { owner } = useWallet()
  const release = useAction('collectibles.release')
  const { mine } = item
  return (
    <Dialog
      title={`Release ${isolated(item.name)}`}
      isOpen
      onClose={onClose}
      width="max-w-xl"
      footer={
        <>
          <Button kind="quiet" onPress={onClose}>
            Keep it
          </Button>
          <Button
            kind="danger"
            pending={release.pending}
            onPress={() =>
              void release.run({ account: owner.account, holder, inscription: item.inscription }).then(onReview)
            }
          >
            Review the release
          </Button>
        </>
      }
    >
      <p>Releasing gives the item up and keeps its money:</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>{`Its output is split in two, and ${mine === null ? 'the amount' : `${mine.amount} ${isolated(mine.asset.symbol)}`} becomes money like any other.`}</li>
        <li>Nobody holds the item any more. It is shown as vacant, with its history.</li>
        <li>
          Whoever is first can occupy it again with one unit of the collection. That can be you, or somebody else.
        </li>
      </ul>
      {release.error !== null && <ErrorNotice error={release.error} className="mt-4" />}
    </Dialog>
  )
}
