import { beforeEach, describe, expect, it } from 'vitest'
import {
  addPart,
  collect,
  collected,
  frameOf,
  framesIn,
  KEPT_MS,
  presence,
} from '../../src/renderer/screens/scan/bundle-frames.ts'
import {
  cameraFailure,
  entryObstacle,
  formOfEntry,
  formOfPayment,
  formOfUser,
  type InvoiceCard,
  isOutOfOrder,
  type PaymentCard,
  previewOf,
  screenFailure,
  type UserCard,
} from '../../src/renderer/screens/scan/model.ts'
import { createResolver } from '../../src/renderer/screens/send/resolver.ts'
import { filled, filledAs, forgetView, goSendFilled } from '../../src/renderer/state/prefilled-send.ts'
import { EMPTY_FORM } from '../../src/renderer/state/send-form.ts'
import type { PayeeView } from '../../src/renderer/state/types.ts'
import { asset, KAOS, person, type User, user, uuidOf } from './fake-data.ts'

const NOTHING_ASKED = {
  ...{ assetId: null, amount: null, memo: null, memoHex: null, trace: null, returnTo: null, references: [] },
}
const viewOf = (of: User): PayeeView => ({
  ...{ payee: { kind: 'user', userId: of.userId }, party: person(of), asked: NOTHING_ASKED },
  ...{ standing: 'open', paidBefore: null, warnings: [], problem: null },
})
const cardOf = (of: User): UserCard => ({ kind: 'user', user: of, biography: '', view: viewOf(of) })

const LINK = 'https://mixin.one/pay/7000104220'
const PAY: PaymentCard = {
  ...{ kind: 'payment', to: LINK, asset: asset('USDT', 'TRON'), paidByMe: null },
  view: {
    ...viewOf(KAOS),
    asked: {
      ...{ assetId: asset('USDT', 'TRON').assetId, amount: '49.9', memo: 'Order 7731', references: [] },
      memoHex: '4f726465722037373331',
      ...{ trace: uuidOf('trace'), returnTo: 'https://shop.example/orders/7731' },
    },
  },
}

const entry = (at: number, over: Partial<InvoiceCard['entries'][number]> = {}): InvoiceCard['entries'][number] => ({
  ...{
    asset: asset('ETH', 'Ethereum'),
    amount: `0.${at}5`,
    memoHex: '50',
    memoText: 'P',
    trace: uuidOf(`entry ${at}`),
  },
  ...{ references: [], waitsFor: [], state: 'open', storage: false, to: KAOS.identityNumber },
  ...{ again: null, paidByMe: null },
  ...over,
})
const INVOICE: InvoiceCard = {
  ...{ kind: 'invoice', to: KAOS.identityNumber, view: viewOf(KAOS) },
  entries: [entry(1, { state: 'paid' }), entry(2), entry(3, { waitsFor: [1] })],
}

describe('a form that another screen has filled', () => {
  it('has its receiver resolved anew by whoever comes back to it', () => {
    const form = { ...EMPTY_FORM, rows: [{ to: LINK, amount: '' }] }
    goSendFilled({ form, view: viewOf(KAOS) })
    const { turn } = filled.getState()
    forgetView(turn)
    expect(filledAs(turn)).toEqual({ form, view: null })
  })
})

describe('the form that a payment request fills', () => {
  it('holds all it asked for and says where it came from', () => {
    expect(formOfPayment(PAY, 'screen')?.form).toMatchObject({
      rows: [{ to: LINK, amount: '49.9' }],
      memo: 'Order 7731',
      trace: uuidOf('trace'),
      asked: { assetId: asset('USDT', 'TRON').assetId, amount: '49.9', memoHex: '4f726465722037373331' },
      returnTo: 'https://shop.example/orders/7731',
      source: 'the screen',
    })
  })

  it('keeps a memo as its bytes where it cannot be shown as it is', () => {
    const asked = { ...PAY.view.asked, memo: 'two coffees', memoHex: '74776fe38080636f6666656573' }
    expect(formOfPayment({ ...PAY, view: { ...PAY.view, asked } }, 'screen')?.form).toMatchObject({
      memo: '74776fe38080636f6666656573',
      memoForm: 'hex',
      asked: { memoHex: '74776fe38080636f6666656573' },
    })
  })

  it('is none once the request was paid, or cannot be', () => {
    const having = (view: Partial<PayeeView>) => formOfPayment({ ...PAY, view: { ...PAY.view, ...view } }, 'link')
    expect(having({ standing: 'paid' })).toBeNull()
    expect(having({ standing: 'going' })).toBeNull()
    expect(having({ problem: { code: 'input.payee', details: {} } })).toBeNull()
  })

  it('carries the tag of an address on another chain', () => {
    const payee = { kind: 'chain', destination: 'rX', tag: '104' } as const
    expect(formOfPayment({ ...PAY, view: { ...PAY.view, payee } }, 'link')?.form.tag).toBe('104')
  })

  it('takes whom it was resolved to along, who is not looked up again', () => {
    const found = formOfPayment(PAY, 'camera')
    const asked: string[] = []
    const { assetId, rows } = found?.form ?? { assetId: null, rows: [] }
    const resolver = createResolver(
      async (text) => {
        asked.push(text)
        return viewOf(KAOS)
      },
      { text: LINK, assetId, view: found?.view ?? viewOf(user('Nobody', '1')) },
    )
    resolver.want(
      rows.map(({ to }) => to),
      assetId,
    )
    expect(asked).toEqual([])
    expect(resolver.store.getState().known[resolver.keyOf(LINK, assetId)]).toMatchObject({
      kind: 'known',
      payee: { kind: 'user', userId: KAOS.userId },
    })
    resolver.want([`${LINK}1`], assetId)
    expect(asked).toEqual([`${LINK}1`])
  })
})

