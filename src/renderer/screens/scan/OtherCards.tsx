import { Info, TriangleAlert } from 'lucide-react'
import { say, wording } from '#words'
import { ErrorLines } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { numberBeside, userName } from '../../components/group.tsx'
import { OpenPageButton } from '../../components/OpenPageButton.tsx'
import { scopeWords } from '../../components/scopes.ts'
import { countWords } from '../../components/signature-count.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { go, type Route } from '../../state/routes.ts'
import { closeScan } from '../../state/scan.ts'
import type { Report, ScanCard, User } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Scrolled } from '../../ui/Scrolled.tsx'
import { Disclosure, Notice } from '../../ui/Surface.tsx'
import { Time } from '../../ui/Time.tsx'
import type { ConversationCard, LegacyCard, SignInCard } from './model.ts'
import { Actions } from './PayCards.tsx'

const MEMBERS_SHOWN = 50

/** A conversation of two is called by who they are. */
function conversationName({ name, category, members }: ConversationCard): string {
  if (name !== '') return name
  return category === 'CONTACT' ? names(members.map(({ user }) => user)) : say('scan.without-a-name')
}

export function Conversation({ card }: { readonly card: ConversationCard }) {
  return (
    <>
      <p className="font-semibold">{conversationName(card)}</p>
      {card.announcement !== '' && (
        <p className="mt-1 select-text whitespace-pre-wrap break-words text-ink-2">{card.announcement}</p>
      )}
      <p className="mt-1 text-ink-3 text-sm">
        {rich('scan.member-made', { members: card.members.length })}
        <Time at={card.createdAt} />
      </p>
      <Scrolled label={say('scan.members')} className="mt-3 max-h-56">
        <ul>
          {card.members.slice(0, MEMBERS_SHOWN).map(({ user, role }) => (
            <li key={user.userId} className="flex items-center gap-3 border-line border-t py-2">
              <Avatar name={userName(user)} seed={user.userId} size="sm" />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {userName(user)}
              </span>
              <span className="text-ink-3 text-sm">{role === '' ? numberBeside(user) : role.toLowerCase()}</span>
            </li>
          ))}
        </ul>
      </Scrolled>
      <Impossible>{say('scan.coffer-is-no-messenger-conversations-are')}</Impossible>
    </>
  )
}

const names = (users: readonly User[]): string =>
  users.length === 0 ? say('scan.not-known') : users.map(userName).join(say('lib.separator'))

export function Legacy({ card }: { readonly card: LegacyCard }) {
  return (
    <>
      <Facts>
        <Fact name={say('scan.kind')}>
          {card.what === 'multisig'
            ? say('scan.payment-of-an-older-group')
            : say('scan.transfer-of-an-older-collectible')}
        </Fact>
        <Fact name={say('scan.amount')}>
          <span className="figure">{`${card.amount} ${card.asset?.symbol ?? ''}`.trim()}</span>
        </Fact>
        <Fact name={say('scan.from')}>{names(card.senders)}</Fact>
        <Fact name={say('scan.to-2')}>{names(card.receivers)}</Fact>
        <Fact name={say('scan.signatures')}>{heard(countWords(card.signers.length, card.threshold))}</Fact>
        <Fact name={say('scan.state')}>
          {heard([card.state, card.action].filter((part) => part !== '').join(' · '))}
        </Fact>
        {card.memo !== '' && (
          <Fact name={say('scan.memo')}>
            <p className="select-text break-words">{card.memo}</p>
          </Fact>
        )}
        {card.tokenId !== null && <CodeFact name={say('scan.token-id')} text={card.tokenId} />}
        {card.inscription !== null && <CodeFact name={say('scan.inscription')} text={card.inscription} />}
        {card.hash !== '' && <CodeFact name={say('scan.transaction')} text={card.hash} />}
      </Facts>
      {card.decoded.length > 0 && (
        <Disclosure title={say('scan.what-its-bytes-say')}>
          <Facts>
            {card.decoded.map((line, at) => (
              <Fact key={at} name={wording(line.name)}>
                <span className="code select-text break-all">{heard(wording(line.value))}</span>
              </Fact>
            ))}
          </Facts>
        </Disclosure>
      )}
      {card.problem !== null && <p className="mt-2 text-warn">{heard(wording(card.problem))}</p>}
      <Impossible>{say('scan.transactions-of-this-kind-are-signed')}</Impossible>
      {card.what === 'collectible' && (
        <Actions>
          {card.inscription === null ? (
            <Leave to={{ name: 'collectibles' }}>{say('scan.open-collectibles')}</Leave>
          ) : (
            <Leave to={{ name: 'collectible', inscription: card.inscription }}>
              {say('scan.open-the-collectible')}
            </Leave>
          )}
        </Actions>
      )}
    </>
  )
}

