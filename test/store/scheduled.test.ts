import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import { accountFolder, aHolder, openAccount, request, tickingClock } from '../support/store.ts'

/* Plans of payments and what was decided about their times: nothing brings them back but a copy. */

let folder: string
let store: AccountStore
const clock = tickingClock()
const file = () => join(accountFolder(folder), 'intents.db')

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder, clock)
})
afterEach(() => store.close())

const RENT = request('rent')
const holder = aHolder().id
const problem = { code: 'wallet.insufficient', details: { needed: '2' } }

function reopen(): AccountStore {
  store.close()
  store = openAccount(folder, clock)
  return store
}

describe('a plan', () => {
  it('is kept with what was decided about its times, over a restart', () => {
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Rent', units: 5n } })
    store.intents.plans.setTime(RENT, { day: '2026-12-01', state: 'failed', problem })
    store.intents.plans.setTime(RENT, { day: '2026-12-02', state: 'skipped', problem: null })
    const { plans } = reopen().intents
    expect(plans.list()).toMatchObject([{ id: RENT, holder, detail: { name: 'Rent', units: 5n } }])
    expect(plans.times(RENT)).toMatchObject([
      { day: '2026-12-01', state: 'failed', problem },
      { day: '2026-12-02', state: 'skipped', problem: null },
    ])
    expect(plans.times(RENT, '2026-12-02')).toHaveLength(1)
  })

  it('keeps when it was made when it is changed', () => {
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Rent' } })
    const made = store.intents.plans.get(RENT)
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Flat' } })
    expect(store.intents.plans.get(RENT)).toMatchObject({ detail: { name: 'Flat' }, madeAt: made?.madeAt })
  })

  it('announces itself', async () => {
    const told: string[][] = []
    store.subscribe((topics) => told.push([...topics]))
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Rent' } })
    store.intents.plans.setTime(RENT, { day: '2026-12-01', state: 'skipped', problem: null })
    await Promise.resolve()
    expect(told).toEqual([['schedule']])
  })

  it('comes back from the newest copy with its times when the journal is lost', () => {
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Rent' } })
    store.intents.plans.setTime(RENT, { day: '2026-12-01', state: 'skipped', problem: null })
    store.copyNow()
    store.close()
    writeFileSync(file(), 'ruined')
    store = openAccount(folder, clock)
    expect(store.intents.plans.list()).toMatchObject([{ id: RENT, detail: { name: 'Rent' } }])
    expect(store.intents.plans.times(RENT)).toMatchObject([{ state: 'skipped' }])
  })

  it('that was removed is not brought back by a copy from before', () => {
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Rent' } })
    store.intents.labels.set('u:1', 'Sister', '')
    store.copyNow()
    store.intents.plans.remove(RENT)
    expect(store.intents.plans.list()).toEqual([])
    store.close()
    const db = new Sqlite(file())
    db.exec("UPDATE labels SET label = 'changed'")
    db.close()
    store = openAccount(folder, clock)
    expect(store.notices()).toMatchObject([{ file: 'intents' }])
    expect(store.intents.labels.get('u:1')?.label).toBe('Sister')
    expect(store.intents.plans.list()).toEqual([])
    expect(store.intents.plans.get(RENT)).toBeUndefined()
  })

  it('whose row was damaged is not read as another', () => {
    store.intents.plans.save({ id: RENT, holder, detail: { name: 'Rent' } })
    store.close()
    const db = new Sqlite(file())
    db.exec(`UPDATE plans SET detail = '{"name":"Theft"}'`)
    db.close()
    store = openAccount(folder, clock)
    expect(store.notices()).toMatchObject([{ file: 'intents' }])
    expect(store.intents.plans.list()).toEqual([])
  })
})
