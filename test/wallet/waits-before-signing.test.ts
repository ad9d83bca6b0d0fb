import { cpSync } from 'node:fs'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { asking, type Member, newTeam, sees, signing, type Team } from '../support/cosigners.ts'
import { testKeychain } from '../support/keychain.ts'
import { newFolder } from '../support/scratch.ts'
import { approving, BTC, balanceOf, coded, paying, sharedNetwork, toUser } from '../support/wallet.ts'

/* Nobody waits before a signature until all coins of an account are compared, which may be a thousand questions: its own are enough. */

const network = sharedNetwork()

/** A line on which lists of coins get no answer while they are held. */
function heldLists() {
  let free: (() => void) | undefined
  let held: Promise<void> | undefined
  const line: typeof fetch = async (target, init) => {
    if (new URL(String(target)).pathname === '/safe/outputs') await held
    return fetch(target, init)
  }
  const hold = (): void => {
    onTestFinished(() => free?.())
    held = new Promise((resolve) => {
      free = resolve
    })
  }
  return { line, hold, release: () => free?.() }
}
const lists = heldLists()
afterEach(() => lists.release())

async function team(options: { readonly dir?: string; readonly keychain?: ReturnType<typeof testKeychain> }) {
  const made: Team<[Member, Member]> = await newTeam(
    network,
    ['Ana', 'Ben'],
    2,
    ['1'],
    [{}, { fetch: lists.line, ...options }],
  )
  const [ana, ben] = made.members
  const wish = ({ account }: Member, amount: string) =>
    paying(account, BTC, [toUser(account, amount)], { holder: made.holder })
  return { ana, ben, wish, holder: made.holder }
}

it('whose coin another request has is told so at once', async () => {
  const { ana, ben, wish, holder } = await team({})
  const second = await ben.wallet.calls['payments.prepare'](wish(ben, '0.4'))
  const first = await ana.wallet.calls['payments.prepare'](wish(ana, '0.3'))
  await ana.wallet.calls['payments.approve'](approving(ana.account, first))
  await sees(ana, first.paymentId, ({ signers }) => signers.some(({ offline }) => !offline))
  lists.hold()
  await expect(ben.wallet.calls['payments.approve'](approving(ben.account, second))).rejects.toThrow(
    coded('wallet.coin_taken', { by: 'Ana', requestId: first.paymentId }),
  )
  // Written again, it does not take that coin.
  expect(await balanceOf(ben.wallet, ben.account, BTC, holder)).toBe(0n)
})

it('signs a request after a use that was cut off once the coins of that are read again', async () => {
  const [dir, keychain] = [newFolder(), testKeychain()]
  const { ana, ben, wish } = await team({ dir, keychain })
  const requestId = await asking(ana, wish(ana, '0.3'))
  await sees(ben, requestId)
  const copy = newFolder('copy')
  cpSync(dir, copy, { recursive: true })
  await ben.wallet.close()
  lists.hold()
  const { calls, close } = await network.open({ dir: copy, keychain, fetch: lists.line })
  onTestFinished(() => {
    lists.release()
    return close()
  })
  const { account } = ben
  const review = await calls['approvals.review']({ account, requestId })
  expect(await calls['approvals.sign'](signing(account, review))).toMatchObject({ signedByMe: true })
})
