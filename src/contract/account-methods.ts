import { z } from 'zod'
import { importResult, legacyOutputView, permissionView, subUserRow } from './account-views.ts'
import { accountView } from './app-views.ts'
import { account, type Method, method, nothing } from './method.ts'
import { userId } from './wire.ts'

const cursor = z.string().max(20_000).nullable()

/** Accounts of other kinds, their order and their legacy outputs. */
export const accountMethods = {
  /**
   * Several files at once, each read for all that it holds; keys and words that lie beside accounts go to the account that they are
   * registered for. One that is refused keeps no other from coming in.
   */
  'accounts.importAll': method(
    z.object({
      sources: z
        .array(z.object({ text: z.string().max(20_000) }))
        .min(1)
        .max(32),
    }),
    z.object({ results: z.array(importResult) }),
  ),
  'accounts.setColour': method(z.object({ ...account, colour: z.number().int().min(0).max(7) }), accountView),
  /** Accounts that are not named keep their order after those that are. */
  'accounts.reorder': method(z.object({ accounts: z.array(userId).min(1).max(200) }), nothing),
  /**
   * Adds a watch-only account by a permission (keys of an authorization as JSON, or an access token), or gives one that
   * is here a new permission. Whose it is, the service says.
   */
  'accounts.watch': method(z.object({ permission: z.string().max(20_000) }), accountView),
  /** null for an account with keys. */
  'accounts.permission': method(z.object(account), permissionView.nullable()),
  /** On the local network: what an app would get from this account, as text to watch it with. */
  'accounts.localPermission': method(
    z.object({ ...account, kind: z.enum(['authorization', 'token']) }),
    z.object({ permission: z.string() }),
  ),
  'legacy.outputs': method(
    z.object({ ...account, state: z.enum(['unspent', 'signed', 'spent']).nullable(), cursor }),
    z.object({ outputs: z.array(legacyOutputView), cursor: z.string().nullable() }),
  ),
  /** Movements of all users that this bot made, newest first. Throws `input.invalid` for an account that is no bot. */
  'subusers.activity': method(
    z.object({ ...account, cursor }),
    z.object({ rows: z.array(subUserRow), cursor: z.string().nullable() }),
  ),
} as const satisfies Record<string, Method>
