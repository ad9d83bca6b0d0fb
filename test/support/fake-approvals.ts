import type { WireAnswer } from '#contract/ipc'
import { wording } from '#words'
import { ago, asset, BO, GROUP, hashOf, inWords, KAOS, type Party, person, type User, uuidOf } from './fake-data.ts'

/* Groups and requests for signatures as a window gets them. */

export type Group = WireAnswer<'groups.list'>[number]
export type SignatureRequest = WireAnswer<'approvals.open'>
export type RequestReview = WireAnswer<'approvals.review'>

const WORDS = ['harbor', 'velvet', 'copper', 'meadow', 'ribbon', 'amber'] as const
const ADDRESS = GROUP.kind === 'group' ? GROUP.address : ''

export function group(name: string, members: readonly User[], threshold: number, over: Partial<Group> = {}): Group {
  const membersHash = hashOf(
    members
      .map((member) => member.userId)
      .sort()
      .join(''),
  )
  return {
    holder: `${membersHash}:${threshold}`,
    membersHash,
    threshold,
    members: [...members],
    name,
    colour: 1,
    order: 0,
    address: ADDRESS,
    words: [...WORDS],
    createdAt: ago(60 * 24 * 30),
    ...over,
  }
}

const ETH = asset('ETH', 'Ethereum')

export function request(id: string, of: Group, over: Partial<SignatureRequest> = {}): SignatureRequest {
  return {
    requestId: uuidOf(`request ${id}`),
    hash: hashOf(`request ${id}`),
    holder: of.holder,
    group: { name: of.name, called: '', threshold: of.threshold, members: of.members, words: of.words },
    groupAdded: true,
    tab: 'needs_you',
    state: 'open',
    title: inWords('Send 4 ETH to Studio Kaos'),
    asset: ETH,
    amount: '4',
    fiat: null,
    party: person(KAOS),
    rows: [],
    memoText: 'INV-2042',
    by: BO,
    signers: [{ user: BO, at: ago(50), offline: false }],
    signedByMe: false,
    refusals: [],
    source: 'found',
    label: '',
    note: '',
    askerNote: '',
    reviewBy: null,
    spentBy: null,
    revokedBy: null,
    createdAt: ago(52),
    seenAt: ago(48),
    paymentId: null,
    ...over,
  }
}

const CHECKS: RequestReview['checks'] = [
  { id: 'sum', result: 'ok', text: inWords('Inputs and outputs add up to the last digit.') },
  { id: 'hash', result: 'ok', text: inWords('The bytes have the hash that the request names.') },
  { id: 'inputs', result: 'ok', text: inWords('All 3 coins belong to this group.') },
  { id: 'change', result: 'ok', text: inWords('Change goes back to the same members and threshold.') },
  { id: 'signatures', result: 'ok', text: inWords('The signature in it was verified.') },
  {
    id: 'vouched',
    result: 'note',
    text: inWords(
      'The service vouches that the receiving keys belong to the receiver. No wallet can check that for a person.',
    ),
  },
]

const nameOf = (party: Party): string => (party.kind === 'user' ? party.user.name : 'Rent pool')

export function requestReview(of: SignatureRequest): RequestReview {
  const differs = of.requestId === uuidOf('request differs')
  const late = of.requestId === uuidOf('request late')
  const open = of.state === 'open'
  const what = `${of.amount} ${of.asset.symbol}`
  const row = (field: string, value: string, over: Partial<RequestReview['rows'][number]> = {}) => ({
    field: inWords(field),
    asked: value,
    record: value,
    actual: value,
    agrees: true,
    ...over,
  })
  const bad = differs ? { asked: '0.25 BTC', record: '0.25 BTC', actual: '1.25 BTC', agrees: false } : {}
  const checks: RequestReview['checks'] = [
    ...(differs
      ? [{ id: 'amount', result: 'stop' as const, text: inWords('The request says 0.25 BTC; the bytes pay 1.25 BTC.') }]
      : []),
    ...(late
      ? [
          {
            id: 'late',
            result: 'attention' as const,
            text: inWords('The date by which you wanted to review it has passed.'),
          },
        ]
      : []),
    ...CHECKS,
  ]
  const needed = of.group.threshold
  const valid = of.signers.length
  return {
    request: of,
    digest: hashOf(`digest ${of.requestId}`),
    verb: inWords(`Sign as the next of ${needed}`),
    verdict: differs ? 'stop' : late ? 'attention' : 'ok',
    rows: [
      row('Amount', what, bad),
      row('Asset', wording(of.asset.name)),
      row('To', nameOf(of.party)),
      row('Memo', of.memoText ?? '', { asked: null }),
      row('Change', '0.75 back to the group', { asked: null, record: null }),
      row('Transaction', of.hash),
    ],
    checks,
    proposal: null,
    left: '12.5',
    payees: [{ party: of.party, amount: of.amount, proof: 'claimed' }],
    change: [{ amount: '0.75', proof: 'proved' }],
    memoHex: Buffer.from(of.memoText ?? '').toString('hex'),
    transaction: {
      requestId: of.requestId,
      hash: of.hash,
      purpose: 'payment',
      asset: of.asset,
      inputs: [1, 2, 3].map((at) => ({
        outputId: uuidOf(`${of.requestId} in ${at}`),
        hash: hashOf(`${of.requestId} in ${at}`),
        index: at,
        amount: '2',
        proved: true,
      })),
      outputs: [
        { index: 0, role: 'payment', amount: of.amount, party: of.party, threshold: 1, keys: 1, proof: 'claimed' },
        {
          index: 1,
          role: 'change',
          amount: '0.75',
          party: { kind: 'self' },
          threshold: needed,
          keys: of.group.members.length,
          proof: 'proved',
        },
      ],
      extraHex: Buffer.from(of.memoText ?? '').toString('hex'),
      extraText: of.memoText,
      references: [],
      raw: `77770005${hashOf('raw a')}${hashOf('raw b')}`,
    },
    signatures: { needed, valid, invalid: late ? 1 : 0 },
    canSign: open && !of.signedByMe && of.groupAdded && !differs,
    canUnlock: open && valid < needed && of.groupAdded,
    cannotSign: !open
      ? inWords('It is not open any more.')
      : !of.groupAdded
        ? inWords('Add the group first, so that you know whose money it is.')
        : differs
          ? inWords('What was asked is not what the bytes do.')
          : null,
    approval: 'passphrase',
    offline: false,
    log: [
      { at: of.createdAt, text: of.by === null ? 'Created' : `Created by ${of.by.name}` },
      { at: of.seenAt, text: inWords('Seen here') },
      ...of.signers.flatMap(({ user, at }) => (at === null ? [] : [{ at, text: inWords(`Signed by ${user.name}`) }])),
    ],
  }
}
