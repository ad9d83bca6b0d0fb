import type { App, Nanos, SequencerUser, User, UserId } from '#contract/domain'
import { isUuid } from '#protocol'
import { REFUSED, Refusal } from '../refusal.ts'
import type { World } from './world.ts'

export interface AccountRow {
  readonly user_id: UserId
  readonly kind: 'user' | 'bot' | 'network'
  readonly identity_number: string
  readonly full_name: string
  readonly biography: string
  readonly avatar_url: string
  readonly home_uri: string
  readonly is_verified: bigint
  readonly code_id: string
  readonly creator_id: UserId | null
  readonly created_at: Nanos
  /** Six digits in hex, from before the account had a TIP PIN. */
  readonly digits_pin: string | null
  readonly tip_key: string | null
  readonly tip_counter: bigint
  readonly pin_iterator: string
  readonly spend_key: string | null
  readonly registered_at: Nanos | null
  /** JSON of what somebody prefers otherwise than at first. */
  readonly preferences: string
  /** 1 where its own record leaves the spend key out. */
  readonly hides_spend_key: bigint
}

/** Members that somebody may choose for their own record. */
export type Preferences = Partial<
  Pick<
    User,
    | 'receive_message_source'
    | 'accept_conversation_source'
    | 'accept_search_source'
    | 'fiat_currency'
    | 'transfer_notification_threshold'
    | 'transfer_confirmation_threshold'
  >
>

export interface NewAccount {
  readonly userId: UserId
  readonly kind: AccountRow['kind']
  readonly fullName: string
  readonly creatorId?: UserId
  readonly biography?: string
  readonly homeUri?: string
  readonly isVerified?: boolean
}

const FIRST_PERSON = 40_110
const FIRST_BOT = 7_000_104_200

/** Network users have no number; people and bots get the next one of their own kind. */
function nextNumber(world: World, kind: AccountRow['kind']): string {
  if (kind === 'network') return '0'
  const row = world.db.get<{ count: bigint }>('SELECT count(*) AS count FROM account WHERE kind = ?', kind)
  return String((kind === 'bot' ? FIRST_BOT : FIRST_PERSON) + Number(row?.count ?? 0n))
}

export function insertAccount(world: World, account: NewAccount): AccountRow {
  world.db.run(
    `INSERT INTO account
       (user_id, kind, identity_number, full_name, biography, home_uri, is_verified, code_id, creator_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    account.userId,
    account.kind,
    nextNumber(world, account.kind),
    account.fullName,
    account.biography ?? '',
    account.homeUri ?? '',
    account.isVerified === true ? 1n : 0n,
    world.uuid(),
    account.creatorId ?? null,
    world.now(),
  )
  return accountOf(world, account.userId)
}

export function findAccount(world: World, userId: string): AccountRow | undefined {
  return world.db.get<AccountRow>('SELECT * FROM account WHERE user_id = ?', userId)
}

/** Throws 404. */
export function accountOf(world: World, userId: string): AccountRow {
  const row = findAccount(world, userId)
  if (row === undefined) throw new Refusal(REFUSED.notFound, 'The user was not found.')
  return row
}

/** By uuid or by number. */
export function findAnyAccount(world: World, idOrNumber: string): AccountRow | undefined {
  if (isUuid(idOrNumber)) return findAccount(world, idOrNumber)
  return world.db.get<AccountRow>(
    "SELECT * FROM account WHERE identity_number = ? AND identity_number <> '0'",
    idOrNumber,
  )
}

/** Whether somebody is a network user that this bot made. */
export function isMadeBy(world: World, userId: string, bot: UserId): boolean {
  return findAccount(world, userId)?.creator_id === bot
}

function appOf(world: World, row: AccountRow): App | null {
  if (row.kind !== 'bot') return null
  return {
    app_id: row.user_id,
    app_number: row.identity_number,
    name: row.full_name,
    description: row.biography,
    icon_url: row.avatar_url,
    home_uri: row.home_uri.startsWith('/') ? world.origin + row.home_uri : row.home_uri,
    redirect_uri: '',
    creator_id: row.creator_id,
    capabilities: ['CONTACT'],
    resource_patterns: [],
    category: 'OTHER',
    updated_at: row.registered_at ?? row.created_at,
  }
}

interface RelationshipRow {
  readonly kind: 'FRIEND' | 'BLOCKING'
  readonly alias: string
  readonly phone: string
}

function relationship(world: World, viewer: string | null, other: string): RelationshipRow | undefined {
  if (viewer === null) return undefined
  return world.db.get<RelationshipRow>(
    'SELECT kind, alias, phone FROM relationship WHERE user_id = ? AND other_id = ?',
    viewer,
    other,
  )
}

function personOf(world: World, row: AccountRow, viewer: string | null) {
  const known = relationship(world, viewer, row.user_id)
  const isSelf = viewer === row.user_id
  return {
    user_id: row.user_id,
    identity_number: row.identity_number,
    phone: known?.phone ?? '',
    full_name: known?.alias === undefined || known.alias === '' ? row.full_name : known.alias,
    biography: row.biography,
    avatar_url: row.avatar_url,
    relationship: isSelf ? 'ME' : (known?.kind ?? 'STRANGER'),
    mute_until: null,
    created_at: row.created_at,
    is_deactivated: false,
    app: appOf(world, row),
    ...settingsOf(world, row, isSelf),
  }
}

/** By the interface everybody sees these of everybody, but the key for PINs, which is of use to the account alone. */
function settingsOf(world: World, row: AccountRow, isSelf: boolean) {
  const session = world.db.get<{ session_id: string }>(
    'SELECT session_id FROM session WHERE user_id = ? ORDER BY created_at DESC, session_id LIMIT 1',
    row.user_id,
  )
  return {
    session_id: session?.session_id ?? null,
    code_id: row.code_id,
    code_url: `https://mixin.one/codes/${row.code_id}`,
    has_pin: (row.tip_key ?? row.digits_pin) !== null,
    device_status: 'ACTIVE',
    has_emergency_contact: false,
    receive_message_source: 'CONTACTS',
    accept_conversation_source: 'CONTACTS',
    accept_search_source: 'CONTACTS',
    fiat_currency: 'USD',
    transfer_notification_threshold: 0,
    transfer_confirmation_threshold: 100,
    pin_token_base64: isSelf ? Buffer.from(world.keys.pinPublicKey, 'hex').toString('base64url') : '',
    ...(JSON.parse(row.preferences) as Preferences), // written by the call that takes them
  }
}

/** A user as somebody sees them; `viewer` is null for the public. */
export function userRecord(world: World, row: AccountRow, viewer: string | null): User {
  return {
    type: 'user',
    ...personOf(world, row, viewer),
    is_verified: row.is_verified !== 0n,
    is_scam: false,
    has_safe: row.spend_key !== null,
  }
}

/** One's own record on the sequencer. */
export function sequencerRecord(world: World, row: AccountRow): SequencerUser {
  return {
    ...personOf(world, row, row.user_id),
    features: [],
    has_safe: row.spend_key !== null,
    salt_base64: '',
    tip_key_base64: row.tip_key === null ? '' : Buffer.from(row.tip_key, 'hex').toString('base64url'),
    tip_counter: Number(row.tip_counter),
    spend_public_key: row.hides_spend_key === 0n ? row.spend_key : null,
  }
}
