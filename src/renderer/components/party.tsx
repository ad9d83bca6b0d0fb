import { ArrowUpRight, CircleHelp, KeyRound } from 'lucide-react'
import { shorten } from '../lib/digits.ts'
import { isolated } from '../lib/isolated.ts'
import type { Account, Party } from '../state/types.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ChainIcon } from './AssetIcon.tsx'

/** More signatures than there are keys: how the network burns what pays for storing bytes. */
const isUnspendable = (party: Extract<Party, { kind: 'kernel' }>): boolean => party.threshold > party.members

/** What a person calls the other side. Short; the full id stands elsewhere. */
export function partyName(party: Party): string {
  switch (party.kind) {
    case 'self':
      return 'You'
    case 'user':
      return party.user.name === ''
        ? party.user.identityNumber || shorten(party.user.userId)
        : isolated(party.user.name)
    case 'group':
      return party.name === null ? `Group of ${party.members.length}` : isolated(party.name)
    case 'kernel':
      if (isUnspendable(party)) return 'Storage (burnt)'
      return party.members > 1 ? `Kernel group of ${party.members}` : 'Kernel address'
    case 'chain':
      return party.label === undefined ? `${isolated(party.chainName)} address` : isolated(party.label)
    case 'unknown':
      return 'Unknown'
  }
}

/** One line that says what kind of party it is and what tells it from others. */
export function partyDetail(party: Party): string {
  switch (party.kind) {
    case 'self':
      return 'This account'
    case 'user': {
      const { user } = party
      const number = user.identityNumber === '' ? shorten(user.userId) : user.identityNumber
      return `${user.bot ? 'Bot' : 'Person'} · ${number}`
    }
    case 'group':
      return `Group ${party.threshold} of ${party.members.length}`
    case 'kernel':
      if (isUnspendable(party)) return 'Nobody can spend it'
      return party.members > 1
        ? `${party.threshold} of ${party.members} kernel addresses`
        : shorten(party.address, 9, 6)
    case 'chain':
      return [
        ...(party.label === undefined ? [] : [`${isolated(party.chainName)} address`]),
        shorten(party.destination, 8, 6),
        ...(party.tag === '' || party.label === undefined ? [] : [`tag ${party.tag}`]),
      ].join(' · ')
    case 'unknown':
      return 'The network does not say who'
  }
}

/** The id or address that decides who is paid, in full. */
export function partyId(party: Party): string | null {
  switch (party.kind) {
    case 'user':
      return party.user.userId
    case 'group':
    case 'kernel':
      return party.address
    case 'chain':
      return party.destination
    default:
      return null
  }
}

export function PartyAvatar(props: {
  readonly party: Party
  readonly self?: Account
  readonly size?: 'sm' | 'md' | 'lg'
}) {
  const { party, size = 'md' } = props
  const box = { sm: 'size-6', md: 'size-8', lg: 'size-10' }[size]
  switch (party.kind) {
    case 'user':
      return <Avatar name={partyName(party)} seed={party.user.userId} size={size} />
    case 'group':
      return <Avatar name={partyName(party)} seed={party.membersHash} shape="group" size={size} />
    case 'self':
      return <Avatar name={props.self?.name ?? 'You'} seed={props.self?.account ?? 'self'} size={size} />
    case 'chain':
      return (
        <span className="relative inline-flex">
          <ChainIcon name={party.chainName} size={size === 'sm' ? 'sm' : size === 'lg' ? 'lg' : 'md'} />
          {size !== 'sm' && (
            <span className="absolute -right-0.5 -bottom-0.5 grid size-4 place-items-center rounded-full bg-surface text-ink shadow-card">
              <ArrowUpRight className="size-3" aria-hidden="true" />
            </span>
          )}
        </span>
      )
    case 'kernel':
      return (
        <span className={`grid ${box} shrink-0 place-items-center rounded-full bg-pressed text-ink-2`}>
          <KeyRound className="size-4" aria-hidden="true" />
        </span>
      )
    case 'unknown':
      return (
        <span className={`grid ${box} shrink-0 place-items-center rounded-full bg-pressed text-ink-2`}>
          <CircleHelp className="size-4" aria-hidden="true" />
        </span>
      )
  }
}
