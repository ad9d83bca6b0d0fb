import { describe, expect, it } from 'vitest'
import { METHODS } from '#contract/ipc'
import { placeText } from '../../src/renderer/state/place.ts'

const WHOSE = { account: '5b7a3b6c-3b57-4d6f-8d3e-9c6b9c1f7a11', holder: `${'ab'.repeat(32)}:255` }
const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'

describe('the place of a window', () => {
  it.each(['n'.repeat(600), '"'.repeat(600), FAMILY.repeat(200)])(
    'is one that the wallet takes, however long the name of a person is',
    (name) => {
      const row = 'cd'.repeat(32)
      const place = placeText(WHOSE, { name: 'activity', row, person: { userId: WHOSE.account, name } })
      expect(METHODS['app.setPreferences'].input.safeParse({ place }).success).toBe(true)
      const back = JSON.parse(place ?? '') as { readonly route: { readonly person: { readonly name: string } } }
      expect(back.route.person.name.length).toBeGreaterThan(40)
    },
  )

  it('keeps none of a screen that needs what only the window knew', () => {
    expect(placeText(WHOSE, { name: 'asked', requestId: WHOSE.account })).toBeNull()
  })
})
