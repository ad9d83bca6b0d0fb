import type { WireAnswer, WireInput } from '#contract/ipc'
import { ANA, ago, asset, BO, uuidOf } from './fake-data.ts'

type Watch = WireAnswer<'phone.state'>
type Names =
  | 'phone.app'
  | 'phone.setApp'
  | 'phone.begin'
  | 'phone.state'
  | 'phone.cancel'
  | 'phone.people'
  | 'phone.answer'
  | 'asked.make'
  | 'asked.read'
  | 'asked.list'
  | 'asked.open'
  | 'asked.putAway'
export type PhoneAnswers = { [Name in Names]: (input: WireInput<Name>) => WireAnswer<Name> }

export const NO_CODE: Watch = { stage: 'none', link: null, until: null, account: null, error: null }
export const CODE: Watch = {
  ...NO_CODE,
  stage: 'waiting',
  link: `mixin://codes/${uuidOf('a code')}`,
  until: '2026-11-22T10:10:00Z',
}

export const ASKED: WireAnswer<'asked.read'> = {
  requestId: uuidOf('asked'),
  link: `https://mixin.one/pay/${BO.userId}?asset=${asset('BTC', 'Bitcoin').assetId}&amount=0.25&memo=Rent%20for%20November&trace=${uuidOf('asked')}`,
  asset: asset('BTC', 'Bitcoin'),
  amount: '0.25',
  party: { kind: 'user', user: BO },
  memoText: 'Rent for November',
  label: 'Rent',
  askedAt: ago(3),
  stage: 'waiting',
  paid: null,
  namesPayee: true,
  problem: null,
}

/** A phone that never answers. */
export function phoneAnswers(): PhoneAnswers {
  let appId: string | null = null
  let watch = NO_CODE
  const app = () =>
    appId === null ? { appId: uuidOf('radio'), from: 'network' as const } : { appId, from: 'setting' as const }
  return {
    'phone.app': app,
    'phone.setApp': (input) => {
      appId = input.appId
      return app()
    },
    'phone.begin': () => {
      watch = CODE
      return watch
    },
    'phone.state': () => watch,
    'phone.cancel': () => {
      watch = NO_CODE
      return null
    },
    'phone.people': () => [ANA, BO].map(({ userId, name, identityNumber }) => ({ userId, name, identityNumber })),
    'phone.answer': () => null,
    'asked.make': () => ASKED,
    'asked.read': () => ASKED,
    'asked.list': () => [ASKED],
    'asked.open': () => ({ url: ASKED.link, opens: 'tab' }),
    'asked.putAway': () => null,
  }
}
