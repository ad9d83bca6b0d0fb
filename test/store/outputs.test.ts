import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Hash, type HolderId, type Output, type OutputId, parseTime } from '#contract/domain'
import { outputId as ruledId, toAmount } from '#protocol'
import type { AccountStore } from '#store'
import { newFolder } from '../support/scratch.ts'
import {
  aHolder,
  anOutput,
  asset,
  hashOf,
  kernel,
  openAccount,
  outputId,
  request,
  spent,
  time,
  user,
} from '../support/store.ts'

let folder: string
let store: AccountStore
const holder = aHolder()
const HUGE = 2n ** 63n
let owners = 0

beforeEach(() => {
  folder = newFolder('store')
  store = openAccount(folder)
})
afterEach(() => store.close())

const page = (outputs: readonly Output[], cursor = outputs.at(-1)?.sequence ?? 0) =>
  store.cache.outputs.applyPage({ holder, outputs, cursor })

/** How often a piece of work wrote an output. */
function written(work: () => void): number {
  const before = store.cache.outputs.version()
  work()
  return store.cache.outputs.version() - before
}

const balance = (kernelAsset: Hash = kernel('BTC'), of: HolderId = holder.id) =>
  store.cache.outputs.balances(of).find((each) => each.kernelAssetId === kernelAsset)

describe('outputs.applyPage', () => {
  it('gives back every member of a record', () => {
    const full: Output = {
      ...spent(anOutput(7, { extra: 'c0ffee', amount: toAmount(123_456_789n) })),
      senders_hash: hashOf('senders'),
      senders_threshold: 2,
      senders: [user('alice'), user('bob')],
      signers: [user('alice')],
      keys: [hashOf('k1'), hashOf('k2')],
      asset_id: asset('other claim'),
      inscription_hash: hashOf('inscription'),
      deposit: { chain: asset('BTC'), deposit_hash: 'f00d', deposit_index: 3 },
      type: 'odd',
      updated_at: time(999_999, 42),
      output_index: 255,
    }
    page([anOutput(1), full])
    expect(store.cache.outputs.get(full.output_id)).toEqual(full)
  })

  it('gives back a record whose members are all absent', () => {
    const bare = anOutput(1, { asset_id: null })
    page([bare])
    expect(store.cache.outputs.get(bare.output_id)).toEqual(bare)
  })

  it('writes the outputs that are new or changed, and nothing of those it only repeats', () => {
    const [a, b, c] = [anOutput(1), anOutput(2), anOutput(3)]
    page([a, b])
    expect(written(() => page([a, spent(b), c]))).toBe(2)
    expect(store.cache.outputs.getMany([a, b, c].map(({ output_id }) => output_id))).toEqual([a, spent(b), c])
    expect(written(() => page([a, spent(b), c]))).toBe(0)
  })

  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])('takes nothing of a page that says %s', (text) => {
    const at = parseTime(text)
    const said = [{ created_at: at }, { signed_at: at }, { spent_at: at }, { updated_at: at }]
    for (const fields of said) {
      expect(() => page([anOutput(1), anOutput(2, fields)])).toThrow(
        expect.objectContaining({ code: 'remote.malformed' }),
      )
    }
    expect(store.cache.outputs.list({ holder: holder.id, limit: 9 })).toEqual([])
  })

  it('keeps the cursor of the page', () => {
    expect(store.cache.outputs.cursor(holder.id)).toBe(0)
    page([anOutput(1)], 41)
    expect(store.cache.outputs.cursor(holder.id)).toBe(41)
  })

  it('keeps neither the page nor its cursor when one output belongs to somebody else', () => {
    const foreign = anOutput(2, { holder: aHolder('somebody') })
    expect(() => page([anOutput(1), foreign], 2)).toThrow()
    expect(store.cache.outputs.cursor(holder.id)).toBe(0)
    expect(store.cache.outputs.get(outputId(1))).toBeUndefined()
    expect(store.cache.outputs.balances(holder.id)).toEqual([])
    page([anOutput(1)])
    expect(balance()?.unspent.coins).toBe(1)
  })

  it('names the refusal of a foreign output as a malformed answer', () => {
    const foreign = anOutput(2, { holder: aHolder('somebody') })
    expect(() => page([foreign])).toThrow(expect.objectContaining({ code: 'remote.malformed' }))
  })

  it('keeps holders apart', () => {
    const group = aHolder('me', 'alice')
    page([anOutput(1)])
    store.cache.outputs.applyPage({ holder: group, outputs: [anOutput(2, { holder: group })], cursor: 2 })
    expect(balance()?.unspent.coins).toBe(1)
    expect(balance(kernel('BTC'), group.id)?.unspent.coins).toBe(1)
    expect(store.cache.outputs.list({ holder: group.id, limit: 10 }).map((each) => each.sequence)).toEqual([2])
    expect(store.cache.holders.get(group.id)).toEqual(group)
  })
})

