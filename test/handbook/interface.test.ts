import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#contract/http'

const ROOT = new URL('../../', import.meta.url)
const table = readFileSync(new URL('resources/handbook/en/interface.md', ROOT), 'utf8')
const quoted = (pattern: RegExp): string[] => [...table.matchAll(pattern)].flatMap(([, found]) => found ?? [])

/** Names of parameters say nothing about where a call goes. */
const shape = (call: string): string => call.replaceAll(/:[a-z_]+/g, ':')

/**
 * The whole interface, and by which names tests of the wallet make each call: its own methods, where they do not name the
 * endpoint or its path themselves.
 */
const INTERFACE: Readonly<Record<string, readonly string[]>> = {
  'GET /users/:id/apps/favorite': ['bots.list'],
  'POST /apps/:id/favorite': ['bots.share'],
  'POST /apps/:id/unfavorite': ['bots.unshare'],
  'POST /relationships': ['contacts.save', 'contacts.block'],
  'GET /blocking_users': ['contacts.list'],
  'GET /safe/me': ['registration.explain'],
  'POST /safe/users': ['registration.submit'],
  'POST /safe/deposit/entries': ['receive.address'],
  'GET /safe/deposits': ['receive.incoming'],
  'GET /safe/outputs': ['coins.list'],
  'GET /outputs': ['legacy.outputs'],
  'POST /safe/keys': ['payments.prepare'],
  'POST /safe/transaction/requests': ['payments.prepare'],
  'POST /safe/transaction': ['payments.approve'],
  'GET /safe/transactions/:id': ['payments.read'],
  'GET /safe/snapshots': ['activity.list', 'subusers.activity'],
  'POST /safe/multisigs': ['payments.approve'],
  'GET /safe/multisigs/:id': ['approvals.open', 'approvals.review'],
  'POST /safe/multisigs/:id/sign': ['approvals.sign'],
  'POST /safe/multisigs/:id/unlock': ['approvals.unlock'],
  'GET /safe/inscriptions/collections/:hash': ['collectibles.collection'],
  'GET /safe/inscriptions/items/:hash': ['collectibles.list'],
  'GET /codes/:id': ['scan.read', '/codes/'],
}

/** What a test of that call contains. */
function namesOf(call: string): string[] {
  const endpoints = Object.entries(ENDPOINTS).flatMap(([name, { method, path }]) =>
    shape(`${method} ${path}`) === shape(call) ? name : [],
  )
  const made = Object.entries(INTERFACE).find(([each]) => shape(each) === shape(call))?.[1] ?? []
  return [...endpoints, ...made]
}

const rows = table.split('\n').flatMap((line) => {
  const calls = [...line.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].flatMap(([, call]) => call ?? [])
  // Tests of the whole product speak of what is on screen, never of calls.
  const files = [...line.matchAll(/`(test\/(?!e2e)[^`]+)`/g)].flatMap(([, file]) => file ?? [])
  return calls.length === 0 || files.length === 0 ? [] : [{ calls, files }]
})
const contains = (file: string, call: string): boolean => {
  const content = readFileSync(new URL(file, ROOT), 'utf8')
  return namesOf(call).some((name) => content.includes(name))
}

describe('the table of the interface', () => {
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

  it.each(Object.keys(INTERFACE))('%s has its row', (call) => {
    expect(calls.map(shape)).toContain(shape(call))
  })

  it.each(rows.flatMap(({ calls: made, files }) => made.map((call) => ({ call, files }))))(
    '$call is made in one of the tests of its row',
    ({ call, files }) => {
      expect(files.filter((file) => contains(file, call))).not.toEqual([])
    },
  )

  it.each(rows.flatMap(({ calls: made, files }) => files.map((file) => ({ file, made }))))(
    '$file makes a call of its row',
    ({ file, made }) => {
      expect(made.filter((call) => contains(file, call))).not.toEqual([])
    },
  )
})
