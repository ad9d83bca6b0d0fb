import { BTC, ETH } from '../support/localnet.ts'
import { json, type Lie, refusal } from '../support/proxy.ts'
import { rounds, type Victim } from '../support/victim.ts'
import { judge, judgeShown } from './judge.ts'
import { told } from './paying.ts'
import { type Attack, hold, type Stage } from './stage.ts'

/* Addresses for deposits and what is said to be on its way to them. */

const ENTRIES = /^POST \/safe\/deposit\/entries$/
const DEPOSITS = /^GET \/safe\/deposits$/

type Entry = Record<string, unknown> & { destination: string; signature: string; members: string[] }

interface Row {
  readonly name: string
  readonly alter: (entry: Entry, stage: Stage) => unknown
  /** Asked for once without a lie, so that it is known. */
  readonly known?: boolean
  readonly quick?: boolean
}

const OTHER = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'

const ROWS: readonly Row[] = [
  { name: 'another destination', alter: (entry) => ({ ...entry, destination: OTHER }), quick: true },
  {
    name: 'a destination with a space behind it',
    alter: (entry) => ({ ...entry, destination: `${entry.destination} ` }),
  },
  { name: 'a destination in capitals', alter: (entry) => ({ ...entry, destination: entry.destination.toUpperCase() }) },
  { name: 'a tag that was not signed', alter: (entry) => ({ ...entry, tag: '12345' }) },
  {
    name: 'a destination that holds the tag',
    alter: (entry) => ({ ...entry, destination: entry.destination.slice(0, -2), tag: entry.destination.slice(-2) }),
  },
  { name: 'no signature', alter: (entry) => ({ ...entry, signature: '' }) },
  { name: 'a signature of zeros', alter: (entry) => ({ ...entry, signature: '00'.repeat(64) }) },
  {
    name: 'a signature with one bit turned',
    alter: (entry) => ({
      ...entry,
      signature: (entry.signature.startsWith('0') ? '1' : '0') + entry.signature.slice(1),
    }),
  },
  { name: 'a signature that is too short', alter: (entry) => ({ ...entry, signature: entry.signature.slice(2) }) },
  { name: 'other members', alter: (entry, { thief }) => ({ ...entry, members: [thief.id] }) },
  { name: 'one member more', alter: (entry, { thief }) => ({ ...entry, members: [...entry.members, thief.id] }) },
  { name: 'no members', alter: (entry) => ({ ...entry, members: [] }) },
  { name: 'another threshold', alter: (entry) => ({ ...entry, threshold: 2 }) },
  { name: 'another chain', alter: (entry) => ({ ...entry, chain_id: ETH }) },
  { name: 'an empty destination', alter: (entry) => ({ ...entry, destination: '' }) },
  { name: 'nothing', alter: () => null },
  { name: 'an empty list', alter: () => [] },
  { name: 'a true entry behind a forged one', alter: (entry) => [{ ...entry, destination: OTHER }, entry] },
  {
    name: 'a forged entry behind a true one',
    alter: (entry) => [entry, { ...entry, destination: OTHER, is_primary: true }],
  },
]

const KNOWN: readonly Row[] = [
  {
    name: 'the signed address of the thief, once there is one',
    known: true,
    alter: (entry, stage) => stolenEntry(entry, stage),
    quick: true,
  },
  { name: 'another destination, once there is one', known: true, alter: (entry) => ({ ...entry, destination: OTHER }) },
  { name: 'nothing, once there is one', known: true, alter: () => null },
]

/** Signed by the network, for somebody else; only the names of the members are changed. */
async function thiefEntry({ thief }: Stage): Promise<Entry> {
  const [entry] = await thief.remote.call('deposits.entries', {
    body: { chain_id: BTC, members: [thief.id], threshold: 1 },
  })
  return entry as unknown as Entry
}
const stolenEntry = (entry: Entry, stage: Stage): Entry => ({ ...(theirs.get(stage) ?? entry), members: entry.members })
const theirs = new WeakMap<Stage, Entry>()

