import type { PayeeView, SendForm } from './types.ts'

export const EMPTY_FORM: SendForm = {
  assetId: null,
  rows: [{ to: '', amount: '' }],
  tag: '',
  memo: '',
  memoForm: 'text',
  label: '',
  coins: null,
  feeAssetId: null,
  trace: null,
  references: [],
  returnTo: null,
  source: null,
}

/** The trace of a link or code, with what is asked for under it: another payment is made under it only after that was said. */
export function underTrace({ assetId, amount, memoHex, trace }: PayeeView['asked']): Pick<SendForm, 'trace' | 'asked'> {
  if (trace === null) return { trace }
  return { trace, asked: { assetId, amount, memoHex } }
}
