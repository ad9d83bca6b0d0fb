import { beforeAll, describe, expect, it } from 'vitest'
import { verifyByHost } from '#platform'
import {
  type Amount,
  decodeMainnetAddress,
  decodeTransaction,
  deriveGhostKeys,
  encodeScript,
  encodeTransaction,
  kernelAssetId,
  OUTPUT,
  parseAmount,
  type SignatureMap,
  STORAGE_ADDRESS,
  signTransaction,
  type Transaction,
  type TransactionOutput,
  toAmount,
  ZERO_32,
} from '#protocol'
import { stillClock } from '../support/clock.ts'
import { aHash, aScalar } from '../support/coins.ts'
import { groupOf } from '../support/group.ts'
import {
  BTC,
  type Built,
  ETH,
  FEE_USER,
  freshRequest,
  freshSeed,
  newcomer,
  type Person,
  refusalOf,
  startTestLocalnet,
  type TestLocalnet,
  XIN,
} from '../support/localnet.ts'
import { refusedWithoutTrace } from './trace.ts'

/** Right in form and wrong in substance: R is a point of the curve, S is zero. */
const HOLLOW = `${'01'.repeat(32)}${'00'.repeat(32)}`

/** The same with another S, so that it is not taken for one that is still to be made. */
const FORGED = `${'01'.repeat(32)}${'00'.repeat(30)}0100`
/** Hex digits before the number of inputs, and those of an ordinary input. */
const HEAD = 72
const INPUT = 2 * (32 + 2 + 3 * 2)

