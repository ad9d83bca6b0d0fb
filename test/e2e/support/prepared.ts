import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { UserId } from '#contract/domain'
import type { Reply } from '#contract/errors'
import type { MethodName, WireAnswer, WireInput } from '#contract/ipc'
import { createSocketBridge, type Wire } from '../../../src/renderer/state/socket.ts'
import { BTC, ETH, untilOf, XIN } from '../../support/wallet.ts'
import type { Program } from './app.ts'

/*
 * An account that is there already, for tests whose subject is not how it comes in: made by the calls that the window makes, over the
 * window's own line, before there is a window.
 */

export const PASSPHRASE = 'four plain random words'

/** Assets with the chain that each comes in by. */
const CHAINS = { BTC: [BTC, BTC], ETH: [ETH, ETH], XIN: [XIN, ETH] } as const

export interface Prepared {
  readonly name: string
  /** Practice money that may be spent, each amount a coin of its own. */
  readonly money?: readonly (readonly [asset: keyof typeof CHAINS, amount: string])[]
}

/** The window's own end of its line to the host. */
function openLine(link: string) {
  const { host, origin, hash } = new URL(link)
  const socket = new WebSocket(`ws://${host}/socket`, { origin })
  const bridge = createSocketBridge({
    secret: hash.slice('#token='.length),
    open: () => socket as Wire, // only its event types are wider
    ...{ onState: () => undefined, later: () => undefined },
  })
  async function call<Name extends MethodName>(name: Name, input: WireInput<Name>): Promise<WireAnswer<Name>> {
    const reply = (await bridge.invoke(name, input)) as Reply<WireAnswer<Name>> // as the host answers it
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`)
    return reply.value
  }
  return { call, socket, until: untilOf(bridge) }
}

async function register({ call }: ReturnType<typeof openLine>, name: string): Promise<string> {
  await call('vault.setPassphrase', { current: null, next: PASSPHRASE })
  // On a machine that is busy another window may be left alone for longer than it stays open by itself.
  await call('app.setPreferences', { autoLockMinutes: 60 })
  const { account } = await call('accounts.createLocal', { name })
  const { words } = await call('keys.create', { account })
  const { positions } = await call('keys.quiz', { account })
  await call('keys.answerQuiz', { account, words: positions.map((at) => words[at] ?? '') })
  await call('registration.submit', { account })
  return account
}

/** Makes the account, waits until all of its money may be spent, and answers its id. */
export async function prepare(program: Program, { name, money = [] }: Prepared): Promise<UserId> {
  const line = openLine(program.line.url)
  const account = await register(line, name)
  const { call, socket, until } = line
  const owner = { account, holder: null }
  const thresholds: number[] = []
  for (const [asset, amount] of money) {
    const [assetId, chainId] = CHAINS[asset]
    const { threshold } = await call('local.deposit', { ...owner, chainId, assetId, amount })
    thresholds.push(threshold)
  }
  if (thresholds.length > 0) {
    await call('local.confirm', { blocks: Math.max(...thresholds) })
    // Or the next reading were waited for.
    await call('app.retry', { account })
  }
  for (const asset of new Set(money.map(([each]) => each))) {
    const sum = money.reduce((total, [each, amount]) => (each === asset ? total + Number(amount) : total), 0)
    await until(
      () => call('balances.read', { ...owner, assetId: CHAINS[asset][0] }),
      ({ available }) => Number(available) === sum,
    )
  }
  socket.close()
  await once(socket, 'close')
  // The link for a window is told once this one has been used.
  await until(
    async () => program.link(),
    (link) => link !== program.line.url,
  )
  return account as UserId // what the table says
}