describe('a text that names nobody', () => {
  it('is known for the beginning of a name where somebody known bears it, and an address for none', async () => {
    const asked: string[] = []
    const nobody: PayeeView = { ...viewOf(KAOS), payee: null, problem: { code: 'input.payee', details: {} } }
    const resolver = createResolver(
      async () => nobody,
      null,
      async (text) => {
        asked.push(text)
        return text === 'Ma'
      },
    )
    const address = 'x'.repeat(64)
    resolver.want(['Ma', 'Zo', address], null)
    const known = (text: string) => resolver.store.getState().known[resolver.keyOf(text, null)]
    await expect.poll(() => known(address)?.kind).toBe('problem')
    expect(known('Ma')).toMatchObject({ kind: 'problem', isBegun: true })
    expect(known('Zo')).not.toHaveProperty('isBegun')
    expect(asked).toEqual(['Ma', 'Zo'])
  })
})

describe('the entries of an invoice', () => {
  it('fill the form one at a time, each with its own id', () => {
    expect(formOfEntry(INVOICE, 1, 'file')?.form).toMatchObject({
      rows: [{ to: KAOS.identityNumber, amount: '0.25' }],
      trace: uuidOf('entry 2'),
      source: 'a file: entry 2 of 3',
    })
  })

  it('wait for those they refer to, and are not paid twice', () => {
    expect(entryObstacle(INVOICE, 0)).toBe('Paid')
    expect(entryObstacle(INVOICE, 2)).toBe('After entry 2 is final')
    expect(formOfEntry(INVOICE, 0, 'file')).toBeNull()
    expect(formOfEntry(INVOICE, 2, 'file')).toBeNull()
  })

  it('are not called paid while they are on their way, nor offered while they are prepared', () => {
    const entries = [entry(1, { state: 'going' }), entry(2, { paidByMe: uuidOf('review') })]
    const card = { ...INVOICE, entries }
    expect([entryObstacle(card, 0), entryObstacle(card, 1)]).toEqual(['On its way', 'Being prepared'])
    expect([formOfEntry(card, 0, 'file'), formOfEntry(card, 1, 'file')]).toEqual([null, null])
  })

  it('are paid in their order', () => {
    const entries = [entry(1), entry(2), entry(3, { waitsFor: [0] })]
    const card = { ...INVOICE, entries }
    expect([0, 1, 2].map((at) => entryObstacle(card, at))).toEqual([null, 'After entry 1', 'After entry 1 is final'])
    expect(formOfEntry(card, 1, 'file')).toBeNull()
    const sent = { ...INVOICE, entries: [entry(1, { state: 'going' }), entry(2)] }
    expect(entryObstacle(sent, 1)).toBeNull()
  })

  it('are not paid here once a later one was paid before', () => {
    const card = { ...INVOICE, entries: [entry(1, { state: 'paid' }), entry(2), entry(3, { state: 'going' })] }
    expect(entryObstacle(card, 1)).toBe('Not in order')
    expect(isOutOfOrder(card)).toBe(true)
    expect(isOutOfOrder(INVOICE)).toBe(false)
  })

  it('that came to nothing are tried again, whatever was paid behind them', () => {
    const card = { ...INVOICE, entries: [entry(1, { again: uuidOf('first') }), entry(2, { state: 'paid' })] }
    expect(entryObstacle(card, 0)).toBeNull()
    expect(isOutOfOrder(card)).toBe(false)
  })

  it('that came to nothing are tried again as what they are', () => {
    const entries = [entry(1, { again: uuidOf('first') })]
    expect(formOfEntry({ ...INVOICE, entries }, 0, 'file')?.form).toMatchObject({ again: uuidOf('first') })
  })

  it('that pay for storage fill it with whom that is paid, who is resolved anew', () => {
    const entries = [entry(1, { storage: true, to: 'MIXstorage' })]
    const filling = formOfEntry({ ...INVOICE, entries }, 0, 'file')
    expect([filling?.form.rows, filling?.view]).toEqual([[{ to: 'MIXstorage', amount: '0.15' }], null])
  })

  it('keep a memo that is no text as hex', () => {
    const entries = INVOICE.entries.map((entry) => ({ ...entry, memoText: null, memoHex: 'ff00' }))
    expect(formOfEntry({ ...INVOICE, entries }, 1, 'file')?.form).toMatchObject({ memo: 'ff00', memoForm: 'hex' })
  })
})

