import { expect } from 'vitest'
import { verifyByHost } from '#platform'
import {
  blake3Hash,
  decodeInscription,
  decodeTransaction,
  EXTRA_SIZE_FREE,
  encodeInscription,
  encodePayload,
  encodeTransaction,
  formatAmount,
  type InscriptionOperation,
  mergeSignatures,
  parseAmount,
  proveInput,
  proveMember,
  publicKeyFromScalar,
  publicKeyFromSeed,
  scalarFromSeed,
  selectOutputs,
  signTransaction,
  storageCapacity,
  storagePrice,
  transactionHash,
  transactionKind,
  validateTransaction,
  verifyTransaction,
  viewScalar,
  ZERO_32,
} from '#protocol'
import { aLedger } from './ledger.ts'
import type { Case } from './vector-case.ts'
import { readTransaction, type WrittenTransaction } from './written-transaction.ts'

const text = (hex: string): string => Buffer.from(hex, 'hex').toString('utf8')

interface WrittenOutput {
  readonly hash: string
  readonly index: number
  readonly asset: string
  readonly amount: string
  readonly mask: string
  readonly keys: readonly string[]
  readonly script: string
  readonly lock?: string
}

interface Member {
  readonly user_id: string
  readonly spend_seed: string
  readonly spend_scalar: string
  readonly spend_public_key: string
  readonly view_private_key: string
  readonly view_public_key: string
}

function held(outputs: readonly WrittenOutput[]) {
  return outputs.map((output) => ({ ...output, amount: parseAmount(output.amount) }))
}

/** Views as the service computes them, and the proof that they fit this member's place. */
function checkViews(member: Member, outputs: readonly WrittenOutput[], views: readonly string[]): readonly number[] {
  expect(publicKeyFromSeed(member.spend_seed)).toBe(member.spend_public_key)
  expect(scalarFromSeed(member.spend_seed)).toBe(member.spend_scalar)
  expect(publicKeyFromScalar(member.view_private_key)).toBe(member.view_public_key)
  return outputs.map(({ mask, index, keys }, at) => {
    const view = views[at] ?? ''
    expect(viewScalar(mask, member.view_private_key, index)).toBe(view)
    const place = proveInput(view, member.spend_seed, keys)
    expect(proveMember(view, member.spend_public_key, keys)).toBe(place)
    return place
  })
}

/**
 * How these groups of the vector file are run: each function throws what the module throws, and the type of its parameter is
 * the shape of its group's cases.
 */
