import type { Clock, Log, NetworkProfile, Random, UserId } from '#contract/domain'
import { CofferError, codeOf, errorFacts } from '#contract/errors'
import type { Finding, PaymentReview } from '#contract/ipc'
import type { Keychain } from '#vault'
import { notPaid, payMyself } from '#wallet'
import { say, wording } from '#words'
import { type ComposeOptions, compose } from './compose.ts'
import type { Person } from './terminal.ts'
import { needFolder } from './terminal-wallet.ts'

interface Around {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  /** The system's own unless a test brings one. */
  readonly keychain?: Keychain
}

const isYes = (answer: string | null): boolean => answer !== null && /^(yes|はい|是)$/i.test(answer.trim())

/**
 * Pays the account of the wallet in that folder the smallest amount, by the very wallet that a window would have: its keys, its rules, its journal. Throws
 * what opening that wallet throws.
 */
export async function payMyselfHere(
  options: ComposeOptions,
  about: { readonly account: UserId; readonly dialect: NetworkProfile['dialect'] },
  person: Person,
  around: Around,
): Promise<Finding> {
  needFolder(options)
  const { wallet, close } = await compose(options, { ...around, host: 'browser', askInWindow: null })
  try {
    const { calls } = wallet
    const { vault } = await calls['app.state'](null)
    const passphrase = vault.passphrase ? await person.askHidden(say('main.doctor.passphrase')) : null
    if (vault.passphrase && passphrase === null) return notPaid(about.dialect)
    const finding = await payMyself({
      ...{ calls: unlocking(calls, passphrase), ...about, clock: around.clock },
      agrees: async (review) => ((await agreed(review, person)) ? { passphrase } : null),
    })
    if (finding.verdict === 'unanswered') person.tell(say('main.doctor.payment-followed'))
    return finding
  } finally {
    await close()
  }
}

type Calls = Awaited<ReturnType<typeof compose>>['wallet']['calls']

/** The wallet is opened by the first thing that is asked of it, so that a wrong passphrase is told as everything else. */
function unlocking(calls: Calls, passphrase: string | null): Calls {
  return {
    ...calls,
    async 'app.state'(input) {
      if (passphrase !== null) await calls['session.unlock']({ passphrase })
      return calls['app.state'](input)
    },
  }
}

async function agreed({ title, checks, asset }: PaymentReview, person: Person): Promise<boolean> {
  person.tell('')
  person.tell(wording(title))
  person.tell(say('main.doctor.payment-review', { symbol: asset.symbol }))
  for (const { result, text } of checks) {
    if (result !== 'ok') person.tell(`  ${result === 'attention' ? '!' : '-'} ${wording(text)}`)
  }
  return isYes(await person.ask(say('main.doctor.may-it-pay')))
}

/** Why that wallet could not be opened, in words. */
export const whyNot = (error: unknown): string => {
  const { what, todo } = errorFacts(codeOf(error), error instanceof CofferError ? error.details : {})
  return `${wording(what)} ${wording(todo)}`
}
