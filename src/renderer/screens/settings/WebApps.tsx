import { Globe, Search, ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { Unread } from '../../components/Unread.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQuery } from '../../state/query.ts'
import type { WebApp, WebSite } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { useOpenWebApp } from '../../state/web-app.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'

/** Pages of bots: opening one, and what each has been told. */
export function WebApps() {
  return (
    <>
      <OpenPage />
      <Sites />
    </>
  )
}

function OpenPage() {
  const { account, state } = useWallet()
  const [bot, setBot] = useState('')
  const [page, setPage] = useState<WebApp | null>(null)
  const read = useAction('webapps.read')
  const open = useOpenWebApp()

  async function look(): Promise<void> {
    setPage(null)
    if (bot.trim() === '') return
    const found = await read.run({ account: account.account, bot: bot.trim() })
    if (found !== undefined) setPage(found)
  }

  return (
    <section className="grid gap-2.5">
      <header className="border-line border-b pb-2">
        <h2 className="text-h2">{say('settings.open-a-bots-page')}</h2>
        <p className="text-ink-2 text-sm">
          {state.host === 'electron' ? say('settings.it-opens-in-a-window-of') : say('settings.it-opens-in-a-tab-of')}
        </p>
      </header>
      <div className="grid gap-4">
        <Form className="flex items-end gap-3" onSubmit={look}>
          <Input
            label={say('settings.number-or-id-of-the-bot')}
            value={bot}
            onChange={setBot}
            maxLength={64}
            className="flex-1"
          />
          <Button type="submit" icon={<Search className="size-4" />} pending={read.pending}>
            {say('settings.look-it-up')}
          </Button>
        </Form>
        <ErrorNotice error={read.error} />
        <ErrorNotice error={open.error} />
        {page !== null && (
          <div className="flex items-center gap-3.5 rounded-lg bg-sunken px-4 py-3">
            <Avatar name={page.bot.name} seed={page.bot.userId} size="lg" />
            <div className="min-w-0 flex-1">
              <p dir="auto" className="truncate font-medium">
                {page.bot.name}
              </p>
              <p className="code break-all text-ink-2 text-sm">{page.url}</p>
            </div>
            <CopyButton text={page.url} what={say('settings.address-2')} />
            <Button
              kind="primary"
              icon={<Globe className="size-4" />}
              pending={open.pending}
              onPress={() => void open.run({ account: account.account, bot: page.bot.userId })}
            >
              {page.opens === 'window' ? say('settings.open') : say('settings.open-in-a-tab')}
            </Button>
          </div>
        )}
        {page?.bot.scam === true && (
          <Notice tone="stop" icon={<ShieldX />} title={say('settings.this-bot-is-marked-as-a')}>
            {say('settings.the-service-warns-about-it-pay')}
          </Notice>
        )}
      </div>
    </section>
  )
}

function Sites() {
  const { account, state } = useWallet()
  const read = useQuery('webapps.sites', { account: account.account })
  const sites = read.value ?? []
  // A tab of a browser cannot ask; what was answered in the desktop program can be taken back here.
  if (state.host === 'browser' && read.error === null && sites.length === 0) return null
  return (
    <section className="grid gap-2.5">
      <header className="border-line border-b pb-2">
        <h2 className="text-h2">{say('settings.what-pages-may-know')}</h2>
        <p className="text-ink-2 text-sm">
          {rich('settings.each-address-was-asked-about-once', { account: account.name })}
        </p>
      </header>
      <div>
        <Unread of={read} className="h-16" />
        {read.value?.length === 0 ? (
          <p className="py-4 text-ink-2">{say('settings.no-page-has-asked-for-balances')}</p>
        ) : (
          sites.length > 0 && (
            <ul aria-label={say('settings.pages')}>
              {sites.map((site) => (
                <Site key={site.origin} site={site} account={account.account} />
              ))}
            </ul>
          )
        )}
      </div>
    </section>
  )
}

function Site({ site, account }: { readonly site: WebSite; readonly account: string }) {
  const decide = useAction('webapps.decide')
  const forget = useAction('webapps.forget')
  const Icon = site.allowed ? ShieldCheck : ShieldX
  const failed = decide.error ?? forget.error
  return (
    <li className="border-line border-b py-3">
      <div className="flex items-center gap-3.5">
        <Icon className={site.allowed ? 'size-5 shrink-0 text-ok' : 'size-5 shrink-0 text-ink-3'} aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <p className="code break-all font-medium">{site.origin}</p>
          <p className="text-ink-2 text-sm">
            {rich('settings.sees-balances', {
              ...{ allowed: site.allowed, bot: site.bot.name },
              time: <Time at={site.decidedAt} />,
            })}
          </p>
        </div>
        <Button
          pending={decide.pending}
          onPress={() => void decide.run({ account, origin: site.origin, allow: !site.allowed })}
        >
          {site.allowed ? say('settings.show-nothing') : say('settings.show-balances')}
        </Button>
        <Button kind="quiet" pending={forget.pending} onPress={() => void forget.run({ account, origin: site.origin })}>
          {say('settings.forget')}
        </Button>
      </div>
      <ErrorNotice error={failed} className="mt-2" />
    </li>
  )
}
