import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountStore } from '#store'
import { type Meter, startMeter } from '../support/meter.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, aUser, openAccount, user, uuidFrom } from '../support/store.ts'

/*
 * What is asked in each round or for each payment goes by an index: how SQLite means to answer is asked of SQLite itself, for
 * the very statements that ran.
 */

let folder: string
let store: AccountStore
let meter: Meter

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
  store.cache.users.put([aUser('bob')])
  meter = startMeter(folder)
})
afterEach(() => {
  meter.stop()
  store.close()
})

/** How the statements that work runs are answered: a line for each table. */
function waysOf(work: () => unknown): string[] {
  meter.takeTexts()
  work()
  return [...meter.takeTexts().values()].flatMap(({ ways }) => ways())
}

/** Neither a whole table nor all of its rows up to one. */
const isWhole = (way: string): boolean => /^SCAN (?!.* USING)|PRIMARY KEY \(rowid<\?\)/.test(way)

const holder = aHolder().id
const friend = aUser('bob', { relationship: 'FRIEND' })

describe('without reading a whole table', () => {
  it.each([
    ['live payments', () => store.intents.payments.list({ live: true })],
    ['live payments of a holder', () => store.intents.payments.list({ holder, live: true })],
    ['payments in states that are live', () => store.intents.payments.list({ holder, states: ['signed', 'sent'] })],
    ['payments that failed after they were signed', () => store.intents.payments.failedAfterSigning({ limit: 50 })],
    ['addresses that look alike', () => store.intents.contactAddresses.alike('bc1qxy')],
    ['addresses of somebody', () => store.intents.contactAddresses.ofUser(user('bob'))],
    ['pins with ids that begin alike', () => store.intents.contactPins.beginningLike(user('bob'))],
    ['a frozen coin', () => store.intents.freezes.get(uuidFrom('coin'))],
    ['whether somebody is a contact', () => store.cache.relations.isOn('friends', user('bob'))],
    ['contacts with ids that begin alike', () => store.cache.relations.beginningLike('friends', user('bob'))],
    ['contacts with the same name', () => store.cache.relations.called('friends', 'bob')],
    ['the place of another contact', () => store.cache.relations.put(friend)],
    ['what a transaction made', () => store.cache.outputs.openOf('00'.repeat(32) as never)],
  ])('finds %s', (_what, work) => {
    const ways = waysOf(work)
    expect(ways).not.toEqual([])
    expect(ways.filter(isWhole)).toEqual([])
  })
})
