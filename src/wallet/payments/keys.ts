import type { RequestId, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import { checkKey, encodeScript } from '#protocol'
import type { Remote } from '#remote'
import type { Intents, OutputKeys, Payment, PaymentOutput } from '#store'
import type { Signer } from '#vault'
import { type Said, said } from '#words/facts'
import { keptKeys } from './again.ts'
import type { Intent } from './intent.ts'
import { kernelMembers, type Target, targetOf } from './target.ts'

type KeyedOutput = OutputKeys & {
  readonly requestId: RequestId
  readonly index: number
  readonly script: string
}

/** Outputs of one call, as many as a transaction has. What stores content and the payment that refers to it may have one more. */
const ASKED_MAX = 256

interface Wanted {
  readonly requestId: RequestId
  readonly index: number
  readonly output: PaymentOutput
  readonly receivers: readonly UserId[]
}

interface Asking {
  readonly remote: Remote
  readonly intents: Intents
  readonly signal: AbortSignal
}

/** Members that receive an output, in the order of its keys; empty for addresses whose keys Coffer derives itself. */
export function receiversOf(target: Target, self: readonly UserId[]): readonly UserId[] {
  if (target.kind === 'self') return self
  if (target.kind === 'user' || target.kind === 'fee') return [target.userId]
  return target.kind === 'group' ? [...target.members].sort() : []
}

export function thresholdOf(target: Target, own: number): number {
  if (target.kind === 'self') return own
  if (target.kind === 'group') return target.threshold
  return target.kind === 'kernel' ? kernelMembers(target.address).threshold : 1
}

/**
 * One-time keys for every output of a payment that has any. Keys of people come from the service, in as few calls as that takes, and are
 * checked before they are kept: as many as receivers, usable points, none twice and none ever seen for something else,
 * and for a repeated hint the same as the first time. Keys of kernel addresses are derived here.
 * Throws `wallet.keys_refused`, `wallet.payee_unregistered`, `remote.*`.
 */
export async function obtainKeys(
  payment: Payment,
  self: readonly UserId[],
  parts: Asking & { signer: Signer; tries: readonly Payment[]; sharedKey: Intent['sharedKey'] },
): Promise<KeyedOutput[]> {
  const keyed: KeyedOutput[] = []
  const wanted: Wanted[] = []
  for (const { requestId, purpose, outputs } of payment.transactions) {
    for (const [index, output] of outputs.entries()) {
      const target = targetOf(output)
      if (target.kind === 'chain') continue
      const { threshold, hint } = output
      const kept = keptKeys(parts.tries, purpose, index, { holder: payment.holder, target, threshold, hint })?.keys
      if (kept != null) keyed.push({ requestId, index, script: encodeScript(output.threshold), ...kept })
      else if (target.kind === 'kernel') {
        const { members } = kernelMembers(target.address)
        const keys = await parts.signer.kernelKeys({ requestId, index, members })
        keyed.push({ requestId, index, script: encodeScript(output.threshold), ...keys })
      } else wanted.push({ requestId, index, output, receivers: receiversOf(target, self) })
    }
  }
  const { hint, members = [] } = parts.sharedKey ?? {}
  const isShared = ({ output }: Wanted): boolean => output.hint === hint
  for (const [all, senders] of [
    [wanted.filter((each) => !isShared(each)), self],
    [wanted.filter(isShared), members],
  ] as const) {
    for (let at = 0; at < all.length; at += ASKED_MAX)
      keyed.push(...(await askForKeys(all.slice(at, at + ASKED_MAX), senders, parts)))
  }
  refuseRepeats(keyed)
  return keyed
}

async function askForKeys(
  wanted: readonly Wanted[],
  senders: readonly UserId[],
  parts: Asking,
): Promise<KeyedOutput[]> {
  const asked = wanted.map(({ receivers, index, output }) => ({
    receivers: [...receivers],
    index,
    hint: hintOf(output),
  }))
  const answers = await parts.remote
    .call(
      'keys.request',
      {
        // Named as senders, all members of a group get the same keys for the same hint, and can compare.
        body: senders.length > 1 ? { keys: asked, senders: [...senders] } : asked,
      },
      { signal: parts.signal },
    )
    .catch((error: unknown) => {
      const code = codeOf(error)
      // Nobody entered what is refused here: most of all that is a hint which somebody has used before.
      if (code === 'remote.invalid_field')
        throw failure(code, 'no keys are given', { details: { of: 'keys' }, cause: error })
      if (code !== 'remote.not_registered') throw error
      throw failure('wallet.payee_unregistered', 'a receiver is not registered', { cause: error })
    })
  return wanted.map(({ requestId, index, output, receivers }, at) => {
    const answer = answers[at]
    if (answer === undefined) throw refused(said('check.keys.missing'))
    if (answer.keys.length !== receivers.length) throw refused(said('check.keys.count'))
    for (const key of [answer.mask, ...answer.keys]) {
      try {
        checkKey(key)
      } catch (error) {
        throw refused(said('check.keys.unusable'), error)
      }
    }
    const hint = hintOf(output)
    if (parts.intents.keys.seenElsewhere([answer.mask, ...answer.keys], { hint }).length > 0) {
      throw refused(said('check.keys.used'))
    }
    if (parts.intents.keys.remember(hint, { ...answer, receivers, index }) === 'different') {
      throw refused(said('check.keys.changed'))
    }
    return { requestId, index, mask: answer.mask, keys: answer.keys, script: encodeScript(output.threshold) }
  })
}

function hintOf(output: PaymentOutput): string {
  if (output.hint === null) throw failure('internal', 'an output for people has a hint')
  return output.hint
}

/** The ledger refuses a key that occurs twice; a mask equal to a key would be a trap of another kind. */
function refuseRepeats(outputs: readonly KeyedOutput[]): void {
  const seen = new Set<string>()
  for (const key of outputs.flatMap(({ mask, keys }) => [mask, ...keys])) {
    if (seen.has(key)) throw refused(said('check.keys.twice'))
    seen.add(key)
  }
}

function refused(reason: Said, cause?: unknown) {
  return failure('wallet.keys_refused', `one-time keys refused: ${reason.code}`, { details: { reason }, cause })
}
