import { PlanScreen } from './PlanScreen.tsx'
import { Plans } from './Plans.tsx'

/** Payments that come at their times: one plan of them, or all. */
export function Scheduled({ planId }: { readonly planId?: string }) {
  return planId === undefined ? <Plans /> : <PlanScreen key={planId} planId={planId} />
}
