import { z } from 'zod'
import { activityDetail, activityFilter, activityRow } from './activity-views.ts'
import { account, type Method, method, nothing, owner } from './method.ts'

/** What happened, and what one calls it. */
export const activityMethods = {
  'activity.list': method(
    z.object({
      ...owner,
      filter: activityFilter,
      cursor: z.string().max(200).nullable(),
      limit: z.number().int().min(1).max(200),
    }),
    z.object({ rows: z.array(activityRow), cursor: z.string().nullable() }),
  ),
  'activity.read': method(z.object({ ...owner, id: z.string().max(100) }), activityDetail),
  'labels.set': method(
    z.object({ ...account, id: z.string().max(100), label: z.string().max(200), note: z.string().max(4000) }),
    nothing,
  ),
} as const satisfies Readonly<Record<string, Method>>
