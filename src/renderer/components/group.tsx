import { isolated, say } from '#words'
import { cx } from '../lib/cx.ts'
import { shorten } from '../lib/digits.ts'
import { rich } from '../lib/rich.tsx'
import type { Group, User } from '../state/types.ts'
import { useWalletMaybe } from '../state/wallet.tsx'
import { Avatar } from '../ui/Avatar.tsx'

/** `2 of 3`: how many of how many must sign. Stands beside a group's name wherever the name does. */
function ThresholdTag(props: { readonly threshold: number; readonly members: number }) {
  return (
    <span className="figure shrink-0 whitespace-nowrap rounded-sm bg-pressed px-1.5 py-px font-medium text-ink-2 text-xs">
      {rich('shared.of-2', { threshold: props.threshold, members: props.members })}
    </span>
  )
}

export function GroupName(props: {
  readonly name: string
  readonly threshold: number
  readonly members: number
  readonly className?: string
  /** Takes more lines rather than being cut, as what stands in a frame does. */
  readonly whole?: boolean
}) {
  return (
    <span className={cx('flex min-w-0 items-center gap-2', props.className)}>
      <span dir="auto" className={props.whole === true ? 'min-w-0 [overflow-wrap:anywhere]' : 'truncate'}>
        {props.name}
      </span>
      <ThresholdTag threshold={props.threshold} members={props.members} />
    </span>
  )
}

/** With all of its members, so that whoever sees no more than a code or an address knows whose it is. */
export function WholeGroup({ group }: { readonly group: Pick<Group, 'name' | 'threshold' | 'members'> }) {
  return (
    <div className="min-w-0">
      <GroupName
        name={group.name}
        threshold={group.threshold}
        members={group.members.length}
        className="font-semibold"
        whole
      />
      <p className="break-words text-ink-3 text-sm">{userNames(group.members).join(say('lib.separator'))}</p>
    </div>
  )
}

export function GroupAvatar(props: {
  readonly group: Pick<Group, 'name' | 'membersHash' | 'colour'>
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
}) {
  const { group, size = 'md' } = props
  return <Avatar name={group.name} seed={group.membersHash} colour={group.colour} shape="group" size={size} />
}

/** Whatever group holds something: in the colour that it has here, where it is known. One without a name has the sign of what is not known. */
export function HolderAvatar(props: {
  readonly name: string
  readonly holder: string
  readonly size?: 'sm' | 'md' | 'lg'
}) {
  const { name, holder, size = 'md' } = props
  const known = useWalletMaybe()?.groups.find((group) => group.holder === holder)
  const colour = known === undefined ? {} : { colour: known.colour }
  return <Avatar name={name} seed={holder.split(':')[0] ?? ''} shape="group" size={size} {...colour} />
}

/** Six words in place of a hash: two people read them to each other and hear at once whether they are the same. */
export function SixWords({ words }: { readonly words: readonly string[] }) {
  return (
    <ol aria-label={say('shared.words-to-compare')} className="flex select-text flex-wrap gap-1.5">
      {words.map((word, at) => (
        <li key={at} className="rounded-md bg-sunken in-[.bg-sunken]:bg-surface px-2.5 py-1 font-medium">
          {word}
        </li>
      ))}
    </ol>
  )
}

/** A person's short name: what others call them, else the number. */
export const userName = (user: User): string => isolated(user.name) || user.identityNumber || shorten(user.userId)

/** The number that stands beside a name; empty for whoever goes by it, having none. */
export const numberBeside = (user: User): string => (user.name === '' ? '' : user.identityNumber)

/** How several are called beside each other: two of one name, among these or the others of their group, with their numbers. */
export function userNames(users: readonly User[], among: readonly User[] = users): string[] {
  return users.map((user) => {
    const [name, number] = [userName(user), numberBeside(user)]
    const isDoubled = among.some((other) => other.userId !== user.userId && userName(other) === name)
    return isDoubled && number !== '' ? `${name} · ${number}` : name
  })
}

export function MemberList(props: {
  readonly members: readonly User[]
  readonly me: string
  readonly aside?: (member: User) => React.ReactNode
}) {
  return (
    <ul>
      {props.members.map((member) => (
        <li
          key={member.userId}
          className="flex min-h-13.5 items-center gap-3 border-line border-b py-1.5 last:border-0"
        >
          <Avatar name={userName(member)} seed={member.userId} />
          <span className="min-w-0 flex-1">
            {/* Behind the name, whichever way that is written and however long it is. */}
            <span className="flex gap-1 leading-5">
              <span dir="auto" className="truncate font-medium">
                {userName(member)}
              </span>{' '}
              {member.userId === props.me && <span className="shrink-0 text-ink-3">{say('shared.you')}</span>}
            </span>
            <span className="figure block truncate text-ink-3 text-xs">{numberBeside(member) || member.userId}</span>
          </span>
          {props.aside?.(member)}
        </li>
      ))}
    </ul>
  )
}
