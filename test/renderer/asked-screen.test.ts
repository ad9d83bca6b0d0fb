import { afterEach, expect, it } from 'vitest'
import { keepAskedScreen } from '../../src/renderer/state/asked-screen.ts'
import { closeHelp, help } from '../../src/renderer/state/help.ts'
import { routes } from '../../src/renderer/state/routes.ts'

afterEach(closeHelp)

it('the menu of the system opens the handbook over the screen that is there', () => {
  const before = routes.getState().route
  keepAskedScreen({ screen: 'help' })
  expect(help.getState().topic).toBe('contents')
  expect(routes.getState().route).toBe(before)
})

it('another screen that is asked for leaves the handbook closed', () => {
  keepAskedScreen({ screen: 'send' })
  expect(help.getState().topic).toBeNull()
})
