import type { ErrorCode, ErrorReport } from '#contract/errors'
import type { MethodName, WireAnswer, WireEvent, WireInput } from '#contract/ipc'
import { bundleOf, cardOf, type Group, group, readText, requestReview, requestsOf, rowsOf } from './fake-approvals.ts'
import { auditAnswers } from './fake-audits.ts'
import { backupAnswers } from './fake-backup.ts'
import { coinAnswers } from './fake-coins.ts'
import { fakeCollectibles } from './fake-collectibles.ts'
import { contactAnswers } from './fake-contacts.ts'
import {
  type Account,
  ANA,
  account,
  ago,
  asset,
  type Balance,
  BO,
  BTC_ADDRESS,
  balance,
  CHEN,
  chainParty,
  detailOf,
  GROUP,
  hashOf,
  KAOS,
  MIRA,
  type Party,
  person,
  type Row,
  row,
  type User,
  user,
  uuidOf,
  WITHOUT_KEY,
  WORDS,
} from './fake-data.ts'
import { kindAnswers } from './fake-kinds.ts'
import { payment, review, reviewOf } from './fake-reviews.ts'

/*
 * A wallet without keys, network or disk that answers like the real one. It exists so that every screen can be looked
 * at in every state; tests of behaviour use the real wallet.
 */

type Answers = { [Name in MethodName]: (input: WireInput<Name>) => WireAnswer<Name> | Promise<WireAnswer<Name>> }
type State = WireAnswer<'app.state'>
type Change = WireEvent<'data.changed'>

export class FakeError extends Error {
  readonly report: ErrorReport
  constructor(code: ErrorCode, details: ErrorReport['details'] = {}, serviceText?: string) {
    super(code)
    this.report = { code, details, ...(serviceText === undefined ? {} : { serviceText }) }
  }
}

export type Scenario = 'rich' | 'empty' | 'fresh'

export interface FakeWallet {
  readonly answers: Answers
  /** Replaces single answers, e.g. by an error or by a promise that never settles. */
  readonly override: Partial<Answers>
  readonly state: State
  listen(listener: (event: string, payload: unknown) => void): void
  emit(topics: Change['topics']): void
  setLocked(locked: boolean): void
}

const BTC = asset('BTC', 'Bitcoin')
const ETH = asset('ETH', 'Ethereum')
const USDT_TRON = asset('USDT', 'TRON')
const USDT_ETH = asset('USDT', 'Ethereum')
const USDC_BASE = asset('USDC', 'Base')
const XIN = asset('XIN')
const SOL = asset('SOL')
const XRP = asset('XRP')
const DOGE = asset('DOGE')
const TON = asset('TON', 'TON')
const LTC = asset('LTC')
const ASSETS = [
  BTC,
  ETH,
  USDT_TRON,
  USDT_ETH,
  USDC_BASE,
  XIN,
  SOL,
  XRP,
  DOGE,
  TON,
  LTC,
  asset('USDC', 'Ethereum'),
  asset('USDT', 'Solana'),
  asset('BNB'),
]

const BALANCES: readonly Balance[] = [
  balance(BTC, '1.8342', { held: '0.4' }),
  balance(ETH, '12.50804'),
  balance(USDT_TRON, '24180.55', { arriving: '1200' }),
  balance(XIN, '310.00012845'),
  balance(SOL, '84.2'),
  balance(USDC_BASE, '5000'),
  balance(LTC, '3.14', { fiat: null }),
  balance(XRP, '1520.75'),
]

const PEOPLE: readonly User[] = [ANA, BO, KAOS, MIRA, CHEN]

