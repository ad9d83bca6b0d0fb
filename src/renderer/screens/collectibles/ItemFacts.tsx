import { say, wording } from '#words'
import { Cut } from '../../components/Cut.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { partyName } from '../../components/party.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { go } from '../../state/routes.ts'
import { Button } from '../../ui/Button.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Disclosure } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import { eventWords, type Item, occupancyWords, ownToken } from './model.ts'

/* What is known of an item. */

export function ItemFacts({ item }: { readonly item: Item }) {
  const { collection, mine } = item
  return (
    <section aria-label={say('collectibles.facts')} className="border-line border-y">
      <Facts>
        <Fact name={say('collectibles.collection')}>
          {collection === null ? (
            say('collectibles.not-known')
          ) : (
            <LinkButton
              className="max-w-full break-words text-left"
              onPress={() => go({ name: 'collection', collection: collection.collection })}
            >
              {heard(wording(collection.name))}
            </LinkButton>
          )}
        </Fact>
        <Fact name={say('collectibles.number')}>
          <span className="figure">
            {collection === null || collection.items === 1
              ? `#${item.sequence}`
              : rich('collectibles.number-among', { number: item.sequence, first: 0, last: collection.items - 1 })}
          </span>
        </Fact>
        <Fact name={say('collectibles.state')}>
          {item.mine?.state === 'leaving' ? say('shared.held') : heard(occupancyWords(item.occupancy))}
        </Fact>
        {item.occupiedAt !== null && (
          <Fact name={say('collectibles.since')}>
            <Time at={item.occupiedAt} />
          </Fact>
        )}
        {mine !== null && (
          <Fact name={say('collectibles.worth')}>
            <Figure value={mine.amount} symbol={mine.asset.symbol} />
            <span className="block text-ink-2 text-sm empty:hidden">{ownToken(mine.asset)}</span>
          </Fact>
        )}
        <Fact name={say('collectibles.first-for')}>{partyName(item.recipient)}</Fact>
      </Facts>
    </section>
  )
}

export function Traits({ item }: { readonly item: Item }) {
  return (
    <section aria-labelledby="traits">
      <SectionTitle id="traits">{say('collectibles.traits')}</SectionTitle>
      <dl className="mt-2 grid grid-cols-2 gap-2">
        {item.traits.map((trait, at) => (
          <div key={at} className="min-w-0 rounded-md bg-sunken px-3 py-2">
            <dt dir="auto" className="truncate text-ink-3 text-sm">
              {trait.name}
            </dt>
            <dd className="break-words font-medium">{trait.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function History({ item }: { readonly item: Item }) {
  return (
    <section aria-labelledby="history">
      <SectionTitle id="history">{say('collectibles.history-in-this-wallet')}</SectionTitle>
      {item.history.length === 0 ? (
        <p className="mt-2 text-ink-3">{say('collectibles.it-has-never-been-here')}</p>
      ) : (
        <ol className="mt-2 grid">
          {item.history.map((event, at) => (
            <li
              key={at}
              className="relative flex min-h-9 items-center gap-3 before:absolute before:top-[1.375rem] before:-bottom-3.5 before:left-1 before:w-px before:bg-line last:before:hidden"
            >
              <span
                className={cx(
                  'relative size-[0.5625rem] shrink-0 rounded-full',
                  at === 0 ? 'bg-ok' : 'border-2 border-button bg-surface',
                )}
                aria-hidden="true"
              />
              <Cut text={eventWords(event)} className="flex-1" />
              <span className="shrink-0 text-ink-2 text-sm">
                <Time at={event.at} />
              </span>
              <ShowMovement activityId={event.activityId} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Ids, and what is said of the bytes, out of the way. */
export function Technical({ item }: { readonly item: Item }) {
  return (
    <Disclosure title={say('activity.technical')}>
      <Facts>
        <Fact name={say('collectibles.content')}>
          {item.contentType === '' ? say('collectibles.none') : item.contentType}
        </Fact>
        <CodeFact name={say('collectibles.inscription')} text={item.inscription} />
        {item.collection !== null && (
          <CodeFact name={say('collectibles.collection')} text={item.collection.collection} />
        )}
      </Facts>
    </Disclosure>
  )
}

function ShowMovement({ activityId }: { readonly activityId: string | null }) {
  if (activityId === null) return null
  return (
    <Button size="sm" kind="quiet" onPress={() => go({ name: 'activity', row: activityId })}>
      {say('common.show')}
    </Button>
  )
}
