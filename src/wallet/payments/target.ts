import { z } from 'zod'
import type { Holder, UserId } from '#contract/domain'
import type { Payee } from '#contract/ipc'
import { userId } from '#contract/wire'
import { decodeMainnetAddress, decodeMixAddress, hashMembers } from '#protocol'
import { type PaymentOutput, readStored, storedObject } from '#store'
import { payeeKey } from '../shared/payee-key.ts'

/** The kernel addresses behind a XIN address or a MIX address of such; `protocol.address` for anything else. */
export function kernelMembers(address: string): { readonly members: readonly string[]; readonly threshold: number } {
  if (address.startsWith('XIN')) {
    decodeMainnetAddress(address)
    return { members: [address], threshold: 1 }
  }
  const mix = decodeMixAddress(address)
  return { members: mix.members, threshold: mix.threshold }
}

function isKernelAddress(address: string): boolean {
  try {
    return kernelMembers(address).members.length > 0
  } catch {
    return false
  }
}

const MEMBERS = [
  storedObject({ kind: z.literal('user'), userId }),
  storedObject({ kind: z.literal('group'), members: z.array(userId).min(1), threshold: z.number().int() }),
  storedObject({ kind: z.literal('kernel'), address: z.string().refine(isKernelAddress, 'no kernel address') }),
] as const
const PAYEES = [
  ...MEMBERS,
  storedObject({ kind: z.literal('chain'), destination: z.string(), tag: z.string() }),
] as const

/** Whom a person pays on this network, as it is kept. */
export const storedMember = z.discriminatedUnion('kind', MEMBERS)

/** Whom a person pays, on this network or another. */
export const storedPayee = z.discriminatedUnion('kind', PAYEES) satisfies z.ZodType<Payee>

const target = z.discriminatedUnion('kind', [
  ...PAYEES,
  storedObject({ kind: z.literal('self') }),
  storedObject({ kind: z.literal('fee'), userId }),
  /** Of requests of others: keys that Coffer cannot account for. */
  storedObject({ kind: z.literal('unknown') }),
])

/** Whom an output of a planned transaction is for. */
export type Target = z.output<typeof target>

/** Whether money for a target stays with its owner, however whoever pays named him. */
export function staysWith(target: Target, holder: Holder, account: UserId): boolean {
  if (target.kind === 'self') return true
  if (target.kind === 'user') return holder.members.length === 1 && target.userId === account
  return (
    target.kind === 'group' &&
    target.threshold === holder.threshold &&
    hashMembers([...target.members].sort()) === holder.membersHash
  )
}

/** As stored with the output. Where that cannot be read, change is still ours, and nothing else is accounted for. */
export function targetOf({ payee, role }: Pick<PaymentOutput, 'payee' | 'role'>): Target {
  return readStored(target, payee) ?? { kind: role === 'change' ? 'self' : 'unknown' }
}

/** Equal for equal targets. */
export function targetKey(target: Target): string {
  switch (target.kind) {
    case 'self':
    case 'unknown':
      return target.kind
    case 'fee':
      return `fee:${target.userId}`
    default:
      return payeeKey(target)
  }
}

export const isTarget = (payee: PaymentOutput['payee']): boolean => readStored(target, payee) !== undefined
