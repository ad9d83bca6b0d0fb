import type { ErrorCode } from '#contract/errors'
import type { MethodName, WireAnswer, WireInput } from '#contract/ipc'
import { type Asset, ago, type User, user, uuidOf } from './fake-data.ts'

type Names = Extract<MethodName, `contacts.${string}` | `bots.${string}`>
type Answers = { [Name in Names]: (input: WireInput<Name>) => WireAnswer<Name> }
type Card = WireAnswer<'contacts.card'>
type Address = WireAnswer<'contacts.addresses'>[number]

interface World {
  readonly people: readonly User[]
  readonly me: User
  readonly btc: Asset
  readonly emit: (topics: ('contacts' | 'bots')[]) => void
  readonly find: <Value>(value: Value | undefined, code: ErrorCode) => Value
}

const SHARED_MAX = 3

/** People of a wallet without a network: they can be added, blocked and shared like real ones. */
export function contactAnswers({ people, me, btc, emit, find }: World): Answers {
  const others = [
    user('Old Harbour Exchange', '7000100021', { bot: true, verified: true, relationship: 'stranger' }),
    user('Ana Lima', '7000991111', { userId: uuidOf('impostor'), scam: true, relationship: 'stranger' }),
  ]
  const known = new Map<string, User>([me, ...people, ...others].map((one) => [one.userId, one]))
  const notes = new Map<string, { phone: string; note: string }>()
  let shared: string[] = people.filter((one) => one.bot).map((one) => one.userId)
  let addresses: Address[] = people.slice(0, 1).map((owner) => ({
    addressId: uuidOf('address'),
    userId: owner.userId,
    owner: owner.name,
    label: 'Cold storage',
    chainId: btc.chainId,
    chainName: btc.chainName,
    destination: 'bc1q4z2k7v0n8ydl3w5hsx6rtj9pma2c3gqfeyu7l8',
    tag: '',
  }))

  const of = (id: string): User => find(known.get(id), 'input.payee')
  const relate = (id: string, relationship: User['relationship']): null => {
    known.set(id, { ...of(id), relationship })
    emit(['contacts'])
    return null
  }
  const card = (who: User): Card => {
    const paid = who === people[0]
    return {
      user: who,
      phone: notes.get(who.userId)?.phone ?? '',
      note: notes.get(who.userId)?.note ?? '',
      addresses: addresses.filter((one) => one.userId === who.userId),
      paidBefore: paid ? { times: 6, last: ago(60 * 24 * 19) } : null,
      alarm: who === people[1] ? { identityNumber: '39010000', name: who.name, since: ago(60 * 24 * 90) } : null,
      biography: who.bot ? 'Logos, posters and <b>what else</b> there is.\nMonday to Friday.' : '',
      ownName: null,
      namesakes: [...known.values()].filter(
        (one) => one.userId !== who.userId && one.name === who.name && one.relationship === 'friend',
      ),
      paid: paid ? [{ asset: btc, amount: '0.1125' }] : [],
    }
  }
  const botsOf = (id: string): WireAnswer<'bots.list'> => ({
    bots: (id === me.userId ? shared : []).map((one) => ({ bot: of(one), sharedAt: ago(600) })),
    max: SHARED_MAX,
  })

  return {
    'contacts.list': () => ({
      contacts: [...known.values()].filter((one) => one.relationship === 'friend').map(card),
      blocked: [...known.values()].filter((one) => one.relationship === 'blocked'),
    }),
    'contacts.refresh': () => null,
    'contacts.find': ({ text }) =>
      card(
        find(
          [...known.values()].find((one) => one.identityNumber === text || one.userId === text),
          'input.payee',
        ),
      ),
    'contacts.card': ({ userId }) => card(of(userId)),
    'contacts.save': ({ userId, alias, phone, note }) => {
      const before = of(userId)
      known.set(userId, { ...before, name: alias === '' ? before.name : alias })
      notes.set(userId, { phone, note })
      relate(userId, 'friend')
      return card(of(userId))
    },
    'contacts.remove': ({ userId }) => relate(userId, 'stranger'),
    'contacts.block': ({ userId }) => relate(userId, 'blocked'),
    'contacts.unblock': ({ userId }) => relate(userId, 'stranger'),
    'contacts.acceptNumber': () => null,
    'contacts.addresses': () => addresses,
    'contacts.saveAddress': ({ addressId, userId, label, chainId, destination, tag }) => {
      const saved: Address = {
        addressId: addressId ?? uuidOf(`${label} ${destination}`),
        userId,
        owner: userId === null ? null : of(userId).name,
        label,
        chainId,
        chainName: chainId === btc.chainId ? btc.chainName : 'Ethereum',
        destination,
        tag,
      }
      addresses = [...addresses.filter((one) => one.addressId !== saved.addressId), saved]
      emit(['contacts'])
      return saved
    },
    'contacts.removeAddress': ({ addressId }) => {
      addresses = addresses.filter((one) => one.addressId !== addressId)
      emit(['contacts'])
      return null
    },
    'contacts.export': () => ({ fileName: 'coffer-contacts.jsonl', text: '' }),
    'contacts.previewImport': () => ({
      rows: [
        { line: 1, kind: 'new', name: 'Chen Wei', text: '28440915' },
        { line: 2, kind: 'changed', name: 'Ana', text: 'Called Ana Lima here' },
        { line: 3, kind: 'broken', name: '', text: 'This is not a line of JSON.' },
      ],
      counts: { new: 1, changed: 1, same: 0, unknown: 0, broken: 1 },
      addresses: 2,
    }),
    'contacts.import': ({ overwrite }) => ({
      added: 1,
      changed: overwrite ? 1 : 0,
      addresses: 2,
      left: overwrite ? 1 : 2,
    }),
    'bots.list': ({ userId }) => botsOf(userId),
    'bots.share': ({ botId }) => {
      if (!shared.includes(botId)) find(shared.length < SHARED_MAX ? botId : undefined, 'remote.bots_full')
      shared = [...new Set([...shared, botId])]
      emit(['bots'])
      return botsOf(me.userId)
    },
    'bots.unshare': ({ botId }) => {
      shared = shared.filter((one) => one !== botId)
      emit(['bots'])
      return botsOf(me.userId)
    },
  }
}
