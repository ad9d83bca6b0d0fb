import { X } from 'lucide-react'
import { useState } from 'react'
import { say, wording } from '#words'
import { ChainSelect, useChains } from '../../../components/ChainSelect.tsx'
import { type Found, LookUp, type Naming } from '../../../components/LookUp.tsx'
import { PartyAvatar, partyDetail, partyId, partyName } from '../../../components/party.tsx'
import { heard } from '../../../lib/heard.tsx'
import type { Owner, PolicyRules } from '../../../state/types.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import { hoursOptions, type Listed, listsNobody, type RulesForm } from './model.ts'
import { PAIR, Part } from './Part.tsx'

const KINDS: readonly { readonly id: PolicyRules['payees']['kind']; readonly text: string }[] = [
  { id: 'anyone', text: say('settings.rules-payees-anyone') },
  { id: 'saved', text: say('settings.rules-payees-saved') },
  { id: 'listed', text: say('settings.rules-payees-listed') },
]

interface RecipientsProps {
  readonly owner: Owner
  readonly form: RulesForm
  readonly onChange: (next: Partial<RulesForm>) => void
  readonly naming: Naming
  /** Whether these rules were to be set already. */
  readonly tried: boolean
}

/** Who may be paid at all. */
export function Recipients(props: RecipientsProps) {
  const { form, onChange } = props
  return (
    <Part title={say('settings.rules-recipients')}>
      <div className={PAIR}>
        <Select
          label={say('settings.rules-payees')}
          value={form.payees}
          onChange={(id) => onChange({ payees: KINDS.find((each) => each.id === id)?.id ?? 'anyone' })}
          options={KINDS}
        />
        {form.payees === 'saved' && (
          <Select
            label={say('settings.rules-saved-for')}
            value={String(form.savedHours)}
            onChange={(hours) => onChange({ savedHours: Number(hours) })}
            options={hoursOptions(form.savedHours)}
            hint={say('settings.rules-saved-from')}
          />
        )}
      </div>
      {form.payees === 'listed' && <List {...props} />}
    </Part>
  )
}

const keyOf = ({ payee }: Pick<Found, 'payee'>): string => JSON.stringify(payee)

/** What was found as the list has it, with the tag that was typed; null for an address of no chain. */
function listedOf({ payee, party }: Found, tag: string): Listed | null {
  if (payee === null) return null
  if (payee.kind !== 'chain') return { payee, party }
  if (party.kind !== 'chain' || party.chainId === null) return null
  const { chainId } = party
  return tag === ''
    ? { payee: { ...payee, chainId }, party }
    : { payee: { ...payee, chainId, tag }, party: { ...party, tag } }
}

function List({ owner, form, onChange, naming, tried }: RecipientsProps) {
  const [text, setText] = useState('')
  const [chainId, setChainId] = useState<string | null>(null)
  const [tag, setTag] = useState('')
  const chains = useChains(owner.account)
  const known = new Set(form.listed.map(keyOf))

  function add(found: Found) {
    const one = listedOf(found, tag.trim())
    if (one === null) return found.problem ?? say('settings.rules-nobody')
    if (!known.has(keyOf(one))) onChange({ listed: [...form.listed, one] })
    setTag('')
    return null
  }

  return (
    <div className="grid gap-3">
      {form.listed.length > 0 && (
        <ul aria-label={say('settings.rules-list')} className="grid">
          {form.listed.map((one) => (
            <li key={keyOf(one)} className="flex min-h-12 items-center gap-3 border-line border-b py-1.5">
              <PartyAvatar party={one.party} size="sm" />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate">
                  {partyName(one.party)}
                </span>
                <span className="code block break-all text-ink-3 text-xs">
                  {partyId(one.party) ?? partyDetail(one.party)}
                  {one.party.kind === 'chain' && heard(` · ${wording(one.party.chainName)}`)}
                  {one.payee.kind === 'chain' && one.payee.tag !== '' && ` · ${one.payee.tag}`}
                </span>
              </span>
              <IconButton
                label={say('settings.rules-remove-of', { name: partyName(one.party) })}
                onPress={() => onChange({ listed: form.listed.filter((each) => keyOf(each) !== keyOf(one)) })}
              >
                <X className="size-4" aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <LookUp
        owner={owner}
        label={say('settings.rules-add-recipient')}
        placeholder={say('settings.rules-find')}
        action={say('settings.rules-add')}
        assetId={chainId}
        onText={setText}
        onFound={add}
        naming={naming}
        error={tried && listsNobody(form) ? say('settings.rules-list-empty') : undefined}
        canOffer={(offer) => !known.has(keyOf(offer))}
      />
      {text.trim().length > 20 && (
        <div className="grid gap-3 min-[47.5rem]:grid-cols-2">
          <ChainSelect chains={chains} value={chainId} onChange={setChainId} asks />
          <Input label={say('settings.rules-tag')} value={tag} onChange={setTag} optional />
        </div>
      )}
    </div>
  )
}
