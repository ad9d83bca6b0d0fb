import { describe, expect, it } from 'vitest'
import { errorFacts } from '#contract/errors'
import { said, wording } from '#words'
import {
  isFromForm,
  isProvedDead,
  isUnsigned,
  mayRepeat,
  meaningOf,
  noFeeHere,
  payeeToKeep,
  problemWords,
  rowsOf,
  stepsOf,
  verbOf,
} from '../../src/renderer/screens/send/receipt-model.ts'
import { receiptText } from '../../src/renderer/screens/send/receipt-text.ts'
import type { Payment } from '../../src/renderer/state/types.ts'
import { ago, asset, CHEN, chainParty, hashOf, inWords, payment, person, user, uuidOf } from './fake-data.ts'

const statesOf = (of: Payment): string[] => stepsOf(of).map(({ name, state }) => `${name} ${state}`)

describe('an item that is released', () => {
  it('is called neither sent nor paid', () => {
    const over = { item: 'Kites #1', released: true, signedAt: ago(4), finalAt: ago(3) } as const
    expect(verbOf(payment('final', over))).toBe('You released')
    expect(meaningOf(payment('final', over)).title).toBe('Released. Nobody can take it back.')
    expect(verbOf(payment('ready', { item: 'Kites #1', released: true }))).toBe('You release')
    expect(verbOf(payment('final', { ...over, released: undefined } as never))).toBe('You sent')
  })
})

describe('the steps of a payment', () => {
  it('are done up to the last known time, and the next one is under way', () => {
    expect(statesOf(payment('submitted', { signedAt: ago(4), sentAt: ago(3) }))).toEqual([
      'Prepared done',
      'Signed done',
      'Sent done',
      'Accepted now',
      'Final ahead',
    ])
  })

  it('are done before a later one even where their time is not known', () => {
    expect(statesOf(payment('final', { finalAt: ago(1) })).every((line) => line.endsWith('done'))).toBe(true)
  })

  it('end where the payment ended', () => {
    expect(statesOf(payment('cancelled'))).toEqual(['Prepared done', 'Cancelled stopped'])
  })
})

const [ME, OTHER] = [user('Nora Vance', '7000128840'), user('Bo', '7000128841')]
const [SIGNED, ASKED, PAID] = [ago(9), ago(8), ago(1)]
const COSIGNING = { needed: 2, signers: [], waiting: [], asked: true }

describe('the amount of a payment', () => {
  it('is called burnt once it is, and not while it is only signed or came to nothing', () => {
    const called = (money: Payment['money'], over: Partial<Payment> = {}) =>
      verbOf(payment(money, { kind: 'storage', rows: [], ...over }))
    expect(called('ready')).toBe('You burn')
    for (const money of ['submitted', 'unknown_checking', 'cannot_complete'] as const)
      expect(called(money, { signedAt: ago(2) })).toBe('You signed')
    expect(called('final', { signedAt: ago(2), finalAt: ago(1) })).toBe('You burnt')
  })

  it('is called the group’s where that pays, and the signature one’s own', () => {
    const called = (money: Payment['money'], over: Partial<Payment> = {}) =>
      verbOf(payment(money, { kind: 'multisig', ...over }))
    expect(called('ready')).toBe('The group sends')
    expect(called('submitted', { signedAt: ago(2) })).toBe('You signed')
    expect(called('final', { signedAt: ago(2), finalAt: ago(1) })).toBe('The group sent')
  })
})

it('of coins that were combined says so, and not that somebody was paid', () => {
  expect(meaningOf(payment('final', { kind: 'consolidation', finalAt: ago(1) })).title).toBe('Coins combined')
})

