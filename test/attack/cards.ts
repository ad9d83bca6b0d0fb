import type { RequestId } from '#contract/domain'
import { json, type Lie } from '../support/proxy.ts'
import { makeCode } from '../support/scan.ts'
import { rounds } from '../support/victim.ts'
import type { ScanCard } from '../support/worded.ts'
import { type Coin, spent } from './conflict.ts'
import { OUTPUT, OUTPUTS } from './fate.ts'
import { ask, judgeGroup, type Pair, pair, RECORD, reviewed, SIGN, seen, sign, type Wire } from './group.ts'
import { told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/*
 * Requests of a group on their other ways to a member: cards behind codes, bundles from a file, and states that come and go. Once nobody
 * lies, what was called ended is open again, is signed, and is paid once.
 */

const HASH = 'ab'.repeat(32)
const CODE = /^GET \/codes\/[^/]+$/
const OTHER = '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01'

const stateOf = async ({ bob }: Pair, requestId: RequestId) =>
  (await bob.wallet.calls['approvals.list']({ account: bob.account, holder: null })).requests.find(
    (each) => each.requestId === requestId,
  )?.state

/** The wallet looks again until the request is in this state. */
async function becomes(stage: Stage, team: Pair, requestId: RequestId, state: string, what: string): Promise<void> {
  for (let times = 0; times < 120; times += 1) {
    if ((await stateOf(team, requestId)) === state) return
    await stage.net.blocks(1)
    await rounds(team.bob, 1)
  }
  hold(false, `${what}: ${(await stateOf(team, requestId)) ?? 'not listed'}`)
}

/** Bob signs it as somebody who read it, and it is paid. */
async function isPaid(stage: Stage, team: Pair, requestId: RequestId): Promise<void> {
  const review = await reviewed(team, requestId)
  hold(review !== undefined && (await sign(team, review)), 'an honest request cannot be signed')
  await becomes(stage, team, requestId, 'final', 'an honest request is not paid')
  judgeGroup(stage, team, 1)
  hold(stage.ledger.has(review.request.hash), 'called final, and the ledger does not have it')
}

interface Turn {
  readonly name: string
  readonly lies: (team: Pair) => readonly Lie[]
  /** What it is called meanwhile. */
  readonly called: string
  readonly quick?: boolean
}

const record = (alter: (team: Pair) => object): Turn['lies'] => {
  return (team) => [{ at: RECORD, tell: (wire: Wire) => ({ ...wire, ...alter(team) }) }]
}
const gone = (coin: Coin): object => ({ ...coin, ...spent({ signed_by: HASH })() })

const TURNS: readonly Turn[] = [
  {
    name: 'revoked, and then initial again',
    lies: record(({ ana }) => ({ revoked_by: ana.account })),
    called: 'revoked',
    quick: true,
  },
  {
    name: 'revoked by Bob, and then initial again',
    lies: record(({ bob }) => ({ revoked_by: bob.account })),
    called: 'revoked',
  },
  {
    name: 'final, and then initial again',
    lies: record(() => ({ state: 'spent', snapshot_hash: HASH })),
    called: 'final',
  },
  {
    name: 'signed by both, and then by one again',
    lies: record(({ ana, bob }) => ({ signers: [ana.account, bob.account] })),
    called: 'complete',
  },
  {
    name: 'over a coin that is spent elsewhere, and then is not',
    lies: () => [
      { at: OUTPUTS, tell: (coins: Coin[]) => coins.map(gone) },
      { at: OUTPUT, tell: gone },
    ],
    called: 'dead',
  },
]

const turn = ({ name, lies, called, quick = false }: Turn): Attack => ({
  name: `card: a request is ${name}`,
  point: '2.1',
  quick,
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    team.bob.proxy.lies.push(...lies(team))
    await becomes(stage, team, requestId, called, `it is said to be ${called}, and is shown otherwise`)
    team.bob.proxy.lies.length = 0
    await becomes(stage, team, requestId, 'open', 'what is open again is shown otherwise')
    await isPaid(stage, team, requestId)
  },
})

/** It is given up in truth, which the service hides at first, and takes back at last. */
const unrevoked: Attack = {
  name: 'card: a request is truly revoked, and then said to be initial again',
  point: '2.1',
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    await team.ana.person.remote.call('multisigs.unlock', {
      params: { id: requestId },
      body: { request_id: requestId },
    })
    await becomes(stage, team, requestId, 'revoked', 'what was given up is shown otherwise')
    team.bob.proxy.lies.push({ at: RECORD, tell: (wire: Wire) => ({ ...wire, revoked_by: null }) })
    for (let times = 0; times < 4; times += 1) await rounds(team.bob, 1)
    const review = await reviewed(team, requestId)
    if (review !== undefined) await sign(team, review)
    await stage.net.blocks(1)
    team.bob.proxy.lies.length = 0
    await becomes(stage, team, requestId, 'revoked', 'what was given up is shown otherwise')
    judgeGroup(stage, team, 0)
  },
}

