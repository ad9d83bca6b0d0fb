import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isolated, say } from '#words'
import { AmountField } from '../../../components/AmountField.tsx'
import { assetOptions } from '../../../components/asset-options.tsx'
import { cx } from '../../../lib/cx.ts'
import { useFocusKept } from '../../../lib/hooks.ts'
import { useQuery } from '../../../state/query.ts'
import type { Asset, Owner, PolicyRules } from '../../../state/types.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { LimitForm, RulesForm } from './model.ts'
import { PAIR, Part } from './Part.tsx'

const OTHERS: readonly { readonly id: PolicyRules['others']; readonly text: string }[] = [
  { id: 'free', text: say('settings.rules-others-free') },
  { id: 'look', text: say('settings.rules-others-look') },
  { id: 'refused', text: say('settings.rules-others-refused') },
]

/** What holds for single assets, and for all that have nothing of their own. */
export function Limits(props: {
  readonly owner: Owner
  readonly form: RulesForm
  readonly named: readonly Asset[]
  readonly onChange: (next: Partial<RulesForm>) => void
}) {
  const { form, onChange } = props
  const held = useQuery('home.read', props.owner).value?.balances.map(({ asset }) => asset) ?? []
  const listed = useQuery('assets.list', { account: props.owner.account }).value ?? []
  const all = [...new Map([...props.named, ...held, ...listed].map((asset) => [asset.assetId, asset])).values()]
  const box = useFocusKept<HTMLFieldSetElement>()
  const before = useRef(form.assets.length)
  const { length } = form.assets
  // One that was added is filled in next; it stands above what added it, and may be out of sight.
  useEffect(() => {
    const grew = length > before.current
    before.current = length
    if (grew)
      [...(box.current?.querySelectorAll<HTMLElement>('[data-limit]') ?? [])].at(-1)?.querySelector('button')?.focus()
  }, [length, box])
  const taken = new Set(form.assets.map(({ assetId }) => assetId))
  const next = all.find(({ assetId }) => !taken.has(assetId))
  const put = (at: number, limit: LimitForm): void =>
    onChange({ assets: form.assets.map((each, place) => (place === at ? limit : each)) })
  return (
    <Part ref={box} title={say('settings.rules-how-much')}>
      {form.assets.map((limit, at) => (
        <Limit
          // By its place: whoever chooses another asset for it keeps the focus.
          key={at}
          limit={limit}
          assets={all.filter(({ assetId }) => assetId === limit.assetId || !taken.has(assetId))}
          waits={form.waitHours > 0}
          onChange={(changed) => put(at, changed)}
          onRemove={() => onChange({ assets: form.assets.filter((_, place) => place !== at) })}
        />
      ))}
      <Button
        icon={<Plus className="size-4" />}
        isDisabled={next === undefined}
        className="justify-self-start"
        onPress={() =>
          next !== undefined &&
          onChange({
            assets: [...form.assets, { assetId: next.assetId, day: '', waitAbove: '', lookAbove: '' }],
          })
        }
      >
        {say('settings.rules-add-asset')}
      </Button>
      <div className={PAIR}>
        <Select
          label={form.assets.length === 0 ? say('settings.rules-every-asset') : say('settings.rules-others')}
          value={form.others}
          onChange={(id) => onChange({ others: OTHERS.find((each) => each.id === id)?.id ?? 'free' })}
          options={OTHERS}
        />
        <AmountField
          label={say('settings.rules-fiat')}
          value={form.fiat}
          onChange={(fiat) => onChange({ fiat })}
          symbol={form.currency}
          least="zero"
          optional
          quiet
          hint={say('settings.rules-fiat-why')}
        />
      </div>
    </Part>
  )
}

function Limit(props: {
  readonly limit: LimitForm
  readonly assets: readonly Asset[]
  /** Whether there is a waiting time at all. */
  readonly waits: boolean
  readonly onChange: (limit: LimitForm) => void
  readonly onRemove: () => void
}) {
  const { limit, assets, onChange } = props
  const asset = assets.find(({ assetId }) => assetId === limit.assetId)
  const symbol = asset?.symbol ?? ''
  const field = (name: 'day' | 'waitAbove' | 'lookAbove', label: string) => (
    <AmountField
      label={label}
      value={limit[name]}
      onChange={(typed) => onChange({ ...limit, [name]: typed })}
      symbol={symbol}
      least="zero"
      optional
      quiet
    />
  )
  return (
    <div data-limit className="grid gap-3 rounded-lg bg-sunken px-4 py-3.5">
      <div className="flex items-end justify-between gap-2">
        <Select
          label={say('settings.asset')}
          search={say('activity.search-assets')}
          value={limit.assetId}
          onChange={(assetId) => onChange({ ...limit, assetId })}
          options={assetOptions(assets)}
          className="min-w-0 flex-1"
        />
        <IconButton label={say('settings.rules-remove-of', { name: isolated(symbol) })} onPress={props.onRemove}>
          <X className="size-4" aria-hidden="true" />
        </IconButton>
      </div>
      <div
        className={cx(
          'grid items-start gap-3',
          props.waits ? 'min-[47.5rem]:grid-cols-3' : 'min-[32.5rem]:grid-cols-2',
        )}
      >
        {field('day', say('settings.rules-day'))}
        {field('lookAbove', say('settings.rules-look-above'))}
        {props.waits && field('waitAbove', say('settings.rules-wait-above'))}
      </div>
      <p className="text-ink-3 text-sm">{say('settings.rules-empty-is-none')}</p>
    </div>
  )
}
