import type { AssetId, Hash, RequestId } from '#contract/domain'
import { kernelAssetId, parseAmount, toAmount, transactionHash } from '#protocol'
import { mint } from '../support/collectibles.ts'
import { groupOf } from '../support/group.ts'
import { BTC, ETH, type Person, USDT, XIN } from '../support/localnet.ts'
import type { Victim } from '../support/victim.ts'
import { approving, paying, toUser } from '../support/wallet.ts'
import { GROUP_KINDS } from './group-kinds.ts'
import {
  ADDRESS,
  amountOf,
  CALLS,
  type CallName,
  type Desk,
  fund,
  type Kind,
  paid,
  ready,
  type Scene,
  toBen,
} from './wishes.ts'

const SINGLE: readonly CallName[] = ['keys', 'verify', 'send', 'state', 'coins', 'history']
const ETHER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

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

/** Signs a payment of the wish and keeps it from the network until `heal`. */
async function keptBack(desk: Desk, count: number): Promise<RequestId> {
  const { proxy, wallet, account } = desk.victim
  const review = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(desk.ben.id, amountOf(count))]))
  const [bytes] = review.transactions
  if (bytes === undefined) throw new Error('it has a transaction')
  held.set(desk, bytes.hash)
  proxy.lies.push({ at: CALLS.send, cut: 'before', when: ({ body }) => held.get(desk) === hashIn(body) })
  await wallet.calls['payments.approve'](approving(account, review))
  return review.paymentId
}

/** Of a payment that was signed and did not get through; once the line is good again either of the two happens. */
const impossible: Kind = {
  name: 'payment made impossible',
  calls: SINGLE,
  assets: [BTC],
  stock: fund(BTC, '10'),
  scene: async (desk, count) => ({ before: await keptBack(desk, count) }),
  async prepare(wallet, account, { before }) {
    if (before === null) throw new Error('a payment was signed')
    return ready(wallet, account, await wallet.calls['payments.prepareVoid']({ account, paymentId: before }))
  },
  heal: (desk) => void held.delete(desk),
  done: ({ ledger, victim }, { since }) =>
    ledger.sentBy([victim.account]).filter(({ sequence, asset }) => sequence > since && asset === kernelAssetId(BTC))
      .length,
}

/** Of a payment that was signed and never arrived, and whose coins went another way meanwhile. */
const secondTry: Kind = {
  name: 'second try',
  calls: SINGLE,
  assets: [BTC],
  stock: fund(BTC, '10'),
  async scene(desk, count) {
    const { person, wallet, account } = desk.victim
    const before = await keptBack(desk, count)
    const coins = await person.outputs(BTC)
    const whole = toAmount(coins.reduce((sum, { amount }) => sum + amount, 0n))
    await person.send(await person.build(BTC, [{ to: [account], amount: whole }], { inputs: coins }))
    for (let times = 0; ; times += 1) {
      await desk.net.blocks(1)
      await wallet.calls['app.retry']({ account })
      const { state } = await wallet.calls['payments.read']({ account, paymentId: before })
      if (state === 'failed') break
      if (times === PATIENCE) throw new Error(`the first try is ${state}`)
    }
    held.delete(desk)
    return { before }
  },
  async prepare(wallet, account, { before, payee, amount }) {
    const tied = { ...paying(account, BTC, [toUser(payee, amount)]), again: before }
    return ready(wallet, account, await wallet.calls['payments.prepare'](tied))
  },
  done: transfer.done,
}
/** Rounds in which the end of the first try is found. */
const PATIENCE = 50

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
  secondTry,
  consolidation,
  ...GROUP_KINDS,
  collectible,
  memo,
]

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
    before: null,
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
