import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  type Clock,
  type Dialect,
  type Hash,
  type Random,
  type RequestId,
  secondsOf,
  type UserId,
} from '#contract/domain'
import { failure } from '#contract/errors'
import {
  appRegistration,
  attestedMessage,
  decodeMainnetAddress,
  deriveGhostKeys,
  encryptPin,
  type GhostKeys,
  privateKeyHint,
  proveInput,
  publicKeyFromSeed,
  publicKeyOfSpend,
  registrationRequest,
  type SpendSecret,
  type SpentKeys,
  signAccessToken,
  signBySpend,
  signTransaction,
  signWithSeed,
  statementMessage,
  statementSeed,
  tipPinUpdate,
  traceScalar,
  transactionHash,
} from '#protocol'
import { type KeyRecord, type Session, spendSecretOf } from './record.ts'

/** The verbs that use an account's keys. None gives one away. */
export interface Signer {
  /** Bearer for one request, good for five minutes. Works while locked, so that payments on their way are watched. */
  authorize(request: {
    readonly method: string
    readonly uri: string
    readonly body: string
    readonly requestId: string
  }): Promise<string>
  /**
   * Body of the registration; the TIP key (64 hex) where it is not the spend key itself. Throws `vault.locked`, `vault.key_missing`,
   * `input.tip_key`.
   */
  registration(options: { readonly dialect: Dialect; readonly tipKey: string | null }): Promise<{
    readonly public_key: string
    readonly signature: string
    readonly pin_base64: string
  }>
  /** Body of an app's own registration, which needs no PIN. Throws as `registration`. */
  appRegistration(): Promise<{ readonly spend_public_key: string; readonly signature_base64: string }>
  /**
   * Body that makes the spend key the account's TIP key, in place of six digits where it has some. `counter` is how often its TIP
   * key was set, this time included. Throws as `registration`, and `input.pin`.
   */
  setPin(options: {
    readonly digits: string | null
    readonly counter: number
  }): Promise<{ readonly old_pin_base64: string; readonly pin_base64: string }>
  /** One-time keys for kernel addresses, the same each time for one request, index and members. */
  kernelKeys(output: {
    readonly requestId: RequestId
    readonly index: number
    readonly members: readonly string[]
  }): Promise<GhostKeys>
  /** Hints for one-time keys of the outputs 0, 1, 2 ... of a transaction, by a secret of the spend key. */
  hints(transaction: { readonly requestId: string; readonly count: number }): Promise<string[]>
  /** Proves that every input is ours and answers the position of our key in each. Throws `protocol.*` naming the input. */
  prove(request: { readonly inputs: readonly SpentKeys[]; readonly views: readonly string[] }): Promise<number[]>
  /** Signs a text of Coffer's own making, never anything that the kernel or the service would read. */
  attest(text: string): Promise<{ readonly publicKey: string; readonly signature: string }>
  /**
   * Signs a statement of account with a key of its own, made from the spend key: what it signs can pay nothing, and its public half tells
   * nothing of the spend key. Throws as `attest`.
   */
  signStatement(text: string): Promise<{ readonly publicKey: string; readonly signature: string }>
  /** Signs exactly the transaction that was approved. Throws `wallet.review_changed` for any other. */
  sign(request: {
    readonly raw: string
    readonly approvedHash: Hash
    readonly inputs: readonly SpentKeys[]
    readonly views: readonly string[]
  }): Promise<string>
}

/** Every verb, so that it can be asked for from another thread. */
export const SIGNER_VERBS = {
  authorize: true,
  registration: true,
  appRegistration: true,
  setPin: true,
  kernelKeys: true,
  hints: true,
  prove: true,
  attest: true,
  signStatement: true,
  sign: true,
} as const satisfies Record<keyof Signer, true>

interface SignerDeps {
  readonly account: UserId
  readonly clock: Clock
  readonly random: Random
  /** Lends what signs tokens; it stays open while locked. */
  session<Value>(use: (session: Session) => Value): Value
  /**
   * Lends the whole record for the time of a call and overwrites it afterwards. Throws `vault.locked`, and
   * `wallet.watch_only` where there is a permission in place of keys.
   */
  record<Value>(use: (record: KeyRecord) => Value): Value
  /** Lends a key of which it is not known yet whether and how it is the account's, and keeps what comes out. Throws what `use` throws. */
  settle<Value>(use: (key: SpendSecret) => Value): Promise<Value>
}

const TOKEN_SECONDS = 300
const SEED = /^[0-9a-f]{64}$/
const SIX_DIGITS = /^\d{6}$/

interface BearerRequest {
  readonly method: string
  readonly uri: string
  readonly body: string
  readonly requestId: string
}

/** Bearer of one request: signed for it, or the access token as it was given. `seconds` is the time of now. */
export function bearerOf(
  session: Session,
  account: string,
  { requestId, ...request }: BearerRequest,
  seconds: number,
): string {
  const times = { ...request, iat: seconds, exp: seconds + TOKEN_SECONDS, jti: requestId }
  switch (session.kind) {
    case 'session':
      return signAccessToken(
        { kind: 'session', userId: account, sessionId: session.sessionId, sessionPrivateKey: session.sessionSeed },
        times,
      )
    case 'authorization': {
      const { appId, authorizationId, scope, sessionSeed } = session
      return signAccessToken({ kind: 'oauth', appId, authorizationId, scope, sessionPrivateKey: sessionSeed }, times)
    }
    case 'token':
      return String.fromCharCode(...session.token)
  }
}