describe('the steps of a payment of a group', () => {
  const cosigning = (signers: number): Partial<Payment> => ({
    ...{ kind: 'multisig', signedAt: SIGNED, acceptedAt: ASKED },
    cosigning: { ...COSIGNING, signers: [ME, OTHER].slice(0, signers) },
  })

  it('say when the others were asked, and of enough signatures no time that nobody knows', () => {
    const steps = stepsOf(payment('final', { ...cosigning(2), finalAt: PAID }))
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'done'])
    expect(steps.map(({ at }) => at)).toEqual([expect.any(String), SIGNED, ASKED, null, PAID])
    expect(statesOf(payment('accepted', cosigning(2)))).toEqual(
      expect.arrayContaining(['Enough signed done', 'Final now']),
    )
    expect(statesOf(payment('accepted', cosigning(1)))).toContain('Enough signed now')
  })

  it('end with the asking where it was given up before enough had signed', () => {
    expect(statesOf(payment('cannot_complete', { ...cosigning(1), state: 'failed' }))).toEqual([
      ...['Prepared done', 'Signed by you done', 'Asked done', 'Cannot complete stopped'],
    ])
  })

  it('have no fee of their own where they leave the network, which one member pays', () => {
    const withdrawal = { fee: 'waits' as const, feePayment: null, paidBy: null, chainHash: null }
    expect(noFeeHere(payment('final', { ...cosigning(2), withdrawal }))).toBe('By one member, from their own account')
    expect(noFeeHere(payment('final', cosigning(2)))).toBe('None')
  })

  it('names what holds its coin where the service does not take it', () => {
    const lost = {
      ...cosigning(1),
      state: 'sent' as const,
      problem: { code: 'remote.output_locked' as const, details: {} },
    }
    const one = payment('unknown_checking', { ...lost, cosigning: { ...COSIGNING, signers: [ME], asked: false } })
    expect(meaningOf(one).title).toBe('Your group was not asked yet')
    expect(meaningOf(one).text).toContain('Another request of the group holds a coin of this one')
  })
})

describe('what trouble means for the money', () => {
  // What failed may have been paid in part.
  it.each(['signed', 'sent', 'accepted', 'failed'] as const)(
    'never says that nothing happened of what is %s',
    (state) => {
      const { instead } = problemWords(payment('unknown_checking', { state }))
      expect(instead?.money).toMatch(/can still be paid/)
      expect(instead?.todo).toMatch(/Do not send it again/)
    },
  )

  it.each(['draft', 'verified', 'approved', 'failed', 'cancelled', 'final'] as const)(
    'is what the error says while it is %s',
    (state) => expect(problemWords(payment('ready', { state }))).toEqual({}),
  )
})

