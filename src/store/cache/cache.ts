import type { Holder, HolderId, Nanos } from '#contract/domain'
import type { Database } from '../database.ts'
import type { ItemNames } from '../intents/item-names.ts'
import type { KnownOutputs } from '../intents/known-outputs.ts'
import { cache0001 } from '../migrations/cache-0001.ts'
import { cache0002 } from '../migrations/cache-0002.ts'
import { cache0003 } from '../migrations/cache-0003.ts'
import { cache0004 } from '../migrations/cache-0004.ts'
import { cache0005 } from '../migrations/cache-0005.ts'
import { cache0006 } from '../migrations/cache-0006.ts'
import { cache0007 } from '../migrations/cache-0007.ts'
import { cache0008 } from '../migrations/cache-0008.ts'
import { cache0009 } from '../migrations/cache-0009.ts'
import { cache0010 } from '../migrations/cache-0010.ts'
import { cache0011 } from '../migrations/cache-0011.ts'
import { checkSeals, sealedTables } from '../sealed.ts'
import { openAssets, openChains, openFiats } from './assets.ts'
import { auditBalances, openBalances } from './balances.ts'
import { openDeposits } from './deposits.ts'
import { openDictionary } from './dictionary.ts'
import { deriveFlows, openFlows } from './flows.ts'
import { openHistoryBlocks } from './history-blocks.ts'
import { openInscriptions } from './inscriptions.ts'
import { openLabelTexts } from './label-texts.ts'
import { openOutputs } from './outputs.ts'
import { openPrices } from './prices.ts'
import { openProgress } from './progress.ts'
import { openRates } from './rates.ts'
import { openRelations } from './relations.ts'
import { openSnapshots } from './snapshots.ts'
import { openTransactionFacts } from './transaction-facts.ts'
import { openUsers } from './users.ts'

export const CACHE_MIGRATIONS = [
  ...([cache0001, cache0002, cache0003, cache0004, cache0005, cache0006, cache0007] as const),
  cache0008,
  cache0009,
  cache0010,
  cache0011,
] as const

const SMALL = [
  ...['holders', 'kernel_assets', 'balances', 'set_aside'],
  ...['assets', 'chains', 'fiats', 'pending_deposits', 'progress'],
]

/** Coins among which those are looked for that pending deposits have become. */
const NEWEST_COINS = 200

/**
 * Small tables whole, and every balance against its outputs; a row of a large table is checked when it is read. Asks for what
 * files of every version have, since an older one is looked at before its upgrade.
 */
export function auditCache(db: Database): void {
  const there = sealedTables(db).map(({ name }) => name)
  checkSeals(
    db,
    SMALL.filter((name) => there.includes(name)),
  )
  auditBalances(db)
}

/** What is found in the history, and what came and went by the hour, follow from rows: made anew after an upgrade that left them out. */
export function deriveCache(db: Database): void {
  openHistoryBlocks(db, openLabelTexts(db)).complete()
  deriveFlows(db)
}

/** What the server can send again at any time, over one open cache.db. */
export function openCache(
  db: Database,
  hooks: { readonly known: KnownOutputs; readonly names: ItemNames; readonly now: () => Nanos },
) {
  const dictionary = openDictionary(db)
  const balances = openBalances(db, dictionary)
  const progress = openProgress(db)
  const users = openUsers(db, dictionary)
  const prices = openPrices(db, { progress, now: hooks.now })
  const rates = openRates(db, { progress, now: hooks.now })
  const assets = openAssets(db, prices)
  const flows = openFlows(db, { dictionary, progress, now: hooks.now })
  const outputs = openOutputs(db, { dictionary, balances, flows, progress, ...hooks })
  return {
    outputs,
    snapshots: openSnapshots(db, { dictionary, users, assets, progress }),
    deposits: openDeposits(db, {
      newest: (holder, before) => outputs.list({ holder, before, limit: NEWEST_COINS }),
      now: hooks.now,
    }),
    users,
    relations: openRelations(db, { dictionary, users, progress }),
    assets,
    prices,
    flows,
    chains: openChains(db),
    fiats: openFiats(db, { progress, rates, now: hooks.now }),
    rates,
    inscriptions: openInscriptions(db),
    transactionFacts: openTransactionFacts(db),
    sync: progress,
    /** Commits what was shared. Throws `store.disk` where it cannot, or where some was dropped since `dropped` was that number. */
    settle: (since?: number): void => db.settle(since),
    /** How many parts were shared that wait to be committed. */
    waiting: (): number => db.waiting,
    /** How often pages that were shared were taken back after all, whoever's fault it was. */
    dropped: (): number => db.dropped,
    /** Groups (and the account itself) whose outputs are or will be kept here: members of a hash and threshold. */
    holders: {
      put: (holder: Holder): void => {
        dictionary.write(() => dictionary.addHolder(holder))
      },
      get: (id: HolderId): Holder | undefined => dictionary.holder(id),
      list: (): Holder[] => dictionary.holders(),
    },
  }
}
