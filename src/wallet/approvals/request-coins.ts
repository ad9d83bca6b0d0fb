import { decodeTransaction } from '#protocol'
import type { AccountStore } from '#store'
import { keepNewest } from '../shared/newest.ts'
import { type Coin, coinsOf, type RequestDetail } from './request.ts'

type RequestCoins = readonly (Coin | undefined)[]

interface Asked {
  readonly raw: string
  readonly detail: Pick<RequestDetail, 'coins'>
}
export type ReadCoins = (request: Asked) => RequestCoins

/** Requests whose coins are remembered: those that are looked at together. */
const REMEMBERED_MAX = 16

/** Reads the coins of requests, the same ones again only after an output was written: each look at a request asks for them several times. */
export function openRequestCoins(
  outputs: Pick<AccountStore['cache']['outputs'], 'byTransaction' | 'version'>,
): ReadCoins {
  const remembered = new Map<string, RequestCoins>()
  let version = outputs.version()

  const read = ({ raw, detail }: Asked): RequestCoins => coinsOf(decodeTransaction(raw), detail, outputs.byTransaction)

  return (request) => {
    // What a bundle says of coins is part of the request and changes with it.
    if (request.detail.coins.length > 0) return read(request)
    if (version !== outputs.version()) remembered.clear()
    version = outputs.version()
    const known = remembered.get(request.raw)
    if (known !== undefined) return known
    const coins = read(request)
    keepNewest(remembered, request.raw, coins, REMEMBERED_MAX)
    return coins
  }
}
