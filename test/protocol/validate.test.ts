import { describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  ASSET_CAPACITIES,
  blake3Hash,
  CofferError,
  type DepositData,
  depositUniqueKey,
  encodeScript,
  encodeTransaction,
  FEE_USER_ID,
  kernelAssetId,
  OUTPUT,
  parseAmount,
  signTransaction,
  signWithSeed,
  type Transaction,
  type TransactionOutput,
  toAmount,
  transactionHash,
  validateTransaction,
  XIN_ASSET_ID,
  XIN_KERNEL_ASSET_ID,
  ZERO_32,
} from '#protocol'
import { ASSET, aCoin, aHash, aHolder, aPayment, type Coin, manyCoins } from '../support/coins.ts'
import { aLedger, type LedgerContent } from './ledger.ts'
import { cpuGrowthOf } from './timing.ts'

const payer = aHolder('payer')
const custodian = aHolder('custodian')
const coin = aCoin('a coin', [payer])
const xin = aCoin('a coin', [payer], { asset: XIN_KERNEL_ASSET_ID })

function signed(transaction: Transaction, coins: readonly Coin[]): string {
  const views = coins.map(({ views: [view = ''] }) => view)
  return signTransaction({
    raw: encodeTransaction(transaction),
    spendSeed: payer.seed,
    inputs: coins,
    views,
    verify: verifyByHost,
  }).raw
}

function judge(raw: string, content: LedgerContent) {
  return validateTransaction(raw, aLedger({ custodianKey: custodian.spendPublicKey, ...content }), {
    verify: verifyByHost,
  })
}

function ruleOf(raw: string, content: LedgerContent): unknown {
  try {
    judge(raw, content)
  } catch (error) {
    if (error instanceof CofferError && error.code === 'protocol.validation') return error.details['rule']
    throw error
  }
  return 'valid'
}

/** Rule that a signed payment of one coin breaks after this change. */
function broken(change: Partial<Transaction>, content: LedgerContent = {}, spent = coin): unknown {
  return ruleOf(signed(aPayment([spent], change), [spent]), { utxos: [spent], ...content })
}

const [paid] = aPayment([coin]).outputs as [TransactionOutput]

describe('validateTransaction', () => {
  it('answers what the transaction is', () => {
    const raw = signed(aPayment([coin]), [coin])
    expect(judge(raw, { utxos: [coin] })).toMatchObject({ hash: transactionHash(raw), kind: 'script' })
  })

  it('holds a one-time key for the transaction that used it first', () => {
    const raw = signed(aPayment([coin]), [coin])
    const [key = ''] = paid.keys
    expect(ruleOf(raw, { utxos: [coin], ghostKeys: { [key]: transactionHash(raw) } })).toBe('valid')
    expect(ruleOf(raw, { utxos: [coin], ghostKeys: { [key]: aHash('an earlier one') } })).toBe(
      'ghost key locked for transaction',
    )
  })

  it('says which input or output is to blame', () => {
    const coins = [coin, aCoin('another', [payer])]
    const raw = signed(aPayment(coins), coins)
    const locked = [coin, { ...aCoin('another', [payer]), lock: aHash('its spender') }]
    expect(() => judge(raw, { utxos: locked })).toThrow(
      expect.objectContaining({
        details: { rule: 'input locked for transaction', input: 1, transaction: aHash('its spender') },
      }),
    )
    const outputs = [
      { ...paid, amount: toAmount(coin.amount - 1n) },
      { ...paid, amount: toAmount(1n) },
    ]
    expect(() => judge(signed(aPayment([coin], { outputs }), [coin]), { utxos: [coin] })).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ rule: 'invalid output key', output: 1 }) }),
    )
  })

  it('spends only outputs that can be spent', () => {
    const spend = (type: number) => ruleOf(signed(aPayment([coin]), [coin]), { utxos: [{ ...coin, type }] })
    expect(spend(OUTPUT.script)).toBe('valid')
    expect(spend(OUTPUT.nodeRemove)).toBe('valid')
    for (const type of [OUTPUT.nodePledge, OUTPUT.nodeAccept, OUTPUT.withdrawalClaim, 0x77]) {
      expect(spend(type)).toBe('invalid input type')
    }
  })

  it.each<[string, Partial<Transaction>]>([
    ['invalid tx type', { outputs: [{ ...paid, type: 0x77 }] }],
    ['invalid tx type', { outputs: [{ ...paid, keys: [], script: '', mask: ZERO_32, type: OUTPUT.nodePledge }] }],
    ['invalid script operators', { outputs: [{ ...paid, script: 'fefe01' }] }],
    ['reference not found', { references: [aHash('unknown')] }],
    ['invalid output amount', { outputs: [{ ...paid, amount: toAmount(0n) }] }],
  ])('refuses with %s', (rule, change) => {
    expect(broken(change)).toBe(rule)
  })

  it('refuses an aggregated signature that does not hold', () => {
    const raw = encodeTransaction({ ...aPayment([coin]), aggregated: { signature: 'ab'.repeat(64), signers: [0] } })
    expect(ruleOf(raw, { utxos: [coin] })).toBe('aggregate verification failure')
  })

  it('refuses mints, which are no business of wallets', () => {
    const mint = { group: 'UNIVERSAL', batch: 1n, amount: coin.amount }
    const raw = encodeTransaction({
      ...aPayment([coin], { inputs: [{ hash: ZERO_32, index: 0, mint }] }),
      signatures: [{}],
    })
    expect(ruleOf(raw, {})).toBe('invalid tx type')
  })

  it('costs at most 40 times as much for 256 inputs as for 16', () => {
    const [few, many] = [16, 256].map((count) => {
      const coins = manyCoins(count, payer)
      const raw = signed(aPayment(coins), coins)
      return () => judge(raw, { utxos: coins })
    })
    if (few === undefined || many === undefined) throw new Error('two sizes')
    expect(cpuGrowthOf(16, few, many)).toBeLessThan(40)
  })
})

