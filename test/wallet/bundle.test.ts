import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RequestId } from '#contract/domain'
import { parseAmount } from '#protocol'
import {
  asking,
  cosign,
  fundGroup,
  groupHas,
  type Member,
  newMember,
  newTeam,
  sees,
  signing,
  type Team,
} from '../support/cosigners.ts'
import { BTC, balanceOf, coded, has, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import type { RequestView, ScanCard } from '../support/worded.ts'
import { agreeing, lookingAgain } from './look-again.ts'

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 3, Array<string>(24).fill('1'))
  ;[ana, ben, cas] = team.members
  shop = await newMember(network, 'Shop')
})

const ask = (amount = '0.2'): Promise<RequestId> =>
  asking(ana, paying(ana.account, BTC, [toUser(shop.account, amount)], { holder: team.holder }))

const bundleOf = ({ wallet, account }: Member, requestId: RequestId, note = 'rent for May') =>
  wallet.calls['approvals.bundle']({ account, requestId, note })

const take = ({ wallet, account }: Member, text: string): Promise<ScanCard> =>
  wallet.calls['scan.read']({ account, text, source: 'file' })

async function taken(who: Member, text: string): Promise<Extract<ScanCard, { kind: 'bundle' }>> {
  const card = await take(who, text)
  if (card.kind !== 'bundle') throw new Error(`not taken: ${JSON.stringify(card)}`)
  return card
}

const coinsOf = async ({ wallet, account }: Member): Promise<string[]> => {
  const page = { assetId: BTC, state: null, search: '', cursor: null, limit: 100 } as const
  const { rows } = await wallet.calls['coins.list']({ account, holder: team.holder, ...page })
  return rows.map(({ outputId }) => outputId)
}

/** Who has not read of a coin cannot tell by its keys whose a bundle is that spends it. */
async function knowsCoinsOf(member: Member, other: Member): Promise<void> {
  const coins = await coinsOf(member)
  await other.wallet.until(
    () => coinsOf(other),
    (known) => coins.every((coin) => known.includes(coin)),
  )
}

/** The member's wallet reaches nothing from here on; what it signs later spends coins that it has read of before. */
async function offline(member: Member): Promise<void> {
  await knowsCoinsOf(ana, member)
  member.line.faults.push({ path: /./, act: 'before', times: Number.POSITIVE_INFINITY })
  onTestFinished(() => online(member))
}

const online = ({ line }: Member): void => void line.faults.splice(0)

const signOffline = ({ wallet, account }: Member, requestId: RequestId): Promise<RequestView> =>
  lookingAgain(async () => {
    const review = await wallet.calls['approvals.review']({ account, requestId })
    return wallet.calls['approvals.signOffline'](signing(account, review))
  })

