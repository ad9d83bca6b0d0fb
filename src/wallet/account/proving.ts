import type { Holder, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { Remote } from '#remote'
import type { Signer } from '#vault'
import { proveOutput, REFUTED } from '../payments/prove-output.ts'
import type { WalletDeps } from '../shared/deps.ts'

/*
 * A key for an account of which the service says that it is registered, but not with which key: a coin tells. The one-time key of an
 * output is opened by the account's spend key and by no other, whatever a service says. A key that is not proved signs nothing.
 */

/** How many coins are tried: one may be locked, or spent meanwhile. */
const COINS = 5

type Proof = 'proved' | 'refuted' | 'unknown'

interface Line {
  readonly account: UserId
  readonly self: Holder
  readonly remote: Remote
  readonly signer: Pick<Signer, 'hints' | 'prove'>
}

/** Tries the key on the account's own coins; `unknown` where it has none that can be tried. Throws `remote.*`. */
async function proveKey(line: Line): Promise<Proof> {
  const { self, remote } = line
  const coins = await remote.call('outputs.list', {
    query: { members: self.membersHash, threshold: self.threshold, state: 'unspent', limit: COINS },
  })
  const own = coins.filter(
    (coin) => coin.receivers_hash === self.membersHash && coin.receivers_threshold === self.threshold,
  )
  let isRefuted = false
  // Each is two questions, and a service may answer with more than it was asked for.
  for (const coin of own.slice(0, COINS)) {
    try {
      await proveOutput(coin, self, line)
      return 'proved'
    } catch (error) {
      const code = codeOf(error)
      if (REFUTED.has(code)) isRefuted = true
      else if (!code.startsWith('remote.') || code === 'remote.unreachable' || code === 'remote.timeout') throw error
    }
  }
  return isRefuted ? 'refuted' : 'unknown'
}

/** Proves the key where that is still open. Throws `vault.key_mismatch` for one that opens no coin; it is gone then. */
export async function settleKey(line: Line, { vault, profile }: Pick<WalletDeps, 'vault' | 'profile'>): Promise<void> {
  const { accounts } = vault
  const { publicKey, isProved } = accounts.describe(line.account)
  if (isProved) return
  const proof = await proveKey(line)
  if (proof === 'unknown') return
  if (proof === 'refuted') await accounts.dropUnproved(line.account)
  const known = profile.accounts.get(line.account)
  // A key may be kept as a seed and turn out to be a scalar, which has another public key.
  if (known !== undefined) profile.accounts.change(known.id, { publicKey: accounts.describe(line.account).publicKey })
  if (proof === 'proved') return
  throw failure('vault.key_mismatch', 'the key opens no coin of the account', {
    details: { coin: true, found: publicKey ?? '' },
  })
}