/** Behind a code stands what the service says. What is signed are the bytes, so the code must agree with them. */
const CODES: readonly (readonly [string, (code: Record<string, unknown>, stage: Stage) => object, quick?: boolean])[] =
  [
    ['a smaller amount', () => ({ amount: '0.01' }), true],
    ['the thief as receiver', (_, { thief }) => ({ receivers: [thief.id] })],
    ['other senders', (_, { thief, ben }) => ({ senders: [thief.id, ben.id] })],
    ['a memo', () => ({ memo: 'rent' })],
    ['another hash', () => ({ transaction_hash: HASH })],
    ['a threshold of one', () => ({ threshold: 1 })],
    ['another asset', () => ({ asset_id: '43d61dcd-e413-450d-80b8-101d5e903357' })],
  ]

async function cardOf({ bob }: Pair, text: string): Promise<ScanCard | undefined> {
  try {
    return await bob.wallet.calls['scan.read']({ account: bob.account, text, source: 'link' })
  } catch (error) {
    told(error)
    return undefined
  }
}

const code = ([name, alter, quick = false]: (typeof CODES)[number]): Attack => ({
  name: `card: behind the code of a request stands ${name}`,
  point: '2',
  quick,
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    const id = await makeCode(stage.net, { type: 'multisig_request', request_id: requestId })
    team.bob.proxy.lies.push({ at: CODE, tell: (was: Record<string, unknown>) => ({ ...was, ...alter(was, stage) }) })
    const card = await cardOf(team, `https://mixin.one/codes/${id}`)
    if (card?.kind === 'request') {
      const review = await reviewed(team, requestId)
      hold(
        review === undefined || review.verdict === 'stop',
        'a code that says otherwise than the bytes lets itself be signed',
      )
      if (review !== undefined) hold(!(await sign(team, review)), 'signed what the code does not say')
    }
    await stage.net.blocks(1)
    judgeGroup(stage, team, 0)
  },
})

/** It says that it is signed already, which keeps nobody from reading what it is. */
const states: Attack[] = (
  [
    ['is signed', { state: 'signed' }],
    ['is to be unlocked', { action: 'unlock' }],
    ['is another', { request_id: OTHER }],
  ] as const
).map(([name, alter]) => ({
  name: `card: behind the code of a request stands that it ${name}`,
  point: '2.7',
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    const id = await makeCode(stage.net, { type: 'multisig_request', request_id: requestId })
    team.bob.proxy.lies.push({ at: CODE, tell: (was: object) => ({ ...was, ...alter }) })
    const card = await cardOf(team, `https://mixin.one/codes/${id}`)
    if (card?.kind === 'request') {
      hold(card.request.requestId === requestId, 'shows another request')
      hold(card.request.state === 'open', `shown as ${card.request.state} by the word of a code`)
    }
    hold(team.bob.signed.size === 0, 'signed by reading a card')
    team.bob.proxy.lies.length = 0
    hold(await seen(team, requestId), 'an honest request is not found')
    await isPaid(stage, team, requestId)
  },
}))

type Body = Record<string, unknown> & {
  raw: string
  coins: { amount: string; keys: string[]; mask: string }[]
  views: Record<string, string[]>
  asked: Record<string, unknown>
  author: { user: string; key: string }
}

interface BundleRow {
  readonly name: string
  readonly alter: (body: Body, stage: Stage, team: Pair) => object
  /** A colleague signs what was altered, as its author; else nobody does. */
  readonly attested: boolean
  /** A member says that it was asked for something else: nobody signs it after that. */
  readonly asks?: boolean
  readonly quick?: boolean
}

const asked =
  (more: object): BundleRow['alter'] =>
  ({ asked: was }) => ({ asked: { ...was, ...more } })