describe('a bundle', () => {
  it('says who made it, proved by the coins it spends', async () => {
    const id = await ask()
    const { text } = await bundleOf(ana, id)
    const card = await taken(ben, text)
    expect(card).toMatchObject({ author: { name: 'Ana' }, request: { requestId: id, askerNote: 'rent for May' } })
  })

  it('of a stranger is shown as such', async () => {
    const id = await ask()
    const { text } = await bundleOf(ana, id)
    const { body } = JSON.parse(text) as { body: { author: { user: string } } }
    // Whoever can write a bundle can name anybody as its author; only its key tells.
    const forged = { ...body, author: { ...body.author, user: cas.account } }
    const signer = shop.wallet.vault.signer(shop.account)
    const { publicKey } = await signer.attest('')
    const own = { ...forged, author: { ...forged.author, key: publicKey } }
    const { signature } = await signer.attest(JSON.stringify(own))
    const card = await taken(ben, JSON.stringify({ body: own, signature }))
    expect(card.author).toBe(null)
  })

  it('carries signatures to a wallet that completes the request, in any order', async () => {
    const before = await balanceOf(shop.wallet, shop.account, BTC)
    const id = await ask()
    const { text } = await bundleOf(ana, id)
    // Ben and Cas each sign from the file; what they release goes back as files, the later first.
    for (const who of [ben, cas]) {
      await taken(who, text)
      await sees(who, id)
      who.line.faults.push({ path: /^\/safe\/multisigs\/[^/]+\/sign$/, act: 'before', times: Number.POSITIVE_INFINITY })
      expect(await signOffline(who, id)).toMatchObject({ signedByMe: true, state: 'open' })
    }
    const files = await Promise.all([cas, ben].map((who) => bundleOf(who, id)))
    for (const file of files) expect((await taken(ana, file.text)).added).toBe(1)
    await sees(ana, id, ({ state }) => state === 'final')
    await has(shop.wallet, shop.account, BTC, before + parseAmount('0.2'))
    for (const who of [ben, cas]) who.line.faults.length = 0
    // Ana's next request spends the change, which proves it; while she has not read of it, it is at risk.
    for (const who of [ana, ben, cas]) await groupHas(who, team.holder, parseAmount('21.8'))
  })

  it('has a note of whoever made it, which an older one of another member does not take the place of', async () => {
    const id = await ask()
    const asked = await bundleOf(ana, id, 'rent for May')
    await taken(ben, asked.text)
    const passedOn = await bundleOf(ben, id, 'I asked the landlord')
    const note = { askerNote: 'I asked the landlord', noteBy: { name: 'Ben' } }
    expect((await taken(cas, passedOn.text)).request).toMatchObject(note)
    expect((await taken(cas, asked.text)).request).toMatchObject(note)
  })

  it('begins with why it was asked for, which the service tells nobody', async () => {
    const reason = ' The roof leaks.\nQuote below. '
    const id = await asking(
      ana,
      paying(ana.account, BTC, [toUser(shop.account, '0.2')], { holder: team.holder, reason }),
    )
    const why = { askerNote: 'The roof leaks.\nQuote below.', noteBy: { name: 'Ana' } }
    expect(await sees(ana, id)).toMatchObject(why)
    expect(await sees(ben, id)).toMatchObject({ askerNote: '', noteBy: null })
    const { text } = await bundleOf(ana, id, why.askerNote)
    expect((await taken(ben, text)).request).toMatchObject(why)
  })

  it('begins with what a plan says to the others each time', async () => {
    const { wallet, account } = ana
    const [first = '', time = ''] = new Date().toISOString().slice(0, 16).split('T')
    const { planId, reason } = await wallet.calls['schedule.save']({
      ...{ account, holder: team.holder, planId: null, name: 'Roof', assetId: BTC, memoHex: '', label: '' },
      ...{ reason: 'By the contract', feeAssetId: null },
      rows: [{ payee: { kind: 'user', userId: shop.account }, amount: parseAmount('0.2') }],
      when: { first, time, zone: 'UTC', repeats: 'once', end: { kind: 'never' } },
    })
    expect(reason).toBe('By the contract')
    const due = await wallet.until(
      async () => (await wallet.calls['schedule.read']({ account, planId })).history[0],
      (at) => at?.state === 'waiting',
    )
    const review = await wallet.calls['schedule.prepare']({ account, planId, day: due?.day ?? '' })
    await agreeing(wallet, account, review)
    expect(await sees(ana, review.paymentId)).toMatchObject({ askerNote: reason, noteBy: { name: 'Ana' } })
  })

  it('names whoever asked, and not whoever passes it on', async () => {
    // Before there is anything to hear: on a slow machine Cas’s wallet would hear of it from the service first.
    cas.line.faults.push({ path: /^\/safe\/multisigs\//, act: 'before', times: Number.POSITIVE_INFINITY })
    onTestFinished(() => {
      cas.line.faults.length = 0
    })
    const id = await ask()
    const asked = await bundleOf(ana, id)
    await taken(ben, asked.text)
    const passedOn = await bundleOf(ben, id)
    expect((await taken(cas, passedOn.text)).request.by).toBe(null)
    const file = await bundleOf(cas, id)
    // Whom the service has not named only says so.
    expect((await taken(cas, asked.text)).request).toMatchObject({ by: { name: 'Ana' }, byFile: true })
    expect((await taken(cas, passedOn.text)).request.by).toMatchObject({ name: 'Ana' })
    expect(JSON.parse(file.text).body).not.toHaveProperty('asks')
  })

  it('passed on, and a request of the service later, is of whoever asked there', async () => {
    const id = await ask()
    await taken(ben, (await bundleOf(ana, id)).text)
    await taken(cas, (await bundleOf(ben, id)).text)
    await sees(cas, id, ({ by, byFile }) => by?.name === 'Ana' && !byFile)
  })

  it('fits into codes that are read in any order, some of them twice', async () => {
    const id = await ask()
    const { frames, text } = await bundleOf(ana, id)
    expect(frames.length).toBeGreaterThan(1)
    const shuffled = [...frames, ...frames.slice(0, 2)].reverse()
    expect((await taken(ben, shuffled.join('\n'))).request.requestId).toBe(id)
    expect(text.length).toBeGreaterThan(0)
    expect(await take(ben, frames.slice(1).join('\n'))).toMatchObject({
      kind: 'text',
      problem: { code: 'input.bundle', details: { section: 'parts' } },
    })
  })

  it('with any byte changed is refused by the name of the part, and nothing is kept', async () => {
    const id = await ask()
    const { text } = await bundleOf(ana, id)
    const bytes = Buffer.from(text)
    const known = await sees(ben, id, ({ signers }) => signers.length === 1)
    // Every byte of the file would take minutes; a stride that is prime to the record sizes meets every part.
    for (let at = 0; at < bytes.length; at += 37) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const card = await take(ben, changed.toString('latin1'))
      if (card.kind === 'bundle') throw new Error(`byte ${at} was taken: ${changed.toString().slice(at - 20, at + 20)}`)
      expect(card.kind).toBe('text')
    }
    expect((await sees(ben, id)).signers).toEqual(known.signers)
  })

  it('with other bytes under the same id is refused', async () => {
    const [one, two] = [await ask('0.11'), await ask('0.12')]
    const other = JSON.parse((await bundleOf(ana, two)).text) as { body: { request: string } }
    const body = { ...other.body, request: one }
    const signer = ana.wallet.vault.signer(ana.account)
    const { signature } = await signer.attest(JSON.stringify(body))
    await sees(ben, one)
    expect(await take(ben, JSON.stringify({ body, signature }))).toMatchObject({
      kind: 'text',
      problem: { code: 'wallet.request_differs' },
    })
  })
})

describe('a bundle of a stranger that comes before the request itself', () => {
  /** What anybody can write who has read a bundle: the same with other words, under a key of their own. */
  async function forged(text: string, change: object): Promise<string> {
    const signer = shop.wallet.vault.signer(shop.account)
    const { publicKey } = await signer.attest('')
    const { body } = JSON.parse(text) as { body: { author: object } }
    const own = { ...body, ...change, author: { ...body.author, key: publicKey } }
    const { signature } = await signer.attest(JSON.stringify(own))
    return JSON.stringify({ body: own, signature })
  }

  it('with other bytes under its id gives way to what the service has', async () => {
    const other = await bundleOf(ana, await ask('0.21'))
    await offline(ben)
    const id = await ask('0.22')
    const card = await taken(ben, await forged(other.text, { request: id }))
    expect(card).toMatchObject({ author: null, request: { requestId: id } })
    online(ben)
    await sees(ben, id, ({ amount }) => amount === parseAmount('0.22'))
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
    expect(review.log.map(({ text }) => text)).toEqual(
      expect.arrayContaining([expect.stringContaining('stranger'), expect.stringContaining('set aside')]),
    )
    expect(review.canSign).toBe(true)
    expect((await cosign(ben, id)).signers.map(({ user }) => user.name)).toContain('Ben')
  })

  it('with the same bytes and false words takes nothing of it', async () => {
    await offline(ben)
    const id = await ask('0.23')
    const { text } = await bundleOf(ana, id)
    const { body } = JSON.parse(text) as { body: { asked: object } }
    await taken(ben, await forged(text, { asked: { ...body.asked, amount: '0.00000001' }, views: {} }))
    online(ben)
    await sees(ben, id, ({ by }) => by?.name === 'Ana')
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
    expect(review.checks.filter(({ result }) => result === 'stop')).toEqual([])
    expect((await cosign(ben, id)).signers.map(({ user }) => user.name)).toContain('Ben')
  })

  it('of a member who did not ask cannot say what was asked, neither before nor after the service has', async () => {
    const write = async (id: RequestId) => {
      const { text } = await bundleOf(cas, id)
      const { body } = JSON.parse(text) as { body: { author: object; asked: object } }
      const told = { ...body, asks: true, asked: { ...body.asked, amount: '0.00000001' } }
      const signer = cas.wallet.vault.signer(cas.account)
      const { publicKey } = await signer.attest('')
      const own = { ...told, author: { ...told.author, key: publicKey } }
      return JSON.stringify({ body: own, signature: (await signer.attest(JSON.stringify(own))).signature })
    }
    const stopsOf = async (requestId: RequestId) => {
      const { checks } = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId })
      return checks.filter(({ result }) => result === 'stop').map(({ id }) => id)
    }
    const known = await ask('0.26')
    for (const who of [ben, cas]) await sees(who, known, ({ by }) => by?.name === 'Ana')
    expect((await taken(ben, await write(known))).author).toMatchObject({ name: 'Cas' })
    expect(await stopsOf(known)).toEqual([])
    await offline(ben)
    const unknown = await ask('0.27')
    await sees(cas, unknown)
    await taken(ben, await write(unknown))
    expect(await stopsOf(unknown)).toEqual(['row:amount'])
    online(ben)
    await sees(ben, unknown, ({ by }) => by?.name === 'Ana')
    expect(await stopsOf(unknown)).toEqual([])
    for (const id of [known, unknown]) for (const who of [ben, cas]) await cosign(who, id)
    for (const who of team.members) await sees(who, unknown, ({ state }) => state === 'final')
  })

  it('gives way to the bundle of a member, which no stranger’s takes the place of', async () => {
    const other = await bundleOf(ana, await ask('0.24'))
    await offline(ben)
    const id = await ask('0.25')
    const { text } = await bundleOf(ana, id)
    await taken(ben, await forged(other.text, { request: id }))
    const { hash } = await sees(ana, id)
    expect(await taken(ben, text)).toMatchObject({ author: { name: 'Ana' }, request: { hash } })
    expect(await take(ben, await forged(other.text, { request: id }))).toMatchObject({
      problem: { code: 'wallet.request_differs' },
    })
    online(ben)
    expect((await cosign(ben, id)).signers.map(({ user }) => user.name)).toContain('Ben')
  })
})

