import { expect } from 'vitest'
import { verifyByHost } from '#platform'
import {
  addScalars,
  assetIdFromContract,
  blake3Hash,
  checkKey,
  checkScalar,
  checkScript,
  conversationId,
  decodeMainnetAddress,
  decodeMixAddress,
  decodeScript,
  decodeTransaction,
  deriveGhostKeys,
  deriveGhostPrivateKey,
  deriveGhostPublicKey,
  deriveViewedGhostKeys,
  encodeMainnetAddress,
  encodeMixAddress,
  encodePayload,
  encodeScript,
  formatAmount,
  ghostKeyHints,
  groupConversationId,
  hashMembers,
  kernelAssetId,
  kernelKeysFromSeed,
  mainnetAddressFromSeed,
  mainnetAddressHash,
  mixAddressOf,
  multiplyKey,
  OUTPUT,
  parsePositiveAmount,
  proveInput,
  publicKeyFromScalar,
  publicKeyFromSeed,
  publicViewKey,
  scalarFromSeed,
  scalarFromUniform,
  sha3Hash,
  sha256Hash,
  sha512Hash,
  signWithScalar,
  spendKeyOfGhostKey,
  traceScalar,
  uniqueObjectId,
  verifySignature,
  viewScalar,
  ZERO_32,
} from '#protocol'
import { type Case, mustBe } from './vector-case.ts'

/**
 * How these groups of the vector file are run: each function throws what the module throws, and the type of its parameter is
 * the shape of its group's cases.
 */
