import { useEffect, useRef } from 'react'
import { say, wording } from '#words'
import { heard } from '../lib/heard.tsx'
import { whenDue } from '../lib/when-due.ts'
import { go } from '../state/routes.ts'
import type { Check, Report } from '../state/types.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Time } from '../ui/Time.tsx'
import { Fact } from './Facts.tsx'
import { freeFrom, sortChecks } from './review-model.ts'

/** What the owner's own rules say of what is to be signed, where they let it pass. */
export function RulesFact({ checks }: { readonly checks: readonly Check[] }) {
  const { rules } = sortChecks(checks)
  if (rules.length === 0) return null
  return (
    <Fact name={say('shared.your-rules')}>
      <ul className="grid gap-1">
        {rules.map((check) => (
          <li key={check.id}>{heard(wording(check.text))}</li>
        ))}
      </ul>
    </Fact>
  )
}

/** When a rule that is in the way will not be any more. */
export function Until({ check }: { readonly check: Check }) {
  if (check.until === undefined) return null
  return (
    <span className="block font-normal text-ink-2">
      {say('shared.possible-from')} <Time at={check.until} form="full" />
    </span>
  )
}

/** Leads to where rules are changed, from what they stop. */
export const ToRules = () => (
  <LinkButton className="mt-1" onPress={() => go({ name: 'settings', section: 'rules' })}>
    {say('settings.rules-change')}
  </LinkButton>
)

/** Reads a review anew as soon as rules let it pass. */
export function useFreed(checks: readonly Check[], onFreed: () => void): void {
  const at = freeFrom(checks)
  const freed = useRef(onFreed)
  freed.current = onFreed
  useEffect(() => {
    return at === null ? undefined : whenDue(at, () => freed.current())
  }, [at])
}

/** After the first of two looks the review says when the second one may be taken. */
export function useLookedOnce(error: Report | null, onReload: () => void): void {
  const reload = useRef(onReload)
  reload.current = onReload
  const looked = error?.code === 'wallet.look_again'
  useEffect(() => {
    if (looked) reload.current()
  }, [looked])
}
