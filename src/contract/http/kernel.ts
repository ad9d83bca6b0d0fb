import { z } from 'zod'
import { amount, count, hash, hex, orNull, pointHex } from '../wire.ts'
import { post } from './endpoint.ts'

/*
 * Methods of the kernel's own nodes, as the service passes them on. A node answers null for what it does not know, and says
 * more than is read here.
 */

const PATH = '/external/kernel'
const ALIASES = ['/external/proxy']

/** A row for one method; all of them go to the same address. */
function method<const Name extends string, Params extends z.ZodType, Answer extends z.ZodType>(
  name: Name,
  params: Params,
  answer: Answer,
  options: { readonly effect?: 'read' | 'write'; readonly large?: boolean } = {},
) {
  const body = z.object({ method: z.literal(name), params })
  return post(PATH, body, answer, { aliases: ALIASES, effect: 'read', rpc: name, ...options })
}

/** `hex` is the full encoding with its signatures; `snapshot` is there only once the transaction is final. */
const kernelTransaction = z.looseObject({
  hash,
  hex: hex.refine((value) => value !== '', 'empty'),
  snapshot: orNull(hash),
})

const kernelOutput = z.looseObject({
  hash,
  index: count,
  type: count,
  amount,
  keys: z.array(pointHex),
  mask: pointHex,
  script: hex,
  /** The transaction that spends it. */
  lock: orNull(hash),
})

const outputIndex = z.number().int().min(0).max(1024)

export const KERNEL_ENDPOINTS = {
  'kernel.transaction': method('gettransaction', z.tuple([hash]), orNull(kernelTransaction), { large: true }),
  'kernel.output': method('getutxo', z.tuple([hash, outputIndex]), orNull(kernelOutput)),
  /** Which transaction used a one-time key. */
  'kernel.key': method('getkey', z.tuple([pointHex]), orNull(z.looseObject({ transaction: hash }))),
  'kernel.asset': method(
    'getasset',
    z.tuple([hash]),
    orNull(z.looseObject({ id: hash, chain: hash, balance: amount })),
  ),
  'kernel.info': method('getinfo', z.tuple([]), z.looseObject({ network: hash })),
  'kernel.send': method('sendrawtransaction', z.tuple([hex.min(2)]), z.looseObject({ hash }), {
    effect: 'write',
    large: true,
  }),
} as const
