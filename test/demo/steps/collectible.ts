import type { Hash } from '#contract/domain'
import { galleryOf, kites, words } from '../../support/collectibles.ts'
import { approved, ETH, fund, XIN } from '../../support/wallet.ts'
import type { PaymentReview } from '../../support/worded.ts'
import type { Step, Visitor } from '../tour.ts'

/** What a review says, approved and final; answers the hash of its transaction. */
async function carryOut({ wallet, account }: Visitor, review: PaymentReview): Promise<Hash> {
  const payment = await approved(wallet, account, review)
  const [hash] = payment.hashes
  if (payment.state !== 'final' || hash === undefined) throw new Error(`"${review.title}" did not become final`)
  return hash
}

const holds = ({ wallet, account }: Visitor, item: Hash) =>
  galleryOf(wallet, account, (all) => all.some(({ inscription }) => inscription === item))

export const collectible: Step = {
  title: 'Ada makes a collection, inscribes an item, and sends it to Ben, who releases it and occupies it again',
  async run(tour) {
    const [ada, ben] = [tour.visitor('Ada'), tour.visitor('Ben')]
    await fund(ada.wallet, ada.account, XIN, '1', ETH)
    const collection = await carryOut(ada, await ada.wallet.calls['collectibles.deploy'](kites(ada.account)))
    tour.id('collection', collection)
    await tour.claimBalance(ada, XIN, '0.9999')

    const order = {
      ...{ account: ada.account, collection, content: words('Made for the tour') },
      recipient: { kind: 'user' as const, userId: ada.account },
    }
    const item = await carryOut(ada, await ada.wallet.calls['collectibles.inscribe'](order))
    tour.id('item', item)
    await holds(ada, item)
    const { asset } = await ada.wallet.calls['collectibles.collection']({ account: ada.account, collection })
    if (asset === null) throw new Error('the collection has no token')
    await tour.claimBalance(ada, asset.assetId, '0')

    const at = (who: Visitor) => ({ account: who.account, holder: null, inscription: item })
    const payee = { kind: 'user' as const, userId: ben.account }
    await carryOut(ada, await ada.wallet.calls['collectibles.transfer']({ ...at(ada), payee }))
    await holds(ben, item)
    await carryOut(ben, await ben.wallet.calls['collectibles.release'](at(ben)))
    await tour.claimBalance(ben, asset.assetId, '2')
    const vacant = await ben.wallet.calls['collectibles.item']({ account: ben.account, inscription: item })
    tour.claim('nobody holds the released item', vacant.occupancy.kind === 'vacant')
    await carryOut(ben, await ben.wallet.calls['collectibles.occupy'](at(ben)))
    await holds(ben, item)
    await tour.claimBalance(ben, asset.assetId, '0')
    const again = await ben.wallet.calls['collectibles.item']({ account: ben.account, inscription: item })
    tour.claim('its history is whole', again.history.map(({ kind }) => kind).join() === 'occupied,released,received')
  },
}