describe('storage', () => {
  const burn = (amount: string, change: Partial<TransactionOutput> = {}): TransactionOutput => ({
    ...paid,
    keys: [aCoin(`burnt ${amount} ${JSON.stringify(change)}`, [aHolder('nobody')]).keys[0] ?? ''],
    amount: parseAmount(amount),
    script: encodeScript(64),
    ...change,
  })
  const store = (size: number, ...burns: TransactionOutput[]) => {
    const rest = burns.reduce((left, { amount }) => left - amount, xin.amount as bigint)
    return broken({ extra: '5a'.repeat(size), outputs: [...burns, { ...paid, amount: toAmount(rest) }] }, {}, xin)
  }

  it('counts the largest burn, not their sum', () => {
    expect(store(2048, burn('0.0002'), burn('0.0001'))).toBe('valid')
    expect(store(2049, burn('0.0002'), burn('0.0001'))).toBe('invalid extra size')
    expect(store(3072, burn('0.0001'), burn('0.0003'))).toBe('valid')
  })

  it('counts only one key under sixty-four signatures', () => {
    const two = aCoin('two keys', [aHolder('a'), aHolder('b')]).keys
    expect(store(257, burn('0.0001', { keys: two }))).toBe('invalid extra size')
    expect(store(257, burn('0.0001', { script: encodeScript(63) }))).toBe('invalid extra size')
  })
})

