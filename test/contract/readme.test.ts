import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/http'

const ROOT = new URL('../../', import.meta.url)
const text = readFileSync(new URL('README.md', ROOT), 'utf8')
const [, after = ''] = text.split('## What of the service is where')
const [table = ''] = after.split('\n## ')
const quoted = (pattern: RegExp): string[] => [...table.matchAll(pattern)].flatMap(([, found]) => found ?? [])

/** Names of parameters say nothing about where a call goes. */
const shape = (call: string): string => call.replaceAll(/:[a-z_]+/g, ':')

describe('the table of the README', () => {
  const calls = quoted(/`((?:GET|POST) \/[^`]+)`/g)
  const known = new Set(
    Object.values(ENDPOINTS).flatMap(
      ({ method, path, aliases = [] }: { method: string; path: string; aliases?: readonly string[] }) =>
        [path, ...aliases].map((each) => shape(`${method} ${each}`)),
    ),
  )

  it('has calls and tests in it', () => {
    expect(calls.length).toBeGreaterThan(20)
  })

  it.each(calls)('%s is a call that Coffer knows', (call) => {
    expect(known).toContain(shape(call))
  })

  it.each([...new Set(quoted(/`(test\/[^`]+)`/g))])('%s exists', (path) => {
    expect(existsSync(new URL(path, ROOT))).toBe(true)
  })
})
