import { describe, expect, it } from 'vitest'
import {
  approvalObstacle,
  approveTitle,
  fullTitle,
  proofText,
  saidOnce,
  sortChecks,
  verdictOf,
} from '../../src/renderer/components/review-model.ts'
import type { Check, Party, Review } from '../../src/renderer/state/types.ts'
import { BO, inWords, user } from './fake-data.ts'

const check = (result: Check['result'], id: string = result): Check => ({ id, result, text: inWords(`about ${id}`) })
const review = (over: Partial<Review>) => ({
  ...{ verdict: 'ok' as const, checks: [check('ok')], approval: 'passphrase' as const, payees: [], ...over },
})
const NOTHING: ReadonlySet<string> = new Set()

describe('the button that approves', () => {
  const said = (code: string, values: Record<string, string | number>) => ({ code, values })
  const paying = (name: string, verb = said('title.send', { what: '12 XIN' })) => ({
    ...{ amount: '12', title: said('title.send-to', { what: '12 XIN', whom: name }), verb },
    payees: [{ party: { kind: 'user' as const, user: user(name, '7000') }, amount: '12', proof: 'claimed' as const }],
  })

  it('says how much goes to whom', () => {
    expect(approveTitle(paying('Bob'))).toBe('Send 12 XIN to Bob')
  })

  it('drops a name that has no room there', () => {
    expect(approveTitle(paying('Bartholomew Featherstonehaugh'))).toBe('Send 12 XIN')
  })

  it('keeps a name that is read from the right apart from the sum', () => {
    expect(approveTitle(paying('\u05d1\u05d5\u05d1 1'))).toBe('Send 12 XIN to \u2068\u05d1\u05d5\u05d1 1\u2069')
  })

  it('says of a request which signature it is, and of what', () => {
    const sign = said('title.sign-as', { at: 2, of: 3 })
    expect(approveTitle(paying('Bob', sign))).toBe('Sign as 2nd of 3: Send 12 XIN to Bob')
    expect(approveTitle(paying('Bartholomew Featherstonehaugh', sign))).toBe('Sign as 2nd of 3')
  })

  it('says of what one signature of a group does not send that the group is asked', () => {
    const group = { threshold: 2, members: 3 }
    const long = { ...paying('Bartholomew Featherstonehaugh'), group }
    expect(approveTitle({ ...paying('Bob'), group })).toBe('Ask 2 of 3 signers: Send 12 XIN to Bob')
    expect(approveTitle(long)).toBe('Ask 2 of 3 signers: Send 12 XIN')
    expect(fullTitle(long)).toBe('Ask 2 of 3 signers: Send 12 XIN to Bartholomew Featherstonehaugh')
    expect(approveTitle({ ...paying('Bob'), group: { threshold: 1, members: 3 } })).toBe('Send 12 XIN to Bob')
    const sign = { ...paying('Bob', said('title.sign-as', { at: 2, of: 2 })), group }
    expect([approveTitle(sign), fullTitle(sign)]).toEqual([
      'Sign as 2nd of 2: Send 12 XIN to Bob',
      'Send 12 XIN to Bob',
    ])
  })
})

describe('the verdict on top of a review', () => {
  it('says how many checks passed', () => {
    expect(verdictOf({ verdict: 'ok', checks: [check('ok', 'a'), check('ok', 'b'), check('note')] }).title).toBe(
      'All 2 checks passed',
    )
  })

  it('is never milder than one of the checks', () => {
    expect(verdictOf({ verdict: 'ok', checks: [check('stop')] }).tone).toBe('stop')
    expect(verdictOf({ verdict: 'ok', checks: [check('attention')] }).tone).toBe('warn')
  })

  it('is never milder than what the wallet says', () => {
    expect(verdictOf({ verdict: 'stop', checks: [check('ok')] }).tone).toBe('stop')
    expect(verdictOf({ verdict: 'attention', checks: [check('ok')] }).title).toBe('Check before you sign')
  })

  it('shows a warning without asking for a tick', () => {
    const warned = review({ verdict: 'attention', checks: [check('warning'), check('ok')], approval: 'button' })
    expect(verdictOf(warned)).toMatchObject({ tone: 'warn', title: 'Check before you sign' })
    expect(verdictOf(warned).text).not.toContain('Tick')
    expect(approvalObstacle(warned, NOTHING, '')).toBeNull()
  })

  it('keeps what nobody can check apart from what passed', () => {
    const { ok, note } = sortChecks([check('ok'), check('note')])
    expect([ok.length, note.length]).toEqual([1, 1])
  })
})

