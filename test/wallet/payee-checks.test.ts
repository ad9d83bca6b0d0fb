import { afterEach, beforeEach, expect, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, Nanos } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { STORAGE_RECIPIENT } from '#protocol'
import type { AccountStore } from '#store'
import { payeeChecks } from '../../src/wallet/payments/payee-checks.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aUser, openAccount, time, user } from '../support/store.ts'
import { BTC } from '../support/wallet.ts'

/* What has to be looked at of whoever is to be paid: one thing that is wrong at a time. */

let store: AccountStore
beforeEach(() => {
  store = openAccount(newFolder('store'))
})
afterEach(() => store.close())

const [ana, ben] = [user('Ana'), user('Ben')]
const burnt: Payee = { kind: 'kernel', address: STORAGE_RECIPIENT }
const paid: Payee = { kind: 'user', userId: ben }
const group = (threshold: number): Payee => ({ kind: 'group', members: [ana, ben], threshold })
const chain = (destination: string, tag = ''): Payee => ({ kind: 'chain', destination, tag })
/** XRP, whose addresses serve many. */
const TAGGED = '23dfb5a5-5d7b-48b6-905f-3970e3176e27' as AssetId
const ADDRESS = 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'
const OF_BITCOIN = 'bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93n'
const LIGHTNING = '59c09123-95cc-3ffd-a659-0f9169074cee' as AssetId
/** Characters that nobody sees. */
const [UNSEEN, JOINER] = ['\u200b', '\u2060']

interface More {
  readonly isNew?: boolean
  readonly asset?: AssetId
  readonly who?: 'wallet' | 'group'
}

function allChecks(payees: readonly (Payee | undefined)[], { isNew = false, asset = BTC, who = 'wallet' }: More = {}) {
  const directory = createDirectory({
    table: assets,
    cache: store.cache,
    account: ACCOUNT,
    groups: store.intents.groups,
  })
  const before = { times: 1, last: time(1) as Nanos }
  const parts = { directory, intents: store.intents, alike: () => [], who }
  return payeeChecks(payees, asset, { ...parts, paidBefore: () => (isNew ? null : before) })
}
const checks = (...asked: Parameters<typeof allChecks>): string[] =>
  allChecks(...asked).map(({ id, result, row }) => `${result} ${id.split(':')[0]} ${row}`)
const told = (fields: Parameters<typeof aUser>[1]) => store.cache.users.put([aUser('Ben', fields)])
const COLD = '6e1f24c8-4a4b-4f0a-9d2c-0b5a3a0f5a11'
const [OLD, BETWEEN, NEW] = [
  'bc1qxenlll5m5zyp778j8jd6arkn99h956zkcye93n',
  'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
]
const save = (destination: string, { tag = '', id = COLD, chainId = BTC } = {}) =>
  store.intents.contactAddresses.save({ id, userId: null, label: 'Cold storage', chainId, destination, tag })
const remove = () => store.intents.contactAddresses.remove(COLD)
const OTHER = '6e1f24c8-4a4b-4f0a-9d2c-0b5a3a0f5a12'
const FORMER = ['attention former 0']
const pin = (identityNumber: string) =>
  store.intents.contactPins.put({ userId: ben, identityNumber, name: 'Ben', merelyPaid: true }, time(7))