describe('outputs.applyReconciled', () => {
  it('changes outputs and balances but not the cursor', () => {
    page([anOutput(1), anOutput(2)])
    store.cache.outputs.applyReconciled(holder, [spent(anOutput(1))])
    expect(store.cache.outputs.cursor(holder.id)).toBe(2)
    expect(balance()?.unspent.coins).toBe(1)
  })

  it('lets an output become unspent again when a multisig request was unlocked', () => {
    const output = anOutput(1)
    page([{ ...output, state: 'signed', signed_by: hashOf('held'), signed_at: time(5) }])
    expect(balance()).toMatchObject({ unspent: { coins: 0 }, signed: { coins: 1, amount: output.amount } })
    store.cache.outputs.applyReconciled(holder, [output])
    expect(balance()).toMatchObject({ unspent: { coins: 1 }, signed: { coins: 0, amount: 0n } })
  })
})

describe('outputs.markSpent', () => {
  const by = hashOf('our transaction')

  it('keeps an output spent whatever the service says later', () => {
    const output = anOutput(1)
    page([output, anOutput(2)])
    store.cache.outputs.markSpent([output.output_id], by, time(100))
    page([output])
    store.cache.outputs.applyReconciled(holder, [{ ...output, state: 'signed' }])
    expect(store.cache.outputs.get(output.output_id)).toMatchObject({
      state: 'spent',
      signed_by: by,
      spent_at: time(100),
    })
    expect(balance()?.unspent.coins).toBe(1)
    expect([...store.cache.outputs.coins({ holder: holder.id, kernelAsset: kernel('BTC') }).ascending()]).toHaveLength(
      1,
    )
  })

  it('holds for an output that is not known yet', () => {
    const output = anOutput(1)
    store.cache.outputs.markSpent([output.output_id], by, time(100))
    page([output])
    expect(store.cache.outputs.get(output.output_id)?.state).toBe('spent')
    expect(balance()).toBeUndefined()
  })

  it('takes what the service says of an output that it calls spent too', () => {
    const output = anOutput(1)
    page([output])
    store.cache.outputs.markSpent([output.output_id], by, time(100))
    page([spent(output, 'theirs')])
    expect(store.cache.outputs.get(output.output_id)).toEqual(spent(output, 'theirs'))
  })

  it('changes an output once', () => {
    page([anOutput(1)])
    const mark = () => store.cache.outputs.markSpent([outputId(1)], by, time(1))
    expect([written(mark), written(mark)]).toEqual([1, 0])
  })
})

describe('outputs.takeBackSpent', () => {
  const by = hashOf('our transaction')
  const { output_id: id } = anOutput(1)

  it('has a coin open again, as signed for, that no other transaction is known to have spent', () => {
    page([anOutput(1)])
    store.cache.outputs.markSpent([id], by, time(100))
    store.cache.outputs.takeBackSpent([id], by)
    expect(store.cache.outputs.get(id)).toMatchObject({ state: 'signed', signed_by: by, spent_at: null })
    expect(balance()).toMatchObject({ unspent: { coins: 0 }, signed: { coins: 1 } })
    // The service is believed again.
    page([anOutput(1)])
    expect(balance()).toMatchObject({ unspent: { coins: 1 }, signed: { coins: 0 } })
  })

  it('leaves a coin spent that another transaction has spent', () => {
    page([spent(anOutput(1), 'theirs')])
    store.cache.outputs.takeBackSpent([id], by)
    expect(store.cache.outputs.get(id)?.state).toBe('spent')
  })

  it('leaves a coin as it is that is not spent', () => {
    page([anOutput(1)])
    store.cache.outputs.takeBackSpent([id], by)
    expect(store.cache.outputs.get(id)?.state).toBe('unspent')
  })
})

