import assets from '#assets' with { type: 'json' }
import type { Hash, MultisigRecord, Nanos, Output, OutputId, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import {
  attestedMessage,
  decodeTransaction,
  encodeScript,
  encodeTransaction,
  kernelAssetId,
  mergeSignatures,
  OUTPUT,
  parseAmount,
  proveInput,
  outputId as ruledId,
  signTransaction,
  signWithSeed,
  type Transaction,
  transactionHash,
} from '#protocol'
import type { Remote } from '#remote'
import type { AccountStore } from '#store'
import { createCosign } from '../../src/wallet/approvals/cosign.ts'
import { createRequestStore } from '../../src/wallet/approvals/request-store.ts'
import { createBell } from '../../src/wallet/shared/bell.ts'
import { holderOf } from '../../src/wallet/shared/holder.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { systemClock } from '../support/clock.ts'
import { aCoin, aHolder as aPerson, type Coin } from '../support/coins.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, anOutput, openAccount, request, tickingClock, time, user } from '../support/store.ts'
import { BTC } from '../support/wallet.ts'

/* A group of three, two of whom sign, with the keys of each, and its requests as records: no service, and no account on one. */

const NAMES = ['me', 'ana', 'ben', 'shop']
const people = new Map(NAMES.map((name) => [user(name), aPerson(name)]))
export const group = holderOf(['me', 'ana', 'ben'].map(user), 2)
const personOf = (id: UserId) => people.get(id) ?? aPerson(id)
const persons = group.members.map(personOf)
export const bitcoin = kernelAssetId(BTC) as Hash // a formula over an asset id

export const coinNamed = (name: string): Coin => aCoin(name, persons, { threshold: 2, amount: '10', asset: bitcoin })
export const idOf = ({ hash, index }: Pick<Coin, 'hash' | 'index'>) => ruledId(hash, index) as OutputId // a formula

/** A coin as sync has read it. */
export const readOf = (coin: Coin, fields: Partial<Output> = {}): Output =>
  anOutput(coin.hash, {
    ...{ holder: group, output_id: idOf(coin), transaction_hash: coin.hash as Hash, output_index: coin.index },
    ...{ asset_id: BTC, kernel_asset_id: bitcoin, amount: coin.amount, mask: coin.mask, keys: coin.keys },
    ...fields,
  })

const output = (
  name: string,
  amount: string,
  to: readonly string[],
  threshold: number,
): Transaction['outputs'][number] => ({
  ...{ type: OUTPUT.script, amount: parseAmount(amount), script: encodeScript(threshold) },
  ...{ keys: to.map((each) => aPerson(`${name} ${each}`).spendPublicKey), mask: aPerson(name).spendPublicKey },
})

/** Bytes that pay the shop 3 of each 10, the rest coming back; to keys that follow from a name. */
export function rawOf(coins: readonly Coin[], extra = '', paid = 'paid', asset = bitcoin): string {
  return encodeTransaction({
    ...{ version: 5, asset, references: [], extra },
    inputs: coins.map(({ hash, index }) => ({ hash, index })),
    outputs: [
      output(paid, '3', ['shop'], 1),
      output(`change of ${paid}`, `${coins.length * 10 - 3}`, group.members, 2),
    ],
  })
}
export const hashIn = (raw: string): Hash => {
  const { signatures: _, ...unsigned } = decodeTransaction(raw)
  return transactionHash(encodeTransaction(unsigned)) as Hash // a formula over the bytes
}

export function signedBy(raw: string, coins: readonly Coin[], ...names: readonly string[]): string {
  return names.reduce((signed, name) => {
    const place = group.members.indexOf(user(name))
    const views = coins.map((coin) => coin.views[place] ?? '')
    const { raw: own } = signTransaction({ raw, spendSeed: personOf(user(name)).seed, inputs: coins, views })
    return mergeSignatures(signed, own)
  }, raw)
}

/** What the service says of a request of Ana. */
export function recordOf(name: string, raw: string, fields: Partial<MultisigRecord> = {}): MultisigRecord {
  const receiver = (members: readonly UserId[], threshold: number) => {
    const { membersHash } = holderOf(members, threshold)
    return {
      members: [...members],
      members_hash: membersHash,
      threshold,
      destination: '',
      tag: '',
      withdrawal_hash: '',
    }
  }
  return {
    ...{ type: 'transaction_request', request_id: request(name), transaction_hash: hashIn(raw), raw_transaction: raw },
    ...{
      asset_id: BTC,
      kernel_asset_id: bitcoin,
      asset: bitcoin,
      amount: parseAmount('3'),
      extra: '',
      state: 'signed',
    },
    ...{ user_id: user('ana'), senders: [...group.members], senders_hash: group.membersHash, senders_threshold: 2 },
    ...{
      receivers: [receiver([user('shop')], 1), receiver(group.members, 2)],
      signers: [],
      views: [],
      revoked_by: null,
    },
    ...{ snapshot_id: null, snapshot_hash: null, snapshot_at: null, created_at: time(10), updated_at: time(10) },
    ...{ inscription_hash: null, safe: null },
    ...fields,
  } as MultisigRecord // members that nothing here asks for are left out
}

/** A text signed by a member, as a file is. */
export const attest = (name: string) => async (text: string) => {
  const { seed, spendPublicKey } = personOf(user(name))
  return { publicKey: spendPublicKey, signature: signWithSeed(seed, attestedMessage(text)) }
}
export const viewsOf = (name: string, coins: readonly Coin[]): string[] =>
  coins.map(({ views }) => views[group.members.indexOf(user(name))] ?? '')

type Answers = Partial<
  Record<string, (options: { readonly params: { readonly id: string }; readonly body: never }) => unknown>
>

/** What is done with requests over real files, by a service that answers as told and has nothing else. */
export function approvalsOver(store: AccountStore, answers: Answers) {
  const ticking = tickingClock()
  const clock = { ...systemClock, now: () => ticking.now() as Nanos }
  const done: string[] = []
  const call = async (name: string, options: Parameters<NonNullable<Answers[string]>>[0]) => {
    if (name === 'users.fetch') return []
    const answer = answers[name]
    if (answer === undefined) throw failure('remote.not_found', 'nothing is there')
    return answer(options)
  }
  const bell = { ...createBell(), ring: () => void done.push('bell') }
  const remote = { call, clockSkewMs: () => 0 } as unknown as Remote // the calls that are made
  const base = { account: ACCOUNT, store, clock, log: () => undefined, remote }
  const requestStore = createRequestStore({ ...base, bell })
  const groups = store.intents.groups
  const directory = createDirectory({ table: assets, cache: store.cache, account: ACCOUNT, groups })
  const me = personOf(ACCOUNT)
  const faults: Partial<Record<'prove' | 'sign' | 'rules' | 'ready' | 'frozen' | 'hasKey', () => unknown>> & {
    checks?: () => unknown[]
  } = {}
  const asked: unknown[] = []
  const cosign = createCosign({
    ...{ ...base, requestStore, directory, network: 'local', feeUser: user('fees') },
    ...{
      hasKey: () => faults.hasKey === undefined,
      approval: () => 'button',
      rate: () => null,
      group: groups.get,
      holder: () => group,
    },
    rules: {
      async checks(subject: unknown) {
        asked.push(subject)
        return faults.checks?.() ?? []
      },
      async ready() {
        faults.ready?.()
        return () => faults.rules?.()
      },
    },
    signer: {
      async prove({ inputs, views }: { inputs: readonly { keys: readonly string[] }[]; views: readonly string[] }) {
        faults.prove?.()
        inputs.forEach(({ keys }, at) => void proveInput(views[at] ?? '', me.seed, keys))
      },
      async sign({
        raw,
        inputs,
        views,
      }: {
        raw: string
        inputs: readonly { keys: readonly string[] }[]
        views: readonly string[]
      }) {
        done.push('sign')
        const signed = signTransaction({ raw, spendSeed: me.seed, inputs, views }).raw
        faults.sign?.()
        return signed
      },
    },
    submitter: { submit: (_: string, fresh: boolean) => done.push(`submit ${fresh}`) },
    audit: { frozen: () => faults.frozen !== undefined },
    sync: {
      async confirm(_: unknown, ids: readonly string[]) {
        await new Promise((resolve) => setImmediate(resolve))
        done.push(`confirm ${ids.join()}`)
      },
      soon: (what: string) => done.push(`soon ${what}`),
    },
    cancel: (id: Parameters<typeof store.intents.payments.cancel>[0]) => void store.intents.payments.cancel(id),
  } as unknown as Parameters<typeof createCosign>[0]) // parts that nothing here asks for are left out
  return { requestStore, cosign, directory, clock, done, faults, asked }
}

/** An account that has added the group, on files of its own. */
export function openGroup(): AccountStore {
  const store = openAccount(newFolder('store'))
  store.intents.groups.put({ ...group, name: 'Us', colour: 1, order: 0, createdAt: time(0) })
  return store
}
