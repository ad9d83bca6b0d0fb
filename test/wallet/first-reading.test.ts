import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { parseAmount } from '#protocol'
import { testKeychain } from '../support/keychain.ts'
import { BTC, fund, newAccount, newFolder, type OpenWallet, sharedNetwork } from '../support/wallet.ts'

/* Home of an account whose coins have not all been read yet. */

const network = sharedNetwork()
let wallet: OpenWallet
let account: UserId
/** While there is one, lists of outputs whose address has the text wait for it. */
let gate: { readonly text: string; readonly opens: Promise<void> } | null = null
/** Holds lists of outputs back; answers how to let them go. */
function holdBack(text = ''): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = { text, opens: promise }
  return () => {
    gate = null
    resolve()
  }
}
const [dir, keychain] = [newFolder('first'), testKeychain()]

const slow: typeof fetch = async (target, init) => {
  const { pathname, search } = new URL(String(target))
  if (pathname.endsWith('/safe/outputs') && gate !== null && search.includes(gate.text)) await gate.opens
  return fetch(target, init)
}
const home = () => wallet.calls['home.read']({ account, holder: null })

beforeAll(async () => {
  wallet = await network.open({ dir, fetch: slow, keychain })
})

describe('the figures of an account', () => {
  it('are not shown before its coins were read for the first time', async () => {
    const letGo = holdBack()
    account = (await newAccount(wallet, 'Ana')).account
    expect(await wallet.until(home, ({ reading }) => reading !== null)).toMatchObject({
      ...{ reading: { coins: 0, span: null }, balances: [] },
    })
    letGo()
    expect(await wallet.until(home, ({ reading }) => reading === null)).toMatchObject({ balances: [] })
  })

  it('are shown at once after a restart, while what is new is still read', async () => {
    await fund(wallet, account, BTC, '1')
    await wallet.close()
    const letGo = holdBack()
    wallet = await network.open({ dir, fetch: slow, keychain })
    const { reading, balances } = await home()
    expect(reading).toBeNull()
    expect(balances).toMatchObject([{ available: parseAmount('1') }])
    letGo()
  })

  it('say how many coins were found while they are read, and up to when', async () => {
    await fund(wallet, account, BTC, '1')
    await wallet.close()
    for (const end of ['', '-wal']) rmSync(join(dir, 'local', account, `cache.db${end}`), { force: true })
    const letGo = holdBack('state=')
    wallet = await network.open({ dir, fetch: slow, keychain })
    const { reading } = await wallet.until(home, (view) => view.reading?.coins === 2)
    expect((reading?.span?.until ?? 0n) > (reading?.span?.from ?? 0n)).toBe(true)
    letGo()
    await wallet.until(home, (view) => view.reading === null)
  })
})