describe('an output that is described otherwise than it was known', () => {
  it('counts no more, also once it is described as it was', () => {
    const coin = anOutput(1)
    page([coin])
    page([{ ...coin, amount: toAmount(coin.amount + 1n) }])
    page([coin])
    expect(store.cache.outputs.isAside(coin.output_id)).toBe(true)
    expect(balance()?.unspent.coins ?? 0).toBe(0)
  })

  it('counts once somebody has looked at its description', () => {
    const coin = anOutput(1)
    page([coin])
    page([{ ...coin, amount: toAmount(coin.amount + 1n) }])
    store.cache.outputs.release(holder, coin)
    expect(store.cache.outputs.isAside(coin.output_id)).toBe(false)
    expect(balance()?.unspent).toMatchObject({ coins: 1, amount: coin.amount })
  })

  it('is no coin that is aside once this wallet has spent it', () => {
    const coin = anOutput(1)
    page([coin])
    page([{ ...coin, amount: toAmount(coin.amount + 1n) }])
    expect(store.cache.outputs.aside(holder.id)).toHaveLength(1)
    store.cache.outputs.markSpent([coin.output_id], hashOf('our transaction'), time(100))
    expect(store.cache.outputs.aside(holder.id)).toEqual([])
  })
})

describe('outputs that were never known and cannot be true', () => {
  it('count once they are described as can be', () => {
    const coin = anOutput(1)
    store.cache.outputs.putAside(holder, coin, ['amount'])
    page([coin])
    expect(store.cache.outputs.isAside(coin.output_id)).toBe(false)
    expect(balance()?.unspent.coins).toBe(1)
  })

  it('are kept up to a thousand, and whatever was known is set aside all the same', () => {
    page([anOutput('known')])
    for (let at = 0; at < 1_003; at += 1)
      store.cache.outputs.putAside(holder, anOutput(`false ${at}`), ['hash', 'index'])
    expect(store.cache.outputs.aside(holder.id)).toHaveLength(1_000)
    store.cache.outputs.putAside(holder, anOutput('known'), ['existence'])
    expect(store.cache.outputs.aside(holder.id)).toHaveLength(1_001)
    expect(balance()?.unspent.coins ?? 0).toBe(0)
  })
})

describe('an output that was denied', () => {
  it('counts again once it is listed as it was, and not while it is listed otherwise', () => {
    const coin = anOutput(1)
    const counted = () => [store.cache.outputs.isAside(coin.output_id), balance()?.unspent.amount ?? 0n]
    page([coin])
    store.cache.outputs.putAside(holder, coin, ['existence'])
    expect(counted()).toEqual([true, 0n])
    page([{ ...coin, amount: toAmount(coin.amount + 1n) }])
    expect(counted()).toEqual([true, 0n])
    page([coin])
    expect(counted()).toEqual([false, coin.amount])
  })
})

