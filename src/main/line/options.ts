import { readFileSync, statSync } from 'node:fs'
import { nanosOf } from '#contract/domain'
import { said } from '#words'
import { UsageError } from '../start-error.ts'
import { readAuthority } from './authority.ts'
import { parseProxy } from './proxy.ts'
import type { Setting } from './way.ts'

/** The way out on the command line, of every program that asks the service. */
export const LINE_OPTIONS = { proxy: { type: 'string' }, ca: { type: 'string' } } as const

const FILE_MAX = 20_000
/** In place of a proxy: none, whatever is kept. */
const NONE = 'none'

function proxyOf(text: string): Setting['proxy'] {
  try {
    return text === NONE ? null : parseProxy(text)
  } catch {
    throw new UsageError(said('main.option.proxy'))
  }
}

function authorityOf(path: string): Setting['authority'] {
  try {
    if (statSync(path).size > FILE_MAX) throw new Error('no certificate is that long')
    return readAuthority(readFileSync(path, 'utf8'), nanosOf(Date.now()))
  } catch {
    throw new UsageError(said('main.option.ca'))
  }
}

/** What those options say; null where neither was given. Throws `UsageError`. */
export function lineOf(values: {
  readonly proxy?: string | undefined
  readonly ca?: string | undefined
}): Setting | null {
  if (values.proxy === undefined && values.ca === undefined) return null
  return {
    proxy: values.proxy === undefined ? null : proxyOf(values.proxy),
    authority: values.ca === undefined ? null : authorityOf(values.ca),
  }
}
