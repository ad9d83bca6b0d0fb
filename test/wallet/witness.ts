import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { decodeTransaction } from '#protocol'
import type { Vault } from '#vault'
import type { TestKeychain } from '../support/keychain.ts'
import { FEE_USER, type Person } from '../support/localnet.ts'
import type { TrueTransaction } from '../support/true-ledger.ts'
import type { OpenWallet, PlayNetwork, PrepareInput } from '../support/wallet.ts'
import type { PaymentReview, WordedCalls } from '../support/worded.ts'
import { type LyingLine, lyingLine } from './lying.ts'

/* Who stands beside each person of a life: sees what they were shown and agreed to, and what was signed in their names. */

type Transaction = PaymentReview['transactions'][number]

/** What somebody was shown of one transaction before it was agreed to. */
export interface Agreed {
  readonly shown: Transaction
  readonly by: Set<UserId>
}

/** One computer. */
interface Seat {
  readonly line: LyingLine
  readonly log: string[]
}

export type Witness = ReturnType<typeof witness>

type Call = (input: unknown) => Promise<unknown>

const REVIEWS: readonly string[] = [
  'payments.prepare',
  'payments.prepareVoid',
  'payments.review',
  'runs.prepare',
  'runs.withdraw',
  'schedule.prepare',
  'collectibles.transfer',
  'collectibles.release',
  'collectibles.occupy',
  'approvals.payFee',
]

export function witness(real: PlayNetwork, thief: Person, seed: number) {
  const agreed = new Map<string, Agreed>()
  /** By the digest by which it is agreed to. */
  const shown = new Map<string, readonly Transaction[]>()
  const seats = new Map<TestKeychain, Seat>()
  /** The coins of what was signed, by its name. */
  const spends = new Map<string, readonly string[]>()
  /** What must not be. */
  const broken: string[] = []
  /** Everything that was asked of the wallets, in order. */
  const story: string[] = []

  function agree(account: UserId, digest: string): void {
    for (const each of shown.get(digest) ?? []) {
      const known = agreed.get(each.hash) ?? { shown: each, by: new Set() }
      known.by.add(account)
      agreed.set(each.hash, known)
    }
  }

  function signed(account: UserId, hash: string, raw: string): void {
    spends.set(
      hash,
      decodeTransaction(raw).inputs.map((input) => `${input.hash}:${input.index}`),
    )
    const found = agreed.get(hash)
    if (found === undefined || !found.by.has(account)) broken.push(`${account} signed ${hash} without agreeing`)
    else for (const what of differences(found.shown, raw)) broken.push(`${hash} was signed with another ${what}`)
  }

  const watched = (vault: Vault): Vault => ({
    ...vault,
    signer: (account) => {
      const signer = vault.signer(account)
      return {
        ...signer,
        async sign(request) {
          const raw = await signer.sign(request)
          signed(account, request.approvedHash, request.raw)
          return raw
        },
      }
    },
  })

  /** What is seen of one call. */
  function see(name: string, input: unknown, answer: unknown): void {
    if (REVIEWS.includes(name)) {
      const review = answer as PaymentReview
      shown.set(review.digest, review.transactions)
      if (name === 'payments.prepare')
        for (const what of notAsked(input as PrepareInput, review)) broken.push(`${review.paymentId}: ${what}`)
    }
    if (name === 'approvals.review') {
      const review = answer as { digest: string; transaction: Transaction }
      shown.set(review.digest, [review.transaction])
    }
  }

  function overheard(calls: WordedCalls, seat: Seat): WordedCalls {
    const all = Object.entries(calls) as [string, Call][]
    return Object.fromEntries(
      all.map(([name, call]) => [
        name,
        async (input: unknown) => {
          const given = input as { account?: UserId; digest?: string } | undefined
          if (given?.digest !== undefined && given.account !== undefined) agree(given.account, given.digest)
          try {
            const answer = await call(input)
            see(name, input, answer)
            if (!name.endsWith('.read')) story.push(`${name} ${given?.account?.slice(0, 4) ?? ''}`)
            return answer
          } catch (error) {
            const code = codeOf(error)
            if (!name.endsWith('.read')) story.push(`${name} ${given?.account?.slice(0, 4) ?? ''} ${code}`)
            if (code === 'internal')
              broken.push(
                `${name} tells only "internal": ${(error as Error).stack ?? ''} ${seat.line.told.at(-1) ?? ''}`,
              )
            throw error
          }
        },
      ]),
    ) as unknown as WordedCalls // the same names
  }

  const network: PlayNetwork = {
    ...real,
    async open({ fetch: line = fetch, keychain, ...options } = {}): Promise<OpenWallet> {
      if (keychain === undefined) throw new Error('a computer has a keychain')
      const key = keychain as TestKeychain // what people of a life have
      const seat = seats.get(key) ?? { line: lyingLine(thief, seed + seats.size), log: [] }
      seats.set(key, seat)
      // What is still on its way while it is closed finds its files closed.
      let isOpen = true
      const wallet = await real.open({
        ...{ ...options, keychain, clock: real.clock, fetch: seat.line.wrap(line), wrapVault: watched },
        log: (_level, event, facts) => {
          const text = `${event} ${JSON.stringify(facts ?? {}, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`
          seat.log.push(text)
          if (isOpen && text.includes('"internal"')) broken.push(`it is logged: ${text} ${seat.line.told.at(-1) ?? ''}`)
        },
      })
      const close = () => {
        isOpen = false
        return wallet.close()
      }
      return { ...wallet, close, calls: overheard(wallet.calls, seat) }
    },
  }
  return { network, agreed, spends, broken, story, seats }
}

