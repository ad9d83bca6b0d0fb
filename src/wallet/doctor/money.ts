import type { Hash, Output, RequestId, UserId } from '#contract/domain'
import {
  decodeTransaction,
  encodeScript,
  encodeTransaction,
  isKey,
  OUTPUT,
  transactionHash,
  uniqueObjectId,
  verifyDepositEntry,
} from '#protocol'
import type { Examination, Outcome } from './examination.ts'
import { assumed, type Check, differs, so, unseen } from './examination.ts'
import { BITCOIN } from './reading.ts'

/* What is signed and whom money reaches: bytes of the ledger, one-time keys, deposit addresses. */

/** The newest that is still open, whose transaction is the most likely to be one of the service's today. */
const sample = ({ seen }: Examination): Output | undefined =>
  seen.outputs?.findLast(({ state }) => state === 'unspent') ?? seen.outputs?.at(-1)

/** Whether bytes hash to the name that they were asked for by, and hold the output as the list told it. */
function judge(raw: string, output: Output): Outcome {
  if (transactionHash(raw) !== output.transaction_hash) return differs('another hash')
  const made = decodeTransaction(raw).outputs[output.output_index]
  if (made === undefined) return differs('no such output')
  const isSame = made.amount === output.amount && made.mask === output.mask && made.keys.join() === output.keys.join()
  return so(isSame, 'another output')
}

async function recorded(at: Examination): Promise<Outcome> {
  const output = at.seen.outputs?.findLast(({ deposit }) => deposit === null)
  if (output === undefined) return unseen
  const { raw_transaction: raw } = await at.probe.remote.call('transactions.read', {
    params: { id: output.transaction_hash },
  })
  return raw === '' ? unseen : judge(raw, output)
}

async function onLedger(at: Examination): Promise<Outcome> {
  const output = sample(at)
  if (output === undefined) return unseen
  const params: [Hash] = [output.transaction_hash]
  const found = await at.probe.remote.call('kernel.transaction', { body: { method: 'gettransaction', params } })
  return found === null ? differs('not there') : judge(found.hex, output)
}

async function ledgerOutput(at: Examination): Promise<Outcome> {
  const output = sample(at)
  if (output === undefined) return unseen
  const params: [Hash, number] = [output.transaction_hash, output.output_index]
  const found = await at.probe.remote.call('kernel.output', { body: { method: 'getutxo', params } })
  if (found === null) return differs('not there')
  return so(found.amount === output.amount && found.keys.join() === output.keys.join(), 'another output')
}

async function ledgerKey(at: Examination): Promise<Outcome> {
  const output = sample(at)
  const key = output?.keys[0]
  if (output === undefined || key === undefined) return unseen
  const found = await at.probe.remote.call('kernel.key', { body: { method: 'getkey', params: [key] } })
  return so(found?.transaction === output.transaction_hash, 'another transaction')
}

/** Two keys of one hint, each asked for twice, and one of another. The hints are the same each time, so nothing is used up by asking again. */
async function ghosts(at: Examination): Promise<Outcome> {
  const ask = (hint: string, index = 0) => ({ receivers: [at.patient.account], index, hint: hintOf(at, hint) })
  const call = () => at.probe.remote.call('keys.request', { body: [ask('one'), ask('other')] })
  const ghostKeys = await call()
  at.seen.ghosts = [...ghostKeys, ...(await call())]
  const isWhole = at.seen.ghosts.every(({ keys, mask }) => keys.length === 1 && [mask, ...keys].every(isKey))
  return so(isWhole, 'not one key a receiver')
}

const hintOf = ({ patient }: Examination, hint: string): string => uniqueObjectId(patient.account, 'doctor', hint)
const keyOf = (at: Examination, place: number): string => at.seen.ghosts?.[place]?.keys.join() ?? ''

const ofGhosts = (isSo: (at: Examination) => boolean, found: string) => (at: Examination) =>
  at.seen.ghosts === undefined ? unseen : so(isSo(at), found)

/** The address must be for this account alone and this chain, signed by the network. */
async function deposit(at: Examination): Promise<Outcome> {
  const { account, network } = at.patient
  const entries = await at.probe.remote.call('deposits.entries', {
    body: { chain_id: BITCOIN, members: [account], threshold: 1 },
  })
  if (entries.length === 0) return differs('none')
  const isFor = entries.every(
    ({ members, threshold, chain_id }) => members.join() === account && threshold === 1 && chain_id === BITCOIN,
  )
  if (!isFor) return differs('for others')
  return so(
    entries.every((entry) => verifyDepositEntry(entry, network.depositKeys)),
    'not signed',
  )
}

/** Whether the key at hand opens an open output: by the view scalar that the service reveals for bytes that are neither signed nor sent. */
async function opens(at: Examination): Promise<Outcome> {
  const output = at.seen.outputs?.findLast(({ state }) => state === 'unspent')
  const { account, prove } = at.patient
  if (output === undefined || prove === null) return unseen
  const requestId = uniqueObjectId(output.output_id, 'audit') as RequestId // a formula over two texts
  const receivers: UserId[] = [account]
  const hint = uniqueObjectId(requestId, 'keys')
  const [keys] = await at.probe.remote.call('keys.request', { body: [{ receivers, index: 0, hint }] })
  if (keys === undefined) return differs('no keys')
  const raw = encodeTransaction({
    version: 5,
    asset: output.kernel_asset_id,
    inputs: [{ hash: output.transaction_hash, index: output.output_index }],
    outputs: [
      { type: OUTPUT.script, amount: output.amount, keys: [...keys.keys], mask: keys.mask, script: encodeScript(1) },
    ],
    references: [],
    extra: '',
  })
  const [record] = await at.probe.remote.call('transactions.verify', { body: [{ request_id: requestId, raw }] })
  if (record === undefined || record.transaction_hash !== transactionHash(raw)) return differs('another hash')
  if (record.views.length !== 1) return differs('not one view an input')
  try {
    await prove([{ keys: output.keys }], record.views)
  } catch {
    return differs('not opened')
  }
  return assumed()
}

export const MONEY: readonly Check[] = [
  { name: 'recorded-bytes', call: 'transactions.read', money: true, run: recorded },
  { name: 'ledger-bytes', call: 'kernel.transaction', money: true, run: onLedger },
  { name: 'ledger-output', call: 'kernel.output', money: true, run: ledgerOutput },
  { name: 'ledger-key', call: 'kernel.key', money: false, run: ledgerKey },
  { name: 'one-time-keys', call: 'keys.request', money: true, makesKeys: true, run: ghosts },
  {
    ...{ name: 'same-hint', call: 'keys.request', money: true, makesKeys: true },
    run: ofGhosts((at) => keyOf(at, 0) === keyOf(at, 2) && keyOf(at, 1) === keyOf(at, 3), 'other keys'),
  },
  {
    ...{ name: 'other-hint', call: 'keys.request', money: true, makesKeys: true },
    run: ofGhosts((at) => keyOf(at, 0) !== keyOf(at, 1), 'the same keys'),
  },
  { name: 'deposit-address', call: 'deposits.entries', money: true, makesKeys: true, run: deposit },
  { name: 'own-key-opens', call: 'transactions.verify', money: true, makesKeys: true, run: opens },
]
