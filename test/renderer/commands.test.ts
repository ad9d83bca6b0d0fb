import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { METHODS } from '#contract/ipc'
import { commandsOf } from '../../src/renderer/shell/commands.ts'
import type { AppState } from '../../src/renderer/state/types.ts'
import { newAccount, newFolder, type OpenWallet, openWallet, type PlayNetwork, playNetwork } from '../support/wallet.ts'

const HANDS = { openPalette: () => undefined, openKeys: () => undefined, focusSearch: () => undefined }

let network: PlayNetwork
let wallet: OpenWallet
let state: AppState

beforeAll(async () => {
  network = await playNetwork()
  wallet = await openWallet({ dir: newFolder(), baseUrl: network.url })
  await newAccount(wallet, 'Nora Vance')
  // As the host encodes it for the window.
  state = z.encode(METHODS['app.state'].answer, await wallet.bare.calls['app.state'](null))
})
afterAll(async () => {
  await wallet.close()
  await network.close()
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
})
