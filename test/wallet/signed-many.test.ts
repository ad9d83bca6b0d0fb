import { expect, it, onTestFinished } from 'vitest'
import assets from '#assets' with { type: 'json' }
import { totalsOf } from '../../src/wallet/coins/figures.ts'
import { createDirectory } from '../../src/wallet/shared/names.ts'
import { newFolder } from '../support/scratch.ts'
import { ACCOUNT, aHolder, anAsset, anOutput, asset, hashOf, openAccount, user } from '../support/store.ts'

it('what others have signed for stays in what a group has, however many coins that are', () => {
  const [store, group] = [openAccount(newFolder('store')), aHolder('me', 'ana')]
  onTestFinished(store.close)
  const { cache, intents } = store
  const requests = ['one', 'two', 'three']
  const outputs = requests.flatMap((name, at) =>
    Array.from({ length: 256 }, (_, n) => ({
      ...anOutput(at * 256 + n + 1, { holder: group }),
      ...{ state: 'signed' as const, signed_by: hashOf(name), signers: [user('ana')] },
    })),
  )
  cache.outputs.applyPage({ holder: group, outputs, cursor: outputs.length })
  cache.assets.put([anAsset('BTC')])
  const directory = createDirectory({ table: assets, cache, account: ACCOUNT, groups: intents.groups })
  const desk = { store, directory, audit: { unseen: () => [] } } as unknown as Parameters<
    typeof totalsOf
  >[0][number]['desk'] // what figures are made of
  const [one] = outputs
  expect(totalsOf([{ desk, holder: group }]).get(asset('BTC'))).toBe((one?.amount ?? 0n) * 768n)
})