describe('approving', () => {
  it('has no way around a failed check', () => {
    const stopped = review({ verdict: 'stop', checks: [check('stop')] })
    expect(approvalObstacle(stopped, new Set(['stop']), 'a passphrase')).toBe(
      'A check failed. This payment cannot be signed.',
    )
  })

  it('waits until every sentence that needs a look is ticked', () => {
    const asking = review({ verdict: 'attention', checks: [check('attention', 'a'), check('attention', 'b')] })
    expect(approvalObstacle(asking, NOTHING, 'x')).toBe('Tick the 2 sentences above first.')
    expect(approvalObstacle(asking, new Set(['a']), 'x')).toBe('Tick the sentence above first.')
    expect(approvalObstacle(asking, new Set(['a', 'b']), 'x')).toBeNull()
  })

  it('asks for the passphrase only where this window has to', () => {
    expect(approvalObstacle(review({}), NOTHING, '')).toBe('Enter your passphrase.')
    expect(approvalObstacle(review({ approval: 'window' }), NOTHING, '')).toBeNull()
  })
})

describe('rules that stop a payment', () => {
  const stopping = (...rules: Check[]) => review({ verdict: 'stop', checks: rules })
  const daily: Check = { ...check('stop', 'rule:day'), until: '2026-11-27T10:00:00Z' }

  it('stop it for now where their time comes, and without that word where nothing but a change of them lets it pass', () => {
    const never = stopping(daily, check('stop', 'rule:payees'))
    for (const said of [verdictOf(never).title, approvalObstacle(never, NOTHING, 'x')])
      expect(said).toBe('Your rules stop this')
    for (const said of [verdictOf(stopping(daily)).title, approvalObstacle(stopping(daily), NOTHING, 'x')]) {
      expect(said).toBe('Your rules stop this for now')
    }
  })
})

describe('a sentence of several recipients', () => {
  const payees = ['Ana', 'Bo', 'Cy'].map((name) => ({
    party: { kind: 'user', user: { ...BO, userId: name, name } } as Party,
  }))
  const ofRow = (row: number, id: string): Check => ({ ...check('stop', id), text: inWords('not on your list'), row })

  it('stands once, with their names', () => {
    const found = saidOnce([ofRow(1, 'rule:payee:0'), check('stop'), ofRow(2, 'rule:payee:1')], payees)
    expect(found.map(({ check: { id }, names }) => [id, names])).toEqual([
      ['rule:payee:0', ['Bo', 'Cy']],
      ['stop', []],
    ])
  })

  it('names two who are called the same twice, and one of several rows once', () => {
    const same = ['1', '2', '1'].map((id) => ({
      party: { kind: 'user', user: { ...BO, userId: id, name: 'Ana' } } as Party,
    }))
    const found = saidOnce([ofRow(0, 'a'), ofRow(1, 'b'), ofRow(2, 'c')], same)
    expect(found.map(({ names }) => names)).toEqual([['Ana', 'Ana']])
  })

  it('needs no name where only one is paid', () => {
    expect(saidOnce([ofRow(0, 'a')], payees.slice(0, 1))).toMatchObject([{ names: [] }])
  })
})

describe('the mark of a receiver', () => {
  it('speaks of a key only where there is one', () => {
    const chain = { kind: 'chain', chainId: '', chainName: 'Bitcoin', destination: 'bc1q', tag: '' } as const
    expect(proofText('proved', chain)).not.toContain('key')
    expect(proofText('proved')).toContain('recomputed the receiving key')
  })
})
