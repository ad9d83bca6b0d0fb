import { askedFor } from '../support/asked.ts'
import { accounts } from './steps/accounts.ts'
import { collectible } from './steps/collectible.ts'
import { cosigning } from './steps/cosigning.ts'
import { deposit } from './steps/deposit.ts'
import { doubleSpend } from './steps/double-spend.ts'
import { payment } from './steps/payment.ts'
import { group, kernelAddress, severalReceivers } from './steps/receivers.ts'
import { restart } from './steps/restart.ts'
import { totals } from './steps/totals.ts'
import { coinWithdrawal, tokenWithdrawal } from './steps/withdrawal.ts'
import { walk } from './tour.ts'

/* npm run demo: a tour of the wallet on a network of its own. It ends with 0 only if every claim on the way held. */

const STEPS = [
  accounts,
  deposit,
  payment,
  group,
  kernelAddress,
  severalReceivers,
  tokenWithdrawal,
  coinWithdrawal,
  doubleSpend,
  cosigning,
  restart,
  totals,
  collectible,
]

askedFor({ usage: 'npm run demo' })

const write = (line: string): void => void process.stdout.write(`${line}\n`)

const began = performance.now()
const { claims, broken } = await walk(STEPS, write)
const seconds = ((performance.now() - began) / 1000).toFixed(1)
write(`\n${claims} claims, ${broken.length} broken (${seconds} s)`)
for (const what of broken) write(`broken: ${what}`)
process.exitCode = broken.length === 0 && claims > 0 ? 0 : 1
