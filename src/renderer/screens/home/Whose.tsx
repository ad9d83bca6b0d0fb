import { Eye, EyeOff } from 'lucide-react'
import { say } from '#words'
import { WatchTag } from '../../components/Page.tsx'
import type { Whose as Chosen } from '../../components/ValueChart.tsx'
import { rich } from '../../lib/rich.tsx'
import { useAction, useQueries } from '../../state/query.ts'
import type { Account } from '../../state/types.ts'
import { useWallet } from '../../state/wallet.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Choice.tsx'

/** Of this person: not what is only watched with somebody's permission. */
const isOwn = ({ kind, stage, keyless }: Account): boolean => stage === 'ready' && (kind !== 'watch' || keyless)

/** The accounts whose money can be shown as one; fewer than two leave no choice. */
function useOwn(): readonly Account[] {
  const { state, account, owner } = useWallet()
  return owner.holder === null && isOwn(account) ? state.accounts.filter(isOwn) : []
}

/** Whether groups and the other accounts count to one's own money: chosen once, and remembered. */
export function useWhose(): Chosen {
  const { state, owner } = useWallet()
  const { together, everyone } = state.preferences
  const own = useOwn()
  return { together: owner.holder === null && together, everyone: own.length > 1 && everyone }
}

/** Whose money this is, the choices where there are any, and the eye that hides it. */
export function Whose() {
  const { state, account, owner, group } = useWallet()
  const set = useAction('app.setPreferences')
  const own = useOwn()
  const { everyone } = useWhose()
  const { together } = state.preferences
  const asked = (everyone ? own : [account]).map((one) => ({ account: one.account }))
  const hasGroups = useQueries('groups.list', asked).some(({ value }) => value !== undefined && value.length > 0)
  // What is only watched is somebody else's, and one of several accounts is not all.
  const isAll = group === null && isOwn(account) && (everyone || own.length < 2)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex items-center gap-1 font-medium text-ink-2">
        {isAll ? say('home.all-your-money') : rich('home.money-of', { name: (group ?? account).name })}
        <HideAmounts />
      </p>
      <WatchTag />
      {own.length > 1 && (
        <Segmented
          small
          label={say('home.which-accounts')}
          options={[
            { value: 'one', label: say('home.this-account') },
            { value: 'all', label: say('home.all-accounts') },
          ]}
          value={everyone ? 'all' : 'one'}
          onChange={(which) => void set.run({ everyone: which === 'all' })}
        />
      )}
      {owner.holder === null && hasGroups && (
        <Segmented
          small
          label={say('home.whose-money')}
          options={[
            { value: 'own', label: say('home.only-mine') },
            { value: 'together', label: say('home.with-groups') },
          ]}
          value={together ? 'together' : 'own'}
          onChange={(whose) => void set.run({ together: whose === 'together' })}
        />
      )}
    </div>
  )
}

/** Beside the figure that others should not see first. */
function HideAmounts() {
  const { hideAmounts } = useWallet().state.preferences
  const set = useAction('app.setPreferences')
  return (
    <IconButton
      label={hideAmounts ? say('shell.show-amounts') : say('shell.hide-amounts')}
      hint={say('shell.ctrl-shift-h')}
      className="-my-1.5 forced-colors:border-0"
      onPress={() => void set.run({ hideAmounts: !hideAmounts })}
    >
      {hideAmounts ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
    </IconButton>
  )
}
