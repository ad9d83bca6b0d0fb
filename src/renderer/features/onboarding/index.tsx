import type { Account, AppState } from '../../app/types.ts'
export function Onboarding(_: {
  state: AppState
  resume: Account | null
  onDone: (id: string) => void
  onLeave?: () => void
}) {
  return null
}