describe('a no', () => {
  it('takes a request out of what needs the person, and can be taken back', async () => {
    const id = await ask('0.14')
    const { wallet, account } = ben
    await sees(ben, id)
    const refused = await wallet.calls['approvals.refuse']({ account, requestId: id, reason: ' Not this month ' })
    expect(refused).toMatchObject({ tab: 'waiting', refusals: [{ user: { name: 'Ben' }, reason: 'Not this month' }] })
    const taken = await wallet.calls['approvals.refuse']({ account, requestId: id, reason: null })
    expect(taken).toMatchObject({ tab: 'needs_you', refusals: [] })
  })

  it('reaches the others in the bundle of the member whose it is', async () => {
    const id = await ask('0.15')
    const { wallet, account } = ben
    await sees(ben, id)
    await wallet.calls['approvals.refuse']({ account, requestId: id, reason: 'The hall is free' })
    const { text } = await bundleOf(ben, id)
    expect((await taken(ana, text)).request.refusals).toMatchObject([
      { user: { name: 'Ben' }, reason: 'The hall is free' },
    ])
  })

  it('that its member took back is gone with the next bundle, and an older one does not bring it back', async () => {
    const id = await ask('0.18')
    const { wallet, account } = ben
    await sees(ben, id)
    await wallet.calls['approvals.refuse']({ account, requestId: id, reason: 'Too much' })
    const said = await bundleOf(ben, id)
    await wallet.calls['approvals.refuse']({ account, requestId: id, reason: null })
    const back = await bundleOf(ben, id)
    expect((await taken(ana, said.text)).request.refusals).toHaveLength(1)
    expect((await taken(ana, back.text)).request.refusals).toEqual([])
    expect((await taken(ana, said.text)).request.refusals).toEqual([])
  })

  it('that a stranger writes in a member’s name is not taken', async () => {
    const id = await ask('0.16')
    const { text } = await bundleOf(ana, id)
    const signer = shop.wallet.vault.signer(shop.account)
    const { publicKey } = await signer.attest('')
    const { body } = JSON.parse(text) as { body: { author: object } }
    const own = { ...body, refusal: 'No', author: { ...body.author, key: publicKey } }
    const { signature } = await signer.attest(JSON.stringify(own))
    const card = await taken(ben, JSON.stringify({ body: own, signature }))
    expect(card.request.refusals).toEqual([])
  })

  it('is gone once its member has signed after all', async () => {
    const id = await ask('0.17')
    const { wallet, account } = ben
    await sees(ben, id)
    await wallet.calls['approvals.refuse']({ account, requestId: id, reason: 'Wait' })
    expect((await cosign(ben, id)).refusals).toEqual([])
    await expect(wallet.calls['approvals.refuse']({ account, requestId: id, reason: 'Too late' })).rejects.toThrow(
      coded('wallet.request_ended'),
    )
  })
})

describe('a wallet that is offline', () => {
  it('reviews and signs from a bundle and says that the record was not compared', async () => {
    // Each request before this one holds a coin, one that was tried again two.
    await fundGroup(ana, team.holder, '1')
    const id = await ask('0.13')
    const { text } = await bundleOf(ana, id)
    await taken(ben, text)
    // Ben’s scalars come with what Ben’s wallet read while it was online.
    await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
    await offline(ben)
    const review = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
    expect(review).toMatchObject({ offline: true, canSign: true, cannotSign: null, canUnlock: false })
    await expect(ben.wallet.calls['approvals.sign'](signing(ben.account, review))).rejects.toThrow(
      coded('remote.unreachable'),
    )
    expect(await ben.wallet.calls['approvals.signOffline'](signing(ben.account, review))).toMatchObject({
      signers: expect.arrayContaining([expect.objectContaining({ offline: true })]),
    })
    online(ben)
    // Back online the signature goes out by itself.
    await sees(cas, id, ({ signers }) => signers.some(({ user }) => user.name === 'Ben'))
    await cosign(cas, id)
    await sees(ben, id, ({ state }) => state === 'final')
  })
})