describe('outputs.balances', () => {
  it('never counts inscribed outputs as money', () => {
    page([anOutput(1), anOutput(2, { inscription_hash: hashOf('inscription') })])
    expect(balance()).toMatchObject({ unspent: { amount: 100_000_000n, coins: 1 }, inscribed: 1 })
    page([spent(anOutput(2, { inscription_hash: hashOf('inscription') }))])
    expect(balance()?.inscribed).toBe(0)
  })

  it('stays exact when amounts and sums pass 63 bits', () => {
    const amounts = [HUGE - 1n, HUGE, HUGE * 5n + 3n, 1n, 10n ** 40n]
    page(amounts.map((amount, at) => anOutput(at + 1, { amount: toAmount(amount) })))
    const total = amounts.reduce((sum, amount) => sum + amount, 0n)
    expect(balance()?.unspent.amount).toBe(total)
    store.close()
    store = openAccount(folder)
    expect(store.notices()).toEqual([])
    expect(balance()?.unspent.amount).toBe(total)
    page([spent(anOutput(5, { amount: toAmount(10n ** 40n) }))])
    expect(balance()?.unspent.amount).toBe(total - 10n ** 40n)
  })

  it.each([
    { most: 12, numRuns: 60 },
    { most: 120, numRuns: 15 },
  ])('equals the sums of a naive model after any pages of $most', ({ most, numRuns }) => {
    const change = fc.record({
      name: fc.integer({ min: 1, max: 40 }),
      state: fc.constantFrom('unspent', 'signed', 'spent'),
      asset: fc.constantFrom('A', 'B', 'C'),
      amount: fc.oneof(fc.bigInt({ min: 0n, max: 1_000n }), fc.bigInt({ min: HUGE - 5n, max: HUGE * 4n })),
      inscribed: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: most }), { maxLength: 12 }), (pages) => {
        const owner = aHolder(`owner ${owners++}`)
        const model = new Map<OutputId, Output>()
        const aside = new Set<OutputId>()
        for (const changes of pages) {
          const outputs = changes.map((each) =>
            anOutput(`${owner.id} ${each.name}`, {
              holder: owner,
              state: each.state,
              sequence: each.name,
              amount: toAmount(each.amount),
              kernel_asset_id: kernel(each.asset),
              asset_id: asset(each.asset),
              inscription_hash: each.inscribed ? hashOf('inscription') : null,
            }),
          )
          store.cache.outputs.applyPage({ holder: owner, outputs, cursor: 1 })
          for (const output of outputs) {
            const known = model.get(output.output_id)
            const same = known?.amount === output.amount && known.kernel_asset_id === output.kernel_asset_id
            if (known === undefined || same) {
              if (!aside.has(output.output_id)) model.set(output.output_id, output)
            } else {
              // One that comes back as something else is off the books from then on.
              model.delete(output.output_id)
              aside.add(output.output_id)
            }
          }
        }
        for (const name of ['A', 'B', 'C']) {
          const own = [...model.values()].filter((each) => each.kernel_asset_id === kernel(name))
          const plain = own.filter((each) => each.inscription_hash === null)
          const sum = (state: Output['state']) => {
            const chosen = plain.filter((each) => each.state === state)
            return { amount: chosen.reduce((total, each) => total + each.amount, 0n), coins: chosen.length }
          }
          const found = store.cache.outputs.balances(owner.id).find((each) => each.kernelAssetId === kernel(name))
          expect(found?.unspent ?? { amount: 0n, coins: 0 }).toEqual(sum('unspent'))
          expect(found?.signed ?? { amount: 0n, coins: 0 }).toEqual(sum('signed'))
          const inscribed = own.filter((each) => each.inscription_hash !== null && each.state !== 'spent')
          expect(found?.inscribed ?? 0).toBe(inscribed.length)
        }
        expect(store.cache.outputs.aside(owner.id).map(({ outputId }) => outputId)).toHaveLength(aside.size)
        for (const output of model.values()) expect(store.cache.outputs.get(output.output_id)).toEqual(output)
      }),
      { numRuns, seed: 20_261_121 },
    )
    store.close()
    store = openAccount(folder)
    expect(store.notices()).toEqual([])
  })
})

