import type { WireAnswer, WireInput } from '#contract/ipc'
import { type Account, ANA, ago, asset, BO, CHEN, hashOf, type User, uuidOf } from './fake-data.ts'
import { type PhoneAnswers, phoneAnswers } from './fake-phone.ts'

/* Watch-only accounts, legacy outputs, users of a bot and web pages of the stand-in wallet. */

type LegacyOutput = WireAnswer<'legacy.outputs'>['outputs'][number]
type SubUserRow = WireAnswer<'subusers.activity'>['rows'][number]
type Site = WireAnswer<'webapps.sites'>[number]

export const PERMISSION: NonNullable<WireAnswer<'accounts.permission'>> = {
  kind: 'authorization',
  scopes: ['PROFILE:READ', 'ASSETS:READ', 'SNAPSHOTS:READ'],
  expiresAt: null,
  appId: uuidOf('some app'),
  state: 'good',
}

const LEGACY: readonly LegacyOutput[] = Array.from({ length: 7 }, (_, at) => {
  const collectible = at % 3 === 2
  return {
    outputId: uuidOf(`legacy ${at}`),
    kind: collectible ? ('collectible' as const) : ('multisig' as const),
    asset: collectible ? null : asset(at % 2 === 0 ? 'BTC' : 'XIN'),
    tokenId: collectible ? uuidOf(`token ${at}`) : null,
    amount: collectible ? '1' : String((at + 1) * 0.125),
    members: [ANA, BO, CHEN].slice(0, (at % 3) + 1),
    threshold: (at % 3) + 1,
    state: at < 4 ? 'unspent' : at < 5 ? 'signed' : 'spent',
    transactionHash: hashOf(`legacy ${at}`),
    index: at % 2,
    memoHex: '',
    createdAt: ago(60 * 24 * (at + 30)),
  } satisfies LegacyOutput
})

const SUB_USERS: readonly SubUserRow[] = Array.from({ length: 6 }, (_, at) => ({
  snapshotId: uuidOf(`sub ${at}`),
  user: { ...ANA, userId: uuidOf(`sub user ${at % 3}`), name: `Customer ${204 + (at % 3)}`, identityNumber: '0' },
  opponent: at % 2 === 0 ? BO : null,
  kind: at % 2 === 0 ? 'transfer' : 'deposit',
  asset: asset('USDT', 'TRON'),
  amount: at % 2 === 0 ? '-12.5' : '80',
  memoText: at % 2 === 0 ? 'Order 1180' : null,
  hash: hashOf(`sub ${at}`),
  at: ago(30 + at * 50),
}))

const FERRY: User = { ...BO, userId: uuidOf('ferry'), name: 'Ferry Line', identityNumber: '7000104210', bot: true }

type Names =
  | 'accounts.setColour'
  | 'accounts.reorder'
  | 'accounts.watch'
  | 'accounts.permission'
  | 'accounts.importAll'
  | 'registration.explain'
  | 'registration.submit'
  | 'accounts.localPermission'
  | 'legacy.outputs'
  | 'payments.openReturn'
  | 'subusers.activity'
  | 'webapps.read'
  | 'webapps.open'
  | 'webapps.assets'
  | 'webapps.asking'
  | 'webapps.decide'
  | 'webapps.sites'
  | 'webapps.forget'

type Answers = { [Name in Names]: (input: WireInput<Name>) => WireAnswer<Name> } & PhoneAnswers

export interface KindsParts {
  readonly accounts: Account[]
  readonly replace: (id: string, change: Partial<Account>) => Account
  readonly changed: (topics: readonly ('app' | 'accounts' | 'webapps')[]) => void
}

export function kindAnswers({ accounts, replace, changed }: KindsParts): Answers {
  let sites: Site[] = [
    { origin: 'https://ferry.example', bot: FERRY, allowed: true, decidedAt: ago(60 * 24 * 3) },
    { origin: 'https://quiz.example', bot: { ...FERRY, name: 'Quiz Night' }, allowed: false, decidedAt: ago(60 * 50) },
  ]
  const page = { bot: FERRY, url: 'https://ferry.example/home', origin: 'https://ferry.example', opens: 'tab' as const }
  return {
    ...phoneAnswers(),
    'accounts.setColour': ({ account, colour }) => replace(account, { colour }),
    'accounts.reorder': ({ accounts: ids }) => {
      const rest = accounts.filter((one) => !ids.includes(one.account)).map((one) => one.account)
      for (const [order, id] of [...ids, ...rest].entries()) replace(id, { order })
      return null
    },
    'accounts.watch': () => {
      const first = accounts[0]
      const watched = {
        ...(first ?? { holder: '', createdAt: ago(0), publicKey: null, colour: 0, avatarUrl: '' }),
        ...{ account: uuidOf('watched'), name: 'Harbour Till', identityNumber: '7000161001', kind: 'watch' as const },
        ...{ stage: 'ready' as const, order: accounts.length, colour: 5, backedUpAt: null },
        ...{ registered: true, proved: true, keyless: false, spelled: true },
      }
      accounts.push(watched)
      changed(['app', 'accounts'])
      return watched
    },
    'accounts.importAll': ({ sources }) => ({
      results: sources.map((_, source) => ({
        ...{ source, kind: 'session', outcome: 'renewed', account: accounts[source] ?? null, problem: null },
      })),
    }),
    'registration.explain': ({ account }) => {
      const publicKey = accounts.find((one) => one.account === account)?.publicKey ?? hashOf('a key')
      return {
        ...{ userId: account, publicKey, signedText: `SEQUENCER:REGISTER:${account}${publicKey}`, registered: false },
        ...{ asks: 'nothing', tipPublicKey: null, isApp: false },
      }
    },
    'registration.submit': ({ account }) => replace(account, { stage: 'ready' }),
    'accounts.permission': ({ account }) =>
      accounts.find((one) => one.account === account)?.kind === 'watch' ? PERMISSION : null,
    'accounts.localPermission': () => ({ permission: '{"authorization_id":"…"}' }),
    'legacy.outputs': ({ state }) => ({
      outputs: LEGACY.filter((output) => state === null || output.state === state),
      cursor: null,
    }),
    'subusers.activity': () => ({ rows: [...SUB_USERS], cursor: null }),
    'payments.openReturn': () => ({ url: 'https://shop.example/orders/7731', opens: 'tab' }),
    'webapps.read': () => page,
    'webapps.open': () => page,
    'webapps.assets': () => [],
    'webapps.asking': () => [],
    'webapps.decide': ({ origin, allow }) => {
      sites = [
        ...sites.filter((one) => one.origin !== origin),
        { origin, bot: FERRY, allowed: allow, decidedAt: ago(0) },
      ]
      changed(['webapps'])
      return null
    },
    'webapps.sites': () => sites,
    'webapps.forget': ({ origin }) => {
      sites = sites.filter((one) => one.origin !== origin)
      changed(['webapps'])
      return null
    },
  }
}
