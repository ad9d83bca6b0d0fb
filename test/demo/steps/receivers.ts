import {
  decodeTransaction,
  encodeMixAddress,
  hashMembers,
  kernelKeysFromSeed,
  mainnetAddressFromSeed,
  mixAddressOf,
  spendKeyOfGhostKey,
  viewScalar,
} from '#protocol'
import { JONAS, MAYA } from '../../support/residents.ts'
import { approved, BTC, ETH, pay, paying } from '../../support/wallet.ts'
import type { Step, Tour } from '../tour.ts'

/** Whom a text names, as the Send screen asks it. */
async function resolve(tour: Tour, text: string) {
  const { wallet, account } = tour.visitor('Ada')
  const { payee } = await wallet.calls['payees.resolve']({ account, holder: null, text, assetId: BTC })
  if (payee === null) throw new Error(`nobody is named by ${text}`)
  return payee
}

export const group: Step = {
  title: 'Ada pays 0.2 BTC to a group, two of whose three members must sign to spend it',
  async run(tour) {
    const { wallet, account } = tour.visitor('Ada')
    const members = [account, tour.visitor('Ben').account, MAYA]
    const address = encodeMixAddress(mixAddressOf(members, 2))
    tour.id('group address', address)
    tour.id('members hash', hashMembers(members))
    const payee = await resolve(tour, address)
    const done = await pay(wallet, paying(account, BTC, [{ payee, amount: '0.2' }]))
    tour.id('hash', done.hashes[0] ?? '')
    tour.claim('the payment is final', done.state === 'final')
    const { outputs } = decodeTransaction((await tour.witness(done.hashes[0] ?? '')).raw_transaction)
    const [output] = outputs
    tour.claim('its output has three keys', output?.keys.length === 3)
    tour.claim('and asks for two signatures', output?.script === 'fffe02')
    await tour.claimBalance(tour.visitor('Ada'), BTC, '1.3')
  },
}

const SEED = '77'.repeat(64)

export const kernelAddress: Step = {
  title: 'Ada pays 0.1 BTC to a kernel address, whose keys she can prove',
  async run(tour) {
    const { wallet, account } = tour.visitor('Ada')
    const address = mainnetAddressFromSeed(SEED)
    tour.id('address', address)
    const payee = await resolve(tour, address)
    const review = await wallet.calls['payments.prepare'](paying(account, BTC, [{ payee, amount: '0.1' }]))
    tour.claim('the review calls the receiver proved', review.payees[0]?.proof === 'proved')
    const done = await approved(wallet, account, review)
    tour.id('hash', done.hashes[0] ?? '')
    tour.claim('the payment is final', done.state === 'final')

    const { outputs } = decodeTransaction((await tour.witness(done.hashes[0] ?? '')).raw_transaction)
    const [output] = outputs
    const owner = kernelKeysFromSeed(SEED)
    const key =
      output === undefined
        ? ''
        : spendKeyOfGhostKey(output.keys[0] ?? '', viewScalar(output.mask, owner.viewPrivateKey, 0))
    tour.claim("the address's owner recognises the output with the view key alone", key === owner.spendPublicKey)
    await tour.claimBalance(tour.visitor('Ada'), BTC, '1.2')
  },
}

export const severalReceivers: Step = {
  title: 'Ada pays three people in one transaction',
  async run(tour) {
    const { wallet, account } = tour.visitor('Ada')
    const rows = [tour.visitor('Ben').account, MAYA, JONAS].map((userId, at) => ({
      payee: { kind: 'user', userId } as const,
      amount: `0.${at + 1}`,
    }))
    const done = await pay(wallet, paying(account, ETH, rows))
    tour.id('hash', done.hashes[0] ?? '')
    tour.claim('the payment is final, in one transaction', done.state === 'final' && done.hashes.length === 1)
    const { outputs } = decodeTransaction((await tour.witness(done.hashes[0] ?? '')).raw_transaction)
    tour.claim('it has three outputs and the change', outputs.length === 4)
    await tour.claimBalance(tour.visitor('Ben'), ETH, '0.1')
    await tour.claimBalance(tour.visitor('Ada'), ETH, '0.4')
  },
}
