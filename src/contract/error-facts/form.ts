import { type Amount, type ErrorDetails, parseAmount, toAmount } from '#protocol/text'
import type { Said, Text } from '#words/facts'
import type { ErrorCode } from '../error-codes.ts'

/** What an error says to people: what happened, what it means for the money where one could fear for it, what to do. */
export interface ErrorFacts {
  readonly what: Said
  readonly money: Said | null
  readonly todo: Said
}

/** What the details of an error change of that. */
export type Told = (details: ErrorDetails) => Partial<ErrorFacts>

/** A detail as it stands in a sentence, or its stand-in where there is none. */
export function given(details: ErrorDetails, key: string, otherwise: Text): Text {
  const value = details[key]
  if (value === undefined || value === null || value === '') return otherwise
  return typeof value === 'boolean' ? String(value) : value
}

export const textIn = (details: ErrorDetails, key: string): string => {
  const value = details[key]
  return typeof value === 'string' ? value : ''
}

export const numberIn = (details: ErrorDetails, key: string): number => {
  const value = Number(details[key] ?? 0)
  return Number.isFinite(value) ? value : 0
}

/** A figure of a detail, which may be set in groups and stand before its unit; 0 for anything else. */
export function amountIn(details: ErrorDetails, key: string): Amount {
  const [figure = ''] = String(details[key] ?? '').split(' ')
  try {
    return parseAmount(figure.replaceAll('\u202f', ''))
  } catch {
    return toAmount(0n)
  }
}

/** What some codes that begin alike say of their details. */
export type ToldOf<Prefix extends string> = Readonly<Partial<Record<Extract<ErrorCode, `${Prefix}.${string}`>, Told>>>
