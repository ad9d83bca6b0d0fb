import { z } from 'zod'
import { shown, shownOf, time } from '../wire.ts'
import { consenting, type Method, method, nothing, passphrase } from './method.ts'

const KINDS = ['http', 'https', 'socks5'] as const

const proxy = z.object({ kind: z.enum(KINDS), host: shown, port: z.number().int() })
/** The same as a page gives it. */
const givenProxy = z.strictObject({
  kind: z.enum(KINDS),
  host: shownOf(1, 253),
  port: z.number().int().min(1).max(65_535),
})

const authority = z.object({
  subject: shown,
  validUntil: time,
  /** SHA-256 of the certificate, as other programs show it. */
  fingerprint: shown,
})

const lineView = z.object({
  /** What all that Coffer asks goes through; null for none. */
  proxy: proxy.nullable(),
  /** Whom Coffer believes besides the authorities that it brings, for the service alone. */
  authority: authority.nullable(),
  /** Both were given when Coffer was started, and are changed there. */
  fixed: z.boolean(),
  /** The service runs on this computer, and is never asked through a proxy. */
  local: z.boolean(),
  /** What is kept is not what was agreed to here: nothing goes out that way before somebody agrees to it anew. */
  doubted: z.boolean(),
})

const pem = z.string().min(1).max(20_000)

/** The way out to the service. */
export const lineMethods = {
  'network.line': method(nothing, lineView),
  /** The port of this computer at which something like Tor answers; null where nothing does. */
  'network.findTor': method(nothing, z.object({ port: z.number().int().nullable() })),
  /** What a file says of an authority; nothing is kept. Throws `input.authority`. */
  'network.readAuthority': method(z.strictObject({ pem }), authority),
  /**
   * Tries the service by that way first: where it does not answer this throws as that did and all stays as it was, unless `untried`.
   * An authority that is absent stays.
   */
  'network.setLine': consenting(
    'keys',
    z.strictObject({
      proxy: givenProxy.nullable(),
      authority: pem.nullable().optional(),
      untried: z.boolean(),
      passphrase: passphrase.nullable(),
    }),
    lineView,
  ),
} as const satisfies Readonly<Record<string, Method>>

export type OutgoingProxy = z.output<typeof proxy>
export type Authority = z.output<typeof authority>
export type LineView = z.output<typeof lineView>
