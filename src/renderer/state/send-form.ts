import type { SendForm } from './types.ts'

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
