import type { WireAnswer } from '#contract/ipc'
import { ago, asset, BO, GROUP, hashOf, inWords, KAOS, person, type User, uuidOf } from './fake-data.ts'

/* Groups and requests for signatures as a window gets them. */

export type Group = WireAnswer<'groups.list'>[number]
export type SignatureRequest = WireAnswer<'approvals.open'>

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
