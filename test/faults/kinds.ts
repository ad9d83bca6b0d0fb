import type { AssetId, Hash, HolderId, RequestId, UserId } from '#contract/domain'
import { formatAmount, kernelAssetId, parseAmount, toAmount, transactionHash } from '#protocol'
import { mint } from '../support/collectibles.ts'
import { signing } from '../support/cosigners.ts'
import { type Group, groupOf } from '../support/group.ts'
import { BTC, ETH, type Person, type TestLocalnet, USDT, XIN } from '../support/localnet.ts'
import type { TrueLedger, TrueTransaction } from '../support/true-ledger.ts'
import type { Victim } from '../support/victim.ts'
import { approving, type OpenWallet, paying, toUser } from '../support/wallet.ts'

/** A person with a wallet, and the honest people around. */
export interface Desk {
  readonly net: TestLocalnet
  readonly ledger: TrueLedger
  readonly ben: Person
  /** The other member of the group. */
  readonly partner: Person
  readonly victim: Victim
  readonly group: Group
  readonly items: Hash[]
}

/** What is wished once; plain data, so that another process can be told. */
export interface Scene {
  readonly payee: UserId
  /** Of this amount there is no other, so that the ledger tells this wish from all others. */
  readonly amount: string
  readonly holder: HolderId | null
  readonly since: number
  readonly inscription: Hash | null
  readonly requestId: RequestId | null
  /** A payment of before that is to be made impossible. */
  readonly voids: RequestId | null
}

export interface Ready {
  readonly paymentId: RequestId
  approve(): Promise<unknown>
}

export interface Kind {
  readonly name: string
  /** Calls of the network that matter on its way. */
  readonly calls: readonly CallName[]
  /** Assets whose balances it moves. */
  readonly assets: readonly AssetId[]
  stock(desk: Desk): Promise<void>
  scene(desk: Desk, count: number): Promise<Partial<Scene>>
  /** From the wish to what a person is shown. */
  prepare(wallet: OpenWallet, account: UserId, scene: Scene): Promise<Ready>
  /** What others have to do before one of these payments can end; done again and again, also while the person's own wallet is closed. */
  others?(desk: Desk, ids: readonly RequestId[]): Promise<void>
  /** What stood in its way from the beginning is over. */
  heal?(desk: Desk): void
  /** How often the wish came true on the ledger. */
  done(desk: Desk, scene: Scene): number
}

export const CALLS = {
  keys: /^POST \/safe\/keys$/,
  verify: /^POST \/safe\/transaction\/requests$/,
  send: /^POST \/safe\/transaction$/,
  state: /^GET \/safe\/transactions\/[^/]+$/,
  coins: /^GET \/safe\/outputs$/,
  fees: /^GET \/safe\/assets\/[^/]+\/fees$/,
  history: /^GET \/safe\/snapshots$/,
  create: /^POST \/safe\/multisigs$/,
  record: /^GET \/safe\/multisigs\/[^/]+$/,
  sign: /^POST \/safe\/multisigs\/[^/]+\/sign$/,
} as const
export type CallName = keyof typeof CALLS

const SINGLE: readonly CallName[] = ['keys', 'verify', 'send', 'state', 'coins', 'history']
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const ETHER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const ready = (wallet: OpenWallet, account: UserId, review: Parameters<typeof approving>[1]): Ready => ({
  paymentId: review.paymentId,
  approve: () => wallet.calls['payments.approve'](approving(account, review)),
})

/** Transactions of the person, or of the group, that pay this very amount to whom it is meant for. */
function paid(desk: Desk, scene: Scene, asset: AssetId, isTo: (output: TrueTransaction['outputs'][number]) => boolean) {
  const amount = parseAmount(scene.amount)
  const sent =
    scene.holder === null
      ? desk.ledger.sentBy([desk.victim.account])
      : desk.ledger.sentBy(desk.group.ids, desk.group.threshold)
  return sent
    .filter((each) => each.asset === kernelAssetId(asset))
    .flatMap(({ outputs }) => outputs)
    .filter((output) => output.amount === amount && isTo(output)).length
}
const toBen =
  (scene: Scene) =>
  ({ members }: TrueTransaction['outputs'][number]): boolean =>
    members?.join() === scene.payee

const fund = (asset: AssetId, amount: string) => async (desk: Desk) =>
  void (await desk.victim.person.fund(asset, amount))

const transfer: Kind = {
  name: 'transfer',
  calls: SINGLE,
  assets: [BTC],
  stock: fund(BTC, '10'),
  scene: async () => ({}),
  prepare: async (wallet, account, { payee, amount }) =>
    ready(wallet, account, await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(payee, amount)]))),
  done: (desk, scene) => paid(desk, scene, BTC, toBen(scene)),
}