it.each<[string, () => unknown, readonly (Payee | undefined)[], More, string[]]>([
  ['nothing of somebody known', () => [told({ identity_number: '7001' }), pin('7001')], [paid], {}, []],
  ['an account that is closed', () => told({ is_deactivated: true }), [paid], {}, ['stop gone 0']],
  ['somebody who is reported', () => told({ is_scam: true }), [paid], {}, ['attention scam 0']],
  ['somebody who is blocked', () => told({ relationship: 'BLOCKING' }), [paid], {}, ['attention blocked 0']],
  [
    'another number than before',
    () => [told({ identity_number: '7002' }), pin('7001')],
    [paid],
    {},
    ['attention number 0'],
  ],
  ['no number, which is no other one', () => [told({ identity_number: '' }), pin('7001')], [paid], {}, []],
  ['a group that all must sign for', () => undefined, [group(2)], {}, []],
  ['a group that more must sign for than it has', () => undefined, [group(3)], {}, ['stop threshold 0']],
  [
    'the first time, once for each',
    () => undefined,
    [paid, undefined, group(1), paid],
    { isNew: true },
    ['attention first 0', 'attention first 2'],
  ],
  ['what nobody can spend', () => undefined, [burnt], {}, ['stop threshold 0']],
  [
    'the first time, of each',
    () => undefined,
    [paid, { kind: 'user', userId: ana }],
    { isNew: true },
    ['attention first 0', 'attention first 1'],
  ],
  ['a tag that is missing', () => undefined, [chain(ADDRESS)], { asset: TAGGED }, ['attention tag 0']],
  ['a tag that is there', () => undefined, [chain(ADDRESS, '12')], { asset: TAGGED }, []],
  [
    'a tag of which nothing is seen',
    () => undefined,
    [chain(ADDRESS, UNSEEN)],
    { asset: TAGGED },
    ['attention unseen 0', 'attention tag 0'],
  ],
  [
    'a tag with more than is seen',
    () => undefined,
    [chain(ADDRESS, `1${JOINER}2`)],
    { asset: TAGGED },
    ['attention unseen 0'],
  ],
  [
    'an address with more than is seen',
    () => undefined,
    [chain(`${ADDRESS}${UNSEEN}`, '12')],
    { asset: TAGGED },
    ['attention unseen 0'],
  ],
  ['no tag where none is needed', () => undefined, [chain(OF_BITCOIN)], {}, []],
  ['an address of another chain', () => undefined, [chain(ADDRESS), chain(OF_BITCOIN)], {}, ['stop form 0']],
  ['one that is asked for by others', () => undefined, [chain(ADDRESS)], { who: 'group' }, ['attention form 0']],
  ['an address on a chain of which no form is known', () => undefined, [chain(ADDRESS)], { asset: LIGHTNING }, []],
  ['nothing of an address that is saved', () => save(OLD), [chain(OLD)], {}, []],
  ['an address under whose name another one is saved by now', () => [save(OLD), save(NEW)], [chain(OLD)], {}, FORMER],
  ['nothing of that other one', () => [save(OLD), save(NEW)], [chain(NEW)], {}, []],
  ['one that is no longer saved', () => [save(OLD), remove()], [chain(OLD)], {}, FORMER],
  ['one however it is written', () => [save(OLD), remove()], [chain(OLD.toUpperCase())], {}, FORMER],
  ['each of several before it', () => [save(OLD), save(BETWEEN), save(NEW)], [chain(OLD)], {}, FORMER],
  ['nothing of one that is saved again', () => [save(OLD), save(NEW), save(OLD)], [chain(OLD)], {}, []],
  [
    'nothing of one that is saved under another name',
    () => [save(OLD), remove(), save(OLD, { id: OTHER })],
    [chain(OLD)],
    {},
    [],
  ],
  [
    'nothing of one that was saved of another chain',
    () => [save(OLD, { chainId: TAGGED }), remove()],
    [chain(OLD)],
    {},
    [],
  ],
  [
    'a tag that is another one by now',
    () => [save(ADDRESS, { tag: '1', chainId: TAGGED }), save(ADDRESS, { tag: '2', chainId: TAGGED })],
    [chain(ADDRESS, '1')],
    { asset: TAGGED },
    FORMER,
  ],
])('of %s is told what there is to know', (_, begin, payees, more, ids) => {
  begin()
  expect(checks(payees, more)).toEqual(ids)
})

it('says of an address that was exchanged which one is saved now, and asks anew once that is yet another', () => {
  const told = () => allChecks([chain(OLD)]).map(({ id, text }) => [id, JSON.stringify(text)])
  save(OLD)
  save(NEW)
  const [[id = '', text = ''] = []] = told()
  expect(text).toContain(NEW)
  save(BETWEEN)
  const [[otherId = '', other = ''] = []] = told()
  expect([other.includes(BETWEEN), otherId === id]).toEqual([true, false])
  remove()
  expect(told()).toHaveLength(1)
})

it('keeps what was saved once across a restart, and bounds it', () => {
  const folder = newFolder('store')
  store.close()
  store = openAccount(folder)
  for (let at = 0; at < 1_002; at++) save(`invoice${at}`, { chainId: LIGHTNING })
  store.close()
  store = openAccount(folder)
  expect(checks([chain('invoice1000')], { asset: LIGHTNING })).toEqual(FORMER)
  expect(checks([chain('invoice0')], { asset: LIGHTNING })).toEqual([])
})
