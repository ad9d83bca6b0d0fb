import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import assets from '#assets' with { type: 'json' }
import type { AssetId, Hash, Holder, Output, OutputId, RequestId } from '#contract/domain'
import { ghostKeyHint, kernelAssetId, toAmount } from '#protocol'
import { type InscribedId, type InscribedOutput, inscribedOf } from '../../src/wallet/payments/inscribed.ts'
import { createPaymentSteps, type PaymentSteps } from '../../src/wallet/payments/payment-steps.ts'
import type { Coin, CoinSource } from '../../src/wallet/payments/select.ts'
import type { StepsDeps } from '../../src/wallet/payments/step-parts.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { NIGHTLY } from '../support/nightly.ts'
import { newFolder } from '../support/scratch.ts'
import {
  ACCOUNT,
  aHolder,
  anOutput,
  aPayment,
  aPlan,
  hashOf,
  openAccount,
  request,
  uuidFrom,
} from '../support/store.ts'

const BTC = 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' as AssetId
const KERNEL = kernelAssetId(BTC) as Hash // a formula over the id
const WALLETS = NIGHTLY ? 10_000 : 1_000

describe('an output that carries an item', () => {
  it('has no type that could be chosen as a coin', () => {
    expectTypeOf<InscribedOutput>().not.toExtend<Coin>()
    expectTypeOf<InscribedOutput>().not.toExtend<Output>()
    expectTypeOf<InscribedId>().not.toExtend<OutputId>()
    expectTypeOf<readonly InscribedOutput[]>().not.toExtend<ReturnType<ReturnType<CoinSource['largest']>['at']>>()
    type Chosen = NonNullable<Parameters<PaymentSteps['prepare']>[0]['coins']>
    expectTypeOf<InscribedId[]>().not.toExtend<Chosen>()
    type Spent = Parameters<PaymentSteps['prepareAct']>[0]['act'] & { kind: 'transfer' }
    expectTypeOf<OutputId>().not.toExtend<Spent['spends']>()
  })

  it('is told from money by what it carries', () => {
    expect(inscribedOf(anOutput('money'))).toBeUndefined()
    expect(inscribedOf(anOutput('item', { inscription_hash: hashOf('item') }))).toMatchObject({
      inscription: hashOf('item'),
    })
  })
})