const withdrawal = (name: string, asset: AssetId, feeAsset: AssetId, destination: string): Kind => ({
  name,
  calls: ['fees', ...SINGLE],
  assets: asset === feeAsset ? [asset] : [asset, feeAsset],
  async stock(desk) {
    await fund(asset, '1000')(desk)
    if (asset !== feeAsset) await fund(feeAsset, '10')(desk)
  },
  // No less of a stable coin leaves the network.
  scene: async (_, count) => (asset === USDT ? { amount: amountOf(100_000_000 + count) } : {}),
  prepare: async (wallet, account, { amount }) =>
    ready(
      wallet,
      account,
      await wallet.calls['payments.prepare'](
        paying(account, asset, [{ payee: { kind: 'chain', destination, tag: '' }, amount }], { feeAssetId: feeAsset }),
      ),
    ),
  done: (desk, scene) => paid(desk, scene, asset, (output) => output.destination === destination),
})

/** One row of a list, which is paid once under its name, however often the list is saved. */
const listed: Kind = {
  name: 'row of a list',
  calls: SINGLE,
  assets: [BTC],
  stock: fund(BTC, '10'),
  scene: async () => ({}),
  async prepare(wallet, account, { payee, amount }) {
    const row = { line: 1, to: payee, typed: amount, amount: parseAmount(amount), memo: '', label: '' }
    const list = { account, holder: null, assetId: BTC, name: `List of ${amount}`, rows: [row] }
    const { runId } = await wallet.calls['runs.save'](list)
    return ready(wallet, account, await wallet.calls['runs.prepare']({ account, runId }))
  },
  done: transfer.done,
}

const held = new WeakMap<Desk, Hash>()

/** Of a payment that was signed and did not get through; once the line is good again either of the two happens. */
const impossible: Kind = {
  name: 'payment made impossible',
  calls: SINGLE,
  assets: [BTC],
  stock: fund(BTC, '10'),
  async scene(desk, count) {
    const { proxy, wallet, account } = desk.victim
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(desk.ben.id, amountOf(count))]))
    const [bytes] = review.transactions
    if (bytes === undefined) throw new Error('it has a transaction')
    held.set(desk, bytes.hash)
    proxy.lies.push({ at: CALLS.send, cut: 'before', when: ({ body }) => held.get(desk) === hashIn(body) })
    await wallet.calls['payments.approve'](approving(account, review))
    return { voids: review.paymentId }
  },
  async prepare(wallet, account, { voids }) {
    if (voids === null) throw new Error('a payment was signed')
    return ready(wallet, account, await wallet.calls['payments.prepareVoid']({ account, paymentId: voids }))
  },
  heal: (desk) => void held.delete(desk),
  done: ({ ledger, victim }, { since }) =>
    ledger.sentBy([victim.account]).filter(({ sequence, asset }) => sequence > since && asset === kernelAssetId(BTC))
      .length,
}

/** Which transaction is handed over. */
function hashIn(body: unknown): string | undefined {
  const [first] = Array.isArray(body) ? (body as readonly unknown[]) : [body]
  const raw: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'raw') : undefined
  return typeof raw === 'string' ? transactionHash(raw) : undefined
}

const consolidation: Kind = {
  name: 'consolidation',
  calls: SINGLE,
  assets: [ETH],
  stock: fund(ETH, '1'),
  async scene(desk) {
    await desk.victim.person.fund(ETH, '0.01')
    return {}
  },
  async prepare(wallet, account) {
    const owner = { account, holder: null }
    const plan = await wallet.calls['coins.plan']({ ...owner, assetId: ETH })
    const begun = plan?.steps.find(({ paymentId }) => paymentId !== null)?.paymentId
    const paymentId =
      plan?.state === 'approval' && begun != null
        ? begun
        : (await wallet.calls['coins.combine']({ ...owner, assetId: ETH })).paymentId
    return ready(wallet, account, await wallet.calls['payments.review']({ account, paymentId }))
  },
  done: ({ ledger, victim }, { since }) =>
    ledger.sentBy([victim.account]).filter(({ sequence, asset }) => sequence > since && asset === kernelAssetId(ETH))
      .length,
}

const asked: Kind = {
  name: 'group request asked for',
  calls: ['keys', 'create', 'sign', 'record', 'state', 'coins'],
  assets: [],
  stock: async ({ group }) => void (await group.fund('10')),
  scene: async ({ group }) => ({ holder: `${group.membersHash}:2` as HolderId }),
  prepare: async (wallet, account, { payee, amount, holder }) =>
    ready(
      wallet,
      account,
      await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(payee, amount)], { holder })),
    ),
  async others({ group, partner }, ids) {
    for (const requestId of ids) await signAs(group, partner, requestId)
  },
  done: (desk, scene) => paid(desk, scene, BTC, toBen(scene)),
}

/** Signs as the other member once the person has; refused when he did already, or the request is gone. */
async function signAs(group: Group, partner: Person, requestId: RequestId): Promise<void> {
  const place = group.members.findIndex(({ id }) => id === partner.id)
  const record = await group.read(place, { request_id: requestId }).catch(() => undefined)
  if (record === undefined || record.revoked_by !== null || record.signers.length === 0) return
  if (!record.signers.includes(partner.id)) await group.sign(place, { request_id: requestId }).catch(() => undefined)
}

