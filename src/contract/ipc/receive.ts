import { z } from 'zod'
import { amount, assetId, requestId, shown, time, told } from '../wire.ts'
import { assetView, userView } from './shared.ts'

export const receiveNetwork = z.object({
  chainId: assetId,
  name: told,
  symbol: shown,
  confirmations: z.number(),
  assets: z.array(assetView),
  /** Whether this account has an address there already, so that showing it makes no request that may cost money. */
  created: z.boolean(),
})

export const depositAddress = z.object({
  chainId: assetId,
  chainName: told,
  destination: shown,
  /** Empty when the chain uses none; otherwise as necessary as the address. */
  tag: shown,
  verified: z.boolean(),
  pinnedAt: time,
  /** The least and the most that the service says of the address, for whatever asset of its chain; empty where it says none. */
  minimum: shown,
  maximum: shown,
  /** Another address that the service names first now, while it still lists this one; null where it does not, or was not asked. */
  newer: shown.nullable(),
  confirmations: z.number(),
  members: z.array(userView),
  threshold: z.number(),
})

export const incomingDeposit = z.object({
  depositId: shown,
  asset: assetView,
  amount,
  confirmations: z.number(),
  threshold: z.number(),
  state: z.enum(['pending', 'confirmed']),
  transactionHash: shown,
  destination: shown,
  tag: shown,
  createdAt: time,
})

/** A deposit that the service announced and lists no more, without having credited all of it. */
export const missedDeposit = incomingDeposit.extend({
  /** When it was first not listed. */
  since: time,
  /** Less than was announced; null where nothing came of it. */
  credited: amount.nullable(),
})

/** What was asked for under a link of its own, to be paid once. */
export const askView = z.object({
  askId: requestId,
  link: z.string(),
  asset: assetView,
  amount,
  memo: shown,
  askedAt: time,
  /** When its owner wants to look at it again; no payer sees it. */
  reviewBy: time.nullable(),
  /** By the coins that came in under its id: `less` than was asked for, or only of assets that were not. */
  state: z.enum(['waiting', 'paid', 'less', 'other']),
  /** Of the asset that was asked for. */
  received: amount,
  others: z.array(z.object({ asset: assetView, amount })),
  /** When the last of it came. */
  at: time.nullable(),
  /** The row of the history that shows it. */
  row: shown.nullable(),
})
