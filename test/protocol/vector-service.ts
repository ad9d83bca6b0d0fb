import { expect } from 'vitest'
import {
  decodeInvoice,
  decodeMixAddress,
  decryptPin,
  depositEntryDigest,
  encodeInvoice,
  encodeMixAddress,
  encryptPin,
  formatPaymentLink,
  legacyKeystore,
  mixAddressOf,
  montgomeryKey,
  parseAmount,
  parseKeystore,
  parseLink,
  pkceChallenge,
  registrationRequest,
  requestDigest,
  resolveExternalAmount,
  type SessionKeystore,
  sha3Hash,
  sharedPinKey,
  signDepositEntry,
  signToken,
  type TokenClaims,
  tipBody,
  tipVerifyBody,
  verifyAccessToken,
  verifyDepositEntry,
  verifyIntegrityToken,
  verifyRegistration,
  verifySignature,
} from '#protocol'
import { type Case, mustBe, type VectorFile } from './vector-case.ts'

type InvoiceIn = {
  invoice?: string
  recipient: string
  entries: {
    trace_id: string
    asset_id: string
    amount: string
    extra: string
    index_references: number[]
    hash_references: string[]
  }[]
}

type BuildIn = {
  uuid?: string
  mainnetAddress?: string
  mixAddress?: string
  uuidMembers?: string[]
  xinMembers?: string[]
  threshold?: number
  asset?: string
  amount?: string
  memo?: string
  trace?: string
  returnTo?: string
}

function buildPaymentLink(build: BuildIn): string {
  const members = build.uuidMembers ?? build.xinMembers
  const group = members === undefined ? '' : encodeMixAddress(mixAddressOf(members, build.threshold ?? 0))
  const { asset, amount, memo, trace, returnTo } = build
  return formatPaymentLink({
    destination: build.uuid ?? build.mainnetAddress ?? build.mixAddress ?? group,
    ...(asset !== undefined && { asset }),
    ...(amount !== undefined && { amount }),
    ...(memo !== undefined && { memo }),
    ...(trace !== undefined && { trace }),
    ...(returnTo !== undefined && { returnTo }),
  })
}

type PinIn = {
  session_seed: string
  session_public_key: string
  server_seed: string
  server_public_key: string
  pin_token_base64: string
  iv?: string
  pin_hex: string
  time: number
  iterator: string
  pin_base64: string
}

interface Request {
  method: string
  uri: string
  body: string
}

/** Sessions that the `jwt` cases of a file introduce: what a server would have stored for their claims. */
function knownSessions(file: VectorFile): ReadonlyMap<string, string> {
  const cases = (file.groups['jwt']?.cases ?? []) as Case<{ session_public_key: string; claims: TokenClaims }>[]
  return new Map(
    cases.map(({ in: { claims, session_public_key } }) => [String(claims['sid'] ?? claims['aid']), session_public_key]),
  )
}

/**
 * How these groups of the vector file are run: each function throws what the module throws, and the type of its parameter is
 * the shape of its group's cases.
 */
