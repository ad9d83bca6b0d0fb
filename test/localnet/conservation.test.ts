import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AssetId } from '#contract/domain'
import { formatAmountShort, toAmount } from '#protocol'
import { type Group, groupOf } from '../support/group.ts'
import {
  BTC,
  ETH,
  FEE_USER,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
} from '../support/localnet.ts'

const ASSETS = [BTC, ETH] as const
const ADDRESSES = {
  [BTC]: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  [ETH]: '0x52908400098527886E0F7030069857D2E4169EE7',
} as Readonly<Record<AssetId, string>>

const who = fc.nat({ max: 2 })
const asset = fc.constantFrom(...ASSETS)
const units = fc.bigInt({ min: 1n, max: 300_000_000n })
const step = fc.oneof(
  fc.record({ kind: fc.constant('deposit'), who, asset, units }),
  fc.record({ kind: fc.constant('pay'), who, to: who, asset, units }),
  fc.record({ kind: fc.constant('pay twice'), who, to: who, asset, units }),
  fc.record({ kind: fc.constant('withdraw'), who, asset, units }),
  fc.record({ kind: fc.constant('group'), who, to: who, units, unlock: fc.boolean() }),
  fc.record({ kind: fc.constant('blocks'), count: fc.integer({ min: 1, max: 4 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

describe('money on the local network', () => {
  let net: TestLocalnet
  let people: Person[]
  let group: Group
  beforeAll(async () => {
    net = await startTestLocalnet()
    people = [await newcomer(net, 'Ana'), await newcomer(net, 'Ben'), await newcomer(net, 'Cat')]
    group = await groupOf(net, people, 2, BTC, '10')
  })

  const person = (at: number): Person => {
    const found = people[at]
    if (found === undefined) throw new Error('there is nobody at this place')
    return found
  }

  /** What went in and came out by the word of the calls alone; both count once they are final. */
  const book = new Map<AssetId, { deposited: bigint; withdrawn: bigint }>([
    [BTC, { deposited: 1_000_000_000n, withdrawn: 0n }],
  ])
  const note = (assetId: AssetId, change: { deposited?: bigint; withdrawn?: bigint }) => {
    const { deposited, withdrawn } = book.get(assetId) ?? { deposited: 0n, withdrawn: 0n }
    book.set(assetId, {
      deposited: deposited + (change.deposited ?? 0n),
      withdrawn: withdrawn + (change.withdrawn ?? 0n),
    })
  }

  async function withdraw(from: Person, assetId: AssetId, amount: bigint): Promise<void> {
    const [fee] = await from.remote.call('assets.fees', { params: { id: assetId } })
    const wishes = [
      { address: ADDRESSES[assetId] ?? '', amount: toAmount(amount) },
      { to: [FEE_USER], amount: fee?.amount ?? toAmount(0n) },
    ]
    const outcome = await refusalOf(from.build(assetId, wishes).then((built) => from.send(built)))
    if (outcome === 'no refusal') note(assetId, { withdrawn: amount })
  }

  async function groupPays(signer: number, to: Person, amount: bigint, unlock: boolean): Promise<void> {
    const request = await group.ask(formatAmountShort(toAmount(amount)), to.id)
    await group.sign(signer, request)
    if (unlock) await group.unlock((signer + 1) % 3, request)
    else await group.sign((signer + 2) % 3, request)
  }

  async function take(each: Step): Promise<void> {
    switch (each.kind) {
      case 'deposit': {
        const from = person(each.who)
        await from.fund(each.asset, formatAmountShort(toAmount(each.units)))
        note(each.asset, { deposited: each.units })
        return
      }
      case 'pay':
      case 'pay twice': {
        const [from, to] = [person(each.who), person(each.to)]
        const wish = [{ to: [to.id], amount: toAmount(each.units) }]
        const times = each.kind === 'pay' ? 1 : 2
        // Both spend the same outputs, so that at most one of them goes through.
        await Promise.all(
          Array.from({ length: times }, () =>
            refusalOf(from.build(each.asset, wish).then((built) => from.send(built))),
          ),
        )
        return
      }
      case 'withdraw':
        await withdraw(person(each.who), each.asset, each.units)
        return
      case 'group':
        await refusalOf(groupPays(each.who, person(each.to), each.units, each.unlock))
        return
      case 'blocks':
        await net.blocks(each.count)
    }
  }

  async function expectBalanced(): Promise<void> {
    const { totals } = await net.control.call('local.state')
    for (const { deposited, withdrawn, unspent, signed } of totals) {
      expect(unspent + signed).toBe(deposited - withdrawn)
    }
  }

  it('is at any moment what was deposited less what was withdrawn, whatever is done', async () => {
    const steps = fc.array(step, { minLength: 12, maxLength: 24 })
    let moved = 0
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        for (const each of taken) {
          await take(each)
          await expectBalanced()
        }
        await net.blocks(30)
        const { totals, transactions } = await net.control.call('local.state')
        for (const { asset_id, deposited, withdrawn, signed } of totals) {
          expect({ asset_id, deposited, withdrawn }).toEqual({ asset_id, ...book.get(asset_id) })
          expect(signed).toBe(0n)
        }
        moved = transactions
      }),
      // Every run goes on where the last one stopped, so a failing one cannot be made shorter.
      { numRuns: 5, endOnFailure: true, seed: 5 },
    )
    expect(moved).toBeGreaterThan(10)
  })
})
