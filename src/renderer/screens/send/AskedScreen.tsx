import { CircleCheck, ExternalLink, Smartphone, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { Page } from '../../components/Page.tsx'
import { PartyAvatar, partyId, partyName } from '../../components/party.tsx'
import { cx } from '../../lib/cx.ts'
import { heard } from '../../lib/heard.tsx'
import { useAction, useIsAsking, useQuery } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { AskedPayment } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { useOpenAsked } from '../../state/web-app.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { QrCode } from '../../ui/Qr.tsx'
import { Card, Disclosure, Notice, Skeleton } from '../../ui/Surface.tsx'
import { askedWords, isOpen } from './asked-model.ts'

/** After an answer the service is asked again while the code is on the screen. */
const LOOK_MS = 4_000

/** A payment that the phone makes: its code, and what became of it. */
export function AskedScreen({ requestId }: { readonly requestId: string }) {
  const { account } = useWallet()
  const question = { account: account.account, requestId }
  const asked = useQuery('asked.read', question)
  const isAsking = useIsAsking('asked.read', question)
  const { value, refresh } = asked
  const open = value !== undefined && isOpen(value)
  useEffect(() => {
    // What is asked anew drops the answer to come: on a slow line there would never be one.
    if (!open || isAsking) return undefined
    const timer = setTimeout(refresh, LOOK_MS)
    return () => clearTimeout(timer)
  }, [open, isAsking, refresh])
  return (
    <Page
      title={say('send.for-your-phone')}
      actions={<Button onPress={() => go({ name: 'send' })}>{say('send.new-payment')}</Button>}
    >
      {value !== undefined ? (
        <Asked asked={value} account={account.account} />
      ) : asked.error !== null ? (
        <ErrorNotice
          error={asked.error}
          action={<Button onPress={() => go({ name: 'send' })}>{say('send.send')}</Button>}
        />
      ) : (
        <Skeleton className="h-96 w-full rounded-lg" />
      )}
    </Page>
  )
}

const ICONS = {
  plain: <Smartphone />,
  info: <Smartphone />,
  ok: <CircleCheck />,
  warn: <TriangleAlert />,
} as const

function Asked({ asked, account }: { readonly asked: AskedPayment; readonly account: string }) {
  const putAway = useAction('asked.putAway')
  const browser = useOpenAsked()
  const words = askedWords(asked)
  const id = partyId(asked.party)
  const error = asked.problem ?? putAway.error ?? browser.error
  return (
    <div className={cx('grid items-start gap-6', asked.stage === 'waiting' && 'md:grid-cols-[minmax(0,1fr)_21.25rem]')}>
      <div className="grid gap-4">
        <Notice tone={words.tone} icon={ICONS[words.tone]} title={words.word} live>
          {heard(words.text)}
        </Notice>
        <ErrorNotice error={error} />
        {asked.otherwise.map((text) => (
          <Notice key={text.code} tone="warn" icon={<TriangleAlert />} title={say('send.not-as-the-link-asks')}>
            {heard(wording(text))}
          </Notice>
        ))}
        <Card className="px-6 py-2" label={say('send.what-is-asked-for')}>
          <Facts>
            <Fact name={say('send.amount')}>
              <Figure value={asked.amount} symbol={asked.asset.symbol} plain className="font-semibold text-lg" />
              <p className="text-ink-3 text-sm">{heard(wording(asked.asset.chainName))}</p>
            </Fact>
            <Fact name={say('send.to')}>
              <span className="flex min-w-0 items-center gap-2.5">
                <PartyAvatar party={asked.party} size="sm" />
                <span className="min-w-0 break-words font-medium">{partyName(asked.party)}</span>
              </span>
              {id !== null && <p className="code mt-1 select-text break-all text-ink-2">{id}</p>}
            </Fact>
            <Fact name={say('send.memo')}>
              {asked.memoText === null ? (
                <span className="text-ink-3">{say('send.none')}</span>
              ) : (
                <span className="select-text whitespace-pre-wrap break-words">{asked.memoText}</span>
              )}
            </Fact>
            {asked.label !== '' && <Fact name={say('send.label')}>{asked.label}</Fact>}
            <CodeFact name={say('send.trace')} text={asked.requestId} />
          </Facts>
        </Card>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            pending={putAway.pending}
            onPress={() => void putAway.run({ account, requestId: asked.requestId }, () => go({ name: 'send' }))}
          >
            {say('send.put-away')}
          </Button>
          <p className="min-w-0 flex-1 text-ink-3 text-sm">
            {asked.stage === 'waiting'
              ? say('send.that-forgets-it-here-whoever-has')
              : say('send.that-forgets-it-here-what-was')}
          </p>
        </div>
      </div>
      {asked.stage === 'waiting' && (
        <Card
          className="flex w-full max-w-[21.25rem] flex-col items-center p-6"
          label={say('send.code-for-your-phone')}
        >
          <QrCode text={asked.link} label={say('send.qr-code-of-the-payment')} size={292} />
          <p className="mt-3 text-center text-ink-2 text-sm">{say('send.scan-it-with-mixin-messenger')}</p>
          <div className="mt-3 flex flex-wrap justify-center gap-2">
            <CopyButton text={asked.link} what={say('send.link')} label={say('send.copy-link')} />
            <Button
              size="sm"
              icon={<ExternalLink className="size-4" />}
              pending={browser.pending}
              onPress={() => void browser.run({ account, requestId: asked.requestId })}
            >
              {say('send.open-in-messenger')}
            </Button>
          </div>
          <Disclosure title={say('send.link-as-text')} className="mt-2 w-full">
            <p className="code select-text break-all px-2 pb-2 text-ink-2">{asked.link}</p>
          </Disclosure>
        </Card>
      )}
    </div>
  )
}