const BUNDLES: readonly BundleRow[] = [
  { name: 'a smaller amount asked for', alter: asked({ amount: '0.01' }), attested: true, asks: true, quick: true },
  { name: 'another memo asked for', alter: asked({ memo: 'beef' }), attested: true, asks: true },
  {
    name: 'coins of another amount',
    alter: ({ coins }) => ({ coins: coins.map((each) => ({ ...each, amount: '9' })) }),
    attested: true,
  },
  {
    name: 'coins of other keys',
    alter: ({ coins }) => ({ coins: coins.map((each) => ({ ...each, keys: each.keys.toReversed() })) }),
    attested: true,
  },
  { name: 'no coins', alter: () => ({ coins: [] }), attested: true },
  { name: 'a threshold of one', alter: () => ({ threshold: 1 }), attested: true },
  {
    name: 'a stranger among the members',
    alter: (_, { thief }, { ana, bob }) => ({ members: [ana.account, bob.account, thief.id].sort() }),
    attested: true,
  },
  { name: 'another network', alter: () => ({ network: 'mainnet' }), attested: true },
  { name: 'another request id', alter: () => ({ request: OTHER }), attested: true },
  { name: 'bytes that are cut', alter: ({ raw }) => ({ raw: raw.slice(0, -8) }), attested: true },
  {
    name: 'scalars of one',
    alter: ({ views }) => ({
      views: Object.fromEntries(Object.keys(views).map((id) => [id, [`01${'00'.repeat(31)}`]])),
    }),
    attested: true,
  },
  {
    name: 'another note, and its author’s old signature',
    alter: () => ({ note: 'Pay this at once' }),
    attested: false,
  },
  {
    name: 'Bob as its author',
    alter: ({ author }, _, { bob }) => ({ author: { ...author, user: bob.account } }),
    attested: false,
  },
]

/** Read while the service says nothing of the request, so that only the file speaks. */
const bundle = ({ name, alter, attested, asks = false, quick = false }: BundleRow): Attack => ({
  name: `bundle: it holds ${name}`,
  point: '2.3',
  quick,
  async run(stage) {
    const team = await pair(stage)
    const { ana, bob } = team
    const requestId = await ask(stage, team)
    const { text } = await ana.wallet.calls['approvals.bundle']({ account: ana.account, requestId, note: 'rent' })
    const was = JSON.parse(text) as { body: Body; signature: string }
    const body = { ...was.body, ...alter(was.body, stage, team) }
    const signature = attested
      ? (await ana.wallet.vault.signer(ana.account).attest(JSON.stringify(body))).signature
      : was.signature
    bob.proxy.lies.push({ at: RECORD, cut: 'before' })
    const card = await cardOf(team, JSON.stringify({ body, signature }))
    if (card?.kind === 'bundle') {
      const review = await reviewed(team, card.request.requestId)
      hold(
        review === undefined || review.verdict === 'stop' || !review.canSign,
        'an altered bundle lets itself be signed',
      )
    }
    hold(bob.signed.size === 0, 'signed by reading a bundle')
    judgeGroup(stage, team, 0)
    bob.proxy.lies.length = 0
    hold(await seen(team, requestId), 'an honest request is not found after an altered bundle')
    if (!asks) await isPaid(stage, team, requestId)
  },
})

/** Nobody's word stands against what the service and the bytes say of a request that is known. */
const strange: Attack = {
  name: 'bundle: a stranger says that a known request is for a smaller amount',
  point: '2.3',
  async run(stage) {
    const team = await pair(stage)
    const { ana, bob } = team
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    const { text } = await ana.wallet.calls['approvals.bundle']({ account: ana.account, requestId, note: '' })
    const { body: was } = JSON.parse(text) as { body: Body }
    const stranger = (await stage.victim({ name: 'Eve', coins: [] })).wallet
    const [eve] = (await stranger.calls['app.state'](null)).accounts
    hold(eve !== undefined, 'nobody there')
    const signer = stranger.vault.signer(eve.account)
    const { publicKey } = await signer.attest('')
    const body = { ...was, asked: { ...was.asked, amount: '0.01' }, author: { ...was.author, key: publicKey } }
    const { signature } = await signer.attest(JSON.stringify(body))
    const card = await cardOf(team, JSON.stringify({ body, signature }))
    hold(card?.kind !== 'bundle' || card.author === null, 'a stranger is taken for a member')
    hold(bob.signed.size === 0, 'signed by reading a bundle')
    await isPaid(stage, team, requestId)
  },
}

/** What the service answers to a signature is compared as what it answers to a question is. */
const answered: Attack = {
  name: 'card: a signature is answered with a request that is revoked',
  point: '2.1',
  async run(stage) {
    const team = await pair(stage)
    const requestId = await ask(stage, team)
    hold(await seen(team, requestId), 'an honest request is not found')
    const review = await reviewed(team, requestId)
    team.bob.proxy.lies.push({ at: SIGN, tell: (wire: Wire) => ({ ...wire, revoked_by: team.ana.account }) })
    team.bob.proxy.lies.push({ at: /^GET \/safe\/multisigs$/, instead: () => json([]) })
    if (review !== undefined) await sign(team, review)
    team.bob.proxy.lies.length = 0
    await becomes(stage, team, requestId, 'final', 'a request that was paid is shown otherwise')
    judgeGroup(stage, team, 1)
  },
}

export const cardAttacks: readonly Attack[] = [
  ...TURNS.map(turn),
  unrevoked,
  answered,
  ...CODES.map(code),
  ...states,
  ...BUNDLES.map(bundle),
  strange,
]
