import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { parseAmount } from '#protocol'
import { type FaultyLine, faultyLine } from '../support/faults.ts'
import {
  approving,
  BTC,
  coded,
  fund,
  newAccount,
  type OpenWallet,
  type PlayNetwork,
  paying,
  playNetwork,
} from '../support/wallet.ts'

/* Agreeing takes a person some time. What was true when a window opened is looked at again when it is answered. */

let network: PlayNetwork
let line: FaultyLine
let wallet: OpenWallet
let ana: UserId
let ben: UserId
/** Windows that are open; each is answered by its function. */
let open: (() => void)[]
let holding: boolean

beforeEach(async () => {
  network = await playNetwork()
  line = faultyLine()
  open = []
  holding = false
  wallet = await network.open({
    ...{ fetch: line.fetch },
    askInWindow: async () => {
      if (holding) await new Promise<void>((answer) => open.push(answer))
      return 'approved'
    },
  })
  ana = (await newAccount(wallet, 'Ana')).account
  ben = (await newAccount(wallet, 'Ben')).account
  for (const amount of ['1', '2', '4']) await fund(wallet, ana, BTC, amount)
})
afterEach(() => network.close())

const prepare = (amount: string) =>
  wallet.calls['payments.prepare'](paying(ana, BTC, [{ payee: { kind: 'user', userId: ben }, amount }]))
const approve = (review: Awaited<ReturnType<typeof prepare>>) =>
  wallet.calls['payments.approve'](approving(ana, review)).then(({ state }) => state, codeOf)
const opened = (count: number) =>
  wallet.until(
    async () => open.length,
    (windows) => windows === count,
  )

describe('an answer that comes late', () => {
  it('does not put the change of two payments at risk where one was agreed to', async () => {
    const [one, two] = [await prepare('0.1'), await prepare('1.1')]
    holding = true
    const answers = [approve(one), approve(two)]
    await opened(2)
    for (const answer of open) answer()
    const ends = await Promise.all(answers)
    expect(ends.filter((end) => end === 'wallet.change_at_risk')).toHaveLength(1)
    expect(ends.filter((end) => end === 'signed')).toHaveLength(1)
  })

  it('signs nothing once sending was stopped', async () => {
    const [first, second] = [await prepare('0.1'), await prepare('1.1')]
    holding = true
    const late = approve(second)
    await opened(1)
    holding = false
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string; transaction_hash: string }[]) =>
        outputs.map((output) =>
          Number(output.amount) === 0.9 ? { ...output, state: 'spent', signed_by: output.transaction_hash } : output,
        ),
    })
    expect(await approve(first)).toBe('signed')
    await wallet.until(
      async () => {
        await wallet.calls['app.retry']({ account: ana })
        return (await wallet.calls['home.read']({ account: ana, holder: null })).attention
      },
      (attention) => attention.some(({ kind }) => kind === 'frozen'),
    )
    open[0]?.()
    expect(await late).toBe('wallet.sending_frozen')
    const held = await wallet.calls['payments.read']({ account: ana, paymentId: second.paymentId })
    expect(held.state).toBe('verified')
  })

  it('takes no loss that was found while the one that was read was agreed to', async () => {
    await wallet.calls['payments.setChangeBound']({
      ...{ account: ana, assetId: BTC, amount: parseAmount('100'), passphrase: null },
    })
    let hidden = true
    line.faults.push({
      path: /^\/safe\/outputs$/,
      act: (outputs: { amount: string; mask: string; keys: string[] }[]) =>
        outputs
          .filter(({ amount }) => !hidden || Number(amount) !== 0.8)
          .map((output) =>
            ['0.9', '0.8'].includes(String(Number(output.amount))) ? { ...output, mask: output.keys[0] } : output,
          ),
    })
    expect([await approve(await prepare('0.1')), await approve(await prepare('1.2'))]).toEqual(['signed', 'signed'])
    const report = () => wallet.calls['payments.frozen']({ account: ana })
    const [seen] = await wallet.until(report, (failed) => failed.length === 1)
    if (seen === undefined) throw new Error('nothing was found')
    holding = true
    const late = wallet.calls['payments.unfreeze']({ account: ana, read: [seen.outputId], passphrase: null })
    await opened(1)
    hidden = false
    await wallet.until(report, (failed) => failed.length === 2)
    open[0]?.()
    await late
    const stops = (await report()).filter(({ acceptedAt }) => acceptedAt === null)
    expect(stops).toMatchObject([{ amount: parseAmount('0.8') }])
    await expect(prepare('0.1')).rejects.toThrow(coded('wallet.sending_frozen'))
  })
})
