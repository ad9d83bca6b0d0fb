import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '#contract/domain'
import { BTC, ETH, XIN } from '../../support/localnet.ts'
import { enter } from '../../support/loopback.ts'
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

type Answer = Readonly<Record<string, unknown>>
type Call = (name: string, input: object) => Promise<Answer>

/** Answers of calls are found by their number among all that the line brings. */
async function openLine(link: string) {
  const { port, hash } = new URL(link)
  const page = await enter(Number(port), hash.slice('#token='.length))
  let last = 0
  const call: Call = async (name, input) => {
    last += 1
    page.send({ id: last, name, input })
    for (;;) {
      const frame = await page.next()
      if (frame['id'] !== last) continue
      const reply = frame['reply'] as { readonly ok: boolean; readonly value?: Answer } // the form of every answer
      if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply)}`)
      return reply.value ?? {}
    }
  }
  return {
    call,
    async close() {
      page.close()
      await page.closed
    },
  }
}

async function register(call: Call, name: string): Promise<UserId> {
  await call('vault.setPassphrase', { current: null, next: PASSPHRASE })
  // On a machine that is busy another window may be left alone for longer than it stays open by itself.
  await call('app.setPreferences', { autoLockMinutes: 60 })
  const { account } = (await call('accounts.createLocal', { name })) as { account: UserId } // what the table says
  const { words } = (await call('keys.create', { account })) as { words: readonly string[] }
  const { positions } = (await call('keys.quiz', { account })) as { positions: readonly number[] }
  await call('keys.answerQuiz', { account, words: positions.map((at) => words[at] ?? '') })
  await call('registration.submit', { account })
  return account
}

/** Asks until it holds, or until what it is asked in takes too long. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20)
}

/** Makes the account, waits until all of its money may be spent, and answers its id. */
export async function prepare(program: Program, { name, money = [] }: Prepared): Promise<UserId> {
  const { call, close } = await openLine(program.line.url)
  const account = await register(call, name)
  const owner = { account, holder: null }
  const thresholds: number[] = []
  for (const [asset, amount] of money) {
    const [assetId, chainId] = CHAINS[asset]
    const { threshold } = await call('local.deposit', { ...owner, chainId, assetId, amount })
    thresholds.push(Number(threshold))
  }
  if (thresholds.length > 0) {
    await call('local.confirm', { blocks: Math.max(...thresholds) })
    // Or the next reading were waited for.
    await call('app.retry', { account })
  }
  for (const asset of new Set(money.map(([each]) => each))) {
    const sum = money.reduce((total, [each, amount]) => (each === asset ? total + Number(amount) : total), 0)
    const available = async () => (await call('balances.read', { ...owner, assetId: CHAINS[asset][0] }))['available']
    await until(async () => Number(await available()) === sum)
  }
  await close()
  // The link for a window is told once this one has been used.
  await until(async () => program.link() !== program.line.url)
  return account
}
