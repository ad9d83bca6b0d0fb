import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Nanos } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { type AccountStore, openAccountStore } from '#store'
import { makeCopy } from '../../src/store/copies.ts'
import { Database } from '../../src/store/database.ts'
import { checkRows } from '../../src/store/open.ts'
import { programOf } from '../support/programs.ts'
import { newFolder } from '../support/scratch.ts'
import {
  accountFolder,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  openAccount,
  request,
  time,
  user,
} from '../support/store.ts'
import { expectPrivate } from '../support/systems.ts'

const DAY = 86_400n * 1_000_000_000n

let folder: string
let stores: AccountStore[]
let now: Nanos
const clock = {
  now: () => {
    now = (now + 1_000_000n) as Nanos
    return now
  },
}
const pass = (days: number) => {
  now = (now + BigInt(days) * DAY) as Nanos
}

beforeEach(() => {
  folder = newFolder('store')
  stores = []
  now = time(0)
})
afterEach(() => {
  for (const store of stores) store.close()
})

function open(dir = folder): AccountStore {
  const store = openAccount(dir, clock)
  stores.push(store)
  return store
}
const fileOf = (name: string) => join(accountFolder(folder), name)
const copies = () => readdirSync(fileOf('copies')).sort()

function pay(store: AccountStore, name: string, upTo: 'verified' | 'signed' = 'signed', coin = name): void {
  const { payments } = store.intents
  const id = request(name)
  payments.create(aPayment(name))
  payments.reserve(id, [aPlan(name, [anOutput(`coin ${coin}`)])])
  payments.storeRaw(id, [{ requestId: id, raw: '7777', hash: hashOf(name) }])
  payments.markVerified(id, [{ requestId: id, record: null }])
  if (upTo === 'verified') return
  payments.approve(id, hashOf('digest'))
  payments.storeSigned(id, [{ requestId: id, raw: `7777${Buffer.from(name).toString('hex')}` }])
}

/** Makes the journal unreadable from its first page on. */
const ruin = (name = 'intents.db') => writeFileSync(fileOf(name), 'no database any more')

function changeRow(sql: string, path = fileOf('intents.db')): void {
  const db = new Sqlite(path)
  db.pragma('foreign_keys = OFF')
  db.exec(sql)
  db.close()
}

/** The row of the transaction that spends the coin of a payment, as SQL. */
const rowSpending = (name: string): string =>
  `(SELECT transaction_row FROM payment_inputs WHERE output_id = x'${hexId(anOutput(`coin ${name}`).output_id)}')`

describe('daily copies', () => {
  it('are private, whole, and one for each of the last seven days', () => {
    const store = open()
    for (let day = 0; day < 9; day += 1) {
      store.intents.labels.set('u:1', `day ${day}`, '')
      store.copyNow()
      store.copyNow()
      pass(1)
    }
    expect(copies()).toHaveLength(7)
    expectPrivate(fileOf('copies'), ...copies().map((name) => join(fileOf('copies'), name)))
    expect(store.copies().map(({ at }) => at)).toEqual([...store.copies().map(({ at }) => at)].sort().reverse())
    const newest = new Sqlite(store.copies()[0]?.path ?? '', { readonly: true })
    expect(newest.prepare('SELECT label FROM labels').pluck().get()).toBe('day 8')
    newest.close()
  })

  it('stay when the clock is set back, and the one that is made then counts as the newest', () => {
    const store = open()
    pass(400)
    for (let day = 0; day < 7; day += 1) {
      store.intents.labels.set('u:1', `day ${day}`, '')
      store.copyNow()
      pass(1)
    }
    now = time(0)
    store.intents.labels.set('u:1', 'set back', '')
    store.copyNow()
    expect(copies()).toHaveLength(7)
    store.close()
    ruin()
    expect(open().intents.labels.get('u:1')?.label).toBe('set back')
  })

  it('that the disk has no room for leave the older ones and no half of one', () => {
    const store = open()
    store.copyNow()
    const before = copies()
    pass(1)
    // The folder takes no more files, as a full disk: what stands in the way of the new file is a folder of its name.
    mkdirSync(join(fileOf('copies'), 'intents.partial', 'in the way'), { recursive: true })
    expect(codeOf(caught(() => store.copyNow()))).toBe('store.disk')
    expect(copies().filter((name) => name.endsWith('.db'))).toEqual(before)
    rmSync(join(fileOf('copies'), 'intents.partial'), { recursive: true })
    store.copyNow()
    expect(copies()).toHaveLength(2)
  })

  it('of a damaged file are not kept, and say so', () => {
    const store = open()
    store.intents.labels.set('u:1', 'good', '')
    store.copyNow()
    store.close()
    const before = copies()
    changeRow("UPDATE labels SET note = 'damage'")
    let told = 0
    const onDamage = () => {
      told += 1
    }
    const db = new Database(fileOf('intents.db'), { readonly: false, timeoutMs: 0, onDamage })
    pass(1)
    const place = { folder: accountFolder(folder), kind: 'intents', now: clock.now, audit: checkRows }
    expect(codeOf(caught(() => makeCopy(db, place)))).toBe('store.damaged')
    db.close()
    expect(told).toBe(1)
    expect(copies()).toEqual(before)
  })

  it('survive a program that is killed while it makes one', async () => {
    const store = open()
    for (let at = 0; at < 40; at += 1) pay(store, `p${at}`)
    store.copyNow()
    store.close()
    const before = copies()
    for (let round = 0; round < 4; round += 1) {
      const child = spawn(process.execPath, [programOf('test/store/writer.ts'), 'copies', folder])
      await once(child.stdout, 'data')
      await new Promise((resolve) => setTimeout(resolve, round * 11))
      child.kill('SIGKILL')
      await once(child, 'close')
      const whole = copies().filter((name) => name.endsWith('.db'))
      expect(whole.length).toBeGreaterThanOrEqual(before.length)
      for (const name of whole) {
        const copy = new Sqlite(join(fileOf('copies'), name), { readonly: true })
        expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
        expect(copy.prepare('SELECT count(*) FROM payments').pluck().get()).toBe(40)
        copy.close()
      }
    }
  })
})

