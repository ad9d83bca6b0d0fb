import type { UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import type { Calls } from '#contract/ipc'

/** How a wallet says that it may not spend as much as it is asked to. */
const SHORT: readonly string[] = ['wallet.insufficient', 'wallet.fee_insufficient']

/**
 * Calls that read the network once more before they say that there is too little: change, and coins that somebody else gave free, are
 * there for a wallet only once it has read of them, which a busy machine does late. A test about having too little gets the same answer.
 */
export function patient<Part extends Pick<Calls, 'app.retry'>>(calls: Part): Part {
  const asked = (call: (input: never) => Promise<unknown>) => async (input: never) => {
    try {
      return await call(input)
    } catch (error) {
      const { account } = (input ?? {}) as { account?: UserId | null } // inputs that are about an account name it so
      if (account === undefined || account === null || !SHORT.includes(codeOf(error))) throw error
      const hasRead = await calls['app.retry']({ account }).then(
        () => true,
        () => false,
      )
      if (!hasRead) throw error
      return call(input)
    }
  }
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, asked(call)])) as unknown as Part // the same names
}
