import { randomBytes, randomUUID } from 'node:crypto'
import assets from '#assets' with { type: 'json' }
import type {
  AssetId,
  Clock,
  Dialect,
  GhostKeys,
  Hash,
  Keystore,
  Nanos,
  Output,
  RequestId,
  UserId,
} from '#contract/domain'
import { type Localnet, type LocalnetOptions, startLocalnet } from '#localnet'
import { verifyByHost } from '#platform'
import {
  type Amount,
  encodeScript,
  encodeTransaction,
  encryptPin,
  hashMembers,
  kernelAssetId,
  montgomeryKey,
  OUTPUT,
  parseAmount,
  publicKeyFromSeed,
  registrationRequest,
  signAccessToken,
  signTransaction,
  tipPinUpdate,
  toAmount,
  transactionHash,
  type WireText,
  ZERO_32,
} from '#protocol'
import { createRemote, type Remote, type RemoteDeps } from '#remote'
import { telling } from './attention.ts'
import { patientClock, systemClock } from './clock.ts'
import { ending } from './ending.ts'
import { newFolder } from './scratch.ts'

export const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' as AssetId
export const ETH = '43d61dcd-e413-450d-80b8-101d5e903357' as AssetId
export const USDT = '4d8c508b-91c5-375b-92b0-ee702ed2dac5' as AssetId
export const XIN = 'c94ac88f-4671-3976-b60a-09064f1811e8' as AssetId
export const FEE_USER = '674d6776-d600-4346-af46-58e77d8df185' as UserId

export const freshBytes = (length: number): Uint8Array => new Uint8Array(randomBytes(length))
export const freshSeed = (): string => randomBytes(32).toString('hex')
export const freshId = (): string => randomUUID()
export const freshRequest = (): RequestId => randomUUID() as RequestId

export type TestLocalnet = ReturnType<typeof localnetAt>
export type TestLocalnetOptions = Partial<Omit<LocalnetOptions, 'assets'>>

/** Long enough that nothing becomes final by itself in a test that looks at what comes before, however slow the machine. */
const NEVER_MS = 3_600_000

/** A real local network on a fresh folder, which makes blocks and what was accepted final only when told to, or as its options say. */
export async function startTestLocalnet(options: TestLocalnetOptions = {}): Promise<TestLocalnet> {
  const dir = options.dir ?? newFolder('localnet')
  const clock = options.clock ?? systemClock
  const localnet = await startLocalnet({
    manualBlocks: true,
    finalityMs: NEVER_MS,
    random: freshBytes,
    log: () => undefined,
    ...options,
    clock: telling(clock),
    dir,
    assets,
  })
  return localnetAt({ ...localnet, close: ending(localnet.close) }, dir, clock)
}

/** What tests do with a local network, whether it runs in this process or in another. */
export function localnetAt(localnet: Localnet, dir: string, clock: Clock = systemClock) {
  const control = clientOf(localnet.url, clock)
  return {
    ...localnet,
    dir,
    clock,
    /** Makes public and control calls. */
    control,
    /** All chains grow at once; whatever was accepted is final afterwards. */
    async blocks(count: number) {
      await control.call('local.blocks', { body: { count } })
    },
  }
}

/** Our own client, which makes public calls unless it is told how to sign. */
export const remoteAt = (baseUrl: string, more: Partial<RemoteDeps> = {}): Remote =>
  createRemote({
    ...{
      baseUrl,
      dialect: 'interface',
      fetch,
      clock: patientClock(systemClock),
      random: freshBytes,
      log: () => undefined,
    },
    ...more,
  })

/** The time of day of a clock; waits are the machine's own, so that a clock that stands still holds no request up. */
export const onTime = (clock: Clock): Clock => ({ ...patientClock(systemClock), now: () => clock.now() })

export interface Signing {
  readonly keystore: Keystore
  readonly scope?: string
}

/** The same for a keystore, if there is one. */
export const clientOf = (url: string, clock: Clock, signing?: Signing, dialect: Dialect = 'interface'): Remote =>
  remoteAt(dialect === 'upstream' ? `${url}/upstream` : url, {
    ...{ dialect, clock: onTime(clock) },
    ...(signing === undefined ? {} : { authorize: async (request) => tokenFor(signing, request, clock.now()) }),
  })

export function tokenFor(
  { keystore, scope }: Signing,
  { requestId, ...request }: Record<'method' | 'uri' | 'body' | 'requestId', string>,
  now: Nanos,
): string {
  const iat = Number(now / 1_000_000_000n)
  return signAccessToken(
    {
      kind: 'session',
      userId: keystore.app_id,
      sessionId: keystore.session_id,
      sessionPrivateKey: keystore.session_private_key,
    },
    { ...request, iat, exp: iat + 60, jti: requestId, ...(scope === undefined ? {} : { scope }) },
  )
}