describe('outputs lists', () => {
  it('pages by sequence, newest first, without gaps or repeats', () => {
    page(Array.from({ length: 25 }, (_, at) => anOutput(at + 1)))
    const seen: number[] = []
    for (let before: number | undefined; ; ) {
      const rows = store.cache.outputs.list({
        holder: holder.id,
        limit: 7,
        ...(before === undefined ? {} : { before }),
      })
      if (rows.length === 0) break
      seen.push(...rows.map((row) => row.sequence))
      before = rows.at(-1)?.sequence
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at))
  })

  it('filters by state and asset', () => {
    page([
      anOutput(1),
      spent(anOutput(2)),
      anOutput(3, { kernel_asset_id: kernel('ETH'), asset_id: asset('ETH') }),
      { ...anOutput(4), state: 'signed' },
    ])
    const sequences = (query: object) =>
      store.cache.outputs.list({ holder: holder.id, limit: 10, ...query }).map((row) => row.sequence)
    expect(sequences({ state: 'unspent' })).toEqual([3, 1])
    expect(sequences({ state: 'spent' })).toEqual([2])
    expect(sequences({ state: 'unspent', kernelAsset: kernel('ETH') })).toEqual([3])
    expect(sequences({ kernelAsset: kernel('BTC') })).toEqual([4, 2, 1])
    expect(sequences({ kernelAsset: kernel('never seen') })).toEqual([])
  })

  it('lists inscribed outputs until they are spent', () => {
    const item = anOutput(1, { inscription_hash: hashOf('inscription') })
    page([item, anOutput(2)])
    expect(store.cache.outputs.inscribed({ holder: holder.id, limit: 5 })).toEqual([item])
    page([spent(item)])
    expect(store.cache.outputs.inscribed({ holder: holder.id, limit: 5 })).toEqual([])
  })

  it.each([
    ['spent', false],
    ['carry an item', true],
  ])('pages those that %s, newest first', (_, isItem) => {
    const all = [1, 2, 3].map((at) => {
      const output = anOutput(at, { sequence: at })
      return isItem ? { ...output, inscription_hash: hashOf('item') } : spent(output)
    })
    page(all)
    const next = (before?: number) =>
      isItem
        ? store.cache.outputs.inscribed({ holder: holder.id, before, limit: 2 })
        : store.cache.outputs.list({ holder: holder.id, state: 'spent', before, limit: 2 })
    expect([next(), next(2)].map((some) => some.map(({ sequence }) => sequence))).toEqual([[3, 2], [1]])
  })

  it('lists what is not spent in one order, page by page, and counts what is', () => {
    const others = { kernel_asset_id: kernel('ETH') }
    page([
      anOutput(1),
      spent(anOutput(2)),
      { ...anOutput(3), state: 'signed' },
      spent(anOutput(4, others)),
      anOutput(5),
    ])
    const open = (more: { before?: number; limit: number }) =>
      store.cache.outputs.list({ holder: holder.id, state: 'open', ...more }).map(({ sequence }) => sequence)
    expect([open({ limit: 2 }), open({ before: 3, limit: 2 })]).toEqual([[5, 3], [1]])
    const { countSpent } = store.cache.outputs
    expect([countSpent(holder.id), countSpent(holder.id, kernel('ETH')), countSpent(holder.id, kernel('XIN'))]).toEqual(
      [...[2, 1, 0]],
    )
    expect(countSpent(aHolder('nobody').id)).toBe(0)
  })

  it('gives the open ids between two sequences for the reconcile pass', () => {
    page([anOutput(1), spent(anOutput(2)), { ...anOutput(3), state: 'signed' }, anOutput(4)])
    const ids = (state: 'unspent' | 'signed', after: number, upTo: number, of = holder) =>
      store.cache.outputs.openIds(of.id, state, { after, upTo })
    expect(ids('unspent', 0, 9)).toEqual([outputId(1), outputId(4)])
    expect(ids('unspent', 1, 4)).toEqual([outputId(4)])
    expect(ids('unspent', 0, 3)).toEqual([outputId(1)])
    expect(ids('signed', 0, 9)).toEqual([outputId(3)])
    expect(ids('unspent', 0, 9, aHolder('nobody'))).toEqual([])
    expect([0, 1, 2].map((than) => store.cache.outputs.hasMoreUnspent(holder.id, than))).toEqual([true, true, false])
    expect(store.cache.outputs.hasMoreUnspent(aHolder('nobody').id, 0)).toBe(false)
  })

  it('finds open outputs by their place in the ledger, and spent ones by the rule of ids', () => {
    const hash = hashOf('transaction')
    const open = anOutput(1, { transaction_hash: hash, output_index: 3 })
    const gone = spent(
      anOutput(2, { transaction_hash: hash, output_index: 4, output_id: ruledId(hash, 4) as OutputId }),
    )
    page([open, gone])
    expect(store.cache.outputs.byTransaction(hash, 3)).toEqual(open)
    expect(store.cache.outputs.byTransaction(hash, 4)).toEqual(gone)
    expect(store.cache.outputs.byTransaction(hash, 5)).toBeUndefined()
  })

  it('gives many by id in the order asked for', () => {
    page([anOutput(1), anOutput(2), anOutput(3)])
    const found = store.cache.outputs.getMany([outputId(3), outputId(99), outputId(1)])
    expect(found.map((each) => each.sequence)).toEqual([3, 1])
  })

  it('keeps everything an offline co-signer needs', () => {
    const output = {
      ...anOutput(1),
      request_id: request('co'),
      extra: 'ab',
      senders: [user('bob')],
      senders_threshold: 1,
    }
    page([output])
    expect(store.cache.outputs.get(output.output_id)).toMatchObject({
      mask: output.mask,
      keys: output.keys,
      receivers_threshold: 1,
      receivers: holder.members,
      kernel_asset_id: kernel('BTC'),
      request_id: request('co'),
      senders: [user('bob')],
      extra: 'ab',
    })
  })
})