export const KEY_GROUPS = {
  hashFunctions({ in: { hex }, out }: Case<{ hex: string }, Record<string, string>>) {
    expect(sha3Hash(hex)).toBe(out['sha3_256'])
    expect(blake3Hash(hex)).toBe(out['blake3_256'])
    expect(sha256Hash(hex)).toBe(out['sha256'])
    expect(sha512Hash(hex)).toBe(out['sha512'])
  },

  hashMembers({ in: { members }, out }: Case<{ members: string[] }, { hash: string }>) {
    expect(hashMembers(members)).toBe(out.hash)
    expect(hashMembers(members.toReversed())).toBe(out.hash)
  },

  kernelAssetId({ in: { asset_id }, out }: Case<{ asset_id: string }, { kernel_asset_id: string }>) {
    expect(kernelAssetId(asset_id)).toBe(out.kernel_asset_id)
    expect(kernelAssetId(asset_id.toUpperCase())).toBe(out.kernel_asset_id)
  },

  assetIdFromContract({ in: input, out }: Case<{ chain_id: string; asset_key: string }, { asset_id: string }>) {
    expect(assetIdFromContract(input.chain_id, input.asset_key)).toBe(out.asset_id)
  },

  uniqueObjectId({ in: { args }, out }: Case<{ args: string[] }, { uuid: string }>) {
    expect(uniqueObjectId(...args)).toBe(out.uuid)
  },

  conversationId({
    in: input,
    out,
  }: Case<
    | { user_id: string; recipient_id: string }
    | { owner_id: string; name: string; participants: string[]; random_id: string },
    { conversation_id: string }
  >) {
    const id =
      'user_id' in input
        ? conversationId(input.user_id, input.recipient_id)
        : groupConversationId(input.owner_id, input.name, input.participants, input.random_id)
    expect(id).toBe(out.conversation_id)
  },

  ghostKeyHint({
    in: { trace_id, output_index },
    out,
  }: Case<{ trace_id: string; output_index: number }, Record<string, string>>) {
    expect(ghostKeyHints(trace_id, output_index)).toMatchObject({
      traceHash: out['trace_hash'],
      seedHash: out['seed_hash'],
      goSdk: out['hint_go_sdk'],
      nodeSdk: out['hint_node_sdk'],
      mobile: out['hint_mobile'],
    })
  },

  amount({ in: { amount }, out }: Case<{ amount: string }, Record<string, string>>) {
    const units = parsePositiveAmount(amount)
    expect(units.toString()).toBe(out['units'])
    expect(formatAmount(units)).toBe(out['normalized'])
    const raw = encodePayload({
      version: 5,
      asset: ZERO_32,
      inputs: [],
      outputs: [{ type: OUTPUT.script, amount: units, keys: [], mask: ZERO_32, script: '' }],
      references: [],
      extra: '',
    })
    const at = 8 + 64 + 4 + 4 + 4
    expect(raw.slice(at, at + String(out['encoded']).length)).toBe(out['encoded'])
    expect(out['encoded']).toBe((String(out['hex']).length / 2).toString(16).padStart(4, '0') + out['hex'])
    expect(decodeTransaction(raw).outputs[0]?.amount).toBe(units)
  },

  keyDerivation({
    in: input,
    out,
  }: Case<{ seed?: string; seed64?: string; public_spend_key: string }, Record<string, string>>) {
    if (input.seed !== undefined) {
      expect(scalarFromSeed(input.seed)).toBe(out['scalar'])
      expect(publicKeyFromSeed(input.seed)).toBe(out['public_key'])
      expect(publicKeyFromSeed(Buffer.from(input.seed, 'hex'))).toBe(out['public_key'])
      expect(sha512Hash(input.seed)).toBe(out['sha512'])
    } else if (input.seed64 !== undefined) {
      expect(scalarFromUniform(input.seed64)).toBe(out['scalar'])
      expect(publicKeyFromScalar(scalarFromUniform(input.seed64))).toBe(out['public_key'])
    } else {
      expect(publicViewKey(input.public_spend_key)).toEqual({
        viewPrivateKey: out['view_private_key'],
        viewPublicKey: out['view_public_key'],
      })
    }
  },

  scalarCanonical({ in: { scalar }, out }: Case<{ scalar: string }, { canonical: boolean }>) {
    expect(checkScalar(scalar)).toBe(scalar)
    expect(out.canonical).toBe(true)
  },

  checkKey({ in: { point }, out }: Case<{ point: string }, { valid: boolean }>) {
    expect(checkKey(point)).toBe(point)
    expect(out.valid).toBe(true)
  },

  xinAddress({ in: input, out }: Case<{ seed64?: string; address: string }, Record<string, string>>) {
    if (input.seed64 === undefined) {
      decodeMainnetAddress(input.address)
      return
    }
    const keys = kernelKeysFromSeed(input.seed64)
    expect(keys).toEqual({
      spendPrivateKey: out['spend_private'],
      viewPrivateKey: out['view_private'],
      spendPublicKey: out['spend_public'],
      viewPublicKey: out['view_public'],
    })
    expect(encodeMainnetAddress(keys)).toBe(out['address'])
    expect(mainnetAddressFromSeed(input.seed64)).toBe(out['address'])
    expect(mainnetAddressHash(keys)).toBe(out['address_hash'])
    expect(decodeMainnetAddress(String(out['address']))).toEqual({
      spendPublicKey: out['spend_public'],
      viewPublicKey: out['view_public'],
    })
  },

  mixAddress({
    in: input,
    out,
  }: Case<
    { address?: string; threshold: number; uuid_members?: string[]; xin_members?: string[] },
    { address: string }
  >) {
    if (input.address !== undefined) {
      decodeMixAddress(input.address)
      return
    }
    const mix = mixAddressOf(input.uuid_members ?? input.xin_members ?? [], input.threshold)
    expect(encodeMixAddress(mix)).toBe(out.address)
    expect(decodeMixAddress(out.address)).toEqual(mix)
  },

  ghostKey({ in: input, out }: Case<Record<string, string> & { index: number }, Record<string, string>>) {
    const { index, r = '', view_private_key: a = '', view_public_key: A = '', spend_public_key: B = '' } = input
    if (input['mask'] !== undefined) {
      viewScalar(input['mask'], a, index)
      return
    }
    const { mask = '', key = '', view_scalar: x = '' } = out
    const spend = scalarFromSeed(String(input['spend_seed']))
    expect(publicKeyFromScalar(r)).toBe(mask)
    expect(multiplyKey(A, r)).toBe(out['shared_point'])
    expect(multiplyKey(mask, a)).toBe(out['shared_point'])
    expect(deriveGhostPublicKey(r, A, B, index)).toBe(key)
    expect(deriveGhostKeys(r, [{ viewPublicKey: A, spendPublicKey: B }], index)).toEqual({ mask, keys: [key] })
    expect(deriveViewedGhostKeys(r, [{ viewPrivateKey: a, spendPublicKey: B }], index)).toEqual({ mask, keys: [key] })
    expect(viewScalar(mask, a, index)).toBe(x)
    expect(deriveGhostPrivateKey(mask, a, spend, index)).toBe(out['private_key'])
    expect(addScalars(x, spend)).toBe(out['private_key'])
    expect(publicKeyFromScalar(String(out['private_key']))).toBe(key)
    expect(spendKeyOfGhostKey(key, x)).toBe(B)
  },

  ghostKeyTraceDerived({
    in: input,
    out,
  }: Case<
    { trace_id: string; spend_seed: string; output_index: number; members: string[] },
    { r: string; mask: string; keys: string[] }
  >) {
    expect(traceScalar(input.trace_id, input.spend_seed, input.output_index)).toBe(out.r)
    const receivers = input.members.map(decodeMainnetAddress)
    expect(deriveGhostKeys(out.r, receivers, input.output_index)).toEqual({ mask: out.mask, keys: out.keys })
  },

  rawScalarSignature({
    in: input,
    out,
  }: Case<
    {
      private_scalar: string
      message: string
      verify?: { public_key: string; message: string; signature: string }
    },
    { public_key: string; signature: string }
  >) {
    if (input.verify !== undefined) {
      const { public_key, message, signature } = input.verify
      const verdict = verifySignature(public_key, message, signature)
      expect(verifySignature(public_key, message, signature, { verify: verifyByHost })).toBe(verdict)
      mustBe(verdict)
      return
    }
    expect(signWithScalar(input.private_scalar, input.message)).toBe(out.signature)
    expect(publicKeyFromScalar(input.private_scalar)).toBe(out.public_key)
    expect(verifySignature(out.public_key, input.message, out.signature)).toBe(true)
    expect(verifySignature(out.public_key, input.message, out.signature, { verify: verifyByHost })).toBe(true)
  },

  safeSign({
    in: { spend_seed, view, message },
    out,
  }: Case<Record<'spend_seed' | 'view' | 'message', string>, Record<string, string>>) {
    const key = addScalars(view, scalarFromSeed(spend_seed))
    expect(key).toBe(out['private_key'])
    expect(publicKeyFromScalar(key)).toBe(out['public_key'])
    expect(proveInput(view, spend_seed, [ZERO_32, String(out['public_key'])])).toBe(1)
    expect(signWithScalar(key, message)).toBe(out['signature'])
  },

  thresholdScript({
    in: input,
    out,
  }: Case<{ threshold?: number; script: string; signatures?: number }, { script: string }>) {
    if (input.threshold === undefined) {
      checkScript(input.script, input.signatures ?? 64)
      return
    }
    expect(encodeScript(input.threshold)).toBe(out.script)
    expect(decodeScript(out.script)).toBe(input.threshold)
  },
}
