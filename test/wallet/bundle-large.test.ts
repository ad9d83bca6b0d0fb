import { expect, it } from 'vitest'
import type { Hash, Nanos, OutputId } from '#contract/domain'
import {
  attestedMessage,
  encodeTransaction,
  OUTPUT,
  parseAmount,
  publicKeyFromSeed,
  signWithSeed,
  toAmount,
  transactionHash,
} from '#protocol'
import type { Signer } from '#vault'
import { isBundle, readBundle, writeBundle } from '../../src/wallet/approvals/bundle.ts'
import type { Request } from '../../src/wallet/approvals/request.ts'
import { aHolder, hashOf, kernel, request, user } from '../support/store.ts'

/* The largest requests of the largest groups. */

const COINS = 256

const key = (at: number): string => publicKeyFromSeed(hashOf(`key ${at}`))

/** A request of so many members over as many coins as a transaction takes. */
function bundleOf(members: number, keys: (coin: number, member: number) => string) {
  const holder = aHolder(...Array.from({ length: members }, (_, at) => `member ${at}`))
  const [account = user('none')] = holder.members
  const inputs = Array.from({ length: COINS }, (_, at) => ({ hash: hashOf(`coin ${at}`), index: 0 }))
  const outputs = [{ type: OUTPUT.script, amount: parseAmount('256'), keys: [key(1)], mask: key(2), script: 'fffe01' }]
  const raw = encodeTransaction({ version: 5, asset: kernel('BTC'), inputs, outputs, references: [], extra: '' })
  const coins = inputs.map(({ hash, index }, coin) => ({
    ...{ hash, index, amount: toAmount(100_000_000n), mask: key(3), outputId: '' as OutputId, output: null },
    keys: holder.members.map((_, member) => keys(coin, member)),
  }))
  const detail = { members: holder.members, threshold: 2, source: 'made', by: null, record: null }
  const signer = {
    attest: async (text: string) => ({
      publicKey: key(4),
      signature: signWithSeed(hashOf('key 4'), attestedMessage(text)),
    }),
  }
  return writeBundle({
    ...{ request: { id: request('large'), raw, hash: transactionHash(raw), detail } as unknown as Request, coins },
    ...{ views: [], asked: { assetId: null, amount: '256', memo: '' }, note: '', refusal: null, label: '' },
    ...{ account, network: 'local', now: 1n as Nanos },
    signer: signer as unknown as Signer,
  })
}

it('of 64 members is written so that it can be read again', async () => {
  // As long as true keys, which would take a minute to make.
  const { text } = await bundleOf(64, (coin) => key(coin % 4))
  expect(isBundle(text)).toBe(true)
  const read = readBundle(text, user('me'), 'local', {
    coinAt: () => undefined,
    count: () => ({ valid: [], invalid: 0 }),
  })
  expect(read).toMatchObject({ request: request('large'), coins: { length: COINS } })
})

it('of 64 members whose keys are all different fits, too', async () => {
  const { text } = await bundleOf(64, (coin, member): Hash => hashOf(`${coin} ${member}`))
  expect(text.length).toBeLessThan(1_000_000)
})