describe('what a state means for the money', () => {
  it('says of what its owner put away that nothing proves it, and of a final one no reason that may be another', () => {
    const away = meaningOf(payment('cannot_complete', { problem: { code: 'wallet.put_away', details: {} } }))
    expect(away).toMatchObject({ tone: 'warn', text: expect.stringContaining('Nobody can prove') })
    expect(away.text).not.toContain('will not happen')
    expect(meaningOf(payment('final', { afterAll: true })).text).not.toContain('spent by another')
  })

  it('says once of what is proved dead that another payment went first', () => {
    const problem = { code: 'wallet.conflict', details: { spentBy: hashOf('other') } } as const
    expect(isProvedDead(payment('cannot_complete', { problem }))).toBe(true)
    expect(meaningOf(payment('cannot_complete', { problem })).text).toMatch(/spent by another payment first/)
    const said = { code: 'wallet.conflict', details: { by: 'service', spentBy: '' } } as const
    expect(isProvedDead(payment('cannot_complete', { problem: said }))).toBe(false)
  })

  it('says of a request that nobody here signed, and whose coin only the service calls spent, that nothing is proved', () => {
    const details = { by: 'service', spentBy: '' }
    const dead = meaningOf(payment('cannot_complete', { problem: { code: 'wallet.conflict', details } }))
    expect(dead).toMatchObject({ tone: 'warn', text: expect.stringContaining('Nobody has proved') })
    const { money, todo, what } = errorFacts('wallet.conflict', details)
    expect([what, money ?? what, todo].map(wording)).toEqual([
      expect.stringMatching(/^The service says/),
      expect.stringMatching(/can still complete it/),
      expect.stringMatching(/^Ask the others/),
    ])
  })

  it('never invites a second payment while the first is undecided', () => {
    const meaning = meaningOf(payment('unknown_checking'))
    expect(meaning.tone).toBe('warn')
    expect(meaning.text).toContain('Do not send it again')
  })

  it('does not call a withdrawal arrived before the other chain has it', () => {
    expect(meaningOf(payment('final', { kind: 'withdrawal', withdrawalHash: null })).title).toBe(
      'Final here, on its way to the other chain',
    )
    expect(meaningOf(payment('final', { kind: 'withdrawal', withdrawalHash: hashOf('chain') })).title).toBe(
      'Final, and sent on the other chain',
    )
  })

  it('does not call money arrived that was burnt to store something', () => {
    expect(meaningOf(payment('final', { kind: 'storage' })).text).toMatch(/^The network keeps the content/)
  })

  it('offers the form again for nothing but what was written in it', () => {
    expect((['transfer', 'withdrawal', 'multisig'] as const).every((kind) => isFromForm({ kind }))).toBe(true)
    expect((['consolidation', 'collectible', 'storage'] as const).some((kind) => isFromForm({ kind }))).toBe(false)
    expect(isFromForm({ kind: 'multisig', act: true })).toBe(false)
  })

  it('offers to pay again once it has ended and never while it is under way', () => {
    const may = (...all: Payment['money'][]) => all.map((money) => mayRepeat({ kind: 'transfer', money }))
    expect(may('final', 'cancelled', 'cannot_complete')).toEqual([true, true, true])
    expect(may('signing', 'submitted', 'accepted', 'unknown_checking')).toEqual([false, false, false, false])
  })

  it('does not say that the network has what is only on its way there', () => {
    expect(
      meaningOf({
        money: 'submitted',
        kind: 'transfer',
        withdrawalHash: null,
        cosigning: null,
        problem: null,
        party: { kind: 'self' },
      }),
    ).toMatchObject({
      title: 'Signed, on its way to the network',
    })
  })

  it('tells how often somebody was paid before only until it counts itself', () => {
    const party = person(user('Maya Okafor', '40110'))
    const rows = [{ party, amount: '1', paidBefore: { times: 1, last: '2026-05-03T10:00:00Z' } }]
    expect(rowsOf(payment('accepted', { rows }))).toEqual(rows)
    expect(rowsOf(payment('final', { rows }))).toEqual([{ party, amount: '1' }])
    expect(rowsOf(payment('final', { rows: [], party, amount: '2' }))).toEqual([{ party, amount: '2' }])
    const burnt = { kind: 'kernel', address: 'XIN', members: 1, threshold: 64 } as const
    expect(rowsOf(payment('final', { rows: [], party: burnt, amount: '2' }))).toEqual([])
  })

  it('counts everything before the signature as unsigned', () => {
    expect(isUnsigned({ state: 'verified' })).toBe(true)
    expect(isUnsigned({ state: 'accepted' })).toBe(false)
  })
})

