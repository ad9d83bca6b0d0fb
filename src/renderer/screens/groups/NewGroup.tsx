import { UserMinus } from 'lucide-react'
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { say } from '#words'
import { ErrorNotice } from '../../components/ErrorNotice.tsx'
import { MemberList, userName } from '../../components/group.tsx'
import { Invitation } from '../../components/Invitation.tsx'
import { type Naming, useNaming } from '../../components/LookUp.tsx'
import { Page } from '../../components/Page.tsx'
import { heard } from '../../lib/heard.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction } from '../../state/query.ts'
import { go, goBack } from '../../state/routes.ts'
import type { Account, Group, User } from '../../state/types.ts'
import { selectAccount, useWallet } from '../../state/wallet.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { Card } from '../../ui/Surface.tsx'
import { MemberField } from './MemberField.tsx'
import { addMember, consequences, EMPTY_GROUP, formLike, type GroupForm, groupObstacle, removeMember } from './model.ts'
import { ThresholdField } from './ThresholdField.tsx'

/** A new group: a name, people, and how many of them must sign. It exists as soon as it is named; the network learns of it with its first money. */
export function NewGroup({ from }: { readonly from?: string }) {
  const { groups, account } = useWallet()
  const before = groups.find((group) => group.holder === from)
  return <NewGroupForm key={before?.holder} from={before ?? null} me={account.account} />
}

function NewGroupForm({ from, me }: { readonly from: Group | null; readonly me: string }) {
  const { account, state } = useWallet()
  const [form, setForm] = useState(() => (from === null ? EMPTY_GROUP : formLike(from, me)))
  const [tried, setTried] = useState(false)
  const naming = useNaming()
  const create = useAction('groups.create')
  const obstacle = groupObstacle(form, from, me)
  const count = form.others.length + 1
  const threshold = Math.min(form.threshold, count)

  async function make(): Promise<void> {
    const leavesOut = naming.leavesOut()
    if (obstacle !== null || leavesOut) {
      setTried(true)
      return
    }
    const members = form.others.map((one) => one.userId)
    void create.run({ account: account.account, name: form.name.trim(), members, threshold }, (group) => {
      // What is moved is still the money of the group before.
      selectAccount(account.account, (from ?? group).holder)
      if (from === null) go({ name: 'group', holder: group.holder }, 'replace')
      else go({ name: 'move-group', from: from.holder, to: group.holder }, 'replace')
    })
  }

  return (
    <Page title={from === null ? say('groups.new-group') : say('groups.other-members')} narrow untagged={from === null}>
      <Form className="grid gap-4" onSubmit={make}>
        <p className="text-ink-2">
          {from === null
            ? say('groups.money-of-a-group-moves-only')
            : rich('groups.members-are-the-group', { group: from.name })}
        </p>
        {state.accounts.length > 1 && (
          <p className="text-ink-3 text-sm">{rich('groups.you-join-with-the-account', { account: account.name })}</p>
        )}
        <Card className="px-6 py-5" label={say('groups.name')}>
          <Input
            label={say('groups.name')}
            value={form.name}
            maxLength={64}
            onChange={(name) => setForm((before) => ({ ...before, name }))}
            hint={say('groups.only-for-you-others-choose-their')}
            error={tried && form.name.trim() === '' ? say('groups.give-the-group-a-name') : undefined}
          />
        </Card>
        <Members form={form} setForm={setForm} missing={tried && form.others.length === 0} naming={naming.field} />
        <Signatures
          threshold={threshold}
          count={count}
          onChange={(next) => setForm((before) => ({ ...before, threshold: next }))}
        />
        <ErrorNotice error={create.error} />
        <div className="flex items-center gap-2">
          <Button kind="primary" size="lg" type="submit" pending={create.pending || naming.asking}>
            {say('groups.create-group')}
          </Button>
          <Button kind="quiet" size="lg" onPress={goBack}>
            {say('common.cancel')}
          </Button>
          <p role="status" className="ml-2 text-sm text-stop">
            {/* What is missing in a field is said there. */}
            {tried && form.name.trim() !== '' && form.others.length > 0 ? heard(obstacle) : ''}
          </p>
        </div>
      </Form>
    </Page>
  )
}

function Members(props: {
  readonly form: GroupForm
  readonly setForm: Dispatch<SetStateAction<GroupForm>>
  readonly missing: boolean
  readonly naming: Naming
}) {
  const { form, setForm } = props
  const { account } = useWallet()
  const adding = useRef<HTMLDivElement>(null)
  const strangers = form.others.filter((one) => one.registered === false)
  return (
    <Card className="px-6 py-5" label={say('groups.members')}>
      <div ref={adding}>
        <MemberField
          known={form.others.map((one) => one.userId)}
          onAdd={(user) => {
            const added = addMember(form, user, account.account)
            setForm(added.form)
            return added.problem
          }}
          naming={props.naming}
          error={props.missing ? say('groups.add-at-least-one-other-person') : null}
        />
      </div>
      <div className="mt-4">
        <MemberList
          members={[oneself(account), ...form.others]}
          me={account.account}
          aside={(member) =>
            member.userId !== account.account && (
              <IconButton
                label={say('groups.remove-2', { userName: userName(member) })}
                onPress={() => {
                  setForm((before) => removeMember(before, member.userId))
                  // The button goes with its line; whoever uses the keyboard goes on where people are added.
                  adding.current?.querySelector('input')?.focus()
                }}
              >
                <UserMinus className="size-4" />
              </IconButton>
            )
          }
        />
      </div>
      {strangers.length > 0 && (
        <p className="mt-2 text-sm text-warn">
          {rich('groups.cannot-sign-yet-not-registered', { names: strangers.map(userName).join(say('lib.separator')) })}{' '}
          <Invitation inline />
        </p>
      )}
    </Card>
  )
}

const oneself = ({ account, name, identityNumber, kind }: Account): User => ({
  ...{ userId: account, name, identityNumber, avatarUrl: '', bot: kind === 'bot', verified: false },
  ...{ scam: false, deactivated: false, registered: true, relationship: 'self' },
})

function Signatures(props: {
  readonly threshold: number
  readonly count: number
  readonly onChange: (threshold: number) => void
}) {
  const { threshold, count } = props
  return (
    <Card className="px-6 py-5" label={say('groups.signatures')}>
      <ThresholdField value={threshold} members={count} onChange={props.onChange} />
      <ul className="mt-4 grid list-disc gap-1 pl-5 text-ink-2 marker:text-ink-3">
        {consequences(threshold, count).map((line) => (
          <li key={line}>{heard(line)}</li>
        ))}
      </ul>
    </Card>
  )
}