/** Small numbers that follow from a seed, so that a failure comes again. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const KINDS = ['free', 'free', 'free', 'inscribed', 'frozen', 'held', 'frozen item', 'signed'] as const

interface RandomWallet {
  readonly holder: Holder
  readonly outputs: readonly { readonly output: Output; readonly kind: (typeof KINDS)[number] }[]
}

function randomWallet(at: number): RandomWallet {
  const next = numbersFrom(at + 1)
  const holder = aHolder(`wallet ${at}`)
  const outputs = Array.from({ length: 1 + next(9) }, (_, sequence) => {
    const kind = KINDS[next(KINDS.length)] ?? 'free'
    const name = `${at}:${sequence}`
    const output = anOutput(name, {
      ...{ holder, sequence: sequence + 1, kernel_asset_id: KERNEL, asset: KERNEL, asset_id: BTC },
      amount: toAmount(BigInt(1 + next(20))),
      state: kind === 'signed' ? 'signed' : 'unspent',
      inscription_hash: kind === 'inscribed' || kind === 'frozen item' ? hashOf(`item ${name}`) : null,
    })
    return { output, kind }
  })
  return { holder, outputs }
}

const unused = <Thing>(what: string): Thing =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error(`${what} is not needed`)
      },
    },
  ) as Thing

describe(`the selection of ${WALLETS} random wallets`, () => {
  const store = openAccount(newFolder('store'))
  store.resync.done()
  const { cache, intents } = store
  let machine: PaymentSteps
  let holder: Holder
  /** What the last payment held when it asked for keys, the first thing it asks of the network. */
  let taken: readonly OutputId[] = []

  beforeAll(() => {
    const keysAsked = async () => {
      taken = intents.payments
        .list({ holder: holder.id, states: ['reserved'] })
        .filter(({ detail }) => 'rows' in (detail as object))
        .flatMap(({ id }) => intents.payments.get(id)?.transactions ?? [])
        .flatMap(({ inputs }) => inputs.map(({ outputId }) => outputId))
      throw new Error('no network')
    }
    let drawn = 0
    const deps: StepsDeps = {
      ...{ account: ACCOUNT, networkName: 'local', feeUser: ACCOUNT, store, clock: systemClock, log: () => undefined },
      remote: { ...unused<StepsDeps['remote']>('remote'), call: keysAsked },
      signer: {
        ...unused<StepsDeps['signer']>('signer'),
        hints: async ({ requestId, count }) =>
          Array.from({ length: count }, (_, index) => ghostKeyHint(requestId, index)),
      },
      submitter: unused('submitter'),
      sync: unused('sync'),
      audit: { frozen: () => false, pending: () => [] },
      unpaid: { need: async () => [] },
      agreed: unused('agreed'),
      rules: { checks: async () => [], ready: async () => () => undefined, took: () => undefined },
      takeOver: { completed: async () => false, round: async () => undefined, during: (_id, step) => step() },
      directory: createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups }),
      random: (length) => {
        drawn += 1
        return new Uint8Array(Buffer.from(hashOf(`draw ${drawn}`), 'hex').subarray(0, length))
      },
      ...{ holder: () => holder, rate: () => null, approval: () => 'button' },
      requests: { made: () => undefined, signed: () => undefined },
    }
    machine = createPaymentSteps(deps)
  })
  afterAll(() => store.close())

  async function trial(at: number): Promise<void> {
    const wallet = randomWallet(at)
    holder = wallet.holder
    cache.outputs.applyPage({
      holder,
      outputs: wallet.outputs.map(({ output }) => output),
      cursor: wallet.outputs.length,
    })
    const of = (...kinds: readonly string[]) =>
      wallet.outputs.filter(({ kind }) => kinds.includes(kind)).map(({ output }) => output)
    const frozen = of('frozen', 'frozen item')
    const held = of('held')
    for (const { output_id } of frozen) intents.freezes.set(output_id, 'kept')
    const holding = `holding ${at}`
    if (held.length > 0) {
      intents.payments.create(aPayment(holding, { holder: holder.id }))
      intents.payments.reserve(request(holding), [aPlan(holding, held)])
    }
    const free = of('free')
    const total = free.reduce((sum, { amount }) => sum + amount, 0n)
    const { available } = machine.capacity(holder, BTC, null, toAmount(0n))
    if (available !== total) throw new Error(`wallet ${at}: ${available} is available of ${total}`)
    // All ids are named where coins are chosen by hand: what is no money is not taken even then.
    const chosen = at % 2 === 0 ? null : wallet.outputs.map(({ output }) => output.output_id)
    const amount = total === 0n ? 1n : 1n + (BigInt(at) % total)
    taken = []
    await machine
      .prepare(
        {
          ...{ account: ACCOUNT, holder: null, assetId: BTC, memoHex: '', feeAssetId: null, coins: chosen },
          rows: [{ payee: { kind: 'user', userId: uuidFrom('somebody') }, amount: toAmount(amount) }],
          ...{ references: [], requestId: null, draftId: null, label: '', returnTo: null },
        },
        null,
      )
      .catch(() => undefined)
    const allowed = new Set(free.map(({ output_id }) => output_id))
    const wrong = taken.filter((id) => !allowed.has(id))
    if (wrong.length > 0 || (total > 0n && taken.length === 0))
      throw new Error(`wallet ${at}: ${wrong.length} are wrong`)
    if (held.length > 0) intents.payments.cancel(request(holding) as RequestId)
    for (const { output_id } of frozen) intents.freezes.remove(output_id)
  }

  it('never takes an inscribed, frozen, held or signed output', { timeout: 600_000 }, async () => {
    let paying = 0
    for (let at = 0; at < WALLETS; at += 1) {
      await trial(at)
      if (taken.length > 0) paying += 1
    }
    expect(paying).toBeGreaterThan(WALLETS / 2)
  })
})
