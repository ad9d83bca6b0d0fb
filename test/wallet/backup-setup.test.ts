import { describe, expect, it, onTestFinished } from 'vitest'
import type { Nanos } from '#contract/domain'
import { type Json, openProfileStore } from '#store'
import { createSetup } from '../../src/wallet/backup/setup.ts'
import { systemClock } from '../support/clock.ts'
import { newFolder } from '../support/scratch.ts'

const never = (): never => {
  throw new Error('nothing is wrapped here')
}

function setupOver(kept: Json | undefined) {
  const folder = newFolder('store')
  const profile = openProfileStore({ dir: folder, network: 'local', clock: systemClock })
  onTestFinished(() => profile.close())
  if (kept !== undefined) profile.settings.set('backup', kept)
  const vault = { wrapFor: never, unwrapFor: never } as Partial<Parameters<typeof createSetup>[0]['vault']>
  const parts = { profile, vault, random: never } as Parameters<typeof createSetup>[0] // reading and writing wrap nothing
  return { profile, setup: createSetup(parts) }
}

const OFF = {
  folder: null,
  rhythm: 'off',
  last: null,
  problem: null,
  tested: null,
  byPassphrase: null,
  bySpendKey: {},
}
const KEPT = {
  folder: '/backups',
  rhythm: 'weekly',
  last: { at: 5n, path: '/backups/one', bytes: 700 },
  problem: null,
  tested: { at: 6n, path: '/backups/one' },
  byPassphrase: 'aa',
  bySpendKey: { account: 'bb' },
}

describe('the set-up of backups', () => {
  it('is off where nothing is kept, or nothing that is one', () => {
    for (const kept of [undefined, null, 'daily', 7, []]) expect(setupOver(kept).setup.read()).toEqual(OFF)
  })

  it('is read as it was kept', () => {
    expect(setupOver(KEPT).setup.read()).toEqual(KEPT)
  })

  it.each([
    ['folder', 7],
    ['rhythm', 'hourly'],
    ['last', { at: 'today', path: '/backups/one', bytes: 700 }],
    ['tested', { path: '/backups/one' }],
    ['problem', { code: 'x' }],
    ['byPassphrase', 7],
    ['bySpendKey', ['bb']],
  ] as const)('leaves out a %s that another release wrote, and reads the others', (name, value) => {
    const { setup } = setupOver({ ...KEPT, [name]: value as Json })
    expect(setup.read()).toEqual({ ...KEPT, [name]: OFF[name] })
  })

  it('is not due by a rhythm that is not known here', () => {
    expect(setupOver({ ...KEPT, rhythm: 'hourly' }).setup.isDue((10n ** 18n) as Nanos)).toBe(false)
    expect(setupOver(KEPT).setup.isDue((10n ** 18n) as Nanos)).toBe(true)
  })

  it('keeps what another release wrote, until it is set here', () => {
    const { profile, setup } = setupOver({ ...KEPT, rhythm: 'hourly', mood: 'good' })
    expect(setup.write({ folder: '/elsewhere' })).toEqual({ ...KEPT, folder: '/elsewhere', rhythm: 'off' })
    expect(profile.settings.get('backup')).toMatchObject({ folder: '/elsewhere', rhythm: 'hourly', mood: 'good' })
    expect(setup.write({ rhythm: 'daily' }).rhythm).toBe('daily')
  })
})
