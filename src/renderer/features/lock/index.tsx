import type { Account, AppState } from '../../app/types.ts'
export function Lock(_: { state: AppState; account: Account | null }) {
  return null
}
