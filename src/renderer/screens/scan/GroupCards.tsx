import { useState } from 'react'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { CodeFact, Fact, Facts } from '../../components/Facts.tsx'
import { Figure } from '../../components/figures.tsx'
import { GroupName, SixWords, userName } from '../../components/group.tsx'
import { partyName } from '../../components/party.tsx'
import { plural } from '../../lib/digits.ts'
import { goSendFilled } from '../../state/prefilled-send.ts'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import { closeScan } from '../../state/scan.ts'
import type { ScanSource } from '../../state/types.ts'
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
  const addable = card.member && !card.added && account.kind !== 'watch'

  async function add(): Promise<void> {
    const group = await create.run({
      account: account.account,
      name: name.trim() === '' ? `Group of ${card.members.length}` : name.trim(),
      members: card.members.map((member) => member.userId),
      threshold: card.threshold,
    })
    if (group === undefined) return
    closeScan()
    selectAccount(account.account, group.holder)
    go({ name: 'group', holder: group.holder })
  }

  return (
    <>
      <GroupName
        name={card.name === '' ? 'Group without a name' : card.name}
        threshold={card.threshold}
        members={card.members.length}
        className="font-semibold"
      />
      <Facts className="mt-1">
        <Fact name="Members">{card.members.map(userName).join(', ')}</Fact>
        <Fact name="To compare">
          <SixWords words={card.words} />
          <p className="mt-1 text-ink-3 text-sm">Read them to the other members before money goes there.</p>
        </Fact>
        <CodeFact name="Members hash" text={card.membersHash} />
        <CodeFact name="Address" text={card.address} />
      </Facts>
      {addable && <Input label="Your name for it" className="mt-3" value={name} maxLength={64} onChange={setName} />}
      {create.error !== null && <ErrorNotice error={create.error} className="mt-3" />}
      <Actions>
        {addable && (
          <Button kind="primary" pending={create.pending} onPress={() => void add()}>
            Add this group
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
            Open this group
          </Button>
        )}
        <Button
          kind={addable || card.added ? 'secondary' : 'primary'}
          onPress={() => {
            closeScan()
            goSendFilled({ form: formOfGroup(props.card, props.source), view: null })
          }}
        >
          Fill the payment form
        </Button>
        {!card.member && <span className="text-ink-3 text-sm">You are not a member, so it can only be paid.</span>}
      </Actions>
    </>
  )
}

const STATES = {
  open: 'Open: signatures are missing',
  complete: 'Complete',
  final: 'Final',
  revoked: 'Revoked',
  dead: 'Cannot complete: a coin is gone',
} as const

/** A request that came as a link or bundle. It is signed on its own page and nowhere else. */
export function RequestResult({ card }: { readonly card: RequestCard | BundleCard }) {
  const { request } = card
  return (
    <>
      <p className="font-semibold">{request.title}</p>
      <Facts className="mt-1">
        <Fact name="Group">
          <GroupName
            name={request.group.name === '' ? 'Not added yet' : request.group.name}
            threshold={request.group.threshold}
            members={request.group.members.length}
          />
        </Fact>
        <Fact name="Sends">
          <Figure value={request.amount} symbol={request.asset.symbol} plain className="font-medium" />
          {` to ${partyName(request.party)}`}
        </Fact>
        <Fact name="Signatures">{`${request.signers.length} of ${request.group.threshold}`}</Fact>
        <Fact name="State">{STATES[request.state]}</Fact>
        {card.kind === 'bundle' && (
          <Fact name="Bundle">
            {[
              card.author === null ? 'Its author is not named' : `Made by ${userName(card.author)}`,
              card.added === 0 ? 'no new signatures' : `${plural(card.added, 'new signature')} taken over`,
            ].join(' · ')}
          </Fact>
        )}
        {request.askerNote !== '' && (
          <Fact name="Their note">
            <p className="select-text whitespace-pre-wrap break-words">{request.askerNote}</p>
          </Fact>
        )}
        <CodeFact name="Request id" text={request.requestId} />
      </Facts>
      <Actions>
        <Button
          kind="primary"
          onPress={() => {
            closeScan()
            go({ name: 'request', requestId: request.requestId })
          }}
        >
          Open the request
        </Button>
        {card.kind === 'request' && card.action === 'unlock' && (
          <span className="text-ink-2 text-sm">It asks you to unlock; you decide on its page.</span>
        )}
      </Actions>
    </>
  )
}
