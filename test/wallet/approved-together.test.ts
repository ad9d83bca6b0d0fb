import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import type { Vault } from '#vault'
import { newTeam } from '../support/cosigners.ts'
import { approving, BTC, coded, fund, newAccount, paying, sharedNetwork, toUser } from '../support/wallet.ts'

const network = sharedNetwork()
let ben: UserId

beforeAll(async () => {
  const host = await network.open()
  ben = (await newAccount(host, 'Ben')).account
})

/** A vault whose first signature waits until it is let go: what is signed by others meanwhile is quicker. */
function slowFirst() {
  const asked = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  let isFirst = true
  const wrapVault = (vault: Vault): Vault => ({
    ...vault,
    signer(id) {
      const signer = vault.signer(id)
      return {
        ...signer,
        async sign(request) {
          if (isFirst) {
            isFirst = false
            asked.resolve()
            await letGo.promise
          }
          return signer.sign(request)
        },
      }
    },
  })
  return { wrapVault, asked: asked.promise, letGo: letGo.resolve }
}

async function twice() {
  const { wrapVault, asked, letGo } = slowFirst()
  const wallet = await network.open({ wrapVault })
  onTestFinished(wallet.close)
  const { account } = await newAccount(wallet, 'Ana')
  for (const amount of ['0.1', '0.1']) await fund(wallet, account, BTC, amount)
  const row = { line: 1, to: ben, typed: '0.1', amount: parseAmount('0.1'), memo: '', label: '' }
  const { runId } = await wallet.calls['runs.save']({ account, holder: null, assetId: BTC, name: 'July', rows: [row] })
  const list = await wallet.calls['runs.prepare']({ account, runId })
  const hand = await wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')]))
  const approve = (review: typeof list) => wallet.calls['payments.approve'](approving(account, review))
  return { asked, letGo, list, hand, approve }
}

describe('a list and a payment by hand of the same', () => {
  it('are not both signed where the one by hand is still being signed', async () => {
    const { asked, letGo, list, hand, approve } = await twice()
    const first = approve(hand)
    await asked
    await expect(approve(list)).rejects.toMatchObject(coded('wallet.review_changed'))
    letGo()
    await first
  })

  it('are not both signed where the list is still being signed', async () => {
    const { asked, letGo, list, hand, approve } = await twice()
    const first = approve(list)
    await asked
    await expect(approve(hand)).rejects.toMatchObject(coded('wallet.review_changed'))
    letGo()
    await first
  })
})

describe('two requests to a group for the same', () => {
  it('are not both made where the first is still being signed', async () => {
    const { wrapVault, asked, letGo } = slowFirst()
    const { members, holder } = await newTeam(network, ['Ana', 'Cleo'], 2, ['0.1', '0.1'], [{ wrapVault }])
    const [{ wallet, account }] = members
    const prepare = () => wallet.calls['payments.prepare'](paying(account, BTC, [toUser(ben, '0.1')], { holder }))
    const reviews = [await prepare(), await prepare()]
    const [one, other] = reviews.map((review) => () => wallet.calls['payments.approve'](approving(account, review)))
    const first = one?.()
    await asked
    await expect(other?.()).rejects.toMatchObject(coded('wallet.review_changed'))
    letGo()
    await first
  })
})