export const SERVICE_GROUPS = {
  invoice({ in: input, out }: Case<InvoiceIn, { invoice: string }>) {
    if (input.invoice !== undefined) {
      decodeInvoice(input.invoice)
      return
    }
    const invoice = {
      recipient: decodeMixAddress(input.recipient),
      entries: input.entries.map((entry) => ({
        traceId: entry.trace_id,
        assetId: entry.asset_id,
        amount: parseAmount(entry.amount),
        extra: entry.extra,
        references: [
          ...entry.index_references.map((index) => ({ index })),
          ...entry.hash_references.map((hash) => ({ hash })),
        ],
      })),
    }
    expect(encodeInvoice(invoice)).toBe(out.invoice)
    expect(decodeInvoice(out.invoice)).toEqual(invoice)
  },

  requestSignature({ in: request, out }: Case<Request, { sig: string }>) {
    expect(requestDigest(request)).toBe(out.sig)
  },

  jwt({
    in: input,
    out,
  }: Case<
    Request & { session_seed: string; session_public_key: string; claims: TokenClaims },
    { token: string; payload_json: string }
  >) {
    expect(JSON.stringify(input.claims)).toBe(out.payload_json)
    expect(requestDigest(input)).toBe(input.claims['sig'])
    expect(signToken(input.claims, input.session_seed)).toBe(out.token)
    const claims = verifyAccessToken(out.token, {
      ...input,
      now: Number(input.claims['iat']) + 1,
      requestId: String(input.claims['jti']),
      findKey: () => input.session_public_key,
    })
    expect(claims).toMatchObject({ iat: input.claims['iat'], exp: input.claims['exp'], scope: input.claims['scp'] })
  },

  jwtReject(
    { in: input }: Case<Request & { session_public_key: string; now: number; x_request_id: string; token: string }>,
    file: VectorFile,
  ) {
    const sessions = knownSessions(file)
    verifyAccessToken(input.token, {
      ...input,
      requestId: input.x_request_id,
      findKey: (claims) => sessions.get(claims.kind === 'session' ? claims.sessionId : claims.authorizationId) ?? null,
    })
  },

  integrityToken({
    in: input,
    out,
  }: Case<
    {
      server_seed: string
      server_public_key: string
      method: string
      uri: string
      response_body: string
      claims: TokenClaims
      x_request_id?: string
      token?: string
    },
    { token: string }
  >) {
    const token = input.token ?? signToken(input.claims, input.server_seed)
    if (input.token === undefined) expect(token).toBe(out.token)
    const payload: { iat: number; jti: string } = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    )
    verifyIntegrityToken(token, {
      method: input.method,
      uri: input.uri,
      body: input.response_body,
      serverPublicKey: input.server_public_key,
      requestId: input.x_request_id ?? payload.jti,
      now: payload.iat,
    })
  },

  tipBody({ in: input, out }: Case<{ text?: string; verify_timestamp: string }, { body: string }>) {
    expect(input.text === undefined ? tipVerifyBody(BigInt(input.verify_timestamp)) : tipBody(input.text)).toBe(
      out.body,
    )
  },

  pinBase64({
    in: input,
    out,
  }: Case<PinIn, { shared_key?: string; pin_base64: string; pin_hex: string; time: number; iterator: string }>) {
    const decrypt = (pinBase64: string) =>
      decryptPin({ pinBase64, serverPrivateKey: input.server_seed, sessionPublicKey: input.session_public_key })
    if (input.iv === undefined) {
      const content = decrypt(input.pin_base64)
      expect(content).toEqual({ pin: out.pin_hex, time: out.time, iterator: BigInt(out.iterator) })
      return
    }
    const pinPublicKey = montgomeryKey(input.server_public_key)
    expect(pinPublicKey).toBe(Buffer.from(input.pin_token_base64, 'base64url').toString('hex'))
    expect(sharedPinKey(input.session_seed, pinPublicKey)).toBe(out.shared_key)
    expect(sharedPinKey(input.server_seed, montgomeryKey(input.session_public_key))).toBe(out.shared_key)
    const content = { pin: input.pin_hex, time: input.time, iterator: BigInt(input.iterator) }
    const iv = Buffer.from(input.iv, 'hex')
    expect(encryptPin({ ...content, sessionPrivateKey: input.session_seed, pinPublicKey, iv })).toBe(out.pin_base64)
    expect(decrypt(out.pin_base64)).toEqual(content)
  },

  registration({
    in: input,
    out,
  }: Case<
    { user_id: string; spend_seed: string; tip_seed: string; public_key: string; signature?: string },
    Record<string, string>
  >) {
    const userId = input.user_id
    if (input.signature !== undefined) {
      verifyRegistration({ userId, publicKey: input.public_key, signature: input.signature })
      return
    }
    const seeds = { userId, spendSeed: input.spend_seed, tipSeed: input.tip_seed }
    const upstream = registrationRequest({ ...seeds, dialect: 'upstream' })
    expect(upstream).toEqual({
      publicKey: out['public_key'],
      signature: out['signature'],
      tipSignature: out['tip_signature_hex'],
    })
    expect(sha3Hash(Buffer.from(userId, 'utf8').toString('hex'))).toBe(out['signature_message'])
    expect(tipBody(`SEQUENCER:REGISTER:${userId}${out['public_key']}`)).toBe(out['tip_body'])
    expect(verifyRegistration({ userId, ...upstream })).toBe('upstream')
    const literal = registrationRequest({ ...seeds, dialect: 'interface' })
    expect(verifyRegistration({ userId, ...literal })).toBe('interface')
    expect(verifySignature(literal.publicKey, String(out['tip_body']), literal.signature)).toBe(true)
  },

  keystore({ in: { current }, out }: Case<{ current: Record<string, string> }, { legacy: Record<string, string> }>) {
    const keystore = parseKeystore(current)
    if (keystore.kind !== 'session') throw new Error('expected a session')
    expect(legacyKeystore(keystore)).toEqual(out.legacy)
    const sameFromLegacy: SessionKeystore = { ...keystore, serverPublicKey: null }
    expect(parseKeystore(out.legacy)).toEqual(sameFromLegacy)
    expect(parseKeystore(JSON.stringify(current))).toEqual(keystore)
  },

  pkce({ in: { verifier }, out }: Case<{ verifier: string }, Record<string, string>>) {
    expect(pkceChallenge(verifier)).toBe(out['challenge'])
  },

  depositEntrySignature({
    in: input,
    out,
  }: Case<
    { kernel_seed: string; kernel_public_key: string; destination: string; tag: string; signature?: string },
    { digest: string; signature: string }
  >) {
    const { destination, tag, kernel_public_key } = input
    if (input.signature !== undefined) {
      mustBe(verifyDepositEntry({ destination, tag, signature: input.signature }, [kernel_public_key]))
      return
    }
    expect(depositEntryDigest(destination, tag)).toBe(out.digest)
    expect(signDepositEntry(input.kernel_seed, destination, tag)).toBe(out.signature)
    expect(verifyDepositEntry({ destination, tag, signature: out.signature }, [kernel_public_key])).toBe(true)
  },

  paymentUri({
    in: input,
    out,
  }: Case<{ build?: BuildIn; uri: string }, { uri: string; parsed: Record<string, unknown> }>) {
    if (input.build !== undefined) {
      expect(buildPaymentLink(input.build)).toBe(out.uri)
      return
    }
    expect(parseLink(input.uri)).toEqual({ kind: 'payment', ...out.parsed })
  },

  otherUri({ in: { uri }, out }: Case<{ uri: string }, { parsed: Record<string, unknown> }>) {
    expect(parseLink(uri)).toEqual(out.parsed)
  },

  externalUri({
    in: { uri, token_precision },
    out,
  }: Case<{ uri: string; token_precision?: number }, Record<string, string>>) {
    const link = parseLink(uri)
    if (link.kind !== 'external') throw new Error('expected a link of another chain')
    const { kind, ...shown } = token_precision === undefined ? link : resolveExternalAmount(link, token_precision)
    expect(kind).toBe('external')
    expect(shown).toEqual(out)
  },
}
