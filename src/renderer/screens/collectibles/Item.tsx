import { EyeOff, Info, Send, Unlink } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { DeedDialog } from '../../components/DeedDialog.tsx'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { useNaming } from '../../components/LookUp.tsx'
import { Page } from '../../components/Page.tsx'
import { Unread } from '../../components/Unread.tsx'
import { formatFigure } from '../../lib/digits.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { Review } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Frame } from '../../ui/Frame.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { ContentProof, ContentView, SaveContent } from './content.tsx'
import { History, ItemFacts, Technical, Traits } from './ItemFacts.tsx'
import { type Item, ownToken, whyNotAll } from './model.ts'
import { PayeePick, type Picked } from './PayeePick.tsx'

/** One item: what it shows, what is known of it, and what can be done with it. */
export function ItemScreen({ inscription }: { readonly inscription: string }) {
  const { owner } = useWallet()
  const query = useQuery('collectibles.item', { account: owner.account, inscription })
  if (query.value === undefined) {
    return (
      <Page title={say('collectibles.collectible')}>
        <Unread of={query} className="h-96" />
      </Page>
    )
  }
  return <Loaded item={query.value} />
}

type Doing = 'transfer' | 'release' | null

function Loaded({ item }: { readonly item: Item }) {
  const { owner } = useWallet()
  const [doing, setDoing] = useState<Doing>(null)
  const { mine } = item
  const holder = mine === null || mine.group === null ? null : mine.holder
  const step = {
    ...{ item, holder, onClose: () => setDoing(null) },
    onReview: (review: Review) => toReview(review, owner.account, holder),
  }
  return (
    <Page
      title={wording(item.name)}
      under={{ text: say('collectibles.collectibles'), onPress: () => go({ name: 'collectibles' }) }}
    >
      <div className="grid items-start gap-8 low:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] low:gap-6 min-[62.5rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] min-[75rem]:grid-cols-[29.75rem_minmax(0,1fr)] min-[75rem]:gap-11">
        {/* Of a low window the picture leaves room for what can be done with it. */}
        <div className="w-full max-w-119 low:max-w-64">
          <Frame label={say('collectibles.content')} inner="!p-0 aspect-square overflow-hidden">
            <ContentView of="item" hash={item.inscription} name={wording(item.name)} place={item.content} />
          </Frame>
          <div className="mt-3">
            <ContentProof of="item" hash={item.inscription} name={wording(item.name)} place={item.content} />
          </div>
          <div className="mt-2 grid">
            <SaveContent of="item" hash={item.inscription} name={wording(item.name)} place={item.content} />
          </div>
        </div>
        <div className="grid min-w-0 gap-6">
          <p className="break-words text-who" aria-hidden="true">
            {heard(wording(item.name))}
          </p>
          {mine !== null && <Mine item={item} mine={mine} onDo={setDoing} />}
          {item.occupancy.kind === 'vacant' && <Vacant item={item} />}
          <ItemFacts item={item} />
          {item.traits.length > 0 && <Traits item={item} />}
          <History item={item} />
          <Technical item={item} />
        </div>
      </div>
      {doing === 'transfer' && <Transfer {...step} />}
      {doing === 'release' && <Release {...step} />}
    </Page>
  )
}

function toReview(review: Review, account: string, of: string | null): void {
  // A group's payment is reviewed as the group.
  selectAccount(account, of)
  go({ name: 'payment', paymentId: review.paymentId })
}

/** What its holder may do with it, and why not. */
function Mine(props: {
  readonly item: Item
  readonly mine: NonNullable<Item['mine']>
  readonly onDo: (doing: Doing) => void
}) {
  const { item, mine, onDo } = props
  const { owner, account } = useWallet()
  const watched = account.kind === 'watch'
  const movable = item.transfer.can && !watched
  const why = whyNotAll(item, watched)
  const hide = useAction('collectibles.hide')
  const { paymentId } = mine
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          kind="primary"
          icon={<Send className="size-4" />}
          isDisabled={!movable}
          onPress={() => onDo('transfer')}
        >
          {say('collectibles.send')}
        </Button>
        <Button
          icon={<Unlink className="size-4" />}
          isDisabled={!item.release.can || watched}
          onPress={() => onDo('release')}
        >
          {say('collectibles.release')}
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
          {mine.hidden ? say('collectibles.show-in-gallery') : say('common.hide')}
        </Button>
      </div>
      {why !== null && (
        <Notice
          tone="plain"
          icon={<Info />}
          {...(paymentId === null
            ? {}
            : {
                action: (
                  <Button size="sm" onPress={() => go({ name: 'payment', paymentId })}>
                    {say('collectibles.look-at-it')}
                  </Button>
                ),
              })}
        >
          {heard(why)}
        </Notice>
      )}
      <ErrorNotice error={hide.error} />
    </>
  )
}

