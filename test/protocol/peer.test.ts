import * as sdk from '@mixin.dev/mixin-node-sdk'
import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  decodeMainnetAddress,
  deriveGhostPublicKey,
  encodeInvoice,
  encodeMainnetAddress,
  encodeMixAddress,
  encodePayload,
  formatAmount,
  hashMembers,
  mixAddressOf,
  OUTPUT,
  parseAmount,
  publicKeyFromScalar,
  signTransaction,
  signWithScalar,
  type Transaction,
  toAmount,
  transactionHash,
  ZERO_32,
} from '#protocol'
import { aCoin, aHash, aHolder, aPayment, aScalar } from '../support/coins.ts'

/** The official SDK on inputs that no vector file has. Its known faults are not asked for. */
const names = Array.from({ length: 200 }, (_, at) => `case ${at}`)

describe('the official SDK agrees', () => {
  it('on two hundred signatures', () => {
    for (const name of names) {
      const [scalar, message] = [aScalar(name), aHash(name)]
      const theirs = sdk.sign(Buffer.from(message, 'hex'), Buffer.from(scalar, 'hex')).toString('hex')
      expect(signWithScalar(scalar, message, { verify: verifyByHost })).toBe(theirs)
    }
  })

  it('on two hundred payload hashes', () => {
    for (const [at, name] of names.entries()) {
      const transaction: Transaction = {
        version: 5,
        asset: aHash(`asset of ${name}`),
        inputs: Array.from({ length: (at % 5) + 1 }, (_, index) => ({ hash: aHash(`${name} input ${index}`), index })),
        outputs: Array.from({ length: (at % 4) + 1 }, (_, index) => ({
          type: OUTPUT.script,
          amount: toAmount(BigInt(`0x${aHash(`${name} amount ${index}`).slice(0, 4 + (at % 8))}`) + 1n),
          keys: [aHash(`${name} key ${index}`)],
          mask: aHash(`${name} mask ${index}`),
          script: 'fffe01',
        })),
        references: at % 3 === 0 ? [aHash(`${name} reference`)] : [],
        extra: Buffer.from(name.repeat(at % 30)).toString('hex'),
      }
      const raw = sdk.encodeSafeTransaction({
        ...transaction,
        inputs: transaction.inputs.map(({ hash, index }) => ({ hash, index })),
        outputs: transaction.outputs.map(({ withdrawal: _, ...output }) => ({
          ...output,
          keys: [...output.keys],
          amount: formatAmount(output.amount),
        })),
        references: [...transaction.references],
        extra: Buffer.from(transaction.extra, 'hex'),
      })
      expect(encodePayload(transaction)).toBe(raw)
      expect(transactionHash(transaction)).toBe(sdk.blake3Hash(Buffer.from(raw, 'hex')).toString('hex'))
    }
  })

  it('on whole signed transactions', () => {
    const payer = aHolder('payer')
    const coins = ['one', 'two', 'three'].map((name) => aCoin(name, [payer]))
    const payment = aPayment(coins)
    const views = coins.map((coin) => coin.views[0] ?? '')
    const theirs = sdk.signSafeTransaction(
      {
        ...payment,
        inputs: payment.inputs.map(({ hash, index }) => ({ hash, index })),
        outputs: payment.outputs.map(({ withdrawal: _, ...output }) => ({
          ...output,
          keys: [...output.keys],
          amount: formatAmount(output.amount),
        })),
        references: [],
        extra: Buffer.alloc(0),
      },
      views,
      payer.seed,
    )
    expect(signTransaction({ raw: encodePayload(payment), spendSeed: payer.seed, inputs: coins, views }).raw).toBe(
      theirs,
    )
  })

  it('on one-time keys', () => {
    for (const [index, name] of names.slice(0, 20).entries()) {
      const { viewPublicKey, spendPublicKey } = aHolder(name)
      const r = aScalar(name)
      const theirs = sdk.deriveGhostPublicKey(
        Buffer.from(r, 'hex'),
        Buffer.from(viewPublicKey, 'hex'),
        Buffer.from(spendPublicKey, 'hex'),
        index * 13,
      )
      expect(deriveGhostPublicKey(r, viewPublicKey, spendPublicKey, index * 13)).toBe(theirs.toString('hex'))
      expect(publicKeyFromScalar(r)).toBe(sdk.publicFromPrivate(Buffer.from(r, 'hex')).toString('hex'))
    }
  })

  it('on addresses, groups and invoices', () => {
    const members = names.slice(0, 5).map(() => crypto.randomUUID())
    const address = encodeMainnetAddress(aHolder('someone'))
    const { spendPublicKey, viewPublicKey } = decodeMainnetAddress(address)
    expect(sdk.getPublicFromMainnetAddress(address)?.toString('hex')).toBe(spendPublicKey + viewPublicKey)
    expect(encodeMixAddress(mixAddressOf(members, 3))).toBe(
      sdk.buildMixAddress({ version: 2, uuidMembers: members, xinMembers: [], threshold: 3 }),
    )
    expect(hashMembers(members)).toBe(sdk.hashMembers([...members]))
    const [traceId, assetId] = [crypto.randomUUID(), crypto.randomUUID()]
    const recipient = mixAddressOf(members, 1)
    const theirs = sdk.newMixinInvoice(encodeMixAddress(recipient))
    if (theirs === undefined) throw new Error('the SDK refused the recipient')
    sdk.attachInvoiceEntry(theirs, {
      trace_id: traceId,
      asset_id: assetId,
      amount: '1.5',
      extra: Buffer.from('00ff', 'hex'),
      index_references: [],
      hash_references: [ZERO_32],
    })
    const entry = { traceId, assetId, amount: parseAmount('1.5'), extra: '00ff', references: [{ hash: ZERO_32 }] }
    expect(encodeInvoice({ recipient, entries: [entry] })).toBe(sdk.getInvoiceString(theirs))
  })
})
