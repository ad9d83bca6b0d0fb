import { v4 as uuid } from 'uuid'
import {
  type AssetId,
  type AssetTable,
  type Chain,
  type DepositEntry,
  type Holder,
  type HolderId,
  MINUTE,
  type NetworkProfile,
  type PendingDeposit,
  type RequestId,
} from '#contract/domain'
import { broken, failure } from '#contract/errors'
import type { DepositAddress, IncomingDeposit, ReceiveNetwork } from '#contract/ipc'
import { verifyDepositEntry } from '#protocol'
import type { DepositPin, MissedDeposit } from '#store'
import { wrongForm } from '../shared/address-form.ts'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import { confirmationsOf } from '../shared/confirmations.ts'
import { assetOfRecord, groupAddress } from '../shared/names.ts'
import { changeAsk, linkTo, listAsks, newAsk } from './asks.ts'
import type { CoinsDesk } from './desk.ts'

interface Parts {
  readonly network: NetworkProfile
  readonly table: AssetTable
}

function networksOf(runtime: CoinsDesk, holder: Holder, parts: Parts): ReceiveNetwork[] {
  const { cache, intents } = runtime.store
  const served = new Map(cache.chains.list().map((chain) => [chain.chain_id, chain]))
  const created = new Set(intents.depositPins.list(holder.id).map((pin) => pin.chainId))
  const assets = runtime.directory.listedAssets()
  return parts.table.chains
    .map((entry) => entry.chain_id as AssetId) // the table's ids are uuids
    .filter((chainId) => isOffered(served, chainId))
    .map((chainId) => {
      const { name, symbol, confirmations } = runtime.directory.chain(chainId)
      const onChain = assets.filter((asset) => asset.chainId === chainId)
      return { chainId, name, symbol, confirmations, assets: onChain, created: created.has(chainId) }
    })
    .filter((network) => network.assets.length > 0)
}

/** Until the service has named its chains, all of the table are offered; afterwards only those that it runs. */
function isOffered(served: ReadonlyMap<AssetId, Chain>, chainId: AssetId): boolean {
  return served.size === 0 || served.has(chainId)
}

interface AskedAddress {
  readonly pin: DepositPin
  /** The same as the service gives it now, whose bounds may be others. */
  readonly now: DepositEntry
  /** Another that it names first. What it has signed is an address of the network, and not that it is this holder's. */
  readonly newer: DepositEntry | null
}

/**
 * Asks for the address of a chain, on an explicit wish only, and trusts it once: it must be for exactly these members,
 * threshold and chain, signed by the network, written as the chain writes addresses, and the same as ever.
 */
async function askForAddress(
  runtime: CoinsDesk,
  holder: Holder,
  chainId: AssetId,
  parts: Parts,
): Promise<AskedAddress> {
  const { depositPins } = runtime.store.intents
  const entries = await runtime.remote.call('deposits.entries', {
    body: { chain_id: chainId, members: [...holder.members], threshold: holder.threshold },
  })
  for (const entry of entries) refuseForged(entry, holder, chainId, parts.network)
  const entry = entries.find((each) => each.is_primary) ?? entries[0]
  if (entry === undefined) throw broken('deposit-address', 'no deposit entry came back')
  const kept = depositPins.get(holder.id, chainId)
  // One that is certainly none protects nobody from another.
  const pinned = kept === undefined || isForeign(runtime, kept.entry) ? undefined : kept
  // Older addresses are credited while the service lists them, so one that is listed stays.
  const now = pinned === undefined ? entry : entries.find((each) => isSameAddress(each, pinned.entry))
  if (now === undefined) throw failure('wallet.deposit_changed', 'the deposit address is another one')
  // Whose it is the network does not sign, but what was given to another one here, on whichever chain, is not this one's.
  if (pinned === undefined && depositPins.ofOthers(holder.id).some((pin) => isSameAddress(now, pin.entry))) {
    const details = { of: 'another' }
    throw failure('wallet.deposit_unverified', 'the deposit entry is another holder’s', { details })
  }
  refuseForeign(runtime, now)
  if (pinned === undefined) depositPins.remove(holder.id, chainId)
  const newer = isSameAddress(entry, now) || !entry.is_primary || isForeign(runtime, entry) ? null : entry
  return { pin: depositPins.pin(holder.id, now), now, newer }
}

function refuseForged(entry: DepositEntry, holder: Holder, chainId: AssetId, network: NetworkProfile): void {
  const members = [...entry.members].sort().join()
  const wanted = [...holder.members].sort().join()
  if (members !== wanted || entry.threshold !== holder.threshold || entry.chain_id !== chainId) {
    throw failure('wallet.deposit_unverified', 'the deposit entry is for somebody else')
  }
  if (!verifyDepositEntry(entry, network.depositKeys)) {
    throw failure('wallet.deposit_unverified', 'the deposit entry is not signed by the network')
  }
}

const formOf = ({ directory }: CoinsDesk, { chain_id, destination }: DepositEntry) =>
  wrongForm(directory, chain_id, destination)

const isForeign = (runtime: CoinsDesk, entry: DepositEntry): boolean => formOf(runtime, entry) !== null

/** What is paid to an address of another chain is lost, whoever has signed it. */
function refuseForeign(runtime: CoinsDesk, entry: DepositEntry): void {
  const wrong = formOf(runtime, entry)
  if (wrong === null) return
  throw failure('wallet.deposit_unverified', 'the deposit address is none of its chain', { details: { ...wrong } })
}

function isSameAddress(entry: DepositEntry, other: DepositEntry | undefined): boolean {
  return other !== undefined && entry.destination === other.destination && entry.tag === other.tag
}