/** A PIN as a session encrypts it; the iterator grows with every one. */
export function pinFor(keystore: Keystore, pin: string, clock: Clock): string {
  iterator += 1n
  return encryptPin({
    pin,
    time: Number(clock.now() / 1_000_000_000n),
    iterator: clock.now() + iterator,
    sessionPrivateKey: keystore.session_private_key,
    pinPublicKey: montgomeryKey(keystore.server_public_key),
    iv: freshBytes(16),
  })
}
let iterator = 0n

interface BuildOptions {
  readonly requestId?: RequestId
  readonly extra?: string
  readonly inputs?: readonly Output[]
  readonly references?: readonly string[]
}

export interface Built {
  readonly requestId: RequestId
  readonly hash: Hash
  readonly unsigned: string
  readonly inputs: readonly Output[]
}

/** An output for people, by keys that are asked for, or out of the network. */
export type Wish = { readonly amount: Amount } & (
  | { readonly to: readonly UserId[]; readonly threshold?: number }
  | { readonly address: WireText; readonly tag?: WireText }
)

/** Outputs as they stand in a transaction, with the keys that `ask` brings. */
export async function outputsFor(
  wishes: readonly Wish[],
  ask: (wanted: readonly { receivers: UserId[]; index: number }[]) => Promise<readonly GhostKeys[]>,
) {
  const wanted = wishes.flatMap((wish, index) => ('to' in wish ? [{ receivers: [...wish.to].sort(), index }] : []))
  const issued = wanted.length === 0 ? [] : await ask(wanted)
  return wishes.map((wish, index) => {
    const { amount } = wish
    if ('address' in wish) {
      const withdrawal = { address: wish.address, tag: wish.tag ?? '' }
      return { type: OUTPUT.withdrawalSubmit, amount, keys: [], mask: ZERO_32, script: '', withdrawal }
    }
    const made = issued[wanted.findIndex((each) => each.index === index)]
    if (made === undefined) throw new Error('no keys came back')
    const script = encodeScript(wish.threshold ?? 1)
    return { type: OUTPUT.script, amount, keys: made.keys, mask: made.mask, script }
  })
}

/** Money from outside for people, credited at once. */
export async function depositFor(
  net: TestLocalnet,
  remote: Remote,
  holder: { readonly members: UserId[]; readonly threshold: number },
  [assetId, chainId]: readonly [asset: AssetId, chain: AssetId],
  amount: string,
): Promise<void> {
  const [entry] = await remote.call('deposits.entries', { body: { chain_id: chainId, ...holder } })
  if (entry === undefined) throw new Error('no deposit entry came back')
  const { destination, tag } = entry
  const { threshold } = await net.control.call('local.deposit', {
    body: { destination, tag, asset_id: assetId, amount: parseAmount(amount) },
  })
  await net.blocks(threshold)
}

export interface NewcomerOptions {
  readonly dialect?: Dialect
  readonly kind?: 'user' | 'bot'
  /** Leaves the account as it is handed out. */
  readonly unregistered?: boolean
}

/** A new account, with a TIP PIN and a registered spend key unless told otherwise. */
export async function newcomer(net: TestLocalnet, name: string, options: NewcomerOptions = {}): Promise<Person> {
  const dialect = options.dialect ?? 'interface'
  const kind = options.kind ?? 'user'
  const keystore = await net.control.call('local.account', { body: { full_name: name, kind } })
  const person = personOf(net, keystore, freshSeed(), dialect)
  if (options.unregistered !== true) await register(net, person, dialect)
  return person
}

export async function register(net: TestLocalnet, person: Person, dialect: Dialect = 'interface'): Promise<void> {
  const { keystore, spendSeed, remote, id } = person
  await remote.call('pin.update', {
    body: {
      old_pin_base64: '',
      pin_base64: pinFor(keystore, tipPinUpdate(publicKeyFromSeed(spendSeed), 1n), net.clock),
    },
  })
  const { publicKey, signature, tipSignature } = registrationRequest({
    dialect,
    userId: id,
    spendSeed,
    tipSeed: spendSeed,
  })
  await remote.call('me.register', {
    body: { public_key: publicKey, signature, pin_base64: pinFor(keystore, tipSignature, net.clock) },
  })
}

const sumOf = (parts: readonly { readonly amount: Amount }[]): bigint =>
  parts.reduce((sum, { amount }) => sum + amount, 0n)

export type Person = ReturnType<typeof personOf>

