import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { METHODS } from '#contract/ipc'
import { commandsOf } from '../../src/renderer/shell/commands.ts'
import { routes } from '../../src/renderer/state/routes.ts'
import type { AppState } from '../../src/renderer/state/types.ts'
import { newAccount, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

const HANDS = { openPalette: () => undefined, openKeys: () => undefined, focusSearch: () => undefined }

const network = sharedNetwork()
let wallet: OpenWallet
let state: AppState

beforeAll(async () => {
  wallet = await network.open()
  await newAccount(wallet, 'Nora Vance')
  // As the host encodes it for the window.
  state = z.encode(METHODS['app.state'].answer, await wallet.bare.calls['app.state'](null))
})

describe('commands', () => {
  it('have no keys in common', () => {
    const keys = commandsOf(state, HANDS, [], state.accounts[0]?.account ?? '').flatMap((command) => command.keys ?? [])
    expect(keys.length).toBeGreaterThan(15)
    expect([...new Set(keys)]).toEqual(keys)
  })

  it('offer to deploy a collection to an account that can sign and not to one that is only watched', () => {
    const [account] = state.accounts
    if (account === undefined) throw new Error('there is no account')
    const offered = (accounts: AppState['accounts']) =>
      commandsOf({ ...state, accounts }, HANDS, [], account.account).some(({ id }) => id === 'new-collection')
    expect(offered([account])).toBe(true)
    expect(offered([{ ...account, kind: 'watch' }])).toBe(false)
  })

  it('lead to a statement of everything, which is looked for by its name', () => {
    const found = commandsOf(state, HANDS, [], '').find(({ title }) => title === 'Statement')
    found?.run()
    const { route } = routes.getState()
    expect(route).toMatchObject({ name: 'statement', filter: { assetId: null, from: null, to: null, search: '' } })
  })
})
