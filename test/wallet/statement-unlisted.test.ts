import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import type { AssetView } from '#contract/ipc'
import { galleryOf, mint } from '../support/collectibles.ts'
import { ALL_MOVEMENTS, approved, newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* Assets that Coffer does not know, and of which only one of several accounts has ever heard; two of them have one symbol. */

const network = sharedNetwork()
let wallet: OpenWallet
let ana: UserId
let ben: UserId
let kites: readonly AssetView[]

const drawn = (account: UserId, other: UserId) =>
  wallet.calls['statements.draw']({
    ...{ account, holder: null, filter: ALL_MOVEMENTS },
    others: [{ account: other, holder: null }],
  })

/** Ben gives up an item of a new collection, which leaves him its token. */
async function givenUp(): Promise<void> {
  const [item] = (await mint(network, [{ members: [ben], threshold: 1 }])).items
  if (item === undefined) throw new Error('nothing was minted')
  const { inscription_hash: inscription } = item
  await galleryOf(wallet, ben, (all) => all.some((one) => one.inscription === inscription && one.collectionName !== ''))
  await approved(wallet, ben, await wallet.calls['collectibles.release']({ account: ben, holder: null, inscription }))
}

beforeAll(async () => {
  wallet = await network.open()
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  await givenUp()
  await givenUp()
  const { assets } = await wallet.until(
    () => drawn(ben, ana),
    ({ agrees, assets: all }) => agrees === true && all.length === 2,
  )
  kites = assets.map(({ asset }) => asset)
})

describe('an asset that Coffer does not know', () => {
  it('is called in a statement of several what the account calls it that has it, whichever is named first', async () => {
    expect(kites.map(({ symbol, trust }) => [symbol, trust])).toEqual(Array(2).fill(['KITE', 'unlisted']))
    const { assets } = await drawn(ana, ben)
    expect(assets.map(({ asset }) => asset)).toEqual(kites)
  })

  it.each(['koinly', 'cointracking'] as const)(
    'has its id beside it in a file for %s where another one has its symbol, also if the file is of one of them',
    async (format) => {
      for (const { assetId } of kites) {
        const filter = { ...ALL_MOVEMENTS, assetId }
        const wish = { account: ben, holder: null, others: [], filter }
        const { file } = await wallet.calls['statements.file']({ ...wish, format })
        const { text } = await wallet.calls['statements.part']({ account: ben, file, part: 0 })
        expect(text.match(/KITE[^,]*/g)).toEqual([`KITE ${assetId.slice(0, 8)}`])
      }
    },
  )
})