/** Somebody with an account on the network, who does by hand what a wallet does. */
export function personOf(net: TestLocalnet, keystore: Keystore, spendSeed: string, dialect: Dialect = 'interface') {
  const id = keystore.app_id
  const remote = clientOf(net.url, net.clock, { keystore }, dialect)

  async function outputs(assetId?: AssetId, state: Output['state'] = 'unspent'): Promise<Output[]> {
    const asset = assetId === undefined ? {} : { asset: assetId }
    return remote.call('outputs.list', {
      query: { members: hashMembers([id]) as Hash, threshold: 1, state, ...asset },
    })
  }

  /** Money from outside, credited at once. */
  async function fund(assetId: AssetId, amount: string): Promise<Output> {
    const asset = await net.control.call('assets.search', { params: { q: assetId } })
    const before = new Set((await outputs(assetId)).map(({ output_id }) => output_id))
    const chainId = asset[0]?.chain_id ?? assetId
    await depositFor(net, remote, { members: [id], threshold: 1 }, [assetId, chainId], amount)
    const fresh = (await outputs(assetId)).find(({ output_id }) => !before.has(output_id))
    if (fresh === undefined) throw new Error('the deposit was not credited')
    return fresh
  }

  const balance = async (assetId: AssetId): Promise<string> => (Number(sumOf(await outputs(assetId))) / 1e8).toString()

  /** Unsigned bytes that spend all unspent outputs of an asset, or those named, with the rest back to oneself. */
  async function build(
    assetId: AssetId,
    wishes: readonly Wish[],
    { extra = '', references = [], requestId = freshRequest(), ...given }: BuildOptions = {},
  ): Promise<Built> {
    const inputs = given.inputs ?? (await outputs(assetId))
    const rest = sumOf(inputs) - sumOf(wishes)
    const all = rest > 0n ? [...wishes, { to: [id], amount: toAmount(rest) }] : wishes
    const unsigned = encodeTransaction({
      ...{ version: 5, asset: kernelAssetId(assetId), references, extra },
      inputs: inputs.map(({ transaction_hash, output_index }) => ({ hash: transaction_hash, index: output_index })),
      outputs: await outputsFor(all, (wanted) =>
        remote.call('keys.request', { body: wanted.map((each) => ({ ...each, hint: freshId() })) }),
      ),
    })
    return { requestId, hash: transactionHash(unsigned) as Hash, unsigned, inputs }
  }

  /** Verifies and signs. */
  async function sign(...built: readonly Built[]): Promise<string[]> {
    const records = await remote.call('transactions.verify', {
      body: built.map(({ requestId, unsigned }) => ({ request_id: requestId, raw: unsigned })),
    })
    return built.map(({ unsigned, inputs }, at) => {
      const views = records[at]?.views ?? []
      return signTransaction({ raw: unsigned, spendSeed, inputs, views, verify: verifyByHost }).raw
    })
  }

  /** Signs and sends. */
  async function send(...built: readonly Built[]): Promise<void> {
    const raws = await sign(...built)
    await remote.call('transactions.send', {
      body: built.map(({ requestId }, at) => ({ request_id: requestId, raw: raws[at] ?? '' })),
    })
  }

  async function pay(to: UserId, assetId: AssetId, amount: string, options: BuildOptions = {}): Promise<Built> {
    const built = await build(assetId, [{ to: [to], amount: parseAmount(amount) }], options)
    await send(built)
    return built
  }

  return { id, keystore, spendSeed, remote, outputs, fund, balance, build, sign, send, pay } as const
}

/** A call that our own client would not make. Answers its `data`; throws as refusals of our client do. */
export async function callAs(
  net: TestLocalnet,
  { keystore }: Pick<Person, 'keystore'>,
  { method = 'GET', uri, body = '' }: { readonly method?: string; readonly uri: string; readonly body?: string },
): Promise<unknown> {
  const requestId = freshId()
  const token = tokenFor({ keystore }, { method, uri, body, requestId }, net.clock.now())
  const response = await fetch(net.url + uri, {
    method,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': requestId },
    ...(body === '' ? {} : { body }),
  })
  return dataOf(response)
}

async function dataOf(response: Response): Promise<unknown> {
  const { data, error } = (await response.json()) as { data?: unknown; error?: { code: number } }
  if (error !== undefined) throw Object.assign(new Error('refused'), { details: { code: error.code } })
  return data
}

/** A control call that the endpoint table does not name, or does not let through. Answers its `data`; throws as refusals of our client do. */
export async function order(
  net: Pick<TestLocalnet, 'url'>,
  name: 'accounts' | 'authorizations/revoke' | 'blocks' | 'codes' | 'collections' | 'legacy-accounts' | 'proposals',
  body: unknown,
): Promise<unknown> {
  return dataOf(await fetch(`${net.url}/localnet/${name}`, { method: 'POST', body: JSON.stringify(body) }))
}

/** A new account of the network as some program left it, with the file of its session: what the call answers. */
export const newKeystore = async (network: Pick<TestLocalnet, 'url'>, given: object): Promise<KeystoreFile> =>
  (await order(network, 'accounts', given)) as KeystoreFile
export type KeystoreFile = Readonly<Record<string, string>>

/** The code of the service behind a refusal, or the answer's own words if it was none. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
    return 'no refusal'
  } catch (error) {
    return (error as { details?: { code?: unknown } }).details?.code ?? error
  }
}
