import {
  ANA,
  ago,
  asset,
  BTC_ADDRESS,
  chainParty,
  hashOf,
  inWords,
  type Party,
  type Payment,
  person,
  type Review,
  user,
  uuidOf,
} from './fake-data.ts'

/* Reviews and payments as a window gets them, one for every verdict. */

const CHECKS: Review['checks'] = [
  { id: 'sum', result: 'ok', text: inWords('Inputs and outputs add up to the last digit.') },
  { id: 'record', result: 'ok', text: inWords('The record of the service says the same as the bytes.') },
  { id: 'inputs', result: 'ok', text: inWords('All 2 coins are proved to be yours.') },
  { id: 'keys', result: 'ok', text: inWords('The receiving keys are well formed, new and as many as needed.') },
  { id: 'asset', result: 'ok', text: inWords('The asset is the one in Coffer’s own table.') },
  { id: 'memo', result: 'ok', text: inWords('The memo in the bytes is the memo you typed.') },
  { id: 'change', result: 'ok', text: inWords('Change is 0.0155 BTC, 3 % of what you hold.') },
  { id: 'once', result: 'ok', text: inWords('This payment has not been sent before.') },
  { id: 'payee', result: 'ok', text: inWords('You have paid this person 6 times.') },
]

const FIRST_TIME = {
  id: 'first-time',
  result: 'attention',
  text: inWords('You have never paid this person. Compare the id number with what they told you.'),
} as const

const VOUCHED = {
  id: 'vouched',
  result: 'note',
  text: inWords(
    'The service vouches that the receiving keys belong to the receiver. No wallet can check that for a person; it can for a kernel address.',
  ),
} as const

const DIFFERENT = {
  id: 'record',
  result: 'stop',
  text: inWords('The service describes an amount of 1.52 BTC; the bytes pay 1.25 BTC.'),
} as const

export type ReviewKind = 'ok' | 'attention' | 'stop' | 'withdrawal' | 'batch'

const hex = (text: string): string => Buffer.from(text).toString('hex')

export function review(kind: ReviewKind, over: Partial<Review> = {}): Review {
  const btc = asset('BTC', 'Bitcoin')
  const paymentId = over.paymentId ?? uuidOf(`payment ${kind}`)
  const memo = kind === 'withdrawal' ? '' : 'Invoice 2041, thank you'
  const party: Party =
    kind === 'withdrawal'
      ? chainParty('BTC', 'Bitcoin', BTC_ADDRESS)
      : person(kind === 'attention' ? user('Ana Lima', '7000123541', { relationship: 'stranger' }) : ANA)
  const checks =
    kind === 'attention'
      ? [FIRST_TIME, ...CHECKS.filter((check) => check.id !== 'payee')]
      : kind === 'stop'
        ? [DIFFERENT, ...CHECKS.filter((check) => check.id !== 'record')]
        : [...CHECKS, VOUCHED]
  const people = Array.from({ length: 48 }, (_, at) => user(`Member ${at + 1}`, String(31_000_000 + at * 917)))
  const payees: Review['payees'] =
    kind === 'batch'
      ? people.map((who) => ({ party: person(who), amount: '0.025', paidBefore: null, proof: 'claimed' }))
      : [
          {
            party,
            amount: '1.25',
            paidBefore: kind === 'attention' ? null : { times: 6, last: ago(60 * 24 * 19) },
            proof: kind === 'withdrawal' ? 'proved' : 'claimed',
          },
        ]
  const amount = kind === 'batch' ? '1.2' : '1.25'
  return {
    paymentId,
    digest: hashOf(`digest ${kind}`),
    title: inWords(
      kind === 'batch'
        ? 'Send 1.2 BTC to 48 people'
        : kind === 'withdrawal'
          ? 'Withdraw 1.25 BTC to a Bitcoin address'
          : 'Send 1.25 BTC to Ana Lima',
    ),
    verb: inWords(`${kind === 'withdrawal' ? 'Withdraw' : 'Send'} ${amount} BTC`),
    verdict: kind === 'attention' || kind === 'stop' ? kind : 'ok',
    checks,
    asset: btc,
    amount,
    fiat: (Number(amount) * 67412.18).toFixed(2),
    left: '0.5',
    payees,
    memoHex: hex(memo),
    memoText: memo === '' ? null : memo,
    fee: kind === 'withdrawal' ? { asset: btc, amount: '0.00012' } : null,
    change: [{ asset: btc, amount: '0.0155', proof: 'claimed' }],
    coins: 2,
    transactions: [
      {
        requestId: paymentId,
        hash: hashOf(`tx ${kind}`),
        purpose: 'payment',
        asset: btc,
        inputs: [
          { outputId: uuidOf('in 1'), hash: hashOf('in 1'), index: 0, amount: '1', proved: true },
          { outputId: uuidOf('in 2'), hash: hashOf('in 2'), index: 2, amount: '0.2655', proved: true },
        ],
        outputs: [
          {
            index: 0,
            role: kind === 'withdrawal' ? 'withdrawal' : 'payment',
            amount,
            party,
            threshold: 1,
            keys: 1,
            proof: 'claimed',
          },
          {
            index: 1,
            role: 'change',
            amount: '0.0155',
            party: { kind: 'self' },
            threshold: 1,
            keys: 1,
            proof: 'claimed',
          },
        ],
        extraHex: hex(memo),
        extraText: memo === '' ? null : memo,
        references: [],
        raw: `77770005${hashOf('raw a')}${hashOf('raw b')}${hashOf('raw c')}${hashOf('raw d')}`,
      },
    ],
    approval: 'passphrase',
    returnTo: null,
    ...over,
  }
}

export function payment(money: Payment['money'], over: Partial<Payment> = {}): Payment {
  const order = ['draft', 'checking', 'ready', 'signing', 'submitted', 'accepted', 'final']
  const reached = money === 'unknown_checking' ? 4 : order.indexOf(money)
  const states = {
    submitted: 'sent',
    unknown_checking: 'sent',
    accepted: 'accepted',
    final: 'final',
    cancelled: 'cancelled',
    cannot_complete: 'failed',
    ready: 'verified',
  } as const
  return {
    paymentId: uuidOf('payment ok'),
    kind: 'transfer',
    state: states[money as keyof typeof states] ?? 'draft',
    money,
    title: inWords('Send 1.25 BTC to Ana Lima'),
    asset: asset('BTC', 'Bitcoin'),
    amount: '1.25',
    party: person(ANA),
    rows: [{ party: person(ANA), amount: '1.25', paidBefore: null }],
    note: '',
    tags: [],
    fee: null,
    memoHex: hex('Invoice 2041, thank you'),
    memoText: 'Invoice 2041, thank you',
    label: 'Invoice 2041',
    hashes: [hashOf('tx ok')],
    requestIds: [uuidOf('payment ok')],
    createdAt: ago(3),
    signedAt: reached >= 4 ? ago(2) : null,
    sentAt: reached >= 4 ? ago(2) : null,
    acceptedAt: reached >= 5 ? ago(1) : null,
    finalAt: reached >= 6 ? ago(0.5) : null,
    attempts: money === 'unknown_checking' ? 3 : 1,
    problem: money === 'cannot_complete' ? { code: 'remote.output_unknown', details: {} } : null,
    withdrawalHash: null,
    returnTo: null,
    cosigning: null,
    ...over,
  }
}
