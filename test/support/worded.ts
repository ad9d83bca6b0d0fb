import type * as contract from '#contract/ipc'
import type { WalletCalls } from '#contract/ipc'
import { isSaid, type Said, wording } from '#words'
// Programs of their own start no test runner, which would have spoken.
import './speak.ts'

/** What an answer is once each fact in it is worded. */
export type Worded<Value> = Value extends Said
  ? string
  : Value extends string | number | bigint | boolean | null | undefined
    ? Value
    : Value extends readonly unknown[]
      ? { [At in keyof Value]: Worded<Value[At]> }
      : Value extends object
        ? { [Name in keyof Value]: Worded<Value[Name]> }
        : Value

/** The same value with English in place of every fact, however deep; what holds none is the same object. */
export function worded<Value>(value: Value): Worded<Value>
export function worded(value: unknown): unknown {
  if (isSaid(value)) return wording(value)
  if (Array.isArray(value)) return value.map((each) => worded(each))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, worded(inner)]))
}

export type WordedCalls = {
  readonly [Name in keyof WalletCalls]: (
    ...input: Parameters<WalletCalls[Name]>
  ) => Promise<Worded<Awaited<ReturnType<WalletCalls[Name]>>>>
}

/** The methods of a wallet, whose answers are in English. */
export function wordedCalls(calls: WalletCalls): WordedCalls {
  const all = Object.entries(calls) as [string, (input: unknown) => Promise<unknown>][]
  return Object.fromEntries(
    all.map(([name, call]) => [name, async (input: unknown) => worded(await call.call(calls, input))]),
  ) as unknown as WordedCalls // the same names
}

/* Views as tests meet them. */

export type CoinView = Worded<contract.CoinView>
export type CollectibleDetail = Worded<contract.CollectibleDetail>
export type CollectibleView = Worded<contract.CollectibleView>
export type PaymentReview = Worded<contract.PaymentReview>
export type PaymentView = Worded<contract.PaymentView>
export type RequestReview = Worded<contract.RequestReview>
export type RequestView = Worded<contract.RequestView>
export type ScanCard = Worded<contract.ScanCard>
export type WindowAsk = Worded<contract.WindowAsk>
