import { z } from 'zod'
import { MINUTE, type Nanos, type UserId } from '#contract/domain'
import { type AuthorizationCode, ENDPOINTS, type OAUTH_SOCKET } from '#contract/http'
import { uniqueObjectId } from '#protocol'
import type { Call } from '../call.ts'
import { invalidField, notFound } from '../refusal.ts'
import { accountOf, userRecord } from './accounts.ts'
import { authorize } from './authorizations.ts'
import type { World } from './world.ts'

/*
 * Codes by which a phone is asked for a permission. Whoever asks on the socket is told what became of its code; what the
 * phone does with it, control calls do in its place.
 */

const { client_id, scopes } = ENDPOINTS['local.authorize'].body.shape

export const authorizationOrder = z.object({
  type: z.literal('authorization'),
  client_id,
  scopes: z.array(z.string()).min(1).max(32),
})

/** As it is kept, with what a phone has done with it. */
export const keptAuthorization = authorizationOrder.extend({
  /** Of a code of the socket. */
  authorization_id: z.string().optional(),
  code_challenge: z.string().optional(),
  /** Unix nanoseconds. */
  accessed_at: z.string().optional(),
  declined: z.boolean().optional(),
})

type Kept = z.output<typeof keptAuthorization>
type Asked = z.output<typeof OAUTH_SOCKET.request>['params']
type Scanned = Call<'local.decline'>['body']

/** How long a code of the socket lives; who asks for it later gets a fresh one. */
const CODE_NANOS = 10n * MINUTE

const idOf = (codeId: string, { authorization_id }: Kept): string =>
  authorization_id ?? uniqueObjectId(codeId, 'authorization')
const codeIdFor = (authorizationId: string): string => uniqueObjectId(authorizationId, 'code')

interface Found {
  readonly codeId: string
  readonly createdAt: Nanos
  readonly kept: Kept
}

function find(world: World, codeId: string): Found | undefined {
  const row = world.db.get<{ body: string; created_at: Nanos }>(
    'SELECT body, created_at FROM code WHERE code_id = ?',
    codeId,
  )
  const kept = row === undefined ? undefined : keptAuthorization.safeParse(JSON.parse(row.body))
  return row === undefined || kept?.success !== true
    ? undefined
    : { codeId, createdAt: row.created_at, kept: kept.data }
}

function keep(world: World, { codeId, kept }: Found): void {
  world.db.run('UPDATE code SET body = ? WHERE code_id = ?', JSON.stringify(kept), codeId)
}

/** What became of a code: nothing yet, a code for the app once the person has agreed, no scopes once they declined. */
export function authorizationRecord(world: World, codeId: string, createdAt: Nanos, kept: Kept): AuthorizationCode {
  const agreed = world.db.get<{ code: string | null; scopes: string }>(
    'SELECT code, scopes FROM authorization WHERE authorization_id = ?',
    idOf(codeId, kept),
  )
  return {
    authorization_id: idOf(codeId, kept),
    authorization_code: agreed?.code ?? '',
    scopes: kept.declined === true ? [] : (agreed?.scopes.split(' ') ?? kept.scopes),
    code_id: codeId,
    app: userRecord(world, accountOf(world, kept.client_id), null).app,
    created_at: createdAt,
    accessed_at: kept.accessed_at === undefined ? null : (BigInt(kept.accessed_at) as Nanos),
  }
}

const wordsOf = (scope: string): string[] => [...new Set(scope.split(/[\s+]+/).filter((word) => word !== ''))]

function make(world: World, { client_id: app, scope, code_challenge }: Asked): Found {
  accountOf(world, app)
  const asked = scopes.safeParse(wordsOf(scope))
  if (!asked.success || !asked.data.includes('PROFILE:READ')) throw invalidField('scope', 'not a list of scopes')
  const authorizationId = world.uuid()
  const found = {
    codeId: codeIdFor(authorizationId),
    createdAt: world.now(),
    kept: {
      ...{ type: 'authorization' as const, client_id: app, scopes: asked.data, authorization_id: authorizationId },
      ...(code_challenge === '' ? {} : { code_challenge }),
    },
  }
  world.db.run(
    'INSERT INTO code (code_id, body, created_at) VALUES (?, ?, ?)',
    found.codeId,
    JSON.stringify(found.kept),
    found.createdAt,
  )
  return found
}

/** The code that an app asked for before, as it stands now; a fresh one at first, once that is too old, or for another app. */
export function refreshCode(world: World, asked: Asked): AuthorizationCode {
  const known = asked.authorization_id === '' ? undefined : find(world, codeIdFor(asked.authorization_id))
  const isTheirs =
    known !== undefined &&
    known.kept.client_id === asked.client_id &&
    (known.kept.code_challenge ?? '') === asked.code_challenge &&
    world.now() - known.createdAt < CODE_NANOS
  const { codeId, createdAt, kept } = isTheirs ? known : make(world, asked)
  return authorizationRecord(world, codeId, createdAt, kept)
}

/** Notes that somebody has opened a code. */
export function noteAccess(world: World, codeId: string): void {
  const found = find(world, codeId)
  if (found === undefined || found.kept.accessed_at !== undefined) return
  keep(world, { ...found, kept: { ...found.kept, accessed_at: String(world.now()) } })
}

/** A code that waits for its answer. */
function waiting(world: World, scanned: Scanned): Found & { readonly id: string } {
  const codeId = 'code_id' in scanned ? scanned.code_id : codeIdFor(scanned.authorization_id)
  const found = find(world, codeId)
  if (found === undefined) throw notFound('The code')
  const id = idOf(codeId, found.kept)
  const agreed = world.db.get('SELECT 1 FROM authorization WHERE authorization_id = ?', id) !== undefined
  if (agreed || found.kept.declined === true) throw invalidField('code_id', 'answered already')
  return { ...found, id }
}

/** What the person's phone does when they agree. */
export function approve(world: World, order: Call<'local.approve'>['body']): { readonly authorization_id: string } {
  const { kept, id } = waiting(world, order)
  authorize(
    world,
    {
      user_id: order.user_id,
      client_id: kept.client_id as UserId, // the id of an account when it was kept
      scopes: [...(order.scopes ?? kept.scopes)],
      code_challenge: kept.code_challenge,
    },
    id,
  )
  return { authorization_id: id }
}

/** What the person's phone does when they refuse. */
export function decline(world: World, scanned: Scanned): { readonly authorization_id: string } {
  const found = waiting(world, scanned)
  keep(world, { ...found, kept: { ...found.kept, declined: true } })
  return { authorization_id: found.id }
}