function addressView(runtime: CoinsDesk, holder: Holder, { pin, now, newer }: AskedAddress): DepositAddress {
  const { name, confirmations } = runtime.directory.chain(pin.chainId)
  return {
    chainId: pin.chainId,
    chainName: name,
    destination: pin.entry.destination,
    tag: pin.entry.tag,
    verified: true,
    pinnedAt: pin.pinnedAt,
    minimum: now.minimum,
    maximum: now.maximum,
    newer: newer === null ? null : [newer.destination, newer.tag].filter((part) => part !== '').join(' '),
    confirmations,
    members: holder.members.map((id) => runtime.directory.user(id)),
    threshold: holder.threshold,
  }
}

function depositView(deposit: PendingDeposit, runtime: CoinsDesk): IncomingDeposit {
  const { have, need } = confirmationsOf(runtime.directory, deposit)
  return {
    depositId: deposit.deposit_id,
    asset: assetOfRecord(runtime.directory, deposit),
    amount: deposit.amount,
    confirmations: have,
    threshold: need,
    state: deposit.state,
    transactionHash: deposit.transaction_hash,
    destination: deposit.destination,
    tag: deposit.tag,
    createdAt: deposit.created_at,
  }
}

/** A service takes its time between what it lists as on its way and what it credits. */
const CREDITED_WITHIN: bigint = 15n * MINUTE

/** Those of which nothing came for a while. */
export const missedFor = (runtime: CoinsDesk, holder: HolderId): readonly MissedDeposit[] =>
  runtime.store.cache.deposits.listMissed(holder).filter(({ missed }) => {
    const age = runtime.now() - missed.since
    // Where the clock was set back since, nobody knows how long ago that was.
    return missed.credited === null && (age > CREDITED_WITHIN || age < -CREDITED_WITHIN)
  })

export function receiveCalls(runtimes: Runtimes<CoinsDesk>, parts: Parts): CallsOf<'receive' | 'local'> {
  function localOnly(): void {
    if (parts.network.kind !== 'local')
      throw failure('wallet.local_only', 'only the local network can be told what to do')
  }

  return {
    async 'receive.networks'({ account, holder }) {
      const runtime = runtimes.any(account)
      return networksOf(runtime, runtime.holder(holder), parts)
    },

    async 'receive.address'({ account, holder: id, chainId, create }) {
      const runtime = runtimes.ready(account)
      const holder = runtime.holder(id)
      const pinned = runtime.store.intents.depositPins.get(holder.id, chainId)
      if (pinned !== undefined) refuseForged(pinned.entry, holder, chainId, parts.network)
      if (create) return addressView(runtime, holder, await askForAddress(runtime, holder, chainId, parts))
      if (pinned !== undefined) refuseForeign(runtime, pinned.entry)
      return pinned === undefined ? null : addressView(runtime, holder, { pin: pinned, now: pinned.entry, newer: null })
    },

    async 'receive.incoming'({ account, holder }) {
      const runtime = runtimes.any(account)
      const pending = runtime.store.cache.deposits.listPending(runtime.holder(holder).id)
      return pending.map((deposit) => depositView(deposit, runtime))
    },

    async 'receive.missed'({ account, holder }) {
      const runtime = runtimes.any(account)
      const missed = runtime.store.cache.deposits.listMissed(runtime.holder(holder).id)
      return missed.map(({ missed: became, ...deposit }) => ({ ...depositView(deposit, runtime), ...became }))
    },

    async 'receive.endMissed'({ account, holder, depositId }) {
      const runtime = runtimes.any(account)
      runtime.store.cache.deposits.endMissed(runtime.holder(holder).id, depositId)
      return null
    },

    async 'receive.link'({ account, holder: id, ...asked }) {
      const holder = runtimes.any(account).holder(id)
      return { link: linkTo(account, holder, asked), address: groupAddress(holder) }
    },

    async 'receive.ask'({ account, holder, assetId, amount, memo, reviewBy }) {
      const runtime = runtimes.any(account)
      const id = uuid({ random: runtime.random(16) }) as RequestId // a fresh uuid
      return newAsk(runtime, runtime.holder(holder), { id, assetId, amount, memo, reviewBy })
    },

    async 'receive.asks'({ account, holder }) {
      const runtime = runtimes.any(account)
      return listAsks(runtime, runtime.holder(holder))
    },

    async 'receive.reviewAsk'({ account, askId, reviewBy }) {
      changeAsk(runtimes.any(account), askId, { reviewBy })
      return null
    },

    async 'receive.endAsk'({ account, askId }) {
      const runtime = runtimes.any(account)
      changeAsk(runtime, askId, { endedAt: runtime.now() })
      return null
    },

    async 'local.deposit'({ account, holder: id, chainId, assetId, amount }) {
      localOnly()
      const runtime = runtimes.ready(account)
      const holder = runtime.holder(id)
      const pin =
        runtime.store.intents.depositPins.get(holder.id, chainId) ??
        (await askForAddress(runtime, holder, chainId, parts)).pin
      const { destination, tag } = pin.entry
      const deposit = await runtime.remote.call('local.deposit', {
        body: { destination, asset_id: assetId, amount, ...(tag === '' ? {} : { tag }) },
      })
      // All that there is would be compared again for each of many.
      runtime.store.cache.deposits.add(holder.id, deposit)
      runtime.sync.soon('look')
      return depositView(deposit, runtime)
    },

    async 'local.confirm'({ blocks }) {
      localOnly()
      const runtime = runtimes.first()
      await runtime.remote.call('local.blocks', { body: { count: blocks } })
      runtime.submitter.nudge()
      await runtime.sync.refresh()
      return null
    },
  }
}
