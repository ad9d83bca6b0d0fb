import type { Hash } from '#contract/domain'
import { kernelAssetId, outputId as ruledId } from '#protocol'
import { bindMethods } from '../../src/main/binder.ts'
import { systemClock } from '../support/clock.ts'
import { BTC, freshBytes, newcomer } from '../support/localnet.ts'
import { json, type Lie, refusal } from '../support/proxy.ts'
import { prepare, rounds, type Victim } from '../support/victim.ts'
import { ALL_MOVEMENTS, paying, readable, toUser } from '../support/wallet.ts'
import { judge, judgeShown } from './judge.ts'
import { told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* Words and histories of strangers: what they must not bring onto the screen, and what they must not make believe. */

const UNSEEN: Readonly<Record<string, string>> = {
  'an override of direction': 'gpj.\u202Etxt',
  'an isolate without end': 'Ben\u2067evil',
  'a zero width space': 'Be\u200Bn',
  'a joiner': 'B\u200Den',
  'a control character': 'Ben\u0007\u001B[31m',
  'a line separator': 'Ben\u2028Verified',
  'tag characters': 'Ben\u{E0041}\u{E0042}',
  'a soft hyphen': 'B\u00ADen',
}
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/u

type Place = (text: string) => Lie

const named = (text: string) => (user: object) => ({ ...user, full_name: text, biography: text })
const PLACES: Readonly<Record<string, Place>> = {
  'the name of a person': (text) => ({
    at: /^POST \/users\/fetch$/,
    tell: (users: object[]) => users.map(named(text)),
  }),
  'the name of a person who is looked for': (text) => ({ at: /^GET \/(?:search|users)\/[^/]+$/, tell: named(text) }),
  'one’s own name': (text) => ({ at: /^GET \/(?:safe\/)?me$/, tell: named(text) }),
  'the name of a contact': (text) => ({ at: /^GET \/friends$/, instead: () => json([stranger(text)]) }),
  'the name of an asset': (text) => ({
    at: /^(?:GET \/safe\/assets|POST \/safe\/assets\/fetch)$/,
    tell: (assets: object[]) =>
      assets.map((asset) => ({ ...asset, name: text, symbol: text, display_name: text, display_symbol: text })),
  }),
  'the name of a chain': (text) => ({
    at: /^GET \/network\/chains$/,
    tell: (chains: object[]) => chains.map((chain) => ({ ...chain, name: text, symbol: text })),
  }),
  'a refusal': (text) => ({
    at: /^POST \/safe\/keys$/,
    instead: () => ({
      ...refusal(10002),
      body: JSON.stringify({ error: { status: 202, code: 10002, description: text, request_id: text } }),
    }),
  }),
}

const stranger = (name: string) => ({
  ...{ type: 'user', user_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01', identity_number: '7000', phone: '' },
  ...{ full_name: name, biography: '', avatar_url: '', relationship: 'FRIEND', created_at: '2026-01-01T00:00:00Z' },
  ...{ is_verified: false, is_scam: false, is_deactivated: false, app: null, has_safe: true },
})

/** Every text of everything that a window asks for, as it reaches the page. */
async function everything(stage: Stage, { wallet, account }: Victim): Promise<unknown[]> {
  const owner = { account, holder: null }
  const filter = ALL_MOVEMENTS
  const invoke = bindMethods(wallet.bare.calls, { clock: systemClock, random: freshBytes, log: () => undefined })
  const wishes: readonly [string, unknown][] = [
    ['app.state', null],
    ['home.read', owner],
    ['assets.list', { account }],
    ['activity.list', { ...owner, filter, cursor: null, limit: 50 }],
    ['payees.suggest', { ...owner, text: '' }],
    ['payees.resolve', { ...owner, text: stage.ben.id, assetId: null }],
    ['receive.networks', owner],
    ['contacts.list', { account }],
    ['payments.open', owner],
    [
      'payments.prepare',
      {
        ...{ ...owner, assetId: BTC, memoHex: '', feeAssetId: null, coins: null, references: [], requestId: null },
        ...{ draftId: null, label: '', returnTo: null },
        rows: [toUser(stage.ben.id, '0.1')],
      },
    ],
  ]
  const answers: unknown[] = []
  for (const [name, input] of wishes) answers.push({ [name]: await invoke(name, input) })
  return answers
}

export function refuseInvisible(value: unknown, path: string): void {
  if (typeof value === 'string') hold(!INVISIBLE.test(value), `an invisible character in ${path}`)
  else if (Array.isArray(value)) for (const [at, each] of value.entries()) refuseInvisible(each, `${path}.${at}`)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) refuseInvisible(each, `${path}.${key}`)
  }
}

const unseen: Attack[] = Object.entries(PLACES).flatMap(([place, lie], row) =>
  Object.entries(UNSEEN)
    // Each place meets half of them, and each of them half of the places.
    .filter((_, at) => (at + row) % 2 === 0)
    .map(([what, text]) => ({
      name: `words: ${what} in ${place}`,
      point: '4',
      quick: what === 'an override of direction' && place === 'the name of a contact',
      async run(stage: Stage) {
        const victim = await stage.victim({ lies: () => [lie(text)] })
        await rounds(victim, 2)
        refuseInvisible(await everything(stage, victim), 'answers')
      },
    })),
)

/** A history that the service makes up: payments that never were. */
const invented = (stage: Stage, { account }: Victim, times: number, more: object = {}) =>
  Array.from({ length: times }, (_, at) => {
    const hash = `${String(at).padStart(2, '0')}`.repeat(32) as Hash
    return {
      ...{ type: 'snapshot', snapshot_id: ruledId(hash, 0), user_id: account, opponent_id: stage.thief.id },
      ...{
        transaction_hash: hash,
        output_index: 0,
        asset_id: BTC,
        kernel_asset_id: kernelAssetId(BTC),
        amount: '-0.01',
      },
      ...{ memo: '', request_id: null, trace_id: null, created_at: `2026-01-01T00:00:${String(at).padStart(2, '0')}Z` },
      ...{ inscription_hash: null, deposit: null, withdrawal: null, opening_balance: null, closing_balance: null },
      ...more,
    }
  })

