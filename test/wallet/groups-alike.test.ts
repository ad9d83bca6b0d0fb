import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { toAmount } from '#protocol'
import type { AccountStore, Json } from '#store'
import { wording } from '#words'
import { alikeWarnings } from '../../src/wallet/payments/alike.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { newFolder } from '../support/scratch.ts'
import { openAccount, tickingClock, user } from '../support/store.ts'
import { id, intent, signed } from './payment-records.ts'

/* A group that is to be paid beside the groups of one's own. */

const [me, ana, ben, cas, dora, mallory] = ['me', 'Ana', 'Ben', 'Cas', 'Dora', 'Mallory'].map(user) as [
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
  UserId,
]
let store: AccountStore

function own(name: string, members: readonly UserId[], threshold: number): void {
  const order = store.intents.groups.list().length
  store.intents.groups.put({
    ...holderOf([...members], threshold),
    name,
    colour: 0,
    order,
    createdAt: tickingClock().now(),
  })
}

beforeEach(() => {
  store = openAccount(newFolder('store'))
  own('Treasury', [me, ana, ben], 2)
})
afterEach(() => store.close())

/** A payment of this wallet to a group, as it stands once it is final. */
function finishPayment(members: readonly UserId[]): void {
  const rows = [{ payee: { kind: 'group', members: [...members], threshold: 2 }, amount: toAmount(7n) }]
  const detail = { ...intent, rows } as Json
  signed(store, 'transfer', undefined, undefined, detail)
  store.intents.payments.markFinal(id, [id])
}

const warned = (members: readonly UserId[], threshold: number): string[] =>
  alikeWarnings({ kind: 'group', members: [...members], threshold }, store).map(wording)

describe('a group that is to be paid', () => {
  it.each([
    ['another threshold', [me, ana, ben], 1, /members of your group Treasury, but takes 1 signature and not 2/],
    ['one member otherwise', [me, ana, mallory], 2, /nearly the members of your group Treasury/],
    ['one member more', [mallory, ben, ana, me], 2, /nearly the members of your group Treasury/],
    ['one member less', [me, ben], 2, /nearly the members of your group Treasury/],
  ])('is told apart from one of one’s own with %s', (_what, members, threshold, words) => {
    expect(warned(members, threshold)).toEqual([expect.stringMatching(words)])
  })

  it.each([
    ['one’s own', [ben, me, ana], 2],
    ['one of others', [cas, mallory, me], 2],
    ['one that only two are in, of whom one is another', [me, mallory], 2],
    ['one of two, as another of one’s own is, with one of them', [me, cas], 1],
  ])('that is %s is warned of by nothing', (_what, members, threshold) => {
    own('Pair', [me, dora], 1)
    expect(warned(members, threshold)).toEqual([])
  })

  it('is warned of until it was paid once', () => {
    const members = [me, ana, mallory]
    expect(warned(members, 2)).toHaveLength(1)
    finishPayment(members)
    expect(warned(members, 2)).toEqual([])
    // Another one that is like it is not paid by that.
    expect(warned(members, 1)).toHaveLength(1)
  })

  it('and is one’s own as well is told apart only where both have one name', () => {
    own('Rent', [me, ana, cas], 2)
    expect(warned([me, ana, cas], 2)).toEqual([])
    own('TREASURY', [me, ana, ben], 3)
    expect(warned([me, ana, ben], 3)).toEqual([expect.stringContaining('another group that is called Treasury')])
  })
})
