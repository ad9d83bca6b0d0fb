import { z } from 'zod'
import { shown, time } from '../wire.ts'
import { type Method, method, nothing } from './method.ts'

/** As many characters as fit into a QR code, which is where links come from. */
const text = z.string().min(1).max(2953)

/** Links from outside that nobody has looked at yet. They wait over a lock and a restart, and do nothing by themselves. */
export const linkMethods = {
  /** Newest first. Throws `vault.locked`. */
  'links.list': method(nothing, z.array(z.object({ text: shown, at: time }))),
  /** A host was handed one; that is possible while the wallet is locked. */
  'app.keepLink': method(z.strictObject({ text }), nothing),
  /** It was looked at, or is not wanted. Throws `vault.locked`. */
  'links.drop': method(z.strictObject({ text }), nothing),
} as const satisfies Readonly<Record<string, Method>>
