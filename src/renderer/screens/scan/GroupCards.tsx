import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { GroupName, SixWords, userName } from '../../components/group.tsx'
import { MembersNote, SaidNo } from '../../components/requests.tsx'
import { countWords } from '../../components/signature-count.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { closeScan } from '../../state/scan.ts'
import type { ScanSource, SignatureRequest } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { type BundleCard, formOfGroup, type RequestCard, type ScannedGroup } from './model.ts'
import { Actions } from './PayCards.tsx'

/** A group that somebody shared: to pay it, or to add it as a member. */
export function GroupResult(props: { readonly card: ScannedGroup; readonly source: ScanSource }) {
  const { card } = props.card
  const { account } = useWallet()
  const [name, setName] = useState(card.name)
  const create = useAction('groups.create')
  // One that is only watched may be a member too: then the group is watched.
  const addable = card.member && !card.added

  function add(): void {
    const input = {
      account: account.account,
      name: name.trim() === '' ? say('scan.group-of', { members: card.members.length }) : name.trim(),
      members: card.members.map((member) => member.userId),
      threshold: card.threshold,
    }
    void create.run(input, ({ holder }) => {
      closeScan()
      selectAccount(account.account, holder)
      go({ name: 'group', holder })
    })
  }

  return (
    <>
      <GroupName
        name={card.name === '' ? say('scan.group-without-a-name') : card.name}
        threshold={card.threshold}
        members={card.members.length}
        className="font-semibold"
      />
      <Facts className="mt-1">
        <Fact name={say('scan.members')}>{card.members.map(userName).join(say('lib.separator'))}</Fact>
        <Fact name={say('scan.to-compare')}>
          <SixWords words={card.words} />
          <p className="mt-1 text-ink-3 text-sm">{say('scan.read-them-to-the-other-members')}</p>
        </Fact>
        <CodeFact name={say('scan.members-hash')} text={card.membersHash} />
        <CodeFact name={say('scan.address')} text={card.address} />
      </Facts>
      {addable && (
        <Input label={say('scan.your-name-for-it')} className="mt-3" value={name} maxLength={64} onChange={setName} />
      )}
      <ErrorNotice error={create.error} className="mt-3" />
      <Actions>
        {addable && (
          <Button kind="primary" pending={create.pending} onPress={add}>
            {say('scan.add-this-group')}
          </Button>
        )}
        {card.added && (
          <Button
            kind="primary"
            onPress={() => {
              closeScan()
              go({ name: 'group', holder: `${card.membersHash}:${card.threshold}` })
            }}
          >
            {say('scan.open-this-group')}
          </Button>
        )}
        <Button
          kind={addable || card.added ? 'secondary' : 'primary'}
          onPress={() => {
            closeScan()
            goSendFilled({ form: formOfGroup(props.card, props.source), view: null })
          }}
        >
          {say('scan.fill-the-payment-form')}
        </Button>
        {!card.member && <span className="text-ink-3 text-sm">{say('scan.you-are-not-a-member-so')}</span>}
      </Actions>
    </>
  )
}

const STATES = {
  open: say('scan.open-signatures-are-missing'),
  complete: say('scan.complete'),
  final: say('scan.final'),
  revoked: say('scan.revoked'),
  dead: say('scan.cannot-complete-a-coin-is-gone'),
} as const

/** All signatures may be there before anybody has sent them. */
function stateOf({ state, signers, group, provedDead }: SignatureRequest): string {
  if (state === 'dead' && !provedDead) return say('scan.coin-said-spent')
  return state === 'open' && signers.length >= group.threshold ? say('scan.not-sent-yet') : STATES[state]
}

/** A request that came as a link or bundle, whose title says what it sends. It is signed on its own page and nowhere else. */
export function RequestResult({ card }: { readonly card: RequestCard | BundleCard }) {
  const { request } = card
  return (
    <>
      <p className="font-semibold">{heard(wording(request.title))}</p>
      <Facts className="mt-1">
        <Fact name={say('scan.group')}>
          <GroupName
            name={request.group.name === '' ? say('scan.not-added-yet') : request.group.name}
            threshold={request.group.threshold}
            members={request.group.members.length}
          />
        </Fact>
        <Fact name={say('scan.signatures')}>{heard(countWords(request.signers.length, request.group.threshold))}</Fact>
        <Fact name={say('scan.state')}>{stateOf(request)}</Fact>
        {card.kind === 'bundle' && (
          <Fact name={say('scan.bundle')}>
            {heard(
              [
                card.author === null
                  ? say('scan.its-author-is-not-named')
                  : say('scan.made-by', { userName: userName(card.author) }),
                card.added === 0
                  ? say('scan.no-new-signatures')
                  : say('scan.new-signature-taken-over', { added: card.added }),
              ].join(' · '),
            )}
          </Fact>
        )}
        {card.kind === 'bundle' && card.left > 0 && (
          <Fact name={say('scan.older-files')}>{rich('scan.older-files-made-room', { left: card.left })}</Fact>
        )}
        <SaidNo request={request} />
        <MembersNote request={request} />
        <CodeFact name={say('scan.request-id')} text={request.requestId} />
      </Facts>
      <Actions>
        <Button
          kind="primary"
          onPress={() => {
            closeScan()
            go({ name: 'request', requestId: request.requestId })
          }}
        >
          {say('scan.open-the-request')}
        </Button>
        {card.kind === 'request' && card.action === 'unlock' && (
          <span className="text-ink-2 text-sm">{say('scan.it-asks-you-to-unlock-you')}</span>
        )}
      </Actions>
    </>
  )
}