async function ask(stage: Stage, { known = false, alter }: Row): Promise<void> {
  const victim = await stage.victim()
  const { wallet, account } = victim
  theirs.set(stage, await thiefEntry(stage))
  const input = { account, holder: null, chainId: BTC, create: true }
  const [true_] = await victim.person.remote.call('deposits.entries', {
    body: { chain_id: BTC, members: [account], threshold: 1 },
  })
  if (known) await wallet.calls['receive.address'](input)
  victim.proxy.lies.push({ at: ENTRIES, tell: (entry: Entry) => alter(entry, stage) })
  try {
    const shown = await wallet.calls['receive.address'](input)
    hold(shown?.destination === true_?.destination && shown?.tag === true_?.tag, `shows ${shown?.destination}`)
  } catch (error) {
    told(error)
  }
  const kept = await wallet.calls['receive.address']({ ...input, create: false })
  hold(kept === null || kept.destination === true_?.destination, 'keeps a foreign address')
  victim.proxy.lies.length = 0
  const after = await wallet.calls['receive.address'](input)
  hold(after?.destination === true_?.destination, 'does not show the true address once it is told')
}

/** Money that is said to be coming. */
const coming = (name: string, alter: (victim: Victim, destination: string) => unknown, quick = false): Attack => ({
  name: `arriving: ${name}`,
  point: '1',
  quick,
  async run(stage) {
    const victim = await stage.victim()
    const { wallet, account } = victim
    const address = await wallet.calls['receive.address']({ account, holder: null, chainId: BTC, create: true })
    const lie: Lie = { at: DEPOSITS, instead: () => json(alter(victim, address?.destination ?? '')) }
    victim.proxy.lies.push(lie)
    for (let at = 0; at < 3; at += 1) {
      await rounds(victim, 1)
      await judgeShown(stage, victim, BTC)
    }
    await wallet.calls['receive.incoming']({ account, holder: null })
    await wallet.calls['home.read']({ account, holder: null })
    await judge(stage, victim, { wishes: [] }, [BTC])
    await rounds(victim, 6)
    const { arriving } = await wallet.calls['balances.read']({ account, holder: null, assetId: BTC })
    hold(arriving === 0n, 'still arriving once nobody says so')
  },
})

const deposit = (destination: string, more: object = {}) => ({
  ...{ deposit_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a01', destination, tag: '', chain_id: BTC, asset_id: BTC },
  ...{
    asset_key: '',
    amount: '3',
    transaction_hash: 'ab'.repeat(32),
    output_index: 0,
    confirmations: 99,
    threshold: 2,
  },
  ...{ state: 'pending', sender: '', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  ...more,
})

export const receivingAttacks: readonly Attack[] = [
  ...[...ROWS, ...KNOWN].map(
    (row): Attack => ({
      name: `address: ${row.name}`,
      point: '1',
      quick: row.quick ?? false,
      run: (stage) => ask(stage, row),
    }),
  ),
  {
    name: 'address: refused for ever',
    point: '1',
    async run(stage) {
      const victim = await stage.victim()
      victim.proxy.lies.push({ at: ENTRIES, instead: () => refusal(10104) })
      const input = { account: victim.account, holder: null, chainId: BTC, create: true }
      let refused = false
      await victim.wallet.calls['receive.address'](input).catch((error: unknown) => {
        told(error)
        refused = true
      })
      hold(refused, 'made an address that nobody gave')
    },
  },
  coming('more confirmations than needed', (_, destination) => [deposit(destination)], true),
  coming('10^41', (_, destination) => [deposit(destination, { amount: `1${'0'.repeat(41)}` })]),
  coming('less than nothing', (_, destination) => [deposit(destination, { amount: '-3' })]),
  coming('to another address', () => [deposit(OTHER)]),
  coming('confirmed by word', (_, destination) => [deposit(destination, { state: 'confirmed' })]),
  coming('the same one 400 times', (_, destination) => Array.from({ length: 400 }, () => deposit(destination))),
  coming('of an asset that is not', (_, destination) => [
    deposit(destination, { asset_id: '7d3f6c1e-2f5b-4a53-8a55-0d3c1f1e9a09', kernel_asset_id: 'ab'.repeat(32) }),
  ]),
  coming('in no shape', () => 'soon'),
]