/** In what the bytes that were signed are not those that were shown. */
function differences(shown: Transaction, raw: string): string[] {
  const bytes = decodeTransaction(raw)
  const pairs = {
    asset: [bytes.asset, shown.asset.kernelAssetId],
    memo: [bytes.extra, shown.extraHex],
    coins: [
      bytes.inputs.map(({ hash, index }) => `${hash}:${index}`).join(),
      shown.inputs.map(({ hash, index }) => `${hash}:${index}`).join(),
    ],
    amounts: [bytes.outputs.map(({ amount }) => amount).join(), shown.outputs.map(({ amount }) => amount).join()],
  }
  return Object.entries(pairs).flatMap(([name, [is, said]]) => (is === said ? [] : name))
}

/** In what a review that may be agreed to differs from what was asked for. */
function notAsked(input: PrepareInput, review: PaymentReview): string[] {
  if (review.verdict === 'stop') return []
  const main = review.transactions.find(({ purpose }) => purpose === 'payment')
  if (main === undefined) return ['there is no payment in it']
  const out = main.outputs.filter(({ role }) => role === 'payment' || role === 'withdrawal')
  const wrong: string[] = []
  if (main.asset.assetId !== input.assetId) wrong.push('another asset')
  if (main.extraHex !== input.memoHex) wrong.push('another memo')
  if (out.map(({ amount }) => amount).join() !== input.rows.map(({ amount }) => amount).join())
    wrong.push('other amounts')
  for (const [at, { payee }] of input.rows.entries()) {
    const party = out[at]?.party
    const same =
      (payee.kind === 'user' && party?.kind === 'user' && party.user.userId === payee.userId) ||
      (payee.kind === 'chain' &&
        party?.kind === 'chain' &&
        party.destination === payee.destination &&
        party.tag === payee.tag)
    if (!same) wrong.push(`another payee: ${party?.kind}`)
  }
  return wrong
}

/** In what a transaction of the ledger is not what was shown: who really has its outputs. What a thief has is no client's to know beforehand. */
export function misdirected(
  { shown }: Agreed,
  { outputs }: TrueTransaction,
  owner: readonly UserId[],
  thief: UserId,
): { wrong: string[]; stolenChange: number[] } {
  const wrong: string[] = []
  const stolenChange: number[] = []
  for (const [at, { members, destination, amount }] of outputs.entries()) {
    const said = shown.outputs[at]
    if (said === undefined || said.amount !== amount) wrong.push(`output ${at} was not shown`)
    else if (sameIds(members, [thief])) stolenChange.push(...(said.role === 'change' ? [at] : []))
    else if (!isWhose(said, owner, members, destination))
      wrong.push(`output ${at}, ${said.role} for ${said.party.kind}, went to ${members?.join() ?? destination}`)
  }
  return { wrong, stolenChange }
}

const sameIds = (one: readonly string[] | null, other: readonly string[]): boolean =>
  one !== null && [...one].sort().join() === [...other].sort().join()

function isWhose(
  { role, party }: Transaction['outputs'][number],
  owner: readonly UserId[],
  members: readonly UserId[] | null,
  destination: string | null,
): boolean {
  if (role === 'fee') return sameIds(members, [FEE_USER])
  if (role === 'change' || party.kind === 'self') return sameIds(members, owner)
  if (party.kind === 'chain') return destination === party.destination
  if (party.kind === 'group')
    return sameIds(
      members,
      party.members.map(({ userId }) => userId),
    )
  return party.kind === 'user' && sameIds(members, [party.user.userId])
}
