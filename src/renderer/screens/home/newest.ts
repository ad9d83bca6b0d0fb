import { NO_FILTER } from '../../components/movement.ts'
import { useQuery } from '../../state/query.ts'
import type { Owner } from '../../state/types.ts'

export const SHOWN = 6

export const useLately = (owner: Owner) =>
  useQuery('activity.list', { ...owner, filter: NO_FILTER, cursor: null, limit: SHOWN }).value