const history = (name: string, times: number, more: object = {}, quick = false): Attack => ({
  name: `history: ${name}`,
  point: '1.10',
  quick,
  async run(stage) {
    const victim = await stage.victim()
    const { wallet, account } = victim
    const rows = invented(stage, victim, times, more)
    victim.proxy.lies.push({ at: /^GET \/safe\/snapshots$/, instead: () => json(rows) })
    await rounds(victim, 3)
    const payee = { kind: 'user' as const, userId: stage.thief.id }
    const review = await prepare(victim, paying(account, BTC, [{ payee, amount: '0.1' }]))
    hold(
      review.checks.some(({ id, result }) => id.startsWith('first') && result === 'attention'),
      'says that the thief was paid before',
    )
    hold(
      review.payees.every(({ paidBefore }) => paidBefore === null),
      'counts payments that never were',
    )
    await wallet.calls['payments.cancel']({ account, paymentId: review.paymentId })
    const suggested = await wallet.calls['payees.suggest']({ account, holder: null, text: '' })
    hold(!JSON.stringify(suggested, readable).includes(stage.thief.id), 'suggests the thief')
    const resolved = await wallet.calls['payees.resolve']({
      account,
      holder: null,
      text: stage.thief.id,
      assetId: null,
    })
    hold(resolved.paidBefore === null, 'resolves the thief as paid before')
    await judgeShown(stage, victim, BTC)
    await judge(stage, victim, { wishes: [] }, [BTC])
  },
})

/** A history in no good shape must not stand in the way of money. */
const shapes: Attack[] = (
  [
    ['a memo of a megabyte', (rows: object[]) => rows.map((row) => ({ ...row, memo: 'ab'.repeat(500_000) }))],
    ['an amount of 10^41', (rows: object[]) => rows.map((row) => ({ ...row, amount: `1${'0'.repeat(41)}` }))],
    ['times that fall', (rows: object[]) => rows.toReversed()],
    ['times that are no times', (rows: object[]) => rows.map((row) => ({ ...row, created_at: 'yesterday' }))],
    ['one time for all', (rows: object[]) => rows.map((row) => ({ ...row, created_at: '2026-01-01T00:00:00Z' }))],
    ['times in the year 9999', (rows: object[]) => rows.map((row) => ({ ...row, created_at: '9999-12-31T23:59:59Z' }))],
    ['null', () => null],
    [
      'somebody else’s',
      (rows: object[]) => rows.map((row) => ({ ...row, user_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01' })),
    ],
  ] as const
).map(([name, alter]) => ({
  name: `history: ${name}`,
  point: '1',
  async run(stage: Stage) {
    const victim = await stage.victim()
    const rows = invented(stage, victim, 5)
    victim.proxy.lies.push({ at: /^GET \/safe\/snapshots$/, instead: () => json(alter(rows)) })
    await rounds(victim, 3)
    const review = await prepare(victim, paying(victim.account, BTC, [toUser(stage.ben.id, '0.1')]))
    await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: review.paymentId })
    await judge(stage, victim, { wishes: [] }, [BTC])
  },
}))

/** Who somebody is. */
const people: Attack[] = (
  [
    ['another id', (user: object, { thief }: Stage) => ({ ...user, user_id: thief.id })],
    ['null', () => null],
    ['a list', (user: object) => [user]],
    ['an empty name', (user: object) => ({ ...user, full_name: '' })],
    ['a name of a megabyte', (user: object) => ({ ...user, full_name: 'x'.repeat(900_000) })],
    ['a page to open as a picture', (user: object) => ({ ...user, avatar_url: 'javascript:alert(1)' })],
  ] as const
).map(([name, alter]) => ({
  name: `people: who is asked for is answered with ${name}`,
  point: '4',
  async run(stage: Stage) {
    const victim = await stage.victim()
    const ben = await newcomer(stage.net, 'Benjamin')
    victim.proxy.lies.push(
      { at: /^GET \/(?:users|search)\/[^/]+$/, tell: (user: object) => alter(user, stage) },
      { at: /^POST \/users\/fetch$/, tell: (users: object[]) => users.map((user) => alter(user, stage)) },
    )
    const ask = { account: victim.account, holder: null, text: ben.id, assetId: null }
    try {
      const { payee } = await victim.wallet.calls['payees.resolve'](ask)
      hold(payee === null || (payee.kind === 'user' && payee.userId === ben.id), 'names somebody else as payee')
    } catch (error) {
      told(error)
    }
    const review = await prepare(victim, paying(victim.account, BTC, [toUser(ben.id, '0.1')])).catch(
      (error: unknown) => void told(error),
    )
    if (review !== undefined) {
      const [payee] = review.payees
      hold(payee?.party.kind === 'user' && payee.party.user.userId === ben.id, 'reviews another receiver')
      await victim.wallet.calls['payments.cancel']({ account: victim.account, paymentId: review.paymentId })
    }
    await judge(stage, victim, { wishes: [] }, [BTC])
  },
}))

export const wordAttacks: readonly Attack[] = [
  ...unseen,
  history('one payment to the thief that never was', 1, {}, true),
  history('thirty payments to the thief that never were', 30),
  history('payments to the thief under requests', 3, { request_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a02' }),
  history('payments from the thief', 3, { amount: '0.01' }),
  ...shapes,
  ...people,
]
