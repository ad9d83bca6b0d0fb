import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Nanos, Output } from '#contract/domain'
import type { AccountStore } from '#store'
import { compareCoins } from '../../src/wallet/coins/compare.ts'
import { newFolder } from '../support/scratch.ts'
import { aHolder, anOutput, openAccount } from '../support/store.ts'

/* More open coins than one comparison reads: what was read of one side alone is no difference. */

type Desk = Parameters<typeof compareCoins>[0]

/** Of a page's length, over what is read in one comparison. */
const COINS = 20_700
const holder = aHolder()
let store: AccountStore
let own: Output[]

beforeEach(() => {
  store = openAccount(newFolder('store'))
  own = Array.from({ length: COINS }, (_, at) => anOutput(at + 1, { holder, sequence: at + 1 }))
  store.cache.outputs.applyPage({ holder, outputs: own, cursor: COINS })
})
afterEach(() => store.close())

/** A service that lists these, oldest first. */
function deskWith(listed: readonly Output[]): Desk {
  const call = async (name: string, asked: { query: { state: string; offset: number; limit: number } }) => {
    if (name !== 'outputs.list') throw new Error('more coins than nodes are asked about')
    const { state, offset, limit } = asked.query
    return listed.filter((output) => output.state === state && output.sequence > offset).slice(0, limit)
  }
  // What has no name is in no sum.
  const directory = { assetOfKernel: () => undefined }
  return { store, remote: { call }, directory } as unknown as Desk // nothing else of it is used
}

const found = (listed: readonly Output[]) => compareCoins(deskWith(listed), holder, 1n as Nanos)

describe('of more open coins than one comparison reads', () => {
  it('none differs because the other side was not read so far, and it is said that not all were compared', async () => {
    expect(await found(own)).toMatchObject({ differing: 0, complete: false, ledgerAsked: false })
  })

  it('one that is missing, and one that is signed for, differ where both sides were read', async () => {
    const listed = own.flatMap((output): Output[] => {
      if (output.sequence === 7) return []
      return [output.sequence === 15_000 ? { ...output, state: 'signed' } : output]
    })
    const { differences, differing } = await found(listed)
    expect(differing).toBe(2)
    expect(differences).toMatchObject([
      { outputId: own[14_999]?.output_id, service: { state: 'signed' } },
      { outputId: own[6]?.output_id, service: null },
    ])
  })

  it('those that the service alone leaves out are named, and those behind what it gave are not', async () => {
    const { differing, complete } = await found(own.filter(({ sequence }) => sequence > 500))
    expect({ differing, complete }).toEqual({ differing: 500, complete: false })
  })
})