function history(): Row[] {
  const rows: Row[] = [
    row('d1', {
      id: `d:${uuidOf('d1')}`,
      kind: 'deposit',
      asset: USDT_TRON,
      amount: '1200',
      party: { kind: 'unknown' },
      at: ago(6),
      money: 'arriving',
      confirmations: { have: 12, need: 19 },
      hash: null,
    }),
    row('p1', {
      id: `p:${uuidOf('payment unknown')}`,
      asset: BTC,
      amount: '-0.4',
      party: person(BO),
      at: ago(14),
      money: 'unknown_checking',
      label: 'Rent May',
      memoText: 'Rent May',
    }),
    row('1', { asset: XIN, amount: '12.5', party: person(ANA), at: ago(95), memoText: 'For the tickets' }),
    row('2', {
      asset: USDC_BASE,
      amount: '-250',
      party: person(KAOS),
      at: ago(190),
      label: 'Logo, second half',
      memoText: 'INV-2041',
    }),
    row('3', {
      asset: ETH,
      amount: '-0.75',
      kind: 'withdrawal',
      party: chainParty('ETH', 'Ethereum', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'),
      at: ago(60 * 22),
    }),
    row('4', {
      asset: BTC,
      amount: '0.25',
      kind: 'deposit',
      party: { kind: 'unknown' },
      at: ago(60 * 26),
      label: 'Savings',
    }),
    row('5', { asset: USDT_TRON, amount: '-1250.5', party: GROUP, at: ago(60 * 27), memoText: 'Q4 share' }),
    row('6', { asset: SOL, amount: '84.2', kind: 'deposit', party: { kind: 'unknown' }, at: ago(60 * 50) }),
    row('7', { asset: BTC, amount: '-0.0125', party: person(CHEN), at: ago(60 * 52), money: 'cancelled' }),
    row('8', { asset: XIN, amount: '0.00012845', party: person(CHEN), at: ago(60 * 74), memoText: 'test' }),
  ]
  for (let at = 0; at < 240; at += 1) {
    const who = PEOPLE[at % PEOPLE.length] ?? ANA
    const of = ASSETS[(at * 7) % 8] ?? BTC
    const sign = at % 3 === 0 ? '-' : ''
    rows.push(
      row(`more ${at}`, {
        asset: of,
        amount: `${sign}${(((at * 37) % 900) / 100 + 0.05).toFixed(2)}`,
        party: person(who),
        at: ago(60 * (80 + at * 9)),
      }),
    )
  }
  return rows
}

export function createFakeWallet(scenario: Scenario, over: Partial<Omit<State, 'accounts'>> = {}): FakeWallet {
  let listener: (event: string, payload: unknown) => void = () => undefined
  const emit = (topics: Change['topics']) => listener('data.changed', { account: null, topics })

  const main = account('Nora Vance', '7000128840', { order: 0 })
  const second = account('Harbour Books', '7000131002', { order: 1, kind: 'bot', colour: 3 })
  const accounts: Account[] = scenario === 'fresh' ? [] : scenario === 'empty' ? [main] : [main, second]
  const state: State = {
    version: '0.1.0',
    host: 'browser',
    dataDir: '/home/nora/.local/share/coffer',
    network: { name: 'local', kind: 'local', baseUrl: 'http://127.0.0.1:40217', dialect: 'interface' },
    vault: {
      locked: false,
      passphrase: scenario !== 'fresh',
      store: 'keychain',
      keychainProblem: null,
      retryInSeconds: 0,
      damage: null,
    },
    approval: 'inline',
    accounts,
    preferences: { theme: 'system', hideAmounts: false, currency: 'USD', autoLockMinutes: 5 },
    ...over,
  }
  const rich = scenario === 'rich'
  let rows = rich ? history() : []
  let drafts: WireAnswer<'drafts.list'> = []
  const me = user(main.name, main.identityNumber, { userId: main.account, relationship: 'self' })
  const pool = group('Rent pool', [me, BO, CHEN], 2)
  const board = group('Board', [me, ANA, BO, CHEN, KAOS], 3, { colour: 4, order: 1 })
  let groups: Group[] = rich ? [pool, board] : []
  let requests = rich ? requestsOf(me, pool, board) : []
  const changeRequest = (id: string, change: Partial<(typeof requests)[number]>) => {
    requests = requests.map((one) => (one.requestId === id ? { ...one, ...change } : one))
    emit(['approvals'])
    return find(
      requests.find((one) => one.requestId === id),
      'wallet.payment_unknown',
    )
  }
  const requestOf = (id: string) =>
    find(
      requests.find((one) => one.requestId === id || one.hash === id),
      'remote.not_found',
    )
  const signRequest: Answers['approvals.sign'] = ({ requestId, passphrase }) => {
    if (passphrase !== 'four random words here') throw new FakeError('vault.wrong_passphrase', { waitSeconds: 2 })
    const before = requestOf(requestId)
    const signers = [...before.signers, { user: me, at: ago(0), offline: false }]
    const whole = signers.length >= before.group.threshold
    return changeRequest(requestId, {
      signers,
      signedByMe: true,
      tab: whole ? 'done' : 'waiting',
      state: whole ? 'complete' : 'open',
    })
  }
  const reviews = new Map<string, WireAnswer<'payments.prepare'>>()
  const payments = new Map<string, WireAnswer<'payments.read'>>()
  const addresses = new Set<string>(rich ? [BTC.chainId, XRP.chainId] : [])
  let deposits: WireAnswer<'receive.incoming'> = rich
    ? [
        {
          depositId: uuidOf('d1'),
          asset: USDT_TRON,
          amount: '1200',
          confirmations: 12,
          threshold: 19,
          state: 'pending',
          transactionHash: hashOf('d1'),
          destination: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
          tag: '',
          createdAt: ago(6),
        },
        {
          depositId: uuidOf('d2'),
          asset: BTC,
          amount: '0.05',
          confirmations: 1,
          threshold: 3,
          state: 'pending',
          transactionHash: hashOf('d2'),
          destination: BTC_ADDRESS,
          tag: '',
          createdAt: ago(12),
        },
      ]
    : []
  if (rich) {
    for (const kind of ['ok', 'attention', 'stop', 'withdrawal', 'batch'] as const) {
      const made = review(kind)
      reviews.set(made.paymentId, made)
      payments.set(made.paymentId, payment('ready', { paymentId: made.paymentId, title: made.title }))
    }
    payments.set(
      uuidOf('payment unknown'),
      payment('unknown_checking', {
        paymentId: uuidOf('payment unknown'),
        title: 'Send 0.4 BTC to Bo Lindqvist',
        amount: '0.4',
        party: person(BO),
      }),
    )
    payments.set(
      uuidOf('payment group'),
      payment('submitted', {
        paymentId: uuidOf('payment group'),
        title: 'Send 2500 USDT to Bo Lindqvist',
        asset: USDT_TRON,
        amount: '2500',
        party: person(BO),
        requestIds: [uuidOf('request mine')],
        cosigning: { needed: 3, signers: [me], waiting: [ANA, BO, CHEN, KAOS], asked: true },
      }),
    )
    payments.set(uuidOf('payment final'), payment('final', { paymentId: uuidOf('payment final') }))
    payments.set(uuidOf('payment failed'), payment('cannot_complete', { paymentId: uuidOf('payment failed') }))
  }

  const balances = () => (rich ? [...BALANCES] : [])
  const find = <Value>(value: Value | undefined, code: ErrorCode): Value => {
    if (value === undefined) throw new FakeError(code)
    return value
  }
  const accountOf = (id: string): Account =>
    find(
      accounts.find((one) => one.account === id),
      'wallet.account_unknown',
    )
  const replaceAccount = (id: string, change: Partial<Account>): Account => {
    const at = accounts.findIndex((one) => one.account === id)
    const next = { ...accountOf(id), ...change }
    accounts[at] = next
    emit(['app', 'accounts'])
    return next
  }

  function home(): WireAnswer<'home.read'> {
    const list = balances()
    const total = list.reduce((sum, one) => sum + Number(one.fiat ?? 0), 0)
    return {
      balances: list,
      fiat: {
        currency: state.preferences.currency,
        available: total.toFixed(2),
        held: rich ? '26964.87' : '0.00',
        arriving: rich ? '4570.85' : '0.00',
        asOf: ago(2),
      },
      holds: rich
        ? [{ paymentId: uuidOf('payment unknown'), title: 'Send 0.4 BTC to Bo Lindqvist', asset: BTC, amount: '0.4' }]
        : [],
      attention: rich
        ? [
            { kind: 'undecided', paymentId: uuidOf('payment unknown'), title: 'Send 0.4 BTC to Bo Lindqvist' },
            { kind: 'needs_signature', requestId: uuidOf('request kaos'), title: 'Send 4 ETH to Studio Kaos' },
            { kind: 'arriving', deposits: 2, confirmationsMissing: 7 },
          ]
        : [],
    }
  }

  function resolve(text: string): WireAnswer<'payees.resolve'> {
    const trimmed = text.trim()
    const asked = { assetId: null, amount: null, memo: null, trace: null, returnTo: null, references: [] }
    const plain = { asked, alreadyPaid: false, paidBefore: null, warnings: [], problem: null }
    const who = PEOPLE.find((one) => one.identityNumber === trimmed || one.userId === trimmed)
    if (who !== undefined) {
      return {
        ...plain,
        payee: { kind: 'user', userId: who.userId },
        party: person(who),
        paidBefore: who === ANA ? { times: 6, last: ago(60 * 24 * 19) } : null,
        problem: who.registered === false ? { code: 'wallet.payee_unregistered', details: { names: who.name } } : null,
      }
    }
    if (trimmed.startsWith('MIX') && GROUP.kind === 'group') {
      return {
        ...plain,
        payee: { kind: 'group', members: [ANA.userId, BO.userId, CHEN.userId], threshold: 2 },
        party: GROUP,
      }
    }
    if (trimmed.startsWith('XIN')) {
      return {
        ...plain,
        payee: { kind: 'kernel', address: trimmed },
        party: { kind: 'kernel', address: trimmed, members: 1, threshold: 1 },
      }
    }
    if (trimmed.startsWith('https://mixin.one/pay')) {
      return {
        ...plain,
        payee: { kind: 'user', userId: KAOS.userId },
        party: person(KAOS),
        asked: { ...asked, assetId: USDT_TRON.assetId, amount: '49.9', memo: 'Order 7731', trace: uuidOf('trace') },
        warnings: ['The link comes from outside Coffer. Check that you meant to pay this.'],
      }
    }
    if (/^(bc1|0x|T|r)/.test(trimmed)) {
      const of = trimmed.startsWith('bc1')
        ? BTC
        : trimmed.startsWith('r')
          ? XRP
          : trimmed.startsWith('T')
            ? USDT_TRON
            : ETH
      return {
        ...plain,
        payee: { kind: 'chain', destination: trimmed, tag: '' },
        party: chainParty(of.symbol, of.chainName, trimmed),
      }
    }
    return { ...plain, payee: null, party: { kind: 'unknown' }, problem: { code: 'input.payee', details: {} } }
  }

  const chains = () => {
    const byChain = new Map<string, WireAnswer<'receive.networks'>[number]>()
    for (const one of ASSETS) {
      const known = byChain.get(one.chainId)
      if (known !== undefined) known.assets.push(one)
      else
        byChain.set(one.chainId, {
          chainId: one.chainId,
          name: one.chainName,
          symbol: one.chainSymbol,
          confirmations: one.confirmations,
          assets: [one],
          created: addresses.has(one.chainId),
        })
    }
    return [...byChain.values()]
  }

  const override: Partial<Answers> = {}
  const answers: Answers = {
    ...fakeCollectibles(scenario === 'rich' ? 34 : 0, emit),
    'app.state': () => state,
    'app.setPreferences': (input) => {
      Object.assign(state.preferences, input)
      emit(['app'])
      return state.preferences
    },
    'app.connection': () => ({
      ...{ state: 'live', lastSuccess: ago(0.2), checkedToSequence: 18_204 },
      ...{ problem: null, clockSkewSeconds: 0 },
    }),
    'app.retry': () => null,
    'session.unlock': ({ passphrase }) => {
      if (state.vault.passphrase && passphrase !== 'four random words here')
        throw new FakeError('vault.wrong_passphrase', { waitSeconds: 2 })
      state.vault.locked = false
      listener('session.changed', { locked: false })
      emit(['app'])
      return null
    },
    'session.lock': () => {
      state.vault.locked = true
      listener('session.changed', { locked: true })
      emit(['app'])
      return null
    },
    'session.touch': () => null,
    'vault.judgePassphrase': ({ passphrase }) =>
      passphrase.length < 10 ? { score: 1, weak: 'short' } : { score: 4, weak: null },
    'vault.beginAnew': () => {
      state.vault.damage = null
      for (const one of state.accounts) one.stage = 'lost'
      emit(['app'])
      return null
    },
    'vault.setPassphrase': ({ next }) => {
      if (next.length < 10) throw new FakeError('input.passphrase_weak')
      state.vault.passphrase = true
      emit(['app'])
      return null
    },
    'accounts.createLocal': ({ name }) => {
      const made = account(name, '7000140001', {
        ...WITHOUT_KEY,
        order: accounts.length,
      })
      accounts.push(made)
      emit(['app', 'accounts'])
      return made
    },
    'accounts.importKeystore': () => {
      const made = account('Quiet Bot', '7000150077', {
        kind: 'bot',
        ...WITHOUT_KEY,
        order: accounts.length,
      })
      accounts.push(made)
      emit(['app', 'accounts'])
      return made
    },
    'accounts.recoverLocal': ({ phrase }) => {
      if (phrase.trim().split(/\s+/).length !== 24) throw new FakeError('input.phrase')
      const made = account('Nora Vance', '7000128840', { order: accounts.length })
      accounts.push(made)
      emit(['app', 'accounts'])
      return made
    },
    'accounts.rename': ({ account: id, name }) => replaceAccount(id, { name }),
    'accounts.remove': ({ account: id }) => {
      accounts.splice(
        accounts.findIndex((one) => one.account === id),
        1,
      )
      emit(['app', 'accounts'])
      return null
    },
    'keys.create': ({ account: id }) => {
      replaceAccount(id, { stage: 'needs_backup', publicKey: hashOf('new key') })
      return { words: WORDS }
    },
    'keys.quiz': () => ({ positions: [3, 10, 18] }),
    'keys.answerQuiz': ({ account: id, words }) => {
      if (words.join(' ') !== [WORDS[3], WORDS[10], WORDS[18]].join(' ')) throw new FakeError('wallet.quiz_wrong')
      return replaceAccount(id, { stage: 'needs_registration', backedUpAt: ago(0) })
    },
    'keys.restore': ({ account: id }) => replaceAccount(id, { stage: 'ready', publicKey: hashOf('old key') }),
    'keys.bring': ({ account: id }) => replaceAccount(id, { stage: 'ready', publicKey: hashOf('old key') }),
    'keys.look': ({ account: id }) => replaceAccount(id, { stage: 'ready', kind: 'watch' }),
    'keys.revealKey': () => ({ key: hashOf('a key'), check: '0123abcd' }),
    'keys.reveal': ({ passphrase }) => {
      if (passphrase !== 'four random words here') throw new FakeError('vault.wrong_passphrase', { waitSeconds: 2 })
      return { words: WORDS }
    },
    'home.read': home,
    'balances.read': ({ assetId }) =>
      balances().find((one) => one.asset.assetId === assetId) ??
      balance(
        find(
          ASSETS.find((one) => one.assetId === assetId),
          'internal',
        ),
        '0',
      ),
    'assets.list': () => ASSETS,
    'receive.networks': chains,
    'receive.address': ({ chainId, create }) => {
      if (!addresses.has(chainId) && !create) return null
      addresses.add(chainId)
      const of = find(
        ASSETS.find((one) => one.chainId === chainId),
        'internal',
      )
      const destination =
        of.chainName === 'XRP Ledger'
          ? 'rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh'
          : of.chainName === 'Bitcoin'
            ? BTC_ADDRESS
            : '0x8d7F0b4E1c9A52d63eF10C4a7B92dE5fA6013Cc8'
      return {
        chainId,
        chainName: of.chainName,
        destination,
        tag: of.tag === 'needed' ? '104228193' : '',
        verified: true,
        pinnedAt: ago(60 * 24 * 30),
        minimum: '0.0001',
        confirmations: of.confirmations,
        members: [],
        threshold: 1,
      }
    },
    'receive.incoming': () => deposits,
    'receive.link': ({ assetId, amount, memo }) => {
      const address = GROUP.kind === 'group' ? GROUP.address : ''
      const query = new URLSearchParams({
        ...(assetId === null ? {} : { asset: assetId }),
        ...(amount === null ? {} : { amount }),
        ...(memo === '' ? {} : { memo }),
      })
      return { address, link: `https://mixin.one/pay/${main.account}${query.size === 0 ? '' : `?${query}`}` }
    },
    'local.deposit': ({ assetId, amount }) => {
      const of = find(
        ASSETS.find((one) => one.assetId === assetId),
        'internal',
      )
      const made = {
        depositId: uuidOf(`sim ${Date.now()}`),
        asset: of,
        amount,
        confirmations: 0,
        threshold: of.confirmations,
        state: 'pending' as const,
        transactionHash: hashOf(`sim ${Date.now()}`),
        destination: BTC_ADDRESS,
        tag: '',
        createdAt: ago(0),
      }
      deposits = [made, ...deposits]
      emit(['deposits', 'balances', 'activity'])
      return made
    },
    'local.confirm': ({ blocks }) => {
      deposits = deposits.map((one) => ({
        ...one,
        confirmations: Math.min(one.threshold, one.confirmations + blocks),
        state: one.confirmations + blocks >= one.threshold ? 'confirmed' : 'pending',
      }))
      emit(['deposits', 'balances', 'activity'])
      return null
    },
    'payees.resolve': ({ text }) => resolve(text),
    'payees.suggest': ({ text }) =>
      PEOPLE.filter(
        (one) =>
          rich &&
          one.relationship === 'friend' &&
          (one.name.toLowerCase().includes(text.toLowerCase()) || one.identityNumber.startsWith(text)),
      ).map((one, at) => ({ payee: { kind: 'user', userId: one.userId }, party: person(one), times: 6 - at * 2 })),
    'payments.fees': ({ assetId }) => {
      const of = find(
        ASSETS.find((one) => one.assetId === assetId),
        'internal',
      )
      const own = { asset: of, amount: of.symbol === 'BTC' ? '0.00012' : '2.5', available: '1.8342', sufficient: true }
      return of.chainName === 'Bitcoin'
        ? [own]
        : [{ asset: ETH, amount: '0.0011', available: '12.50804', sufficient: true }, own]
    },
    'payments.max': ({ assetId }) => {
      const of = balances().find((one) => one.asset.assetId === assetId)
      const available = of?.available ?? '0'
      return { available, inOne: of?.asset.symbol === 'USDT' ? '9120.5' : available, coins: of?.coins ?? 0 }
    },
    'payments.prepare': (input) => {
      const made = reviewOf(input, ASSETS)
      reviews.set(made.paymentId, made)
      payments.set(
        made.paymentId,
        payment('ready', {
          paymentId: made.paymentId,
          title: made.title,
          asset: made.asset,
          amount: made.amount,
          label: input.label,
          memoHex: made.memoHex,
          memoText: made.memoText,
        }),
      )
      drafts = drafts.filter((one) => one.draftId !== input.draftId)
      emit(['payments', 'drafts', 'balances'])
      return made
    },
    'payments.review': ({ paymentId }) => find(reviews.get(paymentId), 'wallet.payment_unknown'),
    'payments.approve': ({ paymentId, passphrase }) => {
      if (passphrase !== 'four random words here') throw new FakeError('vault.wrong_passphrase', { waitSeconds: 2 })
      const before = find(payments.get(paymentId), 'wallet.payment_unknown')
      const sent = {
        ...payment('submitted'),
        ...before,
        money: 'submitted' as const,
        state: 'sent' as const,
        sentAt: ago(0),
        signedAt: ago(0),
      }
      payments.set(paymentId, sent)
      emit(['payments', 'activity', 'balances'])
      return sent
    },
    ...auditAnswers(),
    'payments.sendNow': ({ paymentId }) => find(payments.get(paymentId), 'wallet.payment_unknown'),
    ...backupAnswers(),
    'payments.cancel': ({ paymentId }) => {
      const next = {
        ...find(payments.get(paymentId), 'wallet.payment_unknown'),
        money: 'cancelled' as const,
        state: 'cancelled' as const,
      }
      payments.set(paymentId, next)
      emit(['payments', 'balances'])
      return next
    },
    'payments.read': ({ paymentId }) => find(payments.get(paymentId), 'wallet.payment_unknown'),
    'payments.open': () => [...payments.values()].filter((one) => one.money !== 'final'),
    'drafts.list': () => drafts,
    'drafts.save': ({ draftId, form }) => {
      const saved = { draftId: draftId ?? uuidOf(`draft ${Date.now()}`), form, savedAt: ago(0) }
      drafts = [saved, ...drafts.filter((one) => one.draftId !== saved.draftId)]
      emit(['drafts'])
      return saved
    },
    'drafts.remove': ({ draftId }) => {
      drafts = drafts.filter((one) => one.draftId !== draftId)
      emit(['drafts'])
      return null
    },
    'activity.list': ({ filter, cursor, limit }) => {
      const words = filter.search.toLowerCase()
      const matches = rows.filter(
        (one) =>
          (filter.assetId === null || one.asset.assetId === filter.assetId) &&
          (filter.direction === null || one.direction === filter.direction) &&
          (filter.kind === null || one.kind === filter.kind) &&
          (filter.from === null || one.at >= filter.from) &&
          (filter.to === null || one.at < filter.to) &&
          (words === '' ||
            JSON.stringify([one.label, one.memoText, one.asset.symbol, one.party]).toLowerCase().includes(words)),
      )
      const start = cursor === null ? 0 : Number(cursor)
      const page = matches.slice(start, start + limit)
      return { rows: page, cursor: start + limit < matches.length ? String(start + limit) : null }
    },
    'activity.read': ({ id }) =>
      detailOf(
        find(
          rows.find((one) => one.id === id),
          'wallet.payment_unknown',
        ),
      ),
    ...coinAnswers(rich, emit),
    'labels.set': ({ id, label }) => {
      rows = rows.map((one) => (one.id === id ? { ...one, label } : one))
      emit(['labels'])
      return null
    },
    ...contactAnswers({ people: rich ? PEOPLE : [], me, btc: BTC, emit, find }),
    'groups.list': ({ account: id }) => (id === main.account ? groups : []),
    'groups.create': ({ name, members, threshold }) => {
      const people = [me, ...PEOPLE.filter((one) => members.includes(one.userId))]
      const made = group(name, people, threshold, { order: groups.length, createdAt: ago(0) })
      groups = [...groups.filter((one) => one.holder !== made.holder), made]
      requests = requests.map((one) =>
        one.holder === made.holder ? { ...one, groupAdded: true, group: { ...one.group, name } } : one,
      )
      emit(['groups', 'approvals'])
      return made
    },
    'groups.update': ({ holder, name, colour }) => {
      groups = groups.map((one) => (one.holder === holder ? { ...one, name, colour } : one))
      emit(['groups', 'approvals'])
      return find(
        groups.find((one) => one.holder === holder),
        'internal',
      )
    },
    'groups.remove': ({ holder }) => {
      groups = groups.filter((one) => one.holder !== holder)
      emit(['groups', 'approvals'])
      return null
    },
    'groups.card': ({ holder }) => {
      const of = find(
        groups.find((one) => one.holder === holder),
        'internal',
      )
      const query = new URLSearchParams({ address: of.address, name: of.name })
      return {
        card: cardOf(of),
        link: `coffer://group?${query}`,
        fileName: `${of.name.toLowerCase().replace(/\W+/g, '-')}.coffer-group.json`,
        text: JSON.stringify({ kind: 'coffer-group', version: 1, name: of.name, address: of.address }),
      }
    },
    'approvals.list': ({ account: id, holder }) =>
      id === main.account ? rowsOf(requests.filter((one) => holder === null || one.holder === holder)) : [],
    'approvals.open': ({ id }) => requestOf(id),
    'approvals.review': ({ requestId }) => requestReview(requestOf(requestId)),
    'approvals.sign': signRequest,
    'approvals.signOffline': signRequest,
    'approvals.unlock': ({ requestId }) =>
      changeRequest(requestId, { state: 'revoked', tab: 'done', revokedBy: me, signers: [] }),
    'approvals.note': ({ requestId, label, note, reviewBy }) => changeRequest(requestId, { label, note, reviewBy }),
    'approvals.again': ({ requestId }) => {
      const of = requestOf(requestId)
      const to = of.party.kind === 'user' ? of.party.user.identityNumber : ''
      return {
        holder: of.holder,
        form: {
          assetId: of.asset.assetId,
          rows: [{ to, amount: of.amount }],
          tag: '',
          memo: of.memoText ?? '',
          memoForm: 'text',
          label: '',
          coins: null,
          feeAssetId: null,
          trace: null,
          references: [],
          returnTo: null,
          source: 'an earlier request',
        },
      }
    },
    'approvals.payFee': () => find<never>(undefined, 'wallet.no_fee_due'),
    'approvals.link': ({ requestId }) => ({ link: `https://mixin.one/multisigs/${requestId}` }),
    'approvals.bundle': ({ requestId, note }) => bundleOf(requestOf(requestId), note),
    ...kindAnswers({ accounts, replace: replaceAccount, changed: (topics) => emit([...topics]) }),
    'scan.read': (input) => readText(input, { requests, groups }),
  }

  return {
    answers,
    override,
    state,
    listen(next) {
      listener = next
    },
    emit,
    setLocked(locked) {
      state.vault.locked = locked
      listener('session.changed', { locked })
      emit(['app'])
    },
  }
}

export type { Party }
