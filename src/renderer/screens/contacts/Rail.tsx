import { Ban, Bot, ChevronRight, Users } from 'lucide-react'
import { say } from '#words'
import { useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { useWallet } from '../../state/wallet.tsx'
import { SectionTitle } from '../../ui/Heading.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { OwnCard } from './OwnCard.tsx'

const SIGN = { className: 'size-4.5 shrink-0 text-ink-2', 'aria-hidden': true } as const

/** One's own card, and what else is kept about people. */
export function Rail({ blocked, onBlocked }: { readonly blocked: number | undefined; readonly onBlocked: () => void }) {
  const { account, groups } = useWallet()
  const bots = useQuery('bots.list', { account: account.account, userId: account.account })
  const [first] = groups
  return (
    <div className="grid min-w-0 gap-6">
      <OwnCard />
      <section aria-label={say('contacts.also-here')}>
        <SectionTitle>{say('contacts.also-here')}</SectionTitle>
        <ul className="mt-1">
          <LinkRow
            icon={<Users {...SIGN} />}
            title={say('contacts.groups')}
            end={<Many count={groups.length} />}
            onPress={() => go(first === undefined ? { name: 'new-group' } : { name: 'group', holder: first.holder })}
          />
          {bots.error?.code !== 'wallet.watch_only' && (
            <LinkRow
              icon={<Bot {...SIGN} />}
              title={say('contacts.shared-bots-here')}
              end={<Many count={bots.value?.bots.length} />}
              onPress={() => go({ name: 'contact', userId: account.account })}
            />
          )}
          <LinkRow
            icon={<Ban {...SIGN} />}
            title={say('contacts.blocked')}
            end={<Many count={blocked} />}
            onPress={onBlocked}
          />
        </ul>
      </section>
    </div>
  )
}

/** How many there are, once that is known, beside the sign that it leads on. */
function Many({ count }: { readonly count: number | undefined }) {
  return (
    <span className="flex shrink-0 items-center gap-3 text-ink-2">
      <span className="figure">{count}</span>
      <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
    </span>
  )
}
