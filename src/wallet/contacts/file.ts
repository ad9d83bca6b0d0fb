import type { User, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { type ImportPreview, type Input, METHODS } from '#contract/ipc'
import { isMembers, type Members, readMembers } from '#protocol'
import { isSaid, type Said, said } from '#words/facts'
import type { Desk } from '../shared/desk.ts'
import { addressKey } from '../shared/ends.ts'
import { savedAddress } from '../shared/placed-by.ts'
import { labelOfUser, remembered } from './card.ts'
import { type GroupLine, groupLines, judgeGroup, keepGroup, readGroup } from './group-lines.ts'

/*
 * Contacts as lines of JSON: `contact` with the addresses that are theirs, `address` for those of nobody, `group`. Everything in
 * such a file is what somebody wrote down; who an id is says the service.
 */

type AddressInput = Omit<Input<'contacts.saveAddress'>, 'account'>
type SaveInput = Omit<Input<'contacts.save'>, 'account'>
type Row = ImportPreview['rows'][number]

interface Line {
  readonly line: number
  readonly userId: UserId | null
  readonly identityNumber: string
  readonly alias: string
  readonly phone: string
  readonly note: string
  readonly addresses: readonly AddressInput[]
  readonly group?: GroupLine
}

interface Judged extends Line {
  readonly row: Row
  /** Addresses that are not here yet. */
  readonly fresh: readonly AddressInput[]
}

const BATCH = 200
const LINES_MAX = 5_000

export function exportContacts(runtime: Desk): { fileName: string; text: string } {
  const { intents, cache } = runtime.store
  const byOwner = Map.groupBy(intents.contactAddresses.list(), ({ userId }) => userId)
  const ofUser = (userId: UserId | null) =>
    (byOwner.get(userId) ?? []).map(({ label, chainId, destination, tag }) => {
      return { label, chain_id: chainId, destination, tag }
    })
  const contacts = cache.relations.list('friends')
  const known = new Set(contacts.map((user) => user.user_id))
  const others = [...byOwner.keys()].filter((id) => id !== null && !known.has(id))
  const lines = [
    ...contacts.map((user) => ({
      type: 'contact',
      user_id: user.user_id,
      identity_number: user.identity_number,
      alias: user.full_name,
      phone: user.phone,
      note: intents.labels.get(labelOfUser(user.user_id))?.note ?? '',
      addresses: ofUser(user.user_id),
    })),
    ...[null, ...others].flatMap((id) => ofUser(id)).map((address) => ({ type: 'address', ...address })),
    ...groupLines(runtime),
  ]
  return { fileName: 'coffer-contacts.jsonl', text: lines.map((line) => `${JSON.stringify(line)}\n`).join('') }
}

/** Says what a file would do, line by line, and does nothing. */
export async function previewImport(runtime: Desk, text: string): Promise<ImportPreview> {
  const judged = await judge(runtime, text)
  const rows = judged.map(({ row }) => row)
  // Addresses are counted by themselves, wherever they stand.
  const people = judged.filter(
    ({ row, userId, group }) => userId !== null || group !== undefined || row.kind === 'broken',
  )
  const count = (kind: Row['kind']) => people.filter(({ row }) => row.kind === kind).length
  return {
    rows,
    counts: {
      new: people.filter(({ row, group }) => row.kind === 'new' && group === undefined).length,
      changed: count('changed'),
      same: count('same'),
      unknown: count('unknown'),
      broken: count('broken'),
    },
    addresses: judged.reduce((sum, one) => sum + one.fresh.length, 0),
    groups: judged.filter(({ row, group }) => row.kind === 'new' && group !== undefined).length,
  }
}

export async function importContacts(
  runtime: Desk,
  text: string,
  hands: {
    readonly overwrite: boolean
    readonly save: (wanted: SaveInput) => Promise<User>
    readonly saveAddress: (input: AddressInput) => Promise<unknown>
  },
): Promise<{ added: number; changed: number; addresses: number; groups: number; left: number }> {
  const done = { added: 0, changed: 0, addresses: 0, groups: 0, left: 0 }
  for (const { row, userId, alias, phone, note, fresh, group } of await judge(runtime, text)) {
    const wanted = row.kind === 'new' || (row.kind === 'changed' && hands.overwrite)
    if (group !== undefined && wanted) {
      keepGroup(runtime, group)
      done[row.kind === 'new' ? 'groups' : 'changed'] += 1
      continue
    }
    if (userId !== null && wanted) {
      const told = { userId, alias, phone, note }
      await hands.save(row.kind === 'changed' ? withHere(runtime, told) : told)
      done[row.kind === 'new' ? 'added' : 'changed'] += 1
    } else if (row.kind !== 'new' && row.kind !== 'same') done.left += 1
    for (const address of fresh) {
      try {
        await hands.saveAddress(address)
        done.addresses += 1
      } catch (error) {
        // An address that the service does not read as one of its chain stays out; the rest of the file is as good as it was.
        const code = codeOf(error)
        if (!code.startsWith('input.') && !code.startsWith('remote.address')) throw error
        done.left += 1
      }
    }
  }
  return done
}

type Told = Pick<SaveInput, 'userId' | 'alias' | 'phone' | 'note'>

/** A line that says no name, no phone or no note leaves a contact the one that is here: other programs write files that have none. */
function withHere({ store }: Desk, { userId, alias, phone, note }: Told): Told {
  const user = store.cache.users.get(userId)
  return {
    userId,
    alias: alias === '' ? (user?.full_name ?? '') : alias,
    phone: phone === '' ? (user?.phone ?? '') : phone,
    note: note === '' ? noteHere(store, userId) : note,
  }
}

const noteHere = ({ intents }: Desk['store'], userId: UserId): string =>
  intents.labels.get(labelOfUser(userId))?.note ?? ''

async function judge(runtime: Desk, text: string): Promise<Judged[]> {
  const written = text
    .split('\n')
    .map((line, at) => ({ line: at + 1, text: line.trim() }))
    .filter((line) => line.text !== '')
  const beyond = written[LINES_MAX]
  const lines = [
    ...written.slice(0, LINES_MAX).map((line) => readLine(line.line, line.text)),
    ...(beyond === undefined
      ? []
      : [{ line: beyond.line, reason: said('check.contacts.lines-beyond', { most: LINES_MAX }) }]),
  ]
  const users = await readUsers(
    runtime,
    lines.flatMap((line) => ('reason' in line ? [] : peopleOf(line))),
  )
  const seen = new Set<string>()
  return lines.map((line): Judged => {
    if ('reason' in line) {
      const row: Row = { line: line.line, kind: 'broken', name: '', text: line.reason }
      return { ...EMPTY, line: line.line, row, fresh: [] }
    }
    const row =
      line.group === undefined
        ? judgeLine(line, users, runtime, seen)
        : judgeGroup(line.group, line.line, { runtime, users, seen })
    const usable = row.kind !== 'broken' && row.kind !== 'unknown'
    return { ...line, row, fresh: usable ? freshAddresses(line.addresses, runtime, seen) : [] }
  })
}

const peopleOf = ({ userId, group }: Line): readonly UserId[] =>
  group !== undefined ? group.holder.members : userId === null ? [] : [userId]

const EMPTY = { userId: null, identityNumber: '', alias: '', phone: '', note: '', addresses: [] } as const

function judgeLine(line: Line, users: ReadonlyMap<UserId, User>, runtime: Desk, seen: Set<string>): Row {
  const { userId, alias, note, phone } = line
  if (userId === null) {
    const [address] = line.addresses
    const known = address !== undefined && isHere(address, runtime)
    return {
      line: line.line,
      kind: known ? 'same' : 'new',
      name: address?.label ?? '',
      text: said('check.contacts.address'),
    }
  }
  const user = users.get(userId)
  if (user === undefined) return { line: line.line, kind: 'unknown', name: alias, text: said('check.contacts.nobody') }
  const name = alias === '' ? user.full_name : alias
  const as = (kind: Row['kind'], text: Row['text']): Row => ({ line: line.line, kind, name, text })
  if (seen.has(userId)) return as('broken', said('check.contacts.earlier-line'))
  seen.add(userId)
  if (userId === runtime.account) return as('same', said('check.contacts.oneself'))
  if (line.identityNumber !== '' && user.identity_number !== line.identityNumber) {
    return as(
      'broken',
      said('check.contacts.number-differs', { network: user.identity_number, file: line.identityNumber }),
    )
  }
  if (user.relationship === 'BLOCKING') return as('same', said('check.contacts.blocked'))
  if (user.relationship !== 'FRIEND') return as('new', user.identity_number)
  const known = noteHere(runtime.store, userId)
  const differences = [
    ...(alias !== '' && alias !== user.full_name ? [said('check.contacts.other-name', { name: user.full_name })] : []),
    ...(phone !== '' && phone !== user.phone
      ? [user.phone === '' ? said('check.contacts.no-phone') : said('check.contacts.phone', { phone: user.phone })]
      : []),
    ...(note !== '' && note !== known
      ? [known === '' ? said('check.contacts.no-note') : said('check.contacts.other-note')]
      : []),
  ]
  return differences.length === 0
    ? as('same', said('check.contacts.same'))
    : as('changed', said('check.contacts.changed', { differences }))
}

function freshAddresses(addresses: readonly AddressInput[], runtime: Desk, seen: Set<string>): AddressInput[] {
  return addresses.filter((address) => {
    const key = `${address.chainId} ${addressKey(address.destination)} ${address.tag}`
    if (seen.has(key) || isHere(address, runtime)) return false
    seen.add(key)
    return true
  })
}

const isHere = (address: AddressInput, { store }: Desk): boolean => savedAddress(store.intents, address) !== undefined

async function readUsers(runtime: Desk, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, User>> {
  const wanted = [...new Set(ids)]
  const found = new Map<UserId, User>()
  for (let at = 0; at < wanted.length; at += BATCH) {
    const users = await runtime.remote.call('users.fetch', { body: wanted.slice(at, at + BATCH) })
    for (const user of users) found.set(user.user_id, remembered(runtime, user))
  }
  return found
}

/** The schemas of the calls say what a line may hold. */
function readLine(line: number, text: string): Line | { readonly line: number; readonly reason: Said } {
  const broken = (reason: Said) => ({ line, reason })
  const value = readMembers(text)
  if (value === null) return broken(said('check.contacts.no-json'))
  if (value['type'] === 'address') {
    const address = readAddress(value, null)
    return address === undefined
      ? broken(said('check.contacts.address-broken'))
      : { ...EMPTY, line, addresses: [address] }
  }
  if (value['type'] === 'group') {
    const group = readGroup(value)
    return isSaid(group) ? broken(group) : { ...EMPTY, line, group }
  }
  if (value['type'] !== 'contact') return broken(said('check.contacts.neither'))
  const read = METHODS['contacts.save'].input.omit({ account: true }).safeParse({
    userId: value['user_id'],
    alias: value['alias'] ?? '',
    phone: value['phone'] ?? '',
    note: value['note'] ?? '',
  })
  if (!read.success) return broken(said('check.contacts.broken'))
  const { userId } = read.data
  const listed = Array.isArray(value['addresses']) ? value['addresses'] : []
  const addresses = listed.map((one) => (isMembers(one) ? readAddress(one, userId) : undefined))
  if (addresses.includes(undefined)) return broken(said('check.contacts.its-address-broken'))
  return {
    ...read.data,
    line,
    identityNumber: typeof value['identity_number'] === 'string' ? value['identity_number'] : '',
    addresses: addresses.filter((one) => one !== undefined),
  }
}

function readAddress(value: Members, userId: UserId | null): AddressInput | undefined {
  const read = METHODS['contacts.saveAddress'].input.omit({ account: true }).safeParse({
    addressId: null,
    userId,
    label: value['label'],
    chainId: value['chain_id'],
    destination: value['destination'],
    tag: value['tag'] ?? '',
  })
  return read.success ? read.data : undefined
}
