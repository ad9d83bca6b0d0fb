import { CircleCheck, CircleSlash, OctagonX, Users } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { SixWords, userName, userNames } from '../../components/group.tsx'
import { compareRows } from '../../components/review-model.ts'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go } from '../../state/routes.ts'
import type { RequestReview, SignatureRequest } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button } from '../../ui/Button.tsx'
import { GroupedCode } from '../../ui/Code.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Card, Notice } from '../../ui/Surface.tsx'
import type { Again } from './Answers.tsx'
import { deadWords, endedWords, neededMore, ownNo, standingSentence } from './model.ts'

/** Where the request stands, when there is nothing to sign here. */
export function StateNotice(props: {
  readonly review: RequestReview
  readonly justSigned: boolean
  readonly again: Again
}) {
  const { review, justSigned, again } = props
  const { request } = review
  const { account } = useWallet()
  const ended = endedWords(request)
  switch (request.state) {
    case 'dead':
      return <Dead request={request} again={again} />
    case 'revoked':
      return (
        <Notice
          tone="warn"
          icon={<CircleSlash />}
          title={
            request.revokedBy === null
              ? say('approvals.this-request-was-revoked')
              : request.revokedBy.userId === account.account
                ? say('approvals.you-revoked-this-request')
                : say('approvals.revoked-this-request', { userName: userName(request.revokedBy) })
          }
          action={<MakeAgain request={request} again={again} />}
        >
          {say('approvals.nobody-can-sign-it-through-the')}
          {neededMore(request) === 0 && <p className="mt-1">{say('approvals.revoked-with-all')}</p>}
        </Notice>
      )
    case 'complete':
    case 'final':
      return justSigned ? null : (
        <Notice
          tone={ended.tone}
          icon={<CircleCheck />}
          title={ended.title}
          action={
            request.paymentId !== null && (
              <Button size="sm" onPress={() => openPayment(account.account, request)}>
                {say('approvals.receipt')}
              </Button>
            )
          }
        >
          {heard(ended.text)}
        </Notice>
      )
    case 'open': {
      if (request.signedByMe && !justSigned) {
        return (
          <Notice tone="ok" icon={<CircleCheck />} title={say('approvals.you-have-signed-this')}>
            {heard(standingSentence(request, account.account))}
          </Notice>
        )
      }
      const no = ownNo(request, account.account)
      if (no !== undefined) {
        return (
          <Notice tone="plain" icon={<CircleSlash />} title={say('approvals.you-said-no-to-this')} live>
            {say('approvals.take-it-back-to-sign')}
          </Notice>
        )
      }
      // An unknown group and a failed check have their own words below.
      const said = !request.groupAdded || review.verdict === 'stop' || compareRows(review.rows).differing.length > 0
      if (review.cannotSign !== null && !justSigned && !said) {
        return (
          <Notice tone="warn" icon={<OctagonX />} title={say('approvals.you-cannot-sign-this-here')}>
            {heard(wording(review.cannotSign))}
          </Notice>
        )
      }
      return null
    }
  }
}

function openPayment(account: string, request: SignatureRequest): void {
  if (request.paymentId === null) return
  selectAccount(account, request.holder)
  go({ name: 'payment', paymentId: request.paymentId })
}

/** A coin is gone, so no number of signatures will help; or only the service says that it is. */
function Dead({ request, again }: { readonly request: SignatureRequest; readonly again: Again }) {
  const { tone, title, text } = deadWords(request)
  return (
    <Notice tone={tone} icon={<OctagonX />} title={title} action={<MakeAgain request={request} again={again} />}>
      {request.spentBy !== null && (
        <span className="flex items-start gap-2">
          <GroupedCode text={request.spentBy} />
          <CopyButton text={request.spentBy} what={say('approvals.hash-of-that-transaction')} />
        </span>
      )}
      <p>{heard(text)}</p>
    </Notice>
  )
}

function MakeAgain({ request, again }: { readonly request: SignatureRequest; readonly again: Again }) {
  return (
    request.groupAdded && (
      <Button size="sm" pending={again.pending} onPress={() => void again.start(request.requestId)}>
        {say('approvals.make-a-new-one-like-this')}
      </Button>
    )
  )
}

/** A group that is not in the list yet: who it is, before anything is signed for it. */
export function UnknownGroup({ request }: { readonly request: SignatureRequest }) {
  const { account } = useWallet()
  const create = useAction('groups.create')
  const { group } = request
  const [name, setName] = useState(group.name || group.called)

  async function add(): Promise<void> {
    await create.run({
      account: account.account,
      name: name.trim() === '' ? say('approvals.group-of', { members: group.members.length }) : name.trim(),
      members: group.members.map((member) => member.userId),
      threshold: group.threshold,
    })
  }

  return (
    <Card className="px-6 py-5" label={say('approvals.unknown-group')}>
      <div className="flex items-start gap-4">
        <Users className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden="true" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{say('approvals.this-request-is-for-a-group')}</h2>
          <p className="text-ink-2">
            {rich('approvals.members-signature-of-needed-compare-the', {
              members: userNames(group.members).join(say('lib.separator')),
              threshold: group.threshold,
              members2: group.members.length,
            })}
          </p>
          <div className="mt-3">
            <SixWords words={group.words} />
          </div>
          <p className="mt-3 text-ink-3 text-sm">{say('approvals.members-hash')}</p>
          <GroupedCode text={request.holder.split(':')[0] ?? ''} className="text-ink-2" />
          <Form className="mt-4 flex items-end gap-3" onSubmit={add}>
            <Input
              label={say('approvals.your-name-for-it')}
              className="max-w-72 flex-1"
              value={name}
              maxLength={64}
              placeholder={say('approvals.group-of', { members: group.members.length })}
              onChange={setName}
            />
            <Button kind="primary" type="submit" pending={create.pending}>
              {say('approvals.add-this-group')}
            </Button>
          </Form>
        </div>
      </div>
      <ErrorNotice error={create.error} className="mt-4" />
    </Card>
  )
}
