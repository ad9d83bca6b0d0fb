import { isolated, say } from '#words'
import { assetOptions } from '../../components/asset-options.tsx'
import type { RequestRow } from '../../state/types.ts'
import { Button } from '../../ui/Button.tsx'
import { Found, SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { AGES, type Age, type Narrowed, WHOLE } from './find.ts'
import { groupTitle } from './model.ts'

const ANY = 'any'

const AGE_WORDS: Readonly<Record<Age, string>> = {
  any: say('approvals.any-age'),
  day: say('approvals.last-day'),
  week: say('approvals.last-week'),
  older: say('approvals.older-than-a-week'),
}

/** What narrows the list beside whose turn it is. A choice is there only where it can tell requests apart. */
export function Filters(props: {
  readonly requests: readonly RequestRow[]
  /** How many of those in sight are left. */
  readonly left: number
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly narrowed: Narrowed
  readonly onNarrow: (narrowed: Narrowed) => void
}) {
  const { requests, narrowed, onNarrow } = props
  const groups = [...new Map(requests.map((each) => [each.holder, groupTitle(each)]))]
  const assets = [...new Map(requests.map(({ asset }) => [asset.assetId, asset])).values()]
  const isWhole = narrowed.holder === null && narrowed.assetId === null && narrowed.age === 'any'
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-2">
      <Found count={isWhole && props.typed.trim() === '' ? null : props.left} />
      <SearchField
        label={say('approvals.find-a-request')}
        placeholder={say('approvals.amount-memo-person')}
        value={props.typed}
        onChange={props.onType}
        className="min-w-56 max-w-sm flex-1"
      />
      {groups.length > 1 && (
        <Select
          label={say('approvals.column-group')}
          hideLabel
          quiet
          value={narrowed.holder ?? ANY}
          onChange={(id) => onNarrow({ ...narrowed, holder: id === ANY ? null : id })}
          options={[
            { id: ANY, text: say('approvals.all-groups') },
            ...groups.map(([id, name]) => ({ id, text: isolated(name) })),
          ]}
        />
      )}
      {assets.length > 1 && (
        <Select
          label={say('approvals.column-asset')}
          hideLabel
          quiet
          value={narrowed.assetId ?? ANY}
          onChange={(id) => onNarrow({ ...narrowed, assetId: id === ANY ? null : id })}
          options={[{ id: ANY, text: say('approvals.all-assets') }, ...assetOptions(assets)]}
        />
      )}
      <Select
        label={say('approvals.age')}
        hideLabel
        quiet
        value={narrowed.age}
        onChange={(id) => onNarrow({ ...narrowed, age: AGES.find((age) => age === id) ?? 'any' })}
        options={AGES.map((id) => ({ id, text: AGE_WORDS[id] }))}
      />
      {!isWhole && (
        <Button size="sm" kind="quiet" onPress={() => onNarrow(WHOLE)}>
          {say('approvals.show-all')}
        </Button>
      )}
    </div>
  )
}
