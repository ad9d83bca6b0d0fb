import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Hash, RequestId, UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { openLedger, type TrueLedger } from '../support/true-ledger.ts'
import { approving, BTC, fund, has, newAccount, type OpenWallet, paying, sharedNetwork } from '../support/wallet.ts'
import type { PaymentReview } from '../support/worded.ts'
import { type Mixer, mixer } from './mixed.ts'

/*
 * Windows ask for many things at once, and what one waits for comes while another is half done. Whatever the order is: nothing is paid
 * that nobody agreed to or that was given up, nothing twice, and no coin stays away.
 */

const PASSPHRASE = 'four plain words here 7'

type Step =
  | { readonly do: 'prepare'; readonly link: number; readonly amount: string; readonly to: number }
  | { readonly do: 'approve' | 'cancel' | 'review' | 'void' | 'sendNow' | 'release'; readonly at: number }
  | { readonly do: 'giveUp'; readonly link: number }
  | { readonly do: 'lock' | 'unlock' | 'round' | 'all' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('prepare' as const),
      link: fc.integer({ min: 0, max: 2 }),
      amount: fc.constantFrom('0.5', '1', '1.5', '2.5'),
      to: fc.integer({ min: 0, max: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('giveUp' as const), link: fc.integer({ min: 0, max: 1 }) }) },
  { weight: 30, arbitrary: fc.record({ do: fc.constant('release' as const), at: fc.nat({ max: 9 }) }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('approve' as const), at: fc.nat({ max: 5 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('cancel', 'review', 'void', 'sendNow'), at: fc.nat({ max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('round', 'all', 'round', 'all', 'lock', 'unlock') }) },
)

const network = sharedNetwork()
let ledger: TrueLedger
let others: OpenWallet
let payees: UserId[]

beforeAll(async () => {
  ledger = openLedger(network.dir)
  others = await network.open({ vaultThread: true })
  payees = [(await newAccount(others, 'Ben')).account, (await newAccount(others, 'Cleo')).account]
})
afterAll(async () => {
  ledger.close()
})

/** What a person agreed to in a window, by the hashes of the bytes that it showed. */
class Agreed {
  readonly hashes = new Set<Hash>()
  readonly payments = new Map<Hash, RequestId>()
}

async function play(steps: readonly Step[]): Promise<void> {
  const mix: Mixer = mixer()
  const agreed = new Agreed()
  const givenUp = new Set<Hash>()
  const wallet = await network.open({
    vaultThread: true,
    ...{ fetch: mix.fetch, wrapVault: mix.wrap },
    askInWindow: async (shown, prove) => {
      await mix.wait('window')
      if ('transactions' in shown) {
        for (const { hash } of shown.transactions) {
          agreed.hashes.add(hash)
          agreed.payments.set(hash, shown.paymentId)
          // The same link may be opened once more after it was given up: then these are the bytes that are agreed to anew.
          givenUp.delete(hash)
        }
      }
      await prove?.(PASSPHRASE)
      return 'approved'
    },
  })
  try {
    const ana = (await newAccount(wallet, 'Ana')).account
    for (const amount of ['1', '2', '3']) await fund(wallet, ana, BTC, amount)
    await wallet.calls['vault.setPassphrase']({ current: null, next: PASSPHRASE })
    const links = [randomUUID() as RequestId, randomUUID() as RequestId]
    const reviews: PaymentReview[] = []
    const pending: Promise<unknown>[] = []
    const codes: string[] = []
    const start = (work: Promise<unknown>) =>
      void pending.push(work.catch((error: unknown) => codes.push(codeOf(error))))
    const at = (place: number) => (reviews.length === 0 ? undefined : reviews[place % reviews.length])
    mix.hold()
    for (const each of steps) {
      switch (each.do) {
        case 'prepare': {
          const payee = { kind: 'user', userId: payees[each.to] as UserId } as const
          const requestId = links[each.link] ?? null
          start(
            wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee, amount: each.amount }], { requestId })).then(
              (review) => reviews.push(review),
            ),
          )
          break
        }
        case 'release':
          mix.release(each.at)
          break
        case 'approve': {
          const review = at(each.at)
          if (review !== undefined) start(wallet.calls['payments.approve'](approving(ana, review)))
          break
        }
        case 'giveUp':
          start(wallet.calls['payments.cancel']({ account: ana, paymentId: links[each.link] as RequestId }))
          break
        case 'cancel': {
          const review = at(each.at)
          if (review === undefined) break
          const hashes = review.transactions.map(({ hash }) => hash)
          start(
            wallet.calls['payments.cancel']({ account: ana, paymentId: review.paymentId }).then(({ state }) => {
              if (state === 'cancelled') for (const hash of hashes) givenUp.add(hash)
            }),
          )
          break
        }
        case 'review':
        case 'void':
        case 'sendNow': {
          const review = at(each.at)
          if (review === undefined) break
          const input = { account: ana, paymentId: review.paymentId }
          if (each.do === 'sendNow') start(wallet.calls['payments.sendNow']({ ...input, passphrase: null }))
          else
            start(
              wallet.calls[each.do === 'review' ? 'payments.review' : 'payments.prepareVoid'](input).then((found) =>
                reviews.push(found),
              ),
            )
          break
        }
        case 'lock':
          wallet.lock()
          break
        case 'unlock':
          start(wallet.calls['session.unlock']({ passphrase: PASSPHRASE }))
          break
        case 'round':
          start(wallet.calls['app.retry']({ account: ana }))
          break
        case 'all':
          mix.letGo()
          await Promise.allSettled(pending)
          mix.hold()
          break
      }
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    mix.letGo()
    await Promise.allSettled(pending)
    if (wallet.vault.status().locked) await wallet.calls['session.unlock']({ passphrase: PASSPHRASE })
    await Promise.allSettled(pending)
    const open = () => wallet.calls['payments.open']({ account: ana, holder: null })
    const left = await wallet.until(
      async () => {
        await wallet.calls['app.retry']({ account: ana }).catch(() => undefined)
        return open()
      },
      (live) => live.every(({ state }) => !['signed', 'sent', 'accepted'].includes(state)),
    )
    for (const { paymentId } of left) await wallet.calls['payments.cancel']({ account: ana, paymentId })
    const sent = ledger.sentBy([ana])
    for (const { hash } of sent) expect(agreed.hashes.has(hash), 'nobody agreed to it').toBe(true)
    for (const { hash } of sent) expect(givenUp.has(hash), 'it was given up').toBe(false)
    const paid = sent.map(({ hash }) => agreed.payments.get(hash))
    expect(new Set(paid).size, 'paid twice').toBe(paid.length)
    for (const id of paid) {
      const { state } = await wallet.calls['payments.read']({ account: ana, paymentId: id as RequestId })
      expect(state, 'what the ledger has is final').toBe('final')
    }
    for (const id of new Set(reviews.map(({ paymentId }) => paymentId))) {
      const { state } = await wallet.calls['payments.read']({ account: ana, paymentId: id })
      if (!paid.includes(id)) expect(['failed', 'cancelled']).toContain(state)
    }
    const all = ledger.unspent([ana], BTC)
    await has(wallet, ana, BTC, all)
    expect(codes.filter((code) => code === 'internal')).toEqual([])
  } finally {
    mix.letGo()
    await wallet.close()
  }
}

describe('calls that come between each other', () => {
  it('pay what was agreed to, once, and nothing that was given up', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), play), {
      numRuns: 3,

      endOnFailure: true,
    })
  })
})
