import { describe, expect, it } from 'vitest'
import { inBackup } from '../../src/renderer/components/backup-contents.ts'

const NOTHING = { payments: 0, open: 0, plans: 0, runs: 0, drafts: 0, labels: 0, groups: 0, addresses: 0 }
const of = (has: Partial<typeof NOTHING>, hasWords = false) =>
  inBackup({ ...{ account: 'a', name: 'Ada', here: true }, ...NOTHING, ...has, hasWords })

describe('what a backup has of an account', () => {
  it('is named where it is nothing but a plan or a run', () => {
    expect(of({ plans: 1 })).toEqual(['1 plan'])
    expect(of({ runs: 2 })).toEqual(['2 runs of payments'])
  })

  it('is all that there is, and nothing that there is not', () => {
    expect(of({ payments: 3, open: 1, labels: 2, addresses: 1 }, true)).toEqual([
      ...['3 payments (1 on the way)', '2 labels', '1 saved address', 'its 24 words'],
    ])
  })

  it('is said to be none', () => {
    expect(of({})).toEqual(['nothing but the account itself'])
  })
})
