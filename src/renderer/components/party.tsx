import { ArrowUpRight, CircleHelp, KeyRound, UsersRound } from 'lucide-react'
import { glimpse } from '#protocol/text'
import { isolated, say } from '#words'
import { shorten } from '../lib/digits.ts'
import type { Party } from '../state/types.ts'
import { useOnlooker } from '../state/wallet.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { ChainIcon } from './AssetIcon.tsx'
import { HolderAvatar, numberBeside, userName } from './group.tsx'

/** More signatures than there are keys: how the network burns what pays for storing bytes. */
export const isUnspendable = (party: Party): boolean => party.kind === 'kernel' && party.threshold > party.members

/** What a person calls the other side. Short; the full id stands elsewhere. */
export function partyName(party: Party): string {
  switch (party.kind) {
    case 'self':
      return say('shared.you-2')
    case 'user':
      return userName(party.user)
    case 'group':
      return party.name === null ? say('shared.group-of', { members: party.members.length }) : isolated(party.name)
    case 'kernel':
      if (isUnspendable(party)) return say('shared.storage-burnt')
      return party.members > 1
        ? say('shared.kernel-group-of', { members: party.members })
        : say('shared.kernel-address')
    case 'chain':
      return party.label === undefined ? chainAddress(party) : isolated(party.label)
    case 'several':
      return party.people
        ? say('shared.people', { count: party.count })
        : say('shared.recipients', { count: party.count })
    case 'unknown':
      return say('shared.unknown')
  }
}

/** An address of a chain that nobody named yet is one all the same. */
const chainAddress = ({ chainName }: Extract<Party, { kind: 'chain' }>): string =>
  chainName === '' ? say('activity.address') : say('shared.address-2', { chainName })

/** What tells one person from others of the name: their number, or the ends of the id of one who has none or goes by it. */
export const partyNumber = (party: Party): string | null =>
  party.kind === 'user' ? numberBeside(party.user) || shorten(party.user.userId) : null

/** One line that says what kind of party it is and what tells it from others. */
export function partyDetail(party: Party): string {
  switch (party.kind) {
    case 'self':
      return say('shared.this-account')
    case 'user':
      return say('shared.bot', { bot: party.user.bot, number: partyNumber(party) ?? '' })
    case 'group':
      return say('shared.group-of-2', { threshold: party.threshold, members: party.members.length })
    case 'kernel':
      if (isUnspendable(party)) return say('shared.nobody-can-spend-it')
      return party.members > 1
        ? say('shared.of-kernel-addresses', { threshold: party.threshold, members: party.members })
        : glimpse(party.address)
    case 'chain':
      return [
        ...(party.label === undefined ? [] : [chainAddress(party)]),
        glimpse(party.destination),
        ...(party.tag === '' || party.label === undefined ? [] : [say('shared.tag-2', { tag: party.tag })]),
      ].join(' · ')
    case 'several':
      return say('shared.each-stands-in-a-row')
    case 'unknown':
      return say('shared.the-network-does-not-say-who')
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

/** To how many a payment goes: whoever stands in several of its rows is one. Of two of whom nothing is known nobody knows that. */
export function recipientsIn(rows: readonly { readonly party: Party }[]): number {
  const ids = rows.map(({ party }, at) =>
    party.kind === 'unknown'
      ? at
      : party.kind === 'chain'
        ? JSON.stringify([party.destination, party.tag])
        : (partyId(party) ?? partyName(party)),
  )
  return new Set(ids).size
}

/** Whoever looks on is told that it is himself who is paid, as by a group of his: a name alone may be another one's of that name. */
export function ThisIsYou({ party }: { readonly party: Party }) {
  const account = useOnlooker()
  if (party.kind !== 'user' || party.user.userId !== account) return null
  return <span className="text-accent-ink text-sm">{say('shared.this-is-you')}</span>
}

/** That somebody cannot be paid yet, beside a name that is offered. */
export function NotRegistered({ party }: { readonly party: Party }) {
  if (party.kind !== 'user' || party.user.registered !== false) return null
  return <span className="shrink-0 text-warn text-xs">{say('send.not-registered')}</span>
}

const SIGNS = { kernel: KeyRound, several: UsersRound, unknown: CircleHelp } as const

export function PartyAvatar(props: { readonly party: Party; readonly size?: 'sm' | 'md' | 'lg' }) {
  const { party, size = 'md' } = props
  const box = { sm: 'size-6', md: 'size-8', lg: 'size-10' }[size]
  switch (party.kind) {
    case 'user':
      return <Avatar name={partyName(party)} seed={party.user.userId} size={size} />
    case 'group':
      return <HolderAvatar name={partyName(party)} holder={`${party.membersHash}:${party.threshold}`} size={size} />
    case 'self':
      return <Avatar name={say('shared.you')} seed="self" size={size} />
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
    default: {
      const Icon = SIGNS[party.kind]
      return (
        <span className={`grid ${box} shrink-0 place-items-center rounded-full bg-pressed text-ink-2`}>
          <Icon className="size-4" aria-hidden="true" />
        </span>
      )
    }
  }
}