describe('withdrawals', () => {
  const submit: TransactionOutput = {
    type: OUTPUT.withdrawalSubmit,
    amount: coin.amount,
    keys: [],
    mask: ZERO_32,
    script: '',
    withdrawal: { address: '0xabc', tag: '' },
  }

  it('spend script outputs only', () => {
    expect(broken({ outputs: [submit] })).toBe('valid')
    expect(broken({ outputs: [submit] }, { utxos: [{ ...coin, type: OUTPUT.nodeRemove }] })).toBe('invalid utxo type')
  })

  it('are claimed in XIN, against one finalized submission, by the custodian', () => {
    const reference = aHash('the submission')
    const proof = '5a'.repeat(20)
    const digest = blake3Hash(proof)
    const claim: TransactionOutput = { ...submit, type: OUTPUT.withdrawalClaim, amount: parseAmount('0.0001') }
    const { withdrawal: _, ...bare } = claim
    const change = { ...paid, amount: toAmount(xin.amount - bare.amount) }
    const good: Partial<Transaction> = {
      outputs: [bare, change],
      references: [reference],
      extra: signWithSeed(custodian.seed, digest) + proof,
    }
    const known: LedgerContent = { finalized: [reference], kinds: { [reference]: 'withdrawal_submit' } }
    expect(broken(good, known, xin)).toBe('valid')
    expect(broken(good, known, coin)).toBe('invalid asset')
    expect(broken({ ...good, references: [] }, known, xin)).toBe('invalid references count')
    expect(broken(good, { ...known, kinds: { [reference]: 'script' } }, xin)).toBe('invalid withdrawal submit data')
    expect(broken({ ...good, extra: 'ab' }, known, xin)).toBe('invalid withdrawal claim information')
    expect(broken({ ...good, extra: signWithSeed(payer.seed, digest) + proof }, known, xin)).toBe(
      'invalid custodian signature for withdrawal claim',
    )
    const small = { ...bare, amount: toAmount(9999n) }
    expect(broken({ ...good, outputs: [small, { ...paid, amount: toAmount(xin.amount - 9999n) }] }, known, xin)).toBe(
      'invalid output amount',
    )
  })
})

describe('deposits', () => {
  const chain = kernelAssetId('43d61dcd-e413-450d-80b8-101d5e903357')
  const data = { chain, assetKey: '0xkey', transaction: '0xhash', index: 1n, amount: coin.amount }
  const deposit = (asset = ASSET, change: Partial<DepositData> = {}): string => {
    const inputs = [{ hash: ZERO_32, index: 0, deposit: { ...data, ...change } }]
    const outputs = [{ ...paid, amount: change.amount ?? data.amount }]
    const unsigned = aPayment([coin], { asset, inputs, outputs })
    return encodeTransaction({
      ...unsigned,
      signatures: [{ 0: signWithSeed(custodian.seed, transactionHash(unsigned)) }],
    })
  }

  it('have names without space around them, whether or not these are text', () => {
    for (const transaction of ['\u00a0id', 'id\u3000', 'id\n', { hex: '20ff' }, { hex: 'ffe28080' }]) {
      expect(ruleOf(deposit(ASSET, { transaction }), {})).toBe('invalid transaction hash')
    }
    for (const transaction of ['\ufeffid', 'i d', { hex: 'ff' }, { hex: 'ff85' }]) {
      expect(ruleOf(deposit(ASSET, { transaction }), {})).toBe('valid')
    }
  })

  it('are taken once', () => {
    const raw = deposit()
    const key = depositUniqueKey(data)
    expect(ruleOf(raw, {})).toBe('valid')
    expect(ruleOf(raw, { deposits: { [key]: transactionHash(raw) } })).toBe('valid')
    expect(ruleOf(raw, { deposits: { [key]: aHash('another') } })).toBe('invalid lock')
    expect(depositUniqueKey({ ...data, index: 2n })).not.toBe(key)
  })

  it('bring an asset under the chain and key that it has, or a new one', () => {
    const known = { chain, assetKey: '0xkey', balance: toAmount(0n) }
    expect(ruleOf(deposit(), { assets: { [ASSET]: known } })).toBe('valid')
    expect(ruleOf(deposit(), { assets: { [ASSET]: { ...known, assetKey: '0xother' } } })).toBe('invalid asset info')
    expect(ruleOf(deposit(), { assets: { [ASSET]: { ...known, chain: aHash('other') } } })).toBe('invalid asset info')
  })

  it('stay below the capacity of the asset', () => {
    const known = (balance: string) => ({
      assets: { [XIN_KERNEL_ASSET_ID]: { chain, assetKey: '0xkey', balance: parseAmount(balance) } },
    })
    const one = deposit(XIN_KERNEL_ASSET_ID, { amount: parseAmount('1') })
    expect(ASSET_CAPACITIES[XIN_ASSET_ID]).toBe('750000')
    expect(ruleOf(one, known('749998.99999999'))).toBe('valid')
    expect(ruleOf(one, known('749999'))).toBe('invalid deposit capacity')
  })

  it('have no capacity table entry that is no asset id', () => {
    for (const id of [...Object.keys(ASSET_CAPACITIES), FEE_USER_ID]) expect(kernelAssetId(id)).toHaveLength(64)
  })
})