/** An item that nobody holds may be taken. */
function Vacant({ item }: { readonly item: Item }) {
  const { owner, account } = useWallet()
  const watched = account.kind === 'watch'
  const occupy = useAction('collectibles.occupy')
  return (
    <>
      <Notice
        tone="info"
        icon={<Info />}
        title={say('collectibles.nobody-holds-this-item')}
        action={
          <Button
            size="sm"
            kind="primary"
            pending={occupy.pending}
            isDisabled={!item.occupy.can || watched}
            onPress={() =>
              void occupy.run(
                { account: owner.account, holder: owner.holder, inscription: item.inscription },
                (review) => toReview(review, owner.account, owner.holder),
              )
            }
          >
            {say('collectibles.occupy')}
          </Button>
        }
      >
        {rich('collectibles.it-was-released-whoever-turns-of', {
          unit: formatFigure(item.occupy.unit),
          symbol: item.collection?.symbol ?? '',
          available: formatFigure(item.occupy.available),
        })}
        {watched && <p className="mt-1">{say('collectibles.this-account-is-watch-only-it')}</p>}
      </Notice>
      <ErrorNotice error={occupy.error} />
    </>
  )
}

interface Step {
  readonly item: Item
  readonly holder: string | null
  readonly onClose: () => void
  readonly onReview: (review: Review) => void
}

function Transfer({ item, holder, onClose, onReview }: Step) {
  const { owner } = useWallet()
  const transfer = useAction('collectibles.transfer')
  const [picked, setPicked] = useState<Picked | null>(null)
  const naming = useNaming()
  const [tried, setTried] = useState(false)

  function next(): void {
    setTried(true)
    if (naming.leavesOut() || picked === null) return
    const { inscription } = item
    void transfer.run({ account: owner.account, holder, inscription, payee: picked.payee }, onReview)
  }

  return (
    <DeedDialog
      title={say('collectibles.send-2', { item: item.name })}
      onClose={onClose}
      width="max-w-xl"
      deed={{ label: say('collectibles.review'), pending: transfer.pending || naming.asking, onPress: next }}
      error={transfer.error}
    >
      <PayeePick
        label={say('collectibles.to')}
        autoFocus
        picked={picked}
        naming={naming.field}
        onPick={setPicked}
        error={tried && picked === null ? say('collectibles.look-up-who-receives-it') : undefined}
      />
      <p className="mt-4 text-ink-2">{say('collectibles.the-item-goes-as-a-whole')}</p>
    </DeedDialog>
  )
}

function Release({ item, holder, onClose, onReview }: Step) {
  const { owner } = useWallet()
  const release = useAction('collectibles.release')
  const { mine } = item
  return (
    <DeedDialog
      title={say('collectibles.release-2', { item: item.name })}
      onClose={onClose}
      width="max-w-xl"
      back={say('collectibles.keep-it')}
      deed={{
        label: say('collectibles.review-the-release'),
        kind: 'danger',
        pending: release.pending,
        onPress: () => void release.run({ account: owner.account, holder, inscription: item.inscription }, onReview),
      }}
      error={release.error}
    >
      <p>{say('collectibles.releasing-gives-the-item-up-and')}</p>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>
          {mine === null
            ? say('collectibles.its-output-is-split-in-two')
            : rich('collectibles.its-output-is-split-in-two-2', {
                amount: formatFigure(mine.amount),
                symbol: mine.asset.symbol,
              })}{' '}
          {mine !== null && ownToken(mine.asset)}
        </li>
        <li>{say('collectibles.nobody-holds-the-item-any-more')}</li>
        <li>{say('collectibles.whoever-is-first-can-occupy-it')}</li>
      </ul>
    </DeedDialog>
  )
}
