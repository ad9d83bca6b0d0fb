import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RequestId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Payee } from '#contract/ipc'
import { encodeMixAddress, mixAddressOf, parseAmount } from '#protocol'
import { aCoin, aHolder, aRawPayment } from '../support/coins.ts'
import { cosign, type Member, newMember, newTeam, sees, type Team } from '../support/cosigners.ts'
import { newcomer } from '../support/localnet.ts'
import { MAYA } from '../support/residents.ts'
import { type CardOf, card, makeCode, olderRequest, read } from '../support/scan.ts'
import { approving, BTC, fund, pay, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()
let team: Team<[Member, Member]>
let ana: Member
let ben: Member
let cas: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben'], 2, ['1', '1', '1', '1', '1', '1'])
  ;[ana, ben] = team.members
  cas = await newMember(network, 'Cas')
  await fund(ana.wallet, ana.account, BTC, '1')
})

const linkTo = (codeId: string) => `https://mixin.one/codes/${codeId}`

/** Changes what the service says of the next code that Ana reads. */
function behindTheNextCode(change: (code: object) => object): void {
  ana.line.faults.push({ path: /^\/codes\//, act: change, times: 1 })
}

/** A request of the team. Change of the one before may become final, and be unproved, while this one is agreed to: then it is asked again. */
async function ask(): Promise<RequestId> {
  const { wallet, account } = ana
  const wish = paying(account, BTC, [toUser(cas.account, '0.4')], {
    holder: team.holder,
  })
  for (;;) {
    const review = await wallet.calls['payments.prepare'](wish)
    try {
      await wallet.calls['payments.approve'](approving(account, review))
    } catch (error) {
      if (codeOf(error) === 'wallet.change_at_risk') continue
      throw error
    }
    await sees(ana, review.paymentId, ({ signedByMe }) => signedByMe)
    return review.paymentId
  }
}

describe('the code of a person', () => {
  it('gives the person', async () => {
    const { user } = await card(ana, cas.account, 'user')
    expect(user.name).toBe('Cas')
    const { remote, id } = await newcomer(network, 'Dan')
    const { code_id } = await remote.call('me.read')
    for (const text of [linkTo(code_id ?? ''), `mixin://codes/${code_id}`, code_id ?? '']) {
      expect(await card(ana, text, 'user')).toMatchObject({ user: { userId: id, name: 'Dan' } })
    }
  })
})

function payeeIn({ view }: CardOf<'payment'>): Payee {
  if (view.payee === null) throw new Error('it names nobody')
  return view.payee
}

describe('the code of a payment', () => {
  const made = (more: object = {}) =>
    makeCode(network, {
      ...{ type: 'payment', asset_id: BTC, amount: '0.05', receivers: [cas.account], memo: 'lunch' },
      ...more,
    })

  it('fills a payment, and says when it was paid', async () => {
    const trace = randomUUID() as RequestId
    const link = linkTo(await made({ trace_id: trace }))
    const open = await card(ana, link, 'payment')
    expect(open).toMatchObject({
      asset: { assetId: BTC },
      view: {
        asked: { memo: 'lunch', trace, amount: parseAmount('0.05') },
        party: { kind: 'user', user: { name: 'Cas' } },
        standing: 'open',
      },
    })
    await pay(ana.wallet, paying(ana.account, BTC, [{ payee: payeeIn(open), amount: '0.05' }], { requestId: trace }))
    expect(await card(ana, link, 'payment')).toMatchObject({ view: { standing: 'paid' }, paidByMe: trace })
    expect(await card(ben, link, 'payment')).toMatchObject({ view: { standing: 'paid' }, paidByMe: null })
  })

  it('is asked for once', async () => {
    const link = linkTo(await made())
    const from = ana.line.passed.length
    await card(ana, link, 'payment')
    expect(ana.line.passed.slice(from).filter((request) => request.includes('/codes/'))).toHaveLength(1)
  })

  it('may ask for a group', async () => {
    const receivers = [ana.account, ben.account].toSorted()
    const found = await card(cas, linkTo(await made({ receivers, threshold: 2 })), 'payment')
    expect(payeeIn(found)).toMatchObject({ kind: 'group', threshold: 2 })
  })

  it.each([
    ['no signature', 2, 0],
    ['more signatures than members', 2, 3],
    ['two signatures of one', 1, 2],
    ['nobody', 0, 1],
    ['more than 64', 65, 2],
  ])('is no payment where it asks for %s', async (_, count, threshold) => {
    const code = await made({ receivers: [cas.account, ben.account], threshold: 1 })
    const receivers = Array.from({ length: count }, (_, at) => [cas.account, ben.account][at] ?? randomUUID())
    behindTheNextCode((payment) => ({ ...payment, receivers, threshold }))
    expect((await card(ana, linkTo(code), 'text')).problem?.code).toBe('input.payee')
  })

  it('is no payment where it names somebody of a group twice, as a link to such a group is none', async () => {
    const twice = [cas.account, cas.account, ben.account]
    const code = await made({ receivers: [cas.account, ben.account], threshold: 1 })
    behindTheNextCode((payment) => ({ ...payment, receivers: twice, threshold: 2 }))
    const group = encodeMixAddress(mixAddressOf(twice, 2))
    const own = encodeMixAddress(mixAddressOf([ana.account, ana.account, ben.account], 2))
    for (const [text, problem] of [
      [linkTo(code), 'input.payee'],
      [group, 'input.payee'],
      [own, 'input.group'],
    ] as const)
      expect((await card(ana, text, 'text')).problem?.code).toBe(problem)
  })

  it('is the same by its bare id and in all spellings', async () => {
    const id = await made()
    const cards: object[] = []
    for (const text of [
      linkTo(id),
      `mixin://codes/${id}`,
      `mixin://mixin.one/codes/${id}`,
      `coffer://codes/${id}`,
      id,
    ]) {
      cards.push({ ...(await card(ana, text, 'payment')), to: '' })
    }
    for (const each of cards) expect(each).toEqual(cards[0])
  })
})

describe('the code of a group’s request', () => {
  it('opens the request, to sign or to unlock', async () => {
    const id = await ask()
    const order = { type: 'multisig_request', request_id: id }
    const toSign = linkTo(await makeCode(network, order))
    const toUnlock = linkTo(await makeCode(network, { ...order, action: 'unlock' }))
    expect(await card(ben, toSign, 'request')).toMatchObject({
      action: 'sign',
      request: { requestId: id, state: 'open', amount: parseAmount('0.4'), signedByMe: false },
    })
    expect(await card(ben, toUnlock, 'request')).toMatchObject({ action: 'unlock', request: { requestId: id } })
    expect(ben.signed()).toBe(0)
    await sees(ben, id)
    await cosign(ben, id)
    // The next request is reviewed and approved by Ana, who is to know of its change by then.
    for (const member of [ben, ana]) await sees(member, id, ({ state }) => state === 'final')
    const done = await card(ben, toSign, 'request')
    expect(done.request).toMatchObject({ state: 'final', tab: 'done', signedByMe: true })
  })

  it('is refused to a stranger', async () => {
    const link = linkTo(await makeCode(network, { type: 'multisig_request', request_id: await ask() }))
    const found = await read(cas, link)
    expect(['text', 'legacy']).toContain(found.kind)
    expect((await cas.wallet.calls['approvals.list']({ account: cas.account, holder: null })).requests).toEqual([])
  })

  it('is the same by a link to the request', async () => {
    const id = await ask()
    for (const [text, action] of [
      [`https://mixin.one/multisigs/${id}`, 'sign'],
      [`mixin://multisigs/${id}?action=unlock`, 'unlock'],
      [`coffer://multisigs/${id}?action=revoke`, 'unlock'],
    ] as const) {
      expect(await card(ben, text, 'request')).toMatchObject({ action, request: { requestId: id } })
    }
  })

  it('is there by a link while the service is out of reach, once it was met', async () => {
    const [met, unmet] = [await ask(), randomUUID()]
    await sees(ben, met)
    const { faults } = ben.line
    faults.push({ path: /^\/safe\/multisigs/, act: 'before', times: Number.POSITIVE_INFINITY })
    const found = await card(ben, `https://mixin.one/multisigs/${met}`, 'request')
    expect(found.request).toMatchObject({ requestId: met, title: expect.stringMatching(/^Send 0\.4 BTC to Cas/) })
    expect(await card(ben, `https://mixin.one/multisigs/${unmet}`, 'text')).toMatchObject({
      problem: { code: 'remote.unreachable' },
    })
    faults.length = 0
  })

  it('of the older kind is shown decoded, and cannot be signed', async () => {
    const code = await makeCode(network, { type: 'multisig_request', request_id: await ask() })
    behindTheNextCode((old) => ({ ...old, request_id: randomUUID() }))
    const found = await card(ana, linkTo(code), 'legacy')
    expect(found).toMatchObject({
      ...{ what: 'multisig', action: 'sign', threshold: 2, amount: '0.4', problem: null, asset: { assetId: BTC } },
      senders: expect.arrayContaining([expect.objectContaining({ name: 'Ben' })]),
      receivers: [expect.objectContaining({ name: 'Cas' })],
    })
    expect(found.decoded).toEqual(
      expect.arrayContaining([
        { name: 'Version', value: '5' },
        { name: 'Output 1', value: '0.4 to 1 key' },
      ]),
    )
  })

  it('of the older kind says when its bytes cannot be read', async () => {
    const code = await makeCode(network, { type: 'multisig_request', request_id: await ask() })
    behindTheNextCode((old) => ({ ...old, request_id: randomUUID(), raw_transaction: '77770002beef' }))
    const found = await card(ana, linkTo(code), 'legacy')
    expect(found).toMatchObject({ decoded: [], problem: expect.stringContaining('older form') })
  })
})

describe('the code of a collectible’s request', () => {
  it('is shown decoded, and cannot be signed', async () => {
    const code = await makeCode(network, { type: 'conversation', name: 'x', creator_id: MAYA })
    const raw = aRawPayment([aCoin('old', [aHolder('Ana')])])
    const token = randomUUID()
    const senders = [ana.account, ben.account]
    behindTheNextCode(() =>
      olderRequest({
        ...{ code_id: code, user_id: ana.account, token_id: token, raw_transaction: raw },
        ...{ senders, senders_threshold: 2, receivers: [cas.account] },
      }),
    )
    const found = await card(ana, linkTo(code), 'legacy')
    expect(found).toMatchObject({
      ...{
        what: 'collectible',
        state: 'initial',
        action: 'sign',
        amount: '1',
        asset: null,
        threshold: 2,
        problem: null,
        tokenId: token,
        inscription: null,
      },
      signers: [expect.objectContaining({ name: 'Ana' })],
      hash: 'ab'.repeat(32),
    })
    expect(found.decoded.length).toBeGreaterThan(3)
    expect(ana.line.faults.length).toBeGreaterThan(0)
  })
})

describe('the code of a conversation', () => {
  it('gives its name and its people', async () => {
    const code = await makeCode(network, {
      ...{ type: 'conversation', name: 'Kitchen', creator_id: ana.account, members: [ben.account, MAYA] },
    })
    const found = await card(cas, linkTo(code), 'conversation')
    expect(found).toMatchObject({ name: 'Kitchen', category: 'GROUP' })
    expect(found.members.map(({ user, role }) => [user.name, role])).toEqual([
      ...[
        ['Ana', 'OWNER'],
        ['Ben', ''],
        ['Maya Okafor', ''],
      ],
    ])
  })
})

describe('the code of a conversation of more people than are asked for at once', () => {
  it('gives all of them', async () => {
    const code = await makeCode(network, {
      type: 'conversation',
      name: 'Street',
      creator_id: ana.account,
      members: [MAYA],
    })
    const strangers = Array.from({ length: 600 }, () => randomUUID())
    behindTheNextCode((conversation) => {
      const { participants } = conversation as { participants: { user_id: string }[] } // what the network answers
      return {
        ...conversation,
        participants: [...participants, ...strangers.map((id) => ({ ...participants[1], user_id: id }))],
      }
    })
    const { members } = await card(ana, linkTo(code), 'conversation')
    expect(members).toHaveLength(602)
    expect(members[1]?.user.name).toBe('Maya Okafor')
  })
})

describe('the code of a conversation of two', () => {
  it('gives the two of them', async () => {
    const order = { type: 'conversation', category: 'CONTACT', creator_id: ana.account, members: [ben.account] }
    const found = await card(cas, linkTo(await makeCode(network, order)), 'conversation')
    expect(found).toMatchObject({ name: '', category: 'CONTACT' })
    expect(found.members.map(({ user, role }) => [user.name, role])).toEqual([
      ['Ana', ''],
      ['Ben', ''],
    ])
  })
})

describe('the code of an app that asks to sign in', () => {
  it('is not answered, and says what the app would be allowed', async () => {
    const code = await makeCode(network, { type: 'authorization', client_id: MAYA, scopes: ['PROFILE:READ'] })
    expect(await card(ana, linkTo(code), 'authorization')).toMatchObject({ scopes: ['PROFILE:READ'] })
  })
})

describe('a code that nobody made', () => {
  it('is inert text with the reason, and is said to have ended', async () => {
    for (const text of [linkTo(randomUUID()), `mixin://codes/${randomUUID()}`]) {
      expect(await card(ana, text, 'text')).toMatchObject({
        ...{ text, problem: { code: 'remote.not_found' } },
        fault: 'The service does not know this code. It may have ended: ask for a new one.',
      })
    }
    expect(await read(ana, randomUUID())).toMatchObject({ kind: 'text' })
    expect(await read(ana, `https://mixin.one/multisigs/${randomUUID()}`)).toMatchObject({ kind: 'text' })
  })
})

describe('the card of a group', () => {
  it('is known by link, file, address and link to its address', async () => {
    const {
      link,
      text,
      card: made,
    } = await ana.wallet.calls['groups.card']({
      ...{ account: ana.account, holder: team.holder },
    })
    for (const [who, content] of [
      ...[link, text].map((each) => [cas, each] as const),
      ...[link, text, made.address, `https://mixin.one/pay/${made.address}`].map((each) => [ben, each] as const),
    ]) {
      const found = await card(who, content, 'group')
      expect(found.card).toMatchObject({ threshold: 2, words: made.words, member: who === ben, added: who === ben })
    }
    // Who is no member can only pay it.
    expect(await card(cas, made.address, 'payment')).toMatchObject({
      view: { payee: { kind: 'group', threshold: 2 } },
    })
  })

  it.each(['address', 'name'])('that names two of its %s is neither', async (part) => {
    const { link } = await ana.wallet.calls['groups.card']({ account: ana.account, holder: team.holder })
    const value = new URLSearchParams(link.slice(link.indexOf('?'))).get(part) ?? ''
    const twice = `${link}&${new URLSearchParams({ [part]: value })}`
    expect(await read(cas, twice)).toMatchObject({
      kind: 'text',
      problem: { code: 'protocol.link' },
      fault: expect.stringContaining(part),
    })
  })

  it('that is damaged is inert', async () => {
    for (const text of [
      'coffer://group?address=MIXnot&name=x',
      'coffer://group?name=x',
      JSON.stringify({ kind: 'coffer-group', version: 1, name: 'x', address: 'MIX' }),
      '{"kind":"coffer-group"',
      '{"kind":"coffer-bundle"}',
      'coffer:bundle/abc/0/2/AAAA',
    ]) {
      expect(await read(cas, text), text).toMatchObject({ kind: 'text' })
    }
  })
})
