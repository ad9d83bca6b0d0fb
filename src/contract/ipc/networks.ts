import { z } from 'zod'
import { type Method, method, nothing } from './method.ts'

/** The file in which a host keeps what was chosen. */
export const networkFile = z.strictObject({ version: z.literal(1), network: z.string().min(1).max(300) })

/** Which network the program is on. The host answers these, not the wallet: each network has a wallet, keys and files of its own. */
export const networkMethods = {
  /**
   * Goes on with another network, `local`, `mainnet` or the address of a service, and begins with it from then on. It is opened first: where that
   * fails nothing changes. Throws `input.network`, `host.network`, and what opening its files throws.
   */
  'networks.choose': method(z.strictObject({ network: z.string().trim().min(1).max(300) }), nothing),
} as const satisfies Readonly<Record<string, Method>>
