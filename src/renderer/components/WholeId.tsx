import { say } from '#words'
import { cx } from '../lib/cx.ts'
import type { Party } from '../state/types.ts'
import { GroupedCode } from '../ui/Code.tsx'
import { userName } from './group.tsx'
import { partyId } from './party.tsx'

/** What decides who is paid, whole: the id or address, the tag of an address, and whoever a group is. */
export function WholeId({ party }: { readonly party: Party }) {
  const id = partyId(party)
  const isAddress = party.kind === 'chain' || party.kind === 'kernel' || party.kind === 'group'
  return (
    <>
      {id !== null && (
        <GroupedCode
          text={id}
          walk={isAddress}
          className={cx(
            'mt-1.5 block text-balance low:mt-0.5',
            isAddress ? 'text-[1rem] leading-[1.625rem]' : 'text-[0.84375rem] leading-5',
          )}
        />
      )}
      {party.kind === 'chain' && party.tag !== '' && (
        <p className="mt-1">
          <span className="text-ink-2">{say('shared.tag')} </span>
          <GroupedCode text={party.tag} className="font-semibold" />
        </p>
      )}
      {party.kind === 'group' && (
        <p className="mt-1 text-ink-2 text-sm">{party.members.map(userName).join(say('lib.separator'))}</p>
      )}
    </>
  )
}
