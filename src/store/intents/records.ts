import type { Hash, Holder, HolderId, Nanos, OutputId, UserId } from '#contract/domain'
import type { Database } from '../database.ts'
import {
  bytesOf,
  codeIn,
  hexOf,
  joinedUuids,
  memberOf,
  nanos,
  orUndefined,
  splitUuids,
  uuidBytes,
  uuidOf,
} from '../encoding.ts'
import { fromJson, type Json, jsonOf } from '../exact-json.ts'
import { sealedWriter } from '../sealed.ts'
import { jsonIn } from '../stored.ts'

export interface Freeze {
  readonly outputId: OutputId
  readonly reason: string
  readonly at: Nanos
}

/** Outputs that a person, or a failed audit, keeps from being spent. */
export function openFreezes(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'freezes', ['output_id'])
  const list = db.prepare<{ output_id: Buffer; reason: string; at: bigint }>(
    'SELECT * FROM freezes ORDER BY at, output_id',
  )
  const find = db.prepare<{ output_id: Buffer; reason: string; at: bigint }>(
    'SELECT * FROM freezes WHERE output_id = ?',
  )
  const remove = db.prepare('DELETE FROM freezes WHERE output_id = ?')
  const decode = (row: { output_id: Buffer; reason: string; at: bigint }): Freeze => ({
    outputId: uuidOf<OutputId>(row.output_id),
    reason: row.reason,
    at: nanos(row.at),
  })
  return {
    get: (outputId: OutputId): Freeze | undefined => orUndefined(find.get(uuidBytes(outputId)), decode),
    set: (outputId: OutputId, reason: string): void => void write([uuidBytes(outputId), reason, clock.now()]),
    remove: (outputId: OutputId): boolean => remove.run(uuidBytes(outputId)) > 0,
    list: (): Freeze[] => list.all().map(decode),
  }
}

export interface Draft {
  readonly id: string
  readonly holder: HolderId
  readonly form: Json
  readonly savedAt: Nanos
}

interface DraftRow {
  readonly id: string
  readonly holder: string
  readonly form: string
  readonly saved_at: bigint
}

/** Forms as typed, kept on every change; one that is saved as it was is no newer for it. */
export function openDrafts(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'drafts', ['id'])
  const find = db.prepare<DraftRow>('SELECT * FROM drafts WHERE id = ?')
  const list = db.prepare<DraftRow>('SELECT * FROM drafts WHERE holder = ? ORDER BY saved_at DESC, id')
  const remove = db.prepare('DELETE FROM drafts WHERE id = ?')
  const decode = (row: DraftRow): Draft => ({
    id: row.id,
    holder: row.holder as HolderId, // stored from a HolderId
    form: fromJson<Json>(row.form),
    savedAt: nanos(row.saved_at),
  })
  return {
    save(draft: Omit<Draft, 'savedAt'>): Draft {
      const [form, before] = [jsonOf(draft.form), find.get(draft.id)]
      if (before?.form === form && before.holder === draft.holder) return { ...draft, savedAt: nanos(before.saved_at) }
      const savedAt = clock.now()
      write([draft.id, draft.holder, form, savedAt])
      return { ...draft, savedAt }
    },
    get: (id: string): Draft | undefined => orUndefined(find.get(id), decode),
    list: (holder: HolderId): Draft[] => db.readable('draft', list.all(holder), decode),
    remove: (id: string): boolean => remove.run(id) > 0,
  }
}

export interface Group extends Holder {
  readonly name: string
  readonly colour: number
  readonly order: number
  readonly createdAt: Nanos
}

interface GroupRow {
  readonly holder: string
  readonly members_hash: Buffer
  readonly threshold: bigint
  readonly members: Buffer
  readonly name: string
  readonly colour: bigint
  readonly position: bigint
  readonly created_at: bigint
}

/** Groups that this account belongs to, as its owner arranged them. */
export function openGroups(db: Database) {
  const write = sealedWriter(db, 'groups', ['holder'])
  const find = db.prepare<GroupRow>('SELECT * FROM groups WHERE holder = ?')
  const list = db.prepare<GroupRow>('SELECT * FROM groups ORDER BY position, created_at, holder')
  const remove = db.prepare('DELETE FROM groups WHERE holder = ?')
  const decode = (row: GroupRow): Group => ({
    id: row.holder as HolderId, // stored from a HolderId
    membersHash: hexOf<Hash>(row.members_hash),
    threshold: Number(row.threshold),
    members: splitUuids<UserId>(row.members),
    name: row.name,
    colour: Number(row.colour),
    order: Number(row.position),
    createdAt: nanos(row.created_at),
  })
  return {
    put: (group: Group): void =>
      void write([
        ...[group.id, bytesOf(group.membersHash), BigInt(group.threshold), joinedUuids(group.members), group.name],
        ...[BigInt(group.colour), BigInt(group.order), group.createdAt],
      ]),
    get: (id: HolderId): Group | undefined => orUndefined(find.get(id), decode),
    list: (): Group[] => list.all().map(decode),
    remove: (id: HolderId): boolean => remove.run(id) > 0,
  }
}

/** Values by key, as JSON; whoever reads one parses it. */
export function openSettings(db: Database) {
  const write = sealedWriter(db, 'settings', ['key'])
  const find = db.prepare<{ value: string }>('SELECT value FROM settings WHERE key = ?')
  const remove = db.prepare('DELETE FROM settings WHERE key = ?')
  return {
    get: (key: string): Json | undefined => orUndefined(find.get(key), (row) => jsonIn(db, 'setting', row.value)),
    set: (key: string, value: Json): void => void write([key, jsonOf(value)]),
    /** The same of what no answer says, as that time has passed: no answer is old for it. */
    note: (key: string, value: Json): void => db.quietly(() => void write([key, jsonOf(value)])),
    remove: (key: string): boolean => remove.run(key) > 0,
  }
}

const RESULTS = ['pending', 'proved', 'failed'] as const
type AuditResult = (typeof RESULTS)[number]

export interface Audit {
  readonly outputId: OutputId
  readonly result: AuditResult
  readonly evidence: Json
  readonly at: Nanos
}

interface AuditRow {
  readonly output_id: Buffer
  readonly result: bigint
  readonly evidence: string | null
  readonly at: bigint
}

/** Whether a new output was proved ours, which the service alone cannot make true. */
export function openAudits(db: Database, clock: { now(): Nanos }) {
  const write = sealedWriter(db, 'audits', ['output_id'])
  const find = db.prepare<AuditRow>('SELECT * FROM audits WHERE output_id = ?')
  const list = db.prepare<AuditRow>('SELECT * FROM audits WHERE result = ? ORDER BY at, output_id')
  const decode = (row: AuditRow): Audit => ({
    outputId: uuidOf<OutputId>(row.output_id),
    result: memberOf(RESULTS, row.result),
    evidence: row.evidence === null ? null : jsonIn(db, 'audit', row.evidence),
    at: nanos(row.at),
  })
  return {
    set: (outputId: OutputId, result: AuditResult, evidence: Json = null): void =>
      void write([
        uuidBytes(outputId),
        codeIn(RESULTS, result),
        evidence === null ? null : jsonOf(evidence),
        clock.now(),
      ]),
    get: (outputId: OutputId): Audit | undefined => orUndefined(find.get(uuidBytes(outputId)), decode),
    /** Never leaves one out: an audit that failed keeps money where it is, also when its evidence cannot be read. */
    list: (result: AuditResult): Audit[] => list.all(codeIn(RESULTS, result)).map(decode),
  }
}