export const TRANSACTION_GROUPS = {
  transaction({
    in: input,
    out,
  }: Case<
    {
      transaction: WrittenTransaction
      utxos: WrittenOutput[]
      signers: Member[]
      storage_bytes?: number
      storage_cost?: string
    },
    { payload: string; payload_hash: string; views: Record<string, string[]>; signed_raw: string; kind: string }
  >) {
    const transaction = readTransaction(input.transaction)
    expect(encodePayload(transaction)).toBe(out.payload)
    expect(encodeTransaction(transaction)).toBe(out.payload)
    expect(decodeTransaction(out.payload)).toEqual(transaction)
    expect(transactionHash(transaction)).toBe(out.payload_hash)
    expect(transactionKind(transaction)).toBe(out.kind)
    if (input.storage_bytes !== undefined) {
      expect(formatAmount(storagePrice(input.storage_bytes))).toBe(input.storage_cost)
    }
    let raw = out.payload
    for (const signer of input.signers) {
      const views = out.views[signer.user_id] ?? []
      const indexes = checkViews(signer, input.utxos, views)
      const signed = signTransaction({
        raw,
        spendSeed: signer.spend_seed,
        inputs: input.utxos,
        views,
        verify: verifyByHost,
      })
      expect(signed.indexes).toEqual(indexes)
      expect(signed.hash).toBe(out.payload_hash)
      raw = signed.raw
    }
    expect(raw).toBe(out.signed_raw)
    expect(transactionHash(raw)).toBe(out.payload_hash)
    expect(verifyTransaction(raw, input.utxos).complete).toBe(true)
    const ledger = aLedger({ utxos: held(input.utxos), finalized: transaction.references })
    expect(validateTransaction(raw, ledger, { verify: verifyByHost })).toMatchObject({
      hash: out.payload_hash,
      kind: out.kind,
    })
  },

  transactionRaw({
    in: { raw, custodian_public_key },
    out,
  }: Case<{ raw: string; custodian_public_key?: string }, { transaction: WrittenTransaction; payload_hash: string }>) {
    const transaction = readTransaction(out.transaction)
    expect(decodeTransaction(raw)).toEqual(transaction)
    expect(encodeTransaction(transaction)).toBe(raw)
    expect(transactionHash(raw)).toBe(out.payload_hash)
    if (custodian_public_key !== undefined) {
      validateTransaction(raw, aLedger({ custodianKey: custodian_public_key }))
    }
  },

  transactionLarge({
    in: { salt, asset, outputs },
    out,
  }: Case<
    { salt: string; asset: string; outputs: WrittenTransaction['outputs'] },
    { payload_length: number; payload_hash: string }
  >) {
    const hashOf = (index: number) => {
      const number = Buffer.alloc(2)
      number.writeUInt16BE(index)
      return blake3Hash(Buffer.concat([Buffer.from(salt, 'utf8'), number]).toString('hex'))
    }
    const inputs = Array.from({ length: 256 }, (_, index) => ({ hash: hashOf(index), index }))
    const transaction = readTransaction({ version: 5, asset, inputs, outputs, references: [], extra: '' })
    expect(encodePayload(transaction).length / 2).toBe(out.payload_length)
    expect(transactionHash(transaction)).toBe(out.payload_hash)
    expect(decodeTransaction(encodePayload(transaction))).toEqual(transaction)
  },

  transactionDecodeReject({ in: { raw } }: Case<{ raw: string }>) {
    decodeTransaction(raw)
  },

  aggregatedSignatureEncoding({ in: { signers }, out }: Case<{ signers: number[] }, { encoded: string }>) {
    const empty = { version: 5, asset: ZERO_32, inputs: [], outputs: [], references: [], extra: '' } as const
    const aggregated = { signature: '00'.repeat(64), signers }
    const raw = encodeTransaction({ ...empty, aggregated })
    expect(raw).toBe(`${encodePayload(empty).slice(0, -4)}ffffff01${aggregated.signature}${out.encoded}`)
    expect(decodeTransaction(raw).aggregated).toEqual(aggregated)
  },

  transactionValidate({
    in: { raw, store },
    out,
  }: Case<{ raw: string; store: { utxos: WrittenOutput[]; finalized: string[] } }, { payload_hash: string }>) {
    const ledger = aLedger({ utxos: held(store.utxos), finalized: store.finalized })
    expect(validateTransaction(raw, ledger).hash).toBe(out?.payload_hash)
    expect(validateTransaction(raw, ledger, { verify: verifyByHost }).hash).toBe(out.payload_hash)
  },

  depositValidate({
    in: { raw, custodian_public_key },
    out,
  }: Case<{ raw: string; custodian_public_key: string }, { payload_hash: string }>) {
    const ledger = aLedger({ custodianKey: custodian_public_key })
    expect(validateTransaction(raw, ledger).hash).toBe(out?.payload_hash)
    expect(validateTransaction(raw, ledger, { verify: verifyByHost }).kind).toBe('deposit')
  },

  multisigFlow({
    in: { members, threshold, utxos, transaction },
    out,
  }: Case<
    { members: Member[]; threshold: number; utxos: WrittenOutput[]; transaction: WrittenTransaction },
    {
      payload: string
      payload_hash: string
      views: Record<string, string[]>
      index: Record<string, number>
      own_only: Record<string, string>
      sign_order: string[]
      merged: string[]
    }
  >) {
    const byId = new Map(members.map((member) => [member.user_id, member]))
    expect(encodePayload(readTransaction(transaction))).toBe(out.payload)
    let signed = out.payload
    let joined = out.payload
    out.sign_order.forEach((id, step) => {
      const member = byId.get(id)
      if (member === undefined) throw new Error(`no member ${id}`)
      const views = out.views[id] ?? []
      expect(new Set(checkViews(member, utxos, views))).toEqual(new Set([out.index[id]]))
      const request = { spendSeed: member.spend_seed, inputs: utxos, views, verify: verifyByHost }
      const own = signTransaction({ ...request, raw: out.payload }).raw
      expect(own).toBe(out.own_only[id])
      signed = signTransaction({ ...request, raw: signed }).raw
      joined = mergeSignatures(joined, own)
      expect(signed).toBe(out.merged[step])
      expect(joined).toBe(out.merged[step])
      expect(transactionHash(signed)).toBe(out.payload_hash)
      expect(verifyTransaction(signed, utxos).complete).toBe(step + 1 >= threshold)
    })
  },

  storageCost({
    in: input,
    out,
  }: Case<{ bytes?: number; storage_output_amount: string }, { amount: string; extra_limit: number }>) {
    if (input.bytes === undefined) {
      expect(storageCapacity(parseAmount(input.storage_output_amount))).toBe(out.extra_limit)
    } else {
      expect(formatAmount(storagePrice(input.bytes))).toBe(out.amount)
    }
  },

  inscriptionExtra({
    in: operation,
    out,
  }: Case<InscriptionOperation, { hex: string; bytes: number; storage_amount: string; needs_storage: boolean }>) {
    const hex = encodeInscription(operation)
    expect(text(hex)).toBe(text(out.hex))
    expect(hex.length / 2).toBe(out.bytes)
    expect(formatAmount(storagePrice(out.bytes))).toBe(out.storage_amount)
    expect(out.bytes > EXTRA_SIZE_FREE).toBe(out.needs_storage)
    expect(decodeInscription(hex)).toEqual(operation)
  },

  utxoSelection({
    in: { outputs, amounts },
    out,
  }: Case<
    { outputs: { output_id: string; amount: string; state: string }[]; amounts: string[] },
    { selected: string[]; change: string }
  >) {
    const candidates = outputs.map((output) => ({ ...output, amount: parseAmount(output.amount) }))
    const { selected, change } = selectOutputs(candidates, amounts.map(parseAmount))
    expect(selected.map(({ output_id }) => output_id)).toEqual(out.selected)
    expect(formatAmount(change)).toBe(out.change)
  },
}