export function createSigner(deps: SignerDeps): Signer {
  const { account, clock, random } = deps
  const seconds = (): number => secondsOf(clock.now())

  function spend<Value>(use: (key: SpendSecret, record: KeyRecord) => Value): Value {
    return deps.record((record) => {
      if (record.spendSeed === null) throw failure('vault.key_missing', 'the account has no spend key')
      return use(spendSecretOf(record.spendSeed, record.spendForm), record)
    })
  }

  /** For what others will hold against the account: a key that nothing has proved yet signs nothing. */
  function proved<Value>(use: (key: SpendSecret) => Value): Value {
    return spend((key, { isProved }) => {
      if (!isProved) throw failure('vault.key_unproved', 'no coin has proved this key yet')
      return use(key)
    })
  }

  /** What only a seed can do: whoever has a scalar is registered already. */
  function withSeed<Value>(use: (seed: Uint8Array, record: KeyRecord) => Value): Value {
    return deps.record((record) => {
      if (record.spendSeed === null || record.spendForm !== 'seed' || !record.isProved) {
        throw failure('vault.key_missing', 'the account has no seed to register with')
      }
      return use(record.spendSeed, record)
    })
  }

  const pin = (record: KeyRecord, content: string, later = 0n): string =>
    encryptPin({
      pin: content,
      time: seconds(),
      iterator: clock.now() + later,
      sessionPrivateKey: record.sessionSeed,
      pinPublicKey: Buffer.from(record.pinKey).toString('hex'),
      iv: random(16),
    })

  return {
    async authorize(request) {
      return deps.session((session) => bearerOf(session, account, request, seconds()))
    },

    async registration({ dialect, tipKey }) {
      if (tipKey !== null && !SEED.test(tipKey)) throw failure('input.tip_key', 'a TIP key has 64 hex characters')
      return withSeed((seed, record) => {
        const { publicKey, signature, tipSignature } = registrationRequest({
          dialect,
          userId: account,
          spendSeed: seed,
          tipSeed: tipKey ?? seed,
        })
        return { public_key: publicKey, signature, pin_base64: pin(record, tipSignature) }
      })
    },

    async appRegistration() {
      return withSeed((seed) => {
        const { publicKey, signature } = appRegistration({ appId: account, spendSeed: seed })
        return { spend_public_key: publicKey, signature_base64: signature }
      })
    },

    async setPin({ digits, counter }) {
      if (digits !== null && !SIX_DIGITS.test(digits)) throw failure('input.pin', 'a PIN has six digits')
      return withSeed((seed, record) => ({
        // The iterator has to grow from one to the next.
        old_pin_base64: digits === null ? '' : pin(record, bytesToHex(utf8ToBytes(digits))),
        pin_base64: pin(record, tipPinUpdate(publicKeyFromSeed(seed), BigInt(counter)), 1n),
      }))
    },

    async kernelKeys({ requestId, index, members }) {
      const receivers = members.map(decodeMainnetAddress)
      return spend((key) => deriveGhostKeys(traceScalar(requestId, key, index), receivers, index))
    },

    async hints({ requestId, count }) {
      return spend((key) => Array.from({ length: count }, (_, index) => privateKeyHint(requestId, index, key)))
    },

    async prove({ inputs, views }) {
      if (views.length !== inputs.length) {
        throw failure('wallet.view_refused', 'there must be one view scalar for each input', {
          details: { input: Math.min(views.length, inputs.length) },
        })
      }
      const proveAll = (key: SpendSecret): number[] =>
        inputs.map(({ keys }, at) => proveInput(views[at] ?? '', key, keys))
      const { isProved } = deps.record(({ isProved }) => ({ isProved }))
      return isProved || inputs.length === 0 ? spend(proveAll) : deps.settle(proveAll)
    },

    async attest(text) {
      return proved((key) => ({
        publicKey: publicKeyOfSpend(key),
        signature: signBySpend(key, attestedMessage(text)),
      }))
    },

    async signStatement(text) {
      return proved((key) => signedStatement(key, text))
    },

    async sign({ raw, approvedHash, inputs, views }) {
      const refuse = () => failure('wallet.review_changed', 'these are not the bytes that were approved')
      if (transactionHash(raw) !== approvedHash) throw refuse()
      const signed = proved((key) => signTransaction({ raw, spendSeed: key, inputs, views }))
      if (signed.hash !== approvedHash) throw refuse()
      return signed.raw
    },
  }
}

function signedStatement(key: SpendSecret, text: string): { publicKey: string; signature: string } {
  const seed = statementSeed(key)
  try {
    return { publicKey: publicKeyFromSeed(seed), signature: signWithSeed(seed, statementMessage(text)) }
  } finally {
    seed.fill(0)
  }
}