describe('a receipt as text', () => {
  it('is copied without the marks that keep names apart on the screen', () => {
    const ali = user('محمد علي', '40111')
    const title = said('title.send-to', { what: '1.5 USDT', whom: ali.name })
    const text = receiptText(
      payment('final', { title, party: person(ali), rows: [{ party: person(ali), amount: '1.5', paidBefore: null }] }),
    )
    expect(text.split('\n')[0]).toBe('Send 1.5 USDT to محمد علي')
    expect(text).toContain(`To: محمد علي, ${ali.userId}`)
    expect(text).not.toMatch(/[\u2066-\u2069]/)
  })

  it('names the payee with the full id, the asset with its network, and every hash', () => {
    const maya = user('Maya Okafor', '40110')
    const text = receiptText(
      payment('final', {
        title: inWords('Send 1.5 USDT to Maya Okafor'),
        asset: asset('USDT', 'TRON'),
        amount: '1.5',
        party: person(maya),
        rows: [{ party: person(maya), amount: '1.5', paidBefore: null }],
        fee: null,
        memoText: 'rent',
        hashes: [hashOf('transaction')],
        requestIds: [uuidOf('request')],
        finalAt: '2026-05-03T10:00:00Z',
        withdrawalHash: null,
      }),
    )
    expect(text.split('\n')).toEqual([
      'Send 1.5 USDT to Maya Okafor',
      'State: Final',
      'Amount: 1.5 USDT (Tether USD on TRON)',
      `To: Maya Okafor, ${maya.userId}`,
      'Memo: rent',
      `Transaction: ${hashOf('transaction')}`,
      `Request: ${uuidOf('request')}`,
      'Final: 2026-05-03T10:00:00Z',
    ])
  })

  it('names each of several with their own sum', () => {
    const [maya, ali] = [user('Maya Okafor', '40110'), user('Ali', '40111')]
    const rows = [
      { party: person(maya), amount: '1', paidBefore: null },
      { party: person(ali), amount: '0.5', paidBefore: null },
    ]
    const text = receiptText(payment('final', { party: { kind: 'several', count: 2, people: true }, rows }))
    expect(text.split('\n').filter((line) => line.startsWith('To: '))).toEqual([
      `To: Maya Okafor, ${maya.userId}: 1 BTC`,
      `To: Ali, ${ali.userId}: 0.5 BTC`,
    ])
  })

  it('for one of several names nobody else, and no sum but theirs', () => {
    const [maya, ali] = [user('Maya Okafor', '40110'), user('Ali', '40111')]
    const rows = [
      { party: person(maya), amount: '1', paidBefore: null },
      { party: person(ali), amount: '0.5', paidBefore: null },
    ]
    const title = inWords('Send 1.5 BTC to Maya Okafor and 1 more')
    const text = receiptText(payment('final', { title, amount: '1.5', rows, hashes: [hashOf('transaction')] }), 1)
    expect(text).toContain('Amount: 0.5 BTC')
    expect(text).toContain(`To: Ali, ${ali.userId}`)
    expect(text).toContain(hashOf('transaction'))
    expect(text).not.toMatch(/Maya|40110|1\.5|: 1 BTC/)
  })

  it('of a withdrawal has the whole address with its tag', () => {
    const destination = 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'
    const party: Payment['party'] = {
      ...{ kind: 'chain', chainId: uuidOf('xrp'), chainName: 'XRP Ledger', destination, tag: '12345' },
    }
    const text = receiptText(
      payment('final', { kind: 'withdrawal', party, rows: [{ party, amount: '1', paidBefore: null }] }),
    )
    expect(text).toContain(`${destination}, Tag 12345`)
  })
})

describe('who was paid', () => {
  const paid = (party: Payment['party'], over: Partial<Payment> = {}) =>
    payeeToKeep(payment('final', { party, ...over }))
  const address = chainParty('BTC', 'Bitcoin', 'bc1q', 'tag')

  it('can be kept once the payment is final: a stranger, or an address with its tag', () => {
    expect(paid(person(CHEN))).toEqual({ kind: 'user', userId: CHEN.userId })
    expect(paid(address)).toEqual({
      ...{ kind: 'chain', chainId: asset('BTC', 'Bitcoin').chainId, destination: 'bc1q', tag: 'tag' },
    })
    expect(payeeToKeep(payment('submitted', { party: address }))).toBeNull()
  })

  it('is not offered to be kept again, nor where the service warns, nor where a fee or oneself was paid', () => {
    expect(paid(person(user('Bo', '1')))).toBeNull()
    expect(paid({ ...address, ...{ label: 'Cold storage' } })).toBeNull()
    expect(paid(person({ ...CHEN, scam: true }))).toBeNull()
    expect(paid(person({ ...CHEN, relationship: 'blocked' }))).toBeNull()
    expect(paid(person(CHEN), { paysFeeOf: uuidOf('request') })).toBeNull()
    expect(paid({ kind: 'self' })).toBeNull()
  })
})
