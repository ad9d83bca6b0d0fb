import type { Hash, Holder, HolderId, Output, Snapshot, UserId } from '#contract/domain'
import { hashMembers } from '#protocol'
import { openAccountStore } from '#store'
import { type Program, startProgram } from '../e2e/support/app.ts'
import { startNetwork } from '../e2e/support/network.ts'
import { prepare } from '../e2e/support/prepared.ts'
import { anAsset, aUser, tickingClock } from '../support/store.ts'
import { pagesOf, someAsset, someOutputs, somePerson, someSnapshots } from './records.ts'

const PAGE = 5_000
const [ASSETS, PEOPLE] = [40, 200]
/** As of somebody who combines coins now and then: few of all outputs are unspent, and some of each asset. */
const MIX = { unspentOf: 101, mainOf: 2 } as const

const names = <Item>(count: number, of: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => of(at))

/** Writes a past of so many movements and outputs into the files of an account that nobody has open. */
function fill(place: { dir: string; network: string; account: UserId }, movements: number, outputs: number): void {
  const store = openAccountStore({ ...place, clock: tickingClock() })
  const { account } = place
  const membersHash = hashMembers([account]) as Hash // a formula over the id
  const holder: Holder = { id: `${membersHash}:1` as HolderId, members: [account], membersHash, threshold: 1 }
  const ours = { receivers: [account], receivers_hash: membersHash }
  for (const page of pagesOf(someOutputs(outputs, MIX), PAGE)) {
    const mine = page.map((output): Output => ({ ...output, ...ours }))
    store.cache.outputs.applyPage({ holder, outputs: mine, cursor: mine.at(-1)?.sequence ?? 0 })
  }
  for (const page of pagesOf(someSnapshots(movements), PAGE)) {
    const snapshots = page.map((one): Snapshot => ({ ...one, user_id: account }))
    store.cache.snapshots.applyPage({ snapshots, cursor: String(snapshots.at(-1)?.created_at ?? '') })
  }
  const kinds = names(ASSETS, (at) => ({ asset_id: someAsset(at).id, kernel_asset_id: someAsset(at).kernel }))
  store.cache.assets.put(kinds.map((kind, at) => anAsset(`A${at}`, kind)))
  store.cache.users.put(names(PEOPLE, (at) => aUser(`Person ${at}`, { user_id: somePerson(at) })))
  store.resync.done()
  store.rest()
  store.close()
}

/** The built wallet over an account with such a past, locked by its passphrase. Its network is gone: nothing but the window keeps it busy. */
export async function startFilled(
  data: string,
  movements: number,
  outputs: number,
): Promise<{ readonly program: Program; readonly account: UserId }> {
  const network = await startNetwork()
  const first = await startProgram({ data, network: network.url })
  const account = await prepare(first, { name: 'Ana' })
  await first.stop()
  await network.close()
  fill({ dir: data, network: first.line.network, account }, movements, outputs)
  return { program: await startProgram({ data, network: network.url }), account }
}
