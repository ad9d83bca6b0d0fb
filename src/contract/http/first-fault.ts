import type { z } from 'zod'

export interface Fault {
  /** The member that is wrong, with those that it stands in, joined by points; empty for the whole. */
  readonly field: string
  readonly message: string
}

/**
 * What is wrong first. Of a value that may have one of several forms zod says no more than that it has none: it is taken for the form in which most of
 * it could be read.
 */
export function firstFault({ issues }: Pick<z.core.$ZodError, 'issues'>): Fault {
  const found = issues.slice(0, 1).flatMap((issue) => deepest(issue, []))[0]
  return { field: found?.path.join('.') ?? '', message: found?.message ?? 'not valid' }
}

interface Found {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

function deepest(issue: z.core.$ZodIssue, within: readonly PropertyKey[]): Found {
  const own = { path: [...within, ...issue.path], message: issue.message }
  if (issue.code !== 'invalid_union') return own
  return issue.errors
    .flatMap((form) => form.slice(0, 1))
    .map((each) => deepest(each, own.path))
    .reduce((most, each) => (each.path.length > most.path.length ? each : most), own)
}
