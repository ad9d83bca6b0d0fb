import { accounts } from './accounts.ts'
import { collectible } from './collectible.ts'
import { cosigning } from './cosigning.ts'
import { deposit } from './deposit.ts'
import { doubleSpend } from './double-spend.ts'
import { payment } from './payment.ts'
import { group, kernelAddress, severalReceivers } from './receivers.ts'
import { restart } from './restart.ts'
import { totals } from './totals.ts'
import { coinWithdrawal, tokenWithdrawal } from './withdrawal.ts'

/** In the order of the tour. */
export const STEPS = [
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