/** Things that only point at something. */
export function Pointer({ card }: { readonly card: Extract<ScanCard, { kind: 'snapshot' | 'inscription' | 'app' }> }) {
  switch (card.kind) {
    case 'snapshot': {
      const { activityId } = card
      if (activityId === null) return <Impossible>{say('scan.this-movement-is-not-one-of')}</Impossible>
      return (
        <Actions>
          <Leave to={{ name: 'activity', row: activityId }}>{say('scan.show-it-in-activity')}</Leave>
        </Actions>
      )
    }
    case 'inscription':
      return (
        <>
          <Facts>
            <CodeFact name={say('scan.inscription')} text={card.hash} />
          </Facts>
          <Actions>
            <Leave to={{ name: 'collectible', inscription: card.hash }}>{say('scan.look-at-it')}</Leave>
          </Actions>
        </>
      )
    case 'app':
      return (
        <>
          <p className="font-semibold">{userName(card.user)}</p>
          <p className="figure text-ink-3 text-sm">{numberBeside(card.user)}</p>
          {card.action !== null && <p className="mt-2 text-ink-2">{card.action}</p>}
          <AppWords />
          <Actions>
            <OpenPageButton bot={card.user.userId} />
          </Actions>
        </>
      )
  }
}

function AppWords() {
  const { state } = useWallet()
  return (
    <Notice tone="plain" icon={<Info />} className="mt-3">
      {state.host === 'electron' ? say('scan.its-page-opens-in-a-window') : say('scan.its-page-opens-in-a-tab')}
    </Notice>
  )
}

/** Closes the dialog and goes to a page. */
function Leave({ to, children }: { readonly to: Route; readonly children: string }) {
  return (
    <Button
      kind="primary"
      onPress={() => {
        closeScan()
        go(to)
      }}
    >
      {children}
    </Button>
  )
}

/** An app that asks to act for somebody: who it is and what for, and that Coffer does not answer. */
export function SignIn({ card }: { readonly card: SignInCard }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold">{card.name === '' ? say('scan.an-app-without-a-name') : card.name}</span>
        <span className="figure text-ink-2 text-sm">{card.number}</span>
      </p>
      {card.scopes.length > 0 && (
        <>
          <p className="mt-3 text-ink-2">{say('scan.it-would-be-allowed')}</p>
          <ul className="mt-1 grid list-disc gap-0.5 pl-5 marker:text-ink-3">
            {card.scopes.map((scope) => (
              <li key={scope}>
                {heard(scopeWords(scope))} <span className="code text-ink-3 text-xs">{scope}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Impossible>{say('scan.coffer-answers-no-sign-in')}</Impossible>
    </>
  )
}

export function Unsupported({ what }: { readonly what: string }) {
  return <Impossible>{what}</Impossible>
}

/** Text that is nothing to Coffer. It is shown as it is and links in it are not links. */
export function Inert(props: {
  readonly text: string
  readonly problem: Report | null
  readonly fault: string | null
}) {
  const { text, problem, fault } = props
  return (
    <>
      {fault !== null && <Notice tone="warn" icon={<TriangleAlert />} title={fault} className="mb-3" />}
      {problem !== null && fault === null && (
        <p className="mb-3 text-warn">
          <ErrorLines error={problem} />
        </p>
      )}
      {fault === null && problem === null && (
        <p className="mb-3 text-ink-2">{say('scan.it-is-nothing-that-coffer-knows')}</p>
      )}
      <Scrolled label={say('scan.text')} className="max-h-64 rounded-md bg-sunken px-3 py-2 text-ink-2">
        <pre className="code select-text whitespace-pre-wrap break-all">{heard(text)}</pre>
      </Scrolled>
      <Actions>
        {problem?.details['asks'] === 'collectible' && <Asked item={problem.details['inscription']} />}
        <CopyButton text={text} what={say('scan.text')} label={say('scan.copy-text')} />
      </Actions>
    </>
  )
}

/** Where the item that a link asks for is sent from, or whichever one is chosen. */
const Asked = ({ item }: { readonly item: unknown }) =>
  typeof item === 'string' ? (
    <Leave to={{ name: 'collectible', inscription: item }}>{say('scan.look-at-it')}</Leave>
  ) : (
    <Leave to={{ name: 'collectibles' }}>{say('scan.open-collectibles')}</Leave>
  )

function Impossible({ children }: { readonly children: React.ReactNode }) {
  return (
    <Notice tone="plain" icon={<Info />} className="mt-3">
      {children}
    </Notice>
  )
}