const cosigned: Kind = {
  name: 'group request co-signed',
  calls: ['record', 'sign', 'state', 'coins'],
  assets: [],
  stock: async ({ group }) => void (await group.fund('10')),
  async scene({ group, partner, ben }, count) {
    const amount = amountOf(count)
    const place = group.members.findIndex(({ id }) => id === partner.id)
    const [coin] = await group.outputs()
    const built = await group.build(amount, ben.id, coin === undefined ? undefined : [coin])
    const record = await group.create(built, place)
    await group.sign(place, record)
    return { requestId: record.request_id, holder: `${group.membersHash}:2` as HolderId }
  },
  async prepare(wallet, account, { requestId }) {
    if (requestId === null) throw new Error('a request was made')
    await wallet.calls['approvals.open']({ account, id: requestId })
    const review = await wallet.calls['approvals.review']({ account, requestId })
    return { paymentId: requestId, approve: () => wallet.calls['approvals.sign'](signing(account, review)) }
  },
  done: (desk, scene) => paid(desk, scene, BTC, toBen(scene)),
}

const ITEMS = 130

const collectible: Kind = {
  name: 'collectible',
  calls: SINGLE,
  assets: [],
  async stock({ net, victim, items }) {
    const wanted = Array.from({ length: ITEMS }, () => ({ members: [victim.account], content_type: 'text/plain' }))
    const made = await mint(net, wanted, { supply: String(ITEMS * 2) })
    items.push(...made.items.map(({ inscription_hash }) => inscription_hash))
  },
  async scene({ items, net, victim }) {
    const [inscription] = items.splice(0, 1)
    if (inscription === undefined) {
      await collectible.stock({ net, victim, items } as Desk)
      return collectible.scene({ items, net, victim } as Desk, 0)
    }
    return { inscription }
  },
  async prepare(wallet, account, { inscription, payee }) {
    if (inscription === null) throw new Error('an item was minted')
    const input = { account, holder: null, inscription, payee: { kind: 'user' as const, userId: payee } }
    return ready(wallet, account, await wallet.calls['collectibles.transfer'](input))
  },
  done: ({ ledger, victim }, { since, payee }) =>
    ledger
      .sentBy([victim.account])
      .filter(
        ({ sequence, asset, outputs }) =>
          sequence > since && !KNOWN.has(asset) && outputs[0]?.members?.join() === payee,
      ).length,
}
const KNOWN = new Set([BTC, ETH, XIN, USDT].map((asset) => kernelAssetId(asset)))

const memo: Kind = {
  name: 'stored memo',
  calls: ['keys', 'verify', 'send', 'state', 'coins'],
  assets: [BTC, XIN],
  async stock(desk) {
    await fund(BTC, '10')(desk)
    await fund(XIN, '100')(desk)
  },
  scene: async () => ({}),
  prepare: async (wallet, account, { payee, amount }) =>
    ready(
      wallet,
      account,
      await wallet.calls['payments.prepare'](
        paying(account, BTC, [toUser(payee, amount)], {
          ...{ memoHex: Buffer.from(`memo ${amount} `.repeat(30)).toString('hex'), storeMemo: true },
        }),
      ),
    ),
  // What is burnt for the memo must not be burnt twice either.
  done: (desk, scene) =>
    Math.max(
      paid(desk, scene, BTC, toBen(scene)),
      desk.ledger
        .sentBy([desk.victim.account])
        .filter(({ sequence, asset }) => sequence > scene.since && asset === kernelAssetId(XIN)).length,
    ),
}

export const KINDS: readonly Kind[] = [
  transfer,
  listed,
  impossible,
  withdrawal('withdrawal, fee in the same asset', BTC, BTC, ADDRESS),
  withdrawal('withdrawal, fee in another asset', USDT, ETH, ETHER_ADDRESS),
  consolidation,
  asked,
  cosigned,
  collectible,
  memo,
]

/** No two wishes of a run have the same. */
const amountOf = (count: number): string => formatAmount(toAmount(BigInt(100_000 + count)))

export async function newScene(desk: Desk, kind: Kind, count: number): Promise<Scene> {
  const since = Math.max(0, ...desk.ledger.sentBy([desk.victim.account]).map(({ sequence }) => sequence))
  const more = await kind.scene(desk, count)
  return {
    payee: desk.ben.id,
    amount: amountOf(count),
    holder: null,
    since,
    inscription: null,
    requestId: null,
    voids: null,
    ...more,
  }
}

export async function newDesk(
  given: Pick<Desk, 'net' | 'ledger' | 'ben'> & { readonly victim: Victim; readonly partner: Person },
  kind: Kind,
): Promise<Desk> {
  const group = await groupOf(given.net, [given.victim.person, given.partner], 2, BTC)
  const desk: Desk = { ...given, group, items: [] }
  const { wallet, account } = given.victim
  await wallet.calls['groups.create']({ account, name: 'Treasury', members: group.ids, threshold: 2 })
  await kind.stock(desk)
  return desk
}
