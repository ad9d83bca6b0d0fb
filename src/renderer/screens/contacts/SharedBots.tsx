import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { numberBeside, userName } from '../../components/group.tsx'
import { shorten } from '../../lib/digits.ts'
import { useFocusInRows } from '../../lib/hooks.ts'
import { rich } from '../../lib/rich.tsx'
import { spoken } from '../../lib/spoken.ts'
import { useAction, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { User } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Surface.tsx'

/** The bots that somebody shows on their profile. On a bot's own card it can be shared, on one's own profile taken back. */
export function SharedBots({ userId, bot }: { readonly userId: string; readonly bot: User | null }) {
  const { account } = useWallet()
  const self = userId === account.account
  const theirs = useQuery('bots.list', { account: account.account, userId })
  const mine = useQuery('bots.list', { account: account.account, userId: account.account })
  const share = useAction('bots.share')
  const unshare = useAction('bots.unshare')
  const shared = theirs.value
  const rows = useFocusInRows<HTMLUListElement>()
  const isMine = mine.value?.bots.some((one) => one.bot.userId === userId) ?? false
  const error = share.error ?? unshare.error
  // What a permission does not show is not asked for, and no failure.
  if (theirs.error?.code === 'wallet.watch_only') return null
  return (
    <section aria-label={say('contacts.shared-bots')}>
      <h2 className="flex items-baseline justify-between gap-3 text-h2">
        {say('contacts.shared-bots')}
        {self && shared !== undefined && (
          <span className="figure font-normal text-ink-3 text-sm">
            {rich('contacts.of', { bots: shared.bots.length, max: shared.max })}
          </span>
        )}
      </h2>
      {theirs.error !== null && shared === undefined ? (
        <ErrorNotice error={theirs.error} className="mt-3" />
      ) : shared === undefined ? (
        <Skeleton className="mt-3 h-10 w-full" />
      ) : shared.bots.length === 0 ? (
        <p className="mt-1 text-ink-2">
          {self ? say('contacts.you-share-none-others-would-see') : say('contacts.none')}
        </p>
      ) : (
        <ul ref={rows} aria-label={say('contacts.shared-bots')} className="-mx-2 mt-2">
          {shared.bots.map((one) => (
            <li key={one.bot.userId} className="flex items-center gap-1">
              <button
                type="button"
                onClick={() => go({ name: 'contact', userId: one.bot.userId })}
                className="flex min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
              >
                <Avatar name={userName(one.bot)} seed={one.bot.userId} size="sm" />
                <span className="min-w-0">
                  <span dir="auto" className="block truncate font-medium leading-5">
                    {userName(one.bot)}
                  </span>
                  <span className="figure block truncate text-ink-3 text-xs">
                    {numberBeside(one.bot) || shorten(one.bot.userId)}
                  </span>
                </span>
              </button>
              {self && (
                <Button
                  kind="quiet"
                  size="sm"
                  aria-label={spoken(say('contacts.stop-sharing', { userName: userName(one.bot) }))}
                  onPress={() => void unshare.run({ account: account.account, botId: one.bot.userId })}
                >
                  {say('contacts.stop')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {self && <ShareByNumber />}
      {bot !== null && !self && (
        <div className="mt-4 border-line border-t pt-4">
          {isMine ? (
            <Button
              size="sm"
              pending={unshare.pending}
              onPress={() => void unshare.run({ account: account.account, botId: bot.userId })}
            >
              {say('contacts.stop-sharing-this-bot')}
            </Button>
          ) : (
            <Button
              size="sm"
              icon={<Share2 className="size-4" />}
              pending={share.pending}
              onPress={() => void share.run({ account: account.account, botId: bot.userId })}
            >
              {say('contacts.share-this-bot')}
            </Button>
          )}
        </div>
      )}
      <ErrorNotice error={error} className="mt-4" />
    </section>
  )
}

/** Finds a bot and opens its card, where it can be shared: nobody is shared unseen. */
function ShareByNumber() {
  const { account } = useWallet()
  const [text, setText] = useState('')
  const find = useAction('contacts.find')
  function look(): void {
    if (text.trim() === '') return
    const asked = { account: account.account, text: text.trim() }
    void find.run(asked, (card) => card !== null && go({ name: 'contact', userId: card.user.userId }))
  }
  return (
    <Form className="mt-4 grid gap-2 border-line border-t pt-4" onSubmit={look}>
      <Input
        label={say('contacts.find-a-bot-to-share')}
        value={text}
        onChange={setText}
        placeholder={say('contacts.mixin-number-or-id')}
      />
      <div>
        <Button size="sm" type="submit" pending={find.pending}>
          {say('contacts.look-up')}
        </Button>
      </div>
      <ErrorNotice error={find.error} />
    </Form>
  )
}
