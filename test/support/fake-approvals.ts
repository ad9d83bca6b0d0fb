import type { WireAnswer, WireInput } from '#contract/ipc'
import { ANA, ago, asset, BO, CHEN, GROUP, hashOf, KAOS, type Party, person, type User, uuidOf } from './fake-data.ts'

/* Groups, requests for signatures and read codes that the fake wallet answers with, one for every state. */

export type Group = WireAnswer<'groups.list'>[number]
export type SignatureRequest = WireAnswer<'approvals.open'>
export type RequestReview = WireAnswer<'approvals.review'>
export type ScanCard = WireAnswer<'scan.read'>

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

export function cardOf(of: Group): WireAnswer<'groups.card'>['card'] {
  const { members, threshold, membersHash, name, address, words } = of
  return { members, threshold, membersHash, name, address, words, member: true, added: true }
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
    title: 'Send 4 ETH to Studio Kaos',
    asset: ETH,
    amount: '4',
    party: person(KAOS),
    memoText: 'INV-2042',
    by: BO,
    signers: [{ user: BO, at: ago(50), offline: false }],
    signedByMe: false,
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

/** A list that has every state in it. `me` is the account's own user. */
export function requestsOf(me: User, pool: Group, board: Group): SignatureRequest[] {
  const stranger = group('', [me, CHEN, KAOS], 2)
  const mine = { user: me, at: ago(30), offline: false }
  return [
    request('kaos', pool, { reviewBy: ago(-60 * 20), askerNote: 'Second half of the logo, as agreed on Monday.' }),
    request('differs', pool, {
      title: 'Send 0.25 BTC to Ana Lima',
      asset: asset('BTC', 'Bitcoin'),
      amount: '0.25',
      party: person(ANA),
      createdAt: ago(200),
    }),
    request('stranger', stranger, {
      title: 'Send 120 USDC to Chen Wei',
      asset: asset('USDC', 'Base'),
      amount: '120',
      party: person(CHEN),
      by: CHEN,
      groupAdded: false,
      source: 'link',
      signers: [{ user: CHEN, at: ago(9), offline: false }],
      createdAt: ago(10),
    }),
    request('late', board, {
      title: 'Send 900 XIN to Rent pool',
      asset: asset('XIN'),
      amount: '900',
      party: GROUP,
      reviewBy: ago(60 * 30),
      signers: [
        { user: ANA, at: ago(60 * 24), offline: false },
        { user: CHEN, at: null, offline: true },
      ],
      by: ANA,
      source: 'bundle',
      createdAt: ago(60 * 26),
    }),
    request('mine', board, {
      tab: 'waiting',
      title: 'Send 2500 USDT to Bo Lindqvist',
      asset: asset('USDT', 'TRON'),
      amount: '2500',
      party: person(BO),
      by: me,
      signers: [mine],
      signedByMe: true,
      source: 'made',
      paymentId: uuidOf('payment group'),
      reviewBy: ago(-60 * 24 * 4),
    }),
    request('dead', pool, {
      tab: 'done',
      state: 'dead',
      title: 'Send 1.5 ETH to Ana Lima',
      amount: '1.5',
      party: person(ANA),
      spentBy: hashOf('other spend'),
      createdAt: ago(60 * 50),
    }),
    request('revoked', pool, { tab: 'done', state: 'revoked', revokedBy: BO, createdAt: ago(60 * 70), signers: [] }),
    request('final', pool, {
      tab: 'done',
      state: 'final',
      signers: [{ user: BO, at: ago(60 * 90), offline: false }, mine],
      signedByMe: true,
      createdAt: ago(60 * 91),
    }),
  ]
}

const CHECKS: RequestReview['checks'] = [
  { id: 'sum', result: 'ok', text: 'Inputs and outputs add up to the last digit.' },
  { id: 'hash', result: 'ok', text: 'The bytes have the hash that the request names.' },
  { id: 'inputs', result: 'ok', text: 'All 3 coins belong to this group.' },
  { id: 'change', result: 'ok', text: 'Change goes back to the same members and threshold.' },
  { id: 'signatures', result: 'ok', text: 'The signature in it was verified.' },
  {
    id: 'vouched',
    result: 'note',
    text: 'The service vouches that the receiving keys belong to the receiver. No wallet can check that for a person.',
  },
]

const nameOf = (party: Party): string => (party.kind === 'user' ? party.user.name : 'Rent pool')

export function requestReview(of: SignatureRequest): RequestReview {
  const differs = of.requestId === uuidOf('request differs')
  const late = of.requestId === uuidOf('request late')
  const open = of.state === 'open'
  const what = `${of.amount} ${of.asset.symbol}`
  const row = (field: string, value: string, over: Partial<RequestReview['rows'][number]> = {}) => ({
    field,
    asked: value,
    record: value,
    actual: value,
    agrees: true,
    ...over,
  })
  const bad = differs ? { asked: '0.25 BTC', record: '0.25 BTC', actual: '1.25 BTC', agrees: false } : {}
  const checks: RequestReview['checks'] = [
    ...(differs
      ? [{ id: 'amount', result: 'stop' as const, text: 'The request says 0.25 BTC; the bytes pay 1.25 BTC.' }]
      : []),
    ...(late
      ? [{ id: 'late', result: 'attention' as const, text: 'The date by which you wanted to review it has passed.' }]
      : []),
    ...CHECKS,
  ]
  const needed = of.group.threshold
  const valid = of.signers.length
  return {
    request: of,
    digest: hashOf(`digest ${of.requestId}`),
    verb: `Sign as the next of ${needed}`,
    verdict: differs ? 'stop' : late ? 'attention' : 'ok',
    rows: [
      row('Amount', what, bad),
      row('Asset', of.asset.name),
      row('To', nameOf(of.party)),
      row('Memo', of.memoText ?? '', { asked: null }),
      row('Change', '0.75 back to the group', { asked: null, record: null }),
      row('Transaction', of.hash),
    ],
    checks,
    fiat: null,
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
      ? 'It is not open any more.'
      : !of.groupAdded
        ? 'Add the group first, so that you know whose money it is.'
        : differs
          ? 'What was asked is not what the bytes do.'
          : null,
    approval: 'passphrase',
    offline: false,
    log: [
      { at: of.createdAt, text: of.by === null ? 'Created' : `Created by ${of.by.name}` },
      { at: of.seenAt, text: 'Seen here' },
      ...of.signers.flatMap(({ user, at }) => (at === null ? [] : [{ at, text: `Signed by ${user.name}` }])),
    ],
  }
}

export function bundleOf(of: SignatureRequest, note: string): WireAnswer<'approvals.bundle'> {
  const text = JSON.stringify({
    kind: 'coffer-bundle',
    version: 1,
    request: of.requestId,
    note,
    fill: hashOf(note).repeat(30),
  })
  const bytes = Buffer.from(text)
  const size = 600
  const count = Math.ceil(bytes.length / size)
  return {
    fileName: `request-${of.requestId.slice(0, 8)}.coffer-bundle.json`,
    text,
    confirmed: true,
    frames: Array.from(
      { length: count },
      (_, at) =>
        `coffer:bundle/${of.requestId.slice(0, 8)}/${at}/${count}/${bytes.subarray(at * size, (at + 1) * size).toString('base64url')}`,
    ),
  }
}

const NOTHING_ASKED = { assetId: null, amount: null, memo: null, trace: null, returnTo: null, references: [] }
const viewOf = (user: User): WireAnswer<'payees.resolve'> => ({
  ...{ payee: { kind: 'user', userId: user.userId }, party: person(user), asked: NOTHING_ASKED },
  ...{ alreadyPaid: false, paidBefore: null, warnings: [], problem: null },
})

/** What a text is, by the words in it: enough to look at every card. */
export function readText(
  { text }: WireInput<'scan.read'>,
  known: { readonly requests: readonly SignatureRequest[]; readonly groups: readonly Group[] },
): ScanCard {
  const [first] = known.requests
  const [pool] = known.groups
  const entry = (at: number, over: Partial<Extract<ScanCard, { kind: 'invoice' }>['entries'][number]> = {}) => ({
    asset: ETH,
    amount: `0.${at}5`,
    memoHex: Buffer.from(`Part ${at}`).toString('hex'),
    memoText: `Part ${at}`,
    trace: uuidOf(`entry ${at}`),
    references: [],
    waitsFor: [],
    state: 'open' as const,
    storage: false,
    ...over,
  })
  if (text.includes('coffer:bundle') || text.includes('coffer-bundle')) {
    if (first !== undefined) return { kind: 'bundle', request: first, author: BO, added: 1 }
  }
  if (text.includes('/multisigs/') && first !== undefined) return { kind: 'request', request: first, action: 'sign' }
  if (text.includes('coffer://group') && pool !== undefined)
    return { kind: 'group', card: { ...cardOf(pool), added: false }, to: pool.address }
  if (text.includes('/users/'))
    return { kind: 'user', user: KAOS, biography: 'Logos, type and quiet websites.', view: viewOf(KAOS) }
  if (text.startsWith('MIN'))
    return {
      kind: 'invoice',
      view: viewOf(KAOS),
      to: KAOS.identityNumber,
      entries: [entry(1, { state: 'paid' }), entry(2), entry(3, { waitsFor: [1], storage: true, memoText: null })],
    }
  if (text.includes('mixin.one/pay'))
    return {
      kind: 'payment',
      to: KAOS.identityNumber,
      view: {
        ...viewOf(KAOS),
        asked: { ...NOTHING_ASKED, amount: '49.9', memo: 'Order 7731', trace: uuidOf('trace') },
        alreadyPaid: text.includes('paid'),
      },
      asset: asset('USDT', 'TRON'),
      paidByMe: null,
    }
  if (text.includes('/conversations/'))
    return {
      kind: 'conversation',
      name: 'Harbour residents',
      announcement: 'Rent is due on the 3rd.',
      category: 'GROUP',
      members: [ANA, BO, CHEN].map((user) => ({ user, role: user === ANA ? 'OWNER' : '' })),
      createdAt: ago(60 * 24 * 200),
    }
  if (text.startsWith('77770002'))
    return {
      kind: 'legacy',
      what: 'multisig',
      state: 'initial',
      action: 'sign',
      asset: asset('BTC', 'Bitcoin'),
      amount: '0.01',
      memo: 'old',
      senders: [ANA, BO],
      receivers: [CHEN],
      signers: [ANA],
      threshold: 2,
      hash: hashOf('legacy'),
      tokenId: null,
      inscription: null,
      decoded: [
        { name: 'Version', value: '2' },
        { name: 'Inputs', value: '1' },
        { name: 'Output 0', value: '0.01' },
      ],
      problem: null,
    }
  if (text.startsWith('mixin://apps/')) return { kind: 'app', user: KAOS, action: null }
  if (text.includes('/device/'))
    return { kind: 'unsupported', what: 'This links a device to the messenger. Coffer does not do that.' }
  return { kind: 'text', text: text.slice(0, 2000), problem: null }
}

/** As a list of requests answers. */
export const rowsOf = (requests: readonly SignatureRequest[]): WireAnswer<'approvals.list'> =>
  requests.map((one) => ({ ...one, verdict: requestReview(one).verdict }))
