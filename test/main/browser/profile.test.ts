import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prepareProfile } from '../../../src/main/browser/profile.ts'
import { newFolder } from '../../support/scratch.ts'
import { expectPrivate } from '../../support/systems.ts'

const KEEPS_NOTHING = {
  credentials_enable_service: false,
  profile: { password_manager_enabled: false },
  autofill: { profile_enabled: false, credit_card_enabled: false },
}

function profile() {
  const folder = newFolder('profile')
  mkdirSync(join(folder, 'Default'))
  const path = (name: string) => join(folder, 'Default', name)
  return { folder, path, preferences: () => JSON.parse(readFileSync(path('Preferences'), 'utf8')) as unknown }
}

describe('prepareProfile', () => {
  it('tells a new browser to save no passphrase', () => {
    const { folder, path, preferences } = profile()
    prepareProfile(folder)
    expect(preferences()).toMatchObject(KEEPS_NOTHING)
    expectPrivate(path('Preferences'))
  })

  it('tells one that was told otherwise, and leaves the rest of what it knows', () => {
    const { folder, path, preferences } = profile()
    const known = {
      credentials_enable_service: true,
      profile: { name: 'x', password_manager_enabled: true },
      zoom: [1],
    }
    writeFileSync(path('Preferences'), JSON.stringify(known))
    prepareProfile(folder)
    expect(preferences()).toMatchObject({ ...KEEPS_NOTHING, zoom: [1] })
    expect(preferences()).toMatchObject({ profile: { name: 'x', password_manager_enabled: false } })
  })

  it.each(['', 'no json', '[]', '{"profile":7}'])('mends preferences of %j', (text) => {
    const { folder, path, preferences } = profile()
    writeFileSync(path('Preferences'), text)
    prepareProfile(folder)
    expect(preferences()).toMatchObject(KEEPS_NOTHING)
  })

  it('removes passwords that were saved before', () => {
    const { folder, path } = profile()
    writeFileSync(path('Login Data'), 'a passphrase')
    prepareProfile(folder)
    expect(existsSync(path('Login Data'))).toBe(false)
  })
})
