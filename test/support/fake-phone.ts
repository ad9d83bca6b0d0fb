import type { WireAnswer } from '#contract/ipc'
import { ago, asset, BO, uuidOf } from './fake-data.ts'

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
