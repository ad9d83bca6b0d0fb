import { describe, expect, it } from 'vitest'
import { toWhom } from '../../src/renderer/screens/send/form.ts'
import { listedRow, withdrawInput } from '../../src/renderer/screens/send/listed.ts'
import type { SendContext } from '../../src/renderer/screens/send/model.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import type { SendForm } from '../../src/renderer/state/types.ts'
import { asset } from './fake-data.ts'

/* A form that a row of a list has filled pays that row, and no other thing in its name. */

const XRP = asset('XRP')
const TO = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'
const listed = { runId: 'run', rowId: 'row', name: 'May', to: TO, assetId: XRP.assetId, amount: '12.5', tag: '77' }

const form = (more: Partial<SendForm> = {}): SendForm => ({
  ...EMPTY_FORM,
  ...{ assetId: XRP.assetId, rows: [{ to: TO, amount: '12.5' }], tag: '77', label: 'May', listed },
  ...more,
})

describe('a form that a row of a list has filled', () => {
  it.each<[string, Partial<SendForm>]>([
    ['as it was filled', {}],
    ['with its amount written otherwise', { rows: [{ to: ` ${TO} `, amount: '12.50' }] }],
    [
      'with a fee in another asset, chosen coins and a label of its own',
      { feeAssetId: 'other', coins: ['coin'], label: 'x' },
    ],
    ['with the tag that the row leaves open', { tag: '99', listed: { ...listed, tag: '' } }],
  ])('pays that row %s', (_, more) => {
    expect(listedRow(form(more))).toMatchObject({ runId: 'run', rowId: 'row' })
  })

  it.each<[string, Partial<SendForm>]>([
    ['another amount', { rows: [{ to: TO, amount: '12.49999999' }] }],
    ['no amount yet', { rows: [{ to: TO, amount: '' }] }],
    ['another recipient', { rows: [{ to: 'rQK3jNA5zkDCdkUvoJrzdkUsnp8J4d57Dz', amount: '12.5' }] }],
    [
      'a second recipient',
      {
        rows: [
          { to: TO, amount: '12.5' },
          { to: TO, amount: '1' },
        ],
      },
    ],
    ['another asset', { assetId: asset('BTC').assetId }],
    ['another tag', { tag: '78' }],
    ['no tag where the row has one', { tag: '' }],
  ])('pays none with %s', (_, more) => {
    expect(listedRow(form(more))).toBeUndefined()
  })

  it('knows its row again once another recipient was typed and taken back', () => {
    const other = toWhom(form(), form({ rows: [{ to: 'r', amount: '12.5' }] }))
    expect(listedRow(other)).toBeUndefined()
    const back = toWhom(other, { ...other, rows: [{ to: TO, amount: '12.5' }] })
    expect(listedRow({ ...back, tag: '77' })).toMatchObject({ rowId: 'row' })
  })

  it('asks for the payment of that row, with what is chosen for it and the one whom it names now', () => {
    const payee = { kind: 'chain', destination: TO, tag: '' } as const
    const view = {
      payee,
      party: { kind: 'unknown' },
      standing: 'open',
      problem: null,
      paidBefore: null,
    } as const
    const asked = {
      assetId: null,
      amount: null,
      memo: null,
      memoHex: null,
      trace: null,
      returnTo: null,
      references: [],
    }
    const context: SendContext = {
      ...{ asset: XRP, balance: { available: '50', held: '0' }, inOne: '50', fees: [], noTag: false, watchOnly: false },
      resolutions: [{ kind: 'known', view: { ...view, warnings: [], asked }, payee }],
    }
    const owner = { account: 'ana', holder: null }
    expect(withdrawInput(form({ coins: ['coin'] }), context, owner)).toEqual({
      ...{ ...owner, runId: 'run', rowId: 'row', payee: { ...payee, tag: '77' }, amount: '12.5', assetId: XRP.assetId },
      ...{ feeAssetId: null, coins: ['coin'], draftId: null, label: 'May' },
    })
    expect(withdrawInput(form({ tag: '78' }), context, owner)).toBeNull()
    expect(withdrawInput(form({ rows: [{ to: TO, amount: '' }] }), context, owner)).toBeNull()
  })
})
