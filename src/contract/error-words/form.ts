import type { ErrorDetails } from '#protocol/text'
import type { ErrorCode } from '../error-codes.ts'

export interface ErrorText {
  readonly what: string
  readonly money: string
  readonly todo: string
}

export const SAFE = 'Your money has not moved.'
export const KEPT = 'Nothing was signed and nothing was sent.'

export type Text = ErrorText | ((details: ErrorDetails) => ErrorText)
export const text = (what: string, money: string, todo: string): ErrorText => ({ what, money, todo })
export const named = (details: ErrorDetails, key: string, otherwise: string): string => {
  const value = details[key]
  return value === undefined || value === null || value === ''
    ? otherwise
    : Array.isArray(value)
      ? value.join(', ')
      : String(value)
}

/** The sentences of all codes that begin alike. */
export type TextsOf<Prefix extends string> = Readonly<Record<Extract<ErrorCode, `${Prefix}.${string}`>, Text>>