it('names a person without a number by the id', () => {
  expect(formOfUser(cardOf(KAOS), 'camera').form.rows).toEqual([{ to: KAOS.identityNumber, amount: '' }])
  expect(formOfUser(cardOf(user('New', '')), 'camera').form.rows[0]?.to).toBe(uuidOf('New'))
})

describe('failures', () => {
  it('of a camera each have their own words', () => {
    const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'OverconstrainedError', 'Odd']
    expect(new Set(names.map((name) => cameraFailure(name).title)).size).toBe(names.length)
  })

  it('of a capture are none when the person changed their mind', () => {
    expect(screenFailure('AbortError')).toBeNull()
    expect(screenFailure('NotAllowedError')).not.toBeNull()
  })

  it('shows both ends of a long text', () => {
    const line = previewOf(`coffer:${'x'.repeat(300)}END`)
    expect(line.length).toBeLessThan(97)
    expect(line).toMatch(/^coffer:x.*END$/)
  })
})

describe('a bundle in several codes', () => {
  const frames = Array.from({ length: 4 }, (_, at) => `coffer:bundle/7731abcd/${at}/4/${'QUJD'.repeat(100 + at)}`)
  const parsed = frames.flatMap((frame) => framesIn(frame))

  beforeEach(() => collected.setState({ parts: [] }))

  it('has more than one part in this test', () => {
    expect(parsed.length).toBe(frames.length)
    expect(frames.length).toBeGreaterThan(2)
  })

  it('is whole after every part has come, in any order and more than once', () => {
    const shuffled = [...frames].reverse()
    for (const frame of shuffled.slice(0, -1)) {
      expect(collect([frame, frame], 1).whole).toBeNull()
    }
    expect(collect(shuffled.slice(-1), 2)).toEqual({ frames: 1, whole: frames.join('\n') })
    expect(collected.getState().parts).toEqual([])
  })

  it('is taken from several codes of one picture or one pasted text', () => {
    expect(collect(frames, 1).whole).toBe(frames.join('\n'))
    expect(collect([frames.join('\n')], 2).whole).toBe(frames.join('\n'))
  })

  it('is whole also where codes of another bundle come between its own, as that one is then', () => {
    const others = frames.map((frame) => frame.replace('7731abcd', '0123beef'))
    for (const at of [0, 1, 2]) {
      for (const texts of [frames, others]) expect(collect(texts.slice(at, at + 1), 1).whole).toBeNull()
    }
    expect(collect(frames.slice(3), 1).whole).toBe(frames.join('\n'))
    expect(collected.getState().parts.map(({ id, chunks }) => [id, chunks.size])).toEqual([['0123beef', 3]])
    expect(collect(others.slice(3), 1).whole).toBe(others.join('\n'))
  })

  it('says which parts are missing', () => {
    const parts = parsed
      .slice(1)
      .reduce((before, frame) => addPart(before, frame, 1), null as ReturnType<typeof addPart> | null)
    expect(parts === null ? [] : presence(parts)).toEqual(parsed.map((_, at) => at > 0))
  })

  it('begins anew for another bundle, for a part that changed, and after five minutes', () => {
    const [first, second] = parsed
    if (first === undefined || second === undefined) throw new Error('two parts are needed')
    const one = addPart(null, first, 0)
    expect(addPart(one, second, 1).chunks.size).toBe(2)
    expect(addPart(one, { ...second, id: 'other' }, 1).chunks.size).toBe(1)
    expect(addPart(addPart(one, second, 1), { ...first, chunk: 'AAAA' }, 2).chunks.size).toBe(1)
    expect(addPart(one, second, KEPT_MS).chunks.size).toBe(1)
  })

  it.each([
    'coffer:bundle/x/2/2/AA',
    'coffer:bundle/x/0/0/AA',
    'coffer:bundle/x/0/9999/AA',
    'coffer:other/x/0/1/AA',
    'x',
  ])('is no part: %s', (text) => {
    expect(frameOf(text)).toBeNull()
  })
})