describe('the rules of the kernel', () => {
  let net: TestLocalnet
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    net = await startTestLocalnet({ clock: stillClock() })
    ana = await newcomer(net, 'Ana')
    ben = await newcomer(net, 'Ben')
    await ana.fund(BTC, '1')
    await ana.fund(BTC, '2')
    await ana.fund(ETH, '5')
  })

  /** A good payment over all of Ana's bitcoin, not sent, and the views that open its inputs. */
  async function good(person = ana, assetId = BTC) {
    const built = await person.build(assetId, [{ to: [ben.id], amount: parseAmount('0.5') }])
    const [record] = await person.remote.call('transactions.verify', {
      body: [{ request_id: built.requestId, raw: built.unsigned }],
    })
    return { ...built, transaction: decodeTransaction(built.unsigned), views: record?.views ?? [] }
  }
  type Good = Awaited<ReturnType<typeof good>>

  /** Signs what is the good payment's own, and fills in hollow signatures if there is anything else. */
  function signed(changed: Transaction, { inputs, views }: Good, seed = ana.spendSeed): Transaction {
    const places = changed.inputs.map(({ hash, index }) =>
      inputs.findIndex((each) => each.transaction_hash === hash && each.output_index === index),
    )
    const spent = places.flatMap((place) => inputs[place] ?? [])
    if (spent.length === 0 || spent.length < places.length) {
      return { ...changed, signatures: places.map((): SignatureMap => ({ 0: HOLLOW })) }
    }
    const { raw } = signTransaction({
      raw: encodeTransaction(changed),
      spendSeed: seed,
      inputs: spent,
      views: places.map((place) => views[place] ?? ''),
      verify: verifyByHost,
    })
    return decodeTransaction(raw)
  }

  const verify = (raw: string, person = ana) =>
    person.remote.call('transactions.verify', { body: [{ request_id: freshRequest(), raw }] })
  const send = (raw: string, person = ana) =>
    person.remote.call('transactions.send', { body: [{ request_id: freshRequest(), raw }] })

  /** What verify says of the bytes without signatures, and what send says of them with the best signatures there are. */
  async function verdicts(change: (transaction: Transaction, payment: Good) => Transaction | Promise<Transaction>) {
    const payment = await good()
    const changed = await change(payment.transaction, payment)
    const refuse = (call: () => Promise<unknown>) => refusedWithoutTrace(net, [ana, ben], call)
    return [
      await refuse(() => verify(encodeTransaction(changed))),
      await refuse(() => send(encodeTransaction(signed(changed, payment)))),
    ]
  }

  const both = (code: number) => [code, code]

  function withOutput(
    transaction: Transaction,
    at: number,
    change: (output: TransactionOutput) => Partial<TransactionOutput>,
  ): Transaction {
    const outputs = transaction.outputs.map((output, place) =>
      place === at ? { ...output, ...change(output) } : output,
    )
    return { ...transaction, outputs }
  }

  const moreBy = (units: bigint) => (transaction: Transaction) =>
    withOutput(transaction, 1, ({ amount }) => ({ amount: toAmount(amount + units) }))

  describe('about inputs', () => {
    it('refuse one that is unknown', async () => {
      const unknown = { hash: aHash('nowhere'), index: 0 }
      expect(await verdicts((tx) => ({ ...tx, inputs: [unknown, ...tx.inputs] }))).toEqual(both(10106))
      const next = (tx: Transaction) => ({
        ...tx,
        inputs: tx.inputs.map((input) => ({ ...input, index: input.index + 1 })),
      })
      expect(await verdicts(next)).toEqual(both(10106))
    })

    it('refuse the same one twice', async () => {
      expect(await verdicts((tx) => ({ ...tx, inputs: [...tx.inputs, ...tx.inputs.slice(0, 1)] }))).toEqual(both(10002))
    })

    it('refuse one of another asset', async () => {
      const [ether] = await ana.outputs(ETH)
      const input = { hash: ether?.transaction_hash ?? '', index: ether?.output_index ?? 0 }
      expect(await verdicts((tx) => ({ ...tx, inputs: [...tx.inputs, input] }))).toEqual(both(10002))
      expect(await verdicts((tx) => ({ ...tx, asset: kernelAssetId(ETH) }))).toEqual(both(10002))
    })

    it('refuse an asset that there is not', async () => {
      expect(await verdicts((tx) => ({ ...tx, asset: aHash('no asset') }))).toEqual(both(10002))
    })

    it('refuse one that is spent', async () => {
      const cat = await newcomer(net, 'Cat')
      await cat.fund(BTC, '1')
      const payment = await good(cat)
      await cat.pay(ben.id, BTC, '1')
      const again = encodeTransaction(signed(payment.transaction, payment, cat.spendSeed))
      const other = await cat.build(BTC, [{ to: [ben.id], amount: parseAmount('1') }], { inputs: payment.inputs })
      for (const finish of [async () => undefined, () => net.blocks(1)]) {
        await finish()
        expect(await refusedWithoutTrace(net, [cat, ben], () => verify(other.unsigned, cat))).toBe(10105)
        const call = () =>
          cat.remote.call('transactions.send', { body: [{ request_id: payment.requestId, raw: again }] })
        expect(await refusedWithoutTrace(net, [cat, ben], call)).toBe(10105)
      }
    })

    it('refuse none at all, and more than 256', async () => {
      expect(await verdicts((tx) => ({ ...tx, inputs: [] }))).toEqual(both(10002))
      const raw = oneTooMany((await good()).transaction, 'inputs')
      expect(await refusedWithoutTrace(net, [ana], () => verify(raw))).toBe(10002)
      expect(await refusedWithoutTrace(net, [ana], () => send(raw))).toBe(10002)
    })

    it('refuse money that a client says was deposited or minted', async () => {
      const deposit = {
        chain: kernelAssetId(BTC),
        assetKey: kernelAssetId(BTC),
        transaction: aHash('chain transaction'),
        index: 0n,
        amount: parseAmount('3'),
      }
      const made = [
        { hash: ZERO_32, index: 0, deposit },
        { hash: ZERO_32, index: 0, mint: { group: 'UNIVERSAL', batch: 1n, amount: parseAmount('3') } },
      ]
      for (const input of made) {
        const payment = await good()
        const [output] = payment.transaction.outputs
        const changed = {
          ...payment.transaction,
          inputs: [input],
          outputs: output === undefined ? [] : [{ ...output, amount: parseAmount('3') }],
        }
        const raws = [encodeTransaction(changed), encodeTransaction({ ...changed, signatures: [{ 0: HOLLOW }] })]
        for (const raw of raws) {
          expect([10002, 10106, 2000003]).toContain(await refusedWithoutTrace(net, [ana, ben], () => verify(raw)))
          expect([10002, 10106, 2000003]).toContain(await refusedWithoutTrace(net, [ana, ben], () => send(raw)))
        }
      }
    })
  })

  /** Bytes that the encoder refuses to make: 257 inputs or outputs, which are the first one over and over. */
  function oneTooMany(transaction: Transaction, list: 'inputs' | 'outputs'): string {
    const { inputs, outputs } = transaction
    const sized = (count: number) => ({
      inputs: Array.from({ length: list === 'inputs' ? count : 1 }, () => inputs[0] ?? { hash: ZERO_32, index: 0 }),
      outputs:
        list === 'outputs'
          ? Array.from({ length: count }, () => outputs[0]).filter((each) => each !== undefined)
          : outputs,
    })
    const encoded = (count: number) => encodeTransaction({ ...transaction, ...sized(count) })
    const [full, item] = [encoded(256), encoded(256).length - encoded(255).length]
    const at = list === 'inputs' ? HEAD : HEAD + 4 + INPUT
    expect(full.slice(at, at + 4)).toBe('0100')
    return `${full.slice(0, at)}0101${full.slice(at + 4, at + 4 + item)}${full.slice(at + 4)}`
  }

  describe('about amounts', () => {
    it('refuse outputs that sum to one unit more or less than the inputs', async () => {
      expect(await verdicts(moreBy(1n))).toEqual(both(10002))
      expect(await verdicts(moreBy(-1n))).toEqual(both(10002))
    })

    it('refuse an output of nothing', async () => {
      const nothing = (tx: Transaction) =>
        withOutput(moreBy(tx.outputs[0]?.amount ?? 0n)(tx), 0, () => ({ amount: 0n as Amount }))
      expect(await verdicts(nothing)).toEqual(both(10002))
    })
  })

  describe('about one-time keys', () => {
    it('refuse a key that stands twice in the transaction', async () => {
      const twice = (tx: Transaction) => withOutput(tx, 1, () => ({ keys: tx.outputs[0]?.keys ?? [] }))
      expect(await verdicts(twice)).toEqual(both(2000001))
    })

    it('refuse a key that an earlier transaction used', async () => {
      const payment = await good()
      const before = await ana.pay(ben.id, BTC, '0.001')
      const used = decodeTransaction(before.unsigned).outputs
      await net.blocks(1)
      const reuse = (tx: Transaction) =>
        withOutput(tx, 0, () => ({ keys: used[0]?.keys ?? [], mask: used[0]?.mask ?? '' }))
      expect(await verdicts(reuse)).toEqual(both(2000001))
      expect(payment.transaction.outputs[0]?.keys).not.toEqual(used[0]?.keys)
    })

    it('refuse a key that is no point of the group, and a mask that is none', async () => {
      for (const key of ['ff'.repeat(32), ZERO_32, `01${'00'.repeat(31)}`]) {
        expect(await verdicts((tx) => withOutput(tx, 0, () => ({ keys: [key] })))).toEqual(both(2000001))
        expect(await verdicts((tx) => withOutput(tx, 0, () => ({ mask: key })))).toEqual(both(2000001))
      }
    })

    it('refuse keys at another output than they were made for, or under another mask', async () => {
      const swapped = (tx: Transaction) => ({
        ...tx,
        outputs: tx.outputs.map((output, at) => {
          const { keys, mask } = tx.outputs[1 - at] ?? output
          return { ...output, keys, mask }
        }),
      })
      expect(await verdicts(swapped)).toEqual(both(2000001))
      const other = (tx: Transaction) => withOutput(tx, 0, () => ({ mask: tx.outputs[1]?.mask ?? '' }))
      expect(await verdicts(other)).toEqual(both(2000001))
    })

    it('refuse an output that anybody could spend, and a script that is none', async () => {
      expect(await verdicts((tx) => withOutput(tx, 0, () => ({ script: encodeScript(0) })))).toEqual(both(2000001))
      for (const script of ['', 'fffe', 'fffe41', 'ffff01', 'fffe0101']) {
        expect(await verdicts((tx) => withOutput(tx, 0, () => ({ script })))).toEqual(both(10002))
      }
    })

    it('refuse more than 256 outputs', async () => {
      const { transaction } = await good()
      const raw = oneTooMany(transaction, 'outputs')
      expect(await refusedWithoutTrace(net, [ana], () => verify(raw))).toBe(10002)
    })
  })

  describe('about signatures', () => {
    const refusedSend = ({ requestId }: Built, transaction: Transaction) =>
      refusedWithoutTrace(net, [ana, ben], () =>
        ana.remote.call('transactions.send', {
          body: [{ request_id: requestId, raw: encodeTransaction(transaction) }],
        }),
      )

    it('refuse a payment without any, with one too few, or with one for nobody', async () => {
      const payment = await good()
      expect(await refusedSend(payment, payment.transaction)).toBe(2000003)
      const whole = signed(payment.transaction, payment)
      const maps = whole.signatures ?? []
      expect(await refusedSend(payment, { ...whole, signatures: maps.slice(1) })).toBe(2000003)
      const misplaced = maps.map((map): SignatureMap => ({ 1: map[0] ?? '' }))
      expect(await refusedSend(payment, { ...whole, signatures: misplaced })).toBe(2000003)
    })

    it('refuse signatures of other bytes, of another key, swapped between inputs, or hollow', async () => {
      const payment = await good()
      const whole = signed(payment.transaction, payment)
      const other = signed({ ...payment.transaction, extra: 'ab' }, payment)
      const maps = whole.signatures ?? []
      expect(maps.length).toBeGreaterThan(0)
      expect(await refusedSend(payment, { ...whole, signatures: other.signatures ?? [] })).toBe(2000003)
      const hollow = maps.map((): SignatureMap => ({ 0: HOLLOW }))
      expect(await refusedSend(payment, { ...whole, signatures: hollow })).toBe(2000003)
      const flip = (text: string) => (text.startsWith('0') ? '1' : '0') + text.slice(1)
      const flipped = maps.map((map): SignatureMap => ({ 0: flip(map[0] ?? '') }))
      expect(await refusedSend(payment, { ...whole, signatures: flipped })).toBe(2000003)
    })

    it('refuse a group with fewer signatures than its threshold', async () => {
      const people = [ana, ben, await newcomer(net, 'Cat')]
      const group = await groupOf(net, people, 2, BTC, '1')
      const alone = group.members[0]
      if (alone === undefined) throw new Error('the group is empty')
      const built = await group.build('0.5', ben.id)
      const [record] = await alone.remote.call('transactions.verify', {
        body: [{ request_id: built.requestId, raw: built.unsigned }],
      })
      const once = signTransaction({
        raw: built.unsigned,
        spendSeed: alone.spendSeed,
        inputs: built.inputs,
        views: record?.views ?? [],
        verify: verifyByHost,
      }).raw
      const call = () => alone.remote.call('transactions.send', { body: [{ request_id: built.requestId, raw: once }] })
      expect(await refusedWithoutTrace(net, people, call)).toBe(2000003)
      expect((await group.outputs())[0]?.state).toBe('unspent')
    })
  })

  describe('about extra and references', () => {
    it('take 256 bytes of extra and no more', async () => {
      const at = (length: number) => ({ extra: 'ab'.repeat(length) })
      const wish = [{ to: [ben.id], amount: parseAmount('0.001') }]
      expect(await refusalOf(verify((await ana.build(BTC, wish, at(256))).unsigned))).toBe('no refusal')
      expect(
        await refusedWithoutTrace(net, [ana], async () => verify((await ana.build(BTC, wish, at(257))).unsigned)),
      ).toBe(10002)
    })

    it('take as much more as is paid for in XIN, burnt', async () => {
      const cat = await newcomer(net, 'Cat')
      await cat.fund(XIN, '1')
      const { spendPublicKey, viewPublicKey } = decodeMainnetAddress(STORAGE_ADDRESS)
      const burnt = parseAmount('0.0003')
      async function storing(bytes: number, scriptThreshold = 64): Promise<Built> {
        const built = await cat.build(XIN, [
          { to: [ben.id], amount: burnt },
          { to: [ben.id], amount: parseAmount('0.1') },
        ])
        const { mask, keys } = deriveGhostKeys(
          aScalar(`storage ${freshSeed()}`),
          [{ spendPublicKey, viewPublicKey }],
          0,
        )
        const tx = withOutput(decodeTransaction(built.unsigned), 0, () => ({
          mask,
          keys: [...keys],
          script: encodeScript(scriptThreshold),
        }))
        return { ...built, unsigned: encodeTransaction({ ...tx, extra: 'cd'.repeat(bytes) }) }
      }
      const refused = async (built: Built) => refusedWithoutTrace(net, [cat], () => verify(built.unsigned, cat))
      expect(await refused(await storing(3 * 1024 + 1))).toBe(10002)
      expect(await refused(await storing(3 * 1024, 1))).toBe(10002)
      await cat.send(await storing(3 * 1024))
      await net.blocks(1)
      expect(await cat.balance(XIN)).toBe('0.8997')
      const state = await net.control.call('local.state')
      const xin = state.totals.find(({ asset_id }) => asset_id === XIN)
      expect(xin?.unspent).toBe(parseAmount('1'))
    })

    it('refuse a reference to nothing, and take one to a transaction there is', async () => {
      const wish = [{ to: [ben.id], amount: parseAmount('0.001') }]
      const lost = await ana.build(BTC, wish, { references: [aHash('nothing')] })
      expect(await refusedWithoutTrace(net, [ana], () => verify(lost.unsigned))).toBe(10002)
      const [input] = await ana.outputs(BTC)
      const found = await ana.build(BTC, wish, { references: [input?.transaction_hash ?? ''] })
      expect(await refusalOf(verify(found.unsigned))).toBe('no refusal')
    })
  })

  describe('about kinds', () => {
    it('refuse what only nodes and custodians may do', async () => {
      for (const type of [OUTPUT.nodePledge, OUTPUT.nodeAccept, OUTPUT.nodeCancel, OUTPUT.withdrawalClaim]) {
        const keyless = { type, keys: [], mask: ZERO_32, script: '' }
        const codes = await verdicts((tx) => withOutput(tx, 0, () => keyless))
        expect(codes).toEqual(both(10002))
      }
    })

    it('refuse a claim of a withdrawal that the custodian did not sign', async () => {
      const cat = await newcomer(net, 'Cat')
      await cat.fund(XIN, '1')
      const payment = await good(cat, XIN)
      await cat.fund(BTC, '1')
      const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
      const [fee] = await cat.remote.call('assets.fees', { params: { id: BTC } })
      const submit = await cat.build(BTC, [
        { address, amount: parseAmount('0.5') },
        { to: [FEE_USER], amount: fee?.amount ?? toAmount(0n) },
      ])
      await cat.send(submit)
      await net.blocks(1)
      const claim = {
        ...withOutput(payment.transaction, 0, () => ({
          type: OUTPUT.withdrawalClaim,
          keys: [],
          mask: ZERO_32,
          script: '',
        })),
        references: [submit.hash],
        extra: FORGED,
      }
      expect(await refusedWithoutTrace(net, [cat], () => verify(encodeTransaction(claim), cat))).toBe(10002)
    })
  })
})