const caught = (work: () => unknown): unknown => {
  try {
    work()
    return null
  } catch (error) {
    return error
  }
}

describe('a journal at rest', () => {
  it('lies whole in its main file, so that a copied folder has everything', () => {
    const store = open()
    pay(store, 'p')
    store.rest()
    const elsewhere = join(folder, 'copied')
    mkdirSync(accountFolder(elsewhere), { recursive: true })
    copyFileSync(fileOf('intents.db'), join(accountFolder(elsewhere), 'intents.db'))
    const copied = open(elsewhere)
    expect(copied.intents.payments.get(request('p'))?.state).toBe('signed')
    expect(copied.notices()).toEqual([])
  })

  it('does not write again while nothing changed', () => {
    const store = open()
    pay(store, 'p')
    store.rest()
    const before = statSync(fileOf('intents.db')).mtimeMs
    store.rest()
    expect(statSync(fileOf('intents.db')).mtimeMs).toBe(before)
  })
})

describe('a journal that was lost', () => {
  it('comes back from its newest copy, marked as one that missed what happened', () => {
    const store = open()
    store.cache.outputs.applyPage({ holder: aHolder(), outputs: [anOutput(1)], cursor: 1 })
    pay(store, 'old')
    store.intents.labels.set('u:1', 'Sister', '')
    store.copyNow()
    store.close()
    ruin()
    const back = open()
    expect(back.intents.payments.get(request('old'))?.state).toBe('signed')
    expect(back.intents.labels.get('u:1')?.label).toBe('Sister')
    expect(back.intents.payments.holds()).toHaveLength(1)
    expect(back.intents.payments.events(request('old')).map(({ what }) => what)).toContain('missed')
    expect(back.resync.needed()).toBe('intents_lost')
    expect(back.notices()).toMatchObject([{ file: 'intents', rescued: 0, missed: 1, copyAt: expect.any(BigInt) }])
  })

  it('comes back when the file is gone altogether', () => {
    const store = open()
    pay(store, 'old')
    store.copyNow()
    store.close()
    rmSync(fileOf('intents.db'))
    const back = open()
    expect(back.intents.payments.get(request('old'))?.state).toBe('signed')
    expect(back.notices()).toMatchObject([{ setAside: '', reason: 'database file is missing', missed: 1 }])
  })

  it('is told of until it was dismissed, over every restart', () => {
    open().close()
    ruin()
    open().close()
    const store = open()
    expect(store.notices()).toMatchObject([{ file: 'intents', copyAt: null }])
    store.dismissNotices()
    store.close()
    expect(open().notices()).toEqual([])
  })

  it('takes an older copy when the newest gives nothing', () => {
    const store = open()
    store.intents.labels.set('u:1', 'kept', '')
    store.copyNow()
    pass(1)
    store.copyNow()
    const newest = store.copies()[0]?.path ?? ''
    store.close()
    writeFileSync(newest, 'also gone')
    ruin()
    expect(open().intents.labels.get('u:1')?.label).toBe('kept')
  })

  it('takes the newest of copies that all lost something', () => {
    const store = open()
    for (const label of ['older', 'newest']) {
      store.intents.labels.set('u:1', label, '')
      store.intents.labels.set('u:2', 'lost', '')
      store.copyNow()
      pass(1)
    }
    const paths = store.copies().map(({ path }) => path)
    store.close()
    for (const path of paths) changeRow("UPDATE labels SET note = 'damage' WHERE subject = 'u:2'", path)
    ruin()
    expect(open().intents.labels.get('u:1')?.label).toBe('newest')
  })

  it('takes no payment from a damaged copy that lost a part of it there', () => {
    const store = open()
    pay(store, 'whole')
    pay(store, 'partly')
    store.copyNow()
    const [{ path } = { path: '' }] = store.copies()
    store.close()
    changeRow(`UPDATE payment_inputs SET mask = zeroblob(32) WHERE transaction_row = ${rowSpending('partly')}`, path)
    ruin()
    expect(
      open()
        .intents.payments.list()
        .map(({ id }) => id),
    ).toEqual([request('whole')])
  })

  it('takes nothing from a copy of another account', () => {
    const theirs = openAccountStore({ dir: folder, network: 'local', account: user('other'), clock })
    stores.push(theirs)
    pay(theirs, 'theirs')
    theirs.copyNow()
    const [{ path } = { path: '' }] = theirs.copies()
    const store = open()
    pay(store, 'ours')
    store.copyNow()
    store.close()
    pass(1)
    copyFileSync(
      path,
      fileOf(`copies/intents-${new Date(Number(now / 1_000_000n)).toISOString().replaceAll(/[:.]/g, '')}.db`),
    )
    ruin()
    expect(
      open()
        .intents.payments.list()
        .map(({ id }) => id),
    ).toEqual([request('ours')])
  })

  it('keeps what the damaged file has over what its copy has', () => {
    const store = open()
    pay(store, 'both', 'verified')
    store.intents.labels.set('u:1', 'before', '')
    store.intents.labels.set('u:2', 'lost', '')
    store.copyNow()
    store.intents.payments.approve(request('both'), hashOf('digest'))
    store.intents.payments.storeSigned(request('both'), [{ requestId: request('both'), raw: '7777aa' }])
    store.intents.labels.set('u:1', 'after', '')
    store.close()
    changeRow("UPDATE labels SET note = 'damage' WHERE subject = 'u:2'")
    const back = open()
    expect(back.intents.payments.get(request('both'))?.state).toBe('signed')
    expect(back.intents.payments.events(request('both')).map(({ what }) => what)).not.toContain('missed')
    expect(back.intents.labels.get('u:1')?.label).toBe('after')
    expect(back.intents.labels.get('u:2')?.label).toBe('lost')
    expect(back.notices()).toMatchObject([{ restored: 1, missed: 0 }])
  })

  it.each([
    ['a coin', 'payment_inputs SET mask = zeroblob(32)'],
    ['an output', 'payment_outputs SET threshold = threshold + 1'],
  ])('brings a payment that lost %s back whole from the copy', (_part, change) => {
    const store = open()
    pay(store, 'whole')
    pay(store, 'partly')
    pay(store, 'later')
    store.copyNow()
    store.close()
    changeRow(`UPDATE ${change} WHERE transaction_row = ${rowSpending('partly')}`)
    const back = open()
    for (const name of ['whole', 'partly']) expect(back.intents.payments.get(request(name))?.state).toBe('signed')
    const missed = ['whole', 'partly'].filter((name) =>
      back.intents.payments.events(request(name)).some(({ what }) => what === 'missed'),
    )
    expect(missed).toEqual(['partly'])
    expect(back.intents.payments.holds()).toHaveLength(3)
    expect(back.intents.payments.list().map(({ id }) => id)).toEqual(['later', 'partly', 'whole'].map(request))
  })

  it('holds the coins of its payments where what said so is damaged and there is no copy', () => {
    const store = open()
    pay(store, 'out')
    store.close()
    changeRow('UPDATE holds SET units = units + 1')
    expect(open().intents.payments.holds()).toMatchObject([{ paymentId: request('out') }])
  })

  it('has what was signed since its copy, although a clock that was set back says that the copy is newer', () => {
    const store = open()
    pass(1)
    pay(store, 'sent', 'verified')
    pay(store, 'paid', 'verified')
    store.copyNow()
    now = time(1000)
    const { payments, labels } = store.intents
    for (const name of ['sent', 'paid']) {
      payments.approve(request(name), hashOf('digest'))
      payments.storeSigned(request(name), [{ requestId: request(name), raw: '7777aa' }])
      payments.countAttempt(request(name))
    }
    payments.markFinal(request('paid'))
    labels.set('u:1', 'damaged', '')
    store.close()
    changeRow("UPDATE labels SET note = 'damage'")
    const back = open()
    expect(back.notices()).toMatchObject([{ file: 'intents', missed: 0 }])
    expect(back.intents.payments.get(request('sent'))?.state).toBe('sent')
    expect(back.intents.payments.get(request('paid'))?.state).toBe('final')
  })

  it('has what was signed, whatever a copy of another computer says of the same request later', () => {
    const elsewhere = newFolder('store')
    const other = openAccount(elsewhere, clock)
    const store = open()
    pay(store, 'link')
    pay(store, 'there', 'verified')
    pass(1)
    pay(other, 'link', 'verified')
    pay(other, 'there')
    const bytes = other.snapshot()
    other.close()
    rmSync(elsewhere, { recursive: true, force: true })
    pass(1)
    store.intents.payments.markVerified(request('there'), [{ requestId: request('there'), record: null }])
    expect(store.absorb(bytes).missed).toBe(1)
    expect(store.intents.payments.get(request('link'))?.state).toBe('signed')
    // What became of it there since, nobody here knows.
    expect(store.intents.payments.get(request('there'))?.state).toBe('signed')
    expect(store.intents.payments.events(request('there')).map(({ what }) => what)).toContain('missed')
    expect(store.intents.payments.holds()).toHaveLength(2)
  })

  it('never lets an older payment take the coin or the number of a newer one', () => {
    const store = open()
    pay(store, 'older', 'verified', 'shared')
    store.copyNow()
    store.close()
    // Begun anew without any copy, as when somebody tidied up, and the copy put back later.
    const kept = readFileSync(join(fileOf('copies'), copies()[0] ?? ''))
    const name = copies()[0] ?? ''
    rmSync(fileOf('copies'), { recursive: true })
    rmSync(fileOf('intents.db'))
    const anew = open()
    pay(anew, 'newer', 'signed', 'shared')
    anew.intents.labels.set('u:1', 'damaged', '')
    anew.close()
    mkdirSync(fileOf('copies'))
    writeFileSync(join(fileOf('copies'), name), kept)
    changeRow("UPDATE labels SET note = 'damage'")
    const back = open()
    expect(back.intents.payments.get(request('newer'))?.state).toBe('signed')
    expect(back.intents.payments.get(request('older'))?.state).toBe('cancelled')
    expect(back.intents.payments.holds()).toMatchObject([{ paymentId: request('newer') }])
  })

  it('comes back whole whichever step of that a kill came after', () => {
    const store = open()
    pay(store, 'old')
    store.copyNow()
    store.close()
    ruin()
    const whole = open()
    whole.close()
    const rebuilt = readFileSync(fileOf('intents.db'))
    const aside = readdirSync(accountFolder(folder)).find((name) => name.includes('damaged-')) ?? ''
    const steps: Record<string, () => void> = {
      'half written': () => {
        renameSync(fileOf(aside), fileOf('intents.db'))
        writeFileSync(fileOf('intents.db.rebuilding'), rebuilt.subarray(0, 9000))
      },
      'not yet exchanged': () => writeFileSync(fileOf('intents.db.rebuilt'), rebuilt),
      'moved aside': () => {
        rmSync(fileOf('intents.db'))
        writeFileSync(fileOf('intents.db.rebuilt'), rebuilt)
      },
      'moved aside but for its log': () => {
        rmSync(fileOf('intents.db'))
        writeFileSync(fileOf('intents.db-wal'), 'left over')
        writeFileSync(fileOf('intents.db.rebuilt'), rebuilt)
      },
    }
    for (const [name, leave] of Object.entries(steps)) {
      leave()
      const back = open()
      expect(back.intents.payments.get(request('old'))?.state, name).toBe('signed')
      expect(back.notices().length, name).toBeGreaterThan(0)
      back.close()
      const leftovers = readdirSync(accountFolder(folder)).filter((each) => each.includes('rebuil'))
      expect(leftovers, name).toEqual([])
    }
  })

  it('lies where it lay when there is no room to bring it back', () => {
    const store = open()
    pay(store, 'old')
    store.copyNow()
    store.close()
    ruin()
    mkdirSync(join(fileOf('intents.db.rebuilding'), 'in the way'), { recursive: true })
    expect(codeOf(caught(() => open()))).toBe('store.disk')
    expect(readFileSync(fileOf('intents.db'), 'utf8')).toBe('no database any more')
    rmSync(fileOf('intents.db.rebuilding'), { recursive: true })
    expect(open().intents.payments.get(request('old'))?.state).toBe('signed')
  })
})

const hexId = (id: string): string => id.replaceAll('-', '')
