import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { RequestId } from '#contract/domain'
import { asking, type Member, newMember, newTeam, sees, type Team } from '../support/cosigners.ts'
import { BTC, paying, sharedNetwork, toUser } from '../support/wallet.ts'
import type { RequestView, ScanCard } from '../support/worded.ts'

/* Members of a group say in files who asked, what was asked, and what they think of it. Each may be wrong, by a clock or by intent. */

const network = sharedNetwork()
let team: Team<[Member, Member, Member]>
let ana: Member
let ben: Member
let cas: Member
let shop: Member

beforeAll(async () => {
  team = await newTeam(network, ['Ana', 'Ben', 'Cas'], 3, Array<string>(12).fill('1'))
  ;[ana, ben, cas] = team.members
  shop = await newMember(network, 'Shop')
})

const ask = (amount: string): Promise<RequestId> =>
  asking(ana, paying(ana.account, BTC, [toUser(shop.account, amount)], { holder: team.holder }))

interface Body {
  readonly asked: object
  readonly author: { readonly at: string }
  readonly [member: string]: unknown
}

/** The member's own file of a request, with other words in it. */
async function fileOf(who: Member, requestId: RequestId, change: (body: Body) => object = () => ({})): Promise<string> {
  const { wallet, account } = who
  await sees(who, requestId)
  const { text } = await wallet.calls['approvals.bundle']({ account, requestId, note: '' })
  const { body } = JSON.parse(text) as { body: Body }
  const signer = wallet.vault.signer(account)
  const { publicKey } = await signer.attest('')
  const { author, ...words } = { ...body, ...change(body) }
  const own = { ...words, author: { ...author, key: publicKey } }
  const { signature } = await signer.attest(JSON.stringify(own))
  return JSON.stringify({ body: own, signature })
}

async function taken({ wallet, account }: Member, text: string): Promise<RequestView> {
  const card: ScanCard = await wallet.calls['scan.read']({ account, text, source: 'file' })
  if (card.kind !== 'bundle') throw new Error(`not taken: ${JSON.stringify(card)}`)
  return card.request
}

function offline({ line }: Member): () => void {
  line.faults.push({ path: /./, act: 'before', times: Number.POSITIVE_INFINITY })
  const online = () => void line.faults.splice(0)
  onTestFinished(online)
  return online
}

const dated = ({ author }: Body, at: string) => ({ author: { ...author, at } })
const AHEAD = '7258118400000000000'

describe('a file dated ahead', () => {
  it('keeps no note out that another member writes after it was read', async () => {
    const id = await ask('0.11')
    const ahead = await fileOf(cas, id, (body) => ({ ...dated(body, AHEAD), note: 'All is well' }))
    expect(await taken(ben, ahead)).toMatchObject({ askerNote: 'All is well', noteBy: { name: 'Cas' } })
    const warning = await fileOf(ana, id, () => ({ note: 'This was not me' }))
    const warned = { askerNote: 'This was not me', noteBy: { name: 'Ana' } }
    expect(await taken(ben, warning)).toMatchObject(warned)
    expect(await taken(ben, ahead)).toMatchObject(warned)
  })

  it('keeps out no word of its own author that is written after it was read, and does not come back itself', async () => {
    const id = await ask('0.12')
    const no = await fileOf(cas, id, (body) => ({ ...dated(body, AHEAD), refusal: 'Too much' }))
    expect((await taken(ben, no)).refusals).toMatchObject([{ user: { name: 'Cas' }, reason: 'Too much' }])
    const yes = await fileOf(cas, id)
    expect((await taken(ben, yes)).refusals).toEqual([])
    expect((await taken(ben, no)).refusals).toEqual([])
  })

  it('is older than another one of its author that is dated further ahead', async () => {
    const id = await ask('0.13')
    const further = await fileOf(cas, id, (body) => dated(body, `${BigInt(AHEAD) + 1n}`))
    const no = await fileOf(cas, id, (body) => ({ ...dated(body, AHEAD), refusal: 'Too much' }))
    await taken(ben, further)
    expect((await taken(ben, no)).refusals).toEqual([])
  })
})

describe('who asked, by files alone', () => {
  it('is not known once two members say that it was them', async () => {
    const online = offline(ben)
    const unheard = await ask('0.15')
    await taken(ben, await fileOf(ana, unheard))
    const claimed = await fileOf(cas, unheard, () => ({ asks: true }))
    expect((await taken(ben, claimed)).by).toBeNull()
    expect((await taken(ben, await fileOf(ana, unheard))).by).toBeNull()
    online()
    await sees(ben, unheard, ({ by }) => by?.name === 'Ana')
  })

  it('is who says what was asked, whatever a member said who passed it on', async () => {
    const online = offline(ben)
    const id = await ask('0.16')
    const wrong = ({ asked }: Body) => ({ asked: { ...asked, amount: '0.00000001' } })
    await taken(ben, await fileOf(cas, id, wrong))
    const stops = async () => {
      const { checks } = await ben.wallet.calls['approvals.review']({ account: ben.account, requestId: id })
      return checks.filter(({ result }) => result === 'stop').map((check) => check.id)
    }
    expect(await stops()).toEqual(['row:amount'])
    await taken(ben, await fileOf(ana, id))
    expect(await stops()).toEqual([])
    online()
    await sees(ben, id, ({ signers }) => signers.length > 0)
    await ben.wallet.calls['app.retry']({ account: ben.account })
    expect(await stops()).toEqual([])
  })
})
