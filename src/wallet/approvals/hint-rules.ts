import type { RequestId, UserId } from '#contract/domain'
import { answerOf } from '#contract/errors'
import { ghostKeyHints } from '#protocol'
import type { Remote } from '#remote'
import { AWAY } from '../shared/away.ts'
import { inParallel } from '../shared/parallel.ts'

/*
 * Who asks the service for one-time keys names a hint, and the same hint gets the same keys. Each program derives its hints in its
 * own way, with or without naming the group as sender; a co-signer who asks in the same way is given the same keys. Where no
 * rule fits, nothing confirms the keys, which the co-signer has to accept by name.
 */

interface KeyedOutput {
  readonly index: number
  readonly members: readonly UserId[]
  readonly mask: string
  readonly keys: readonly string[]
}

interface Rule {
  readonly hint: (requestId: string, index: number) => string
  readonly senders: boolean
}

const FAMILIES = ['mobile', 'goSdk', 'nodeSdk', 'communitySdk', 'vault'] as const

/** Coffer's own way, and that of the phones, comes first. */
const [OWN, ...OTHERS] = [true, false].flatMap((senders) =>
  FAMILIES.map((family): Rule => ({ senders, hint: (id, index) => ghostKeyHints(id, index)[family] })),
)

const AT_ONCE = 3

/** Whoever may only look may not ask for keys, by whichever rule. */
const MAY_NOT_ASK: ReadonlySet<string> = new Set(['remote.forbidden', 'remote.unauthorized'])

/**
 * Whether the service gives us the keys of each output by one of the known rules. An output whose rule cannot be recomputed is
 * false; one about which the service said nothing is left out.
 */
export async function recomputeKeys(
  outputs: readonly KeyedOutput[],
  parts: {
    readonly requestId: RequestId
    /** Others of the group whose keys it may have kept, being another try of one of them. */
    readonly earlier: () => readonly RequestId[]
    readonly senders: readonly UserId[]
    readonly remote: Remote
  },
): Promise<ReadonlyMap<number, boolean>> {
  const found = new Map<number, boolean>()

  async function ask(wanted: readonly KeyedOutput[], rule: Rule, id: RequestId): Promise<void> {
    const keys = wanted.map(({ index, members }) => ({
      receivers: [...members].sort(),
      index,
      hint: rule.hint(id, index),
    }))
    const body = rule.senders ? { keys, senders: [...parts.senders] } : keys
    const answers = await parts.remote.call('keys.request', { body })
    for (const [at, output] of wanted.entries()) {
      const answer = answers[at]
      const same = answer?.mask === output.mask && answer.keys.join() === output.keys.join()
      if (same || !found.has(output.index)) found.set(output.index, same)
    }
  }

  /** Of a line that is down, or a service that will not be asked so much, each further rule would be waited for as long. */
  let isAway = false
  const open = () => outputs.filter(({ index }) => found.get(index) !== true)
  const tryOut = async (rule: Rule, id = parts.requestId): Promise<void> => {
    const wanted = open()
    if (wanted.length === 0 || isAway) return
    await ask(wanted, rule, id).catch((error: unknown) => {
      const code = answerOf(error)
      isAway ||= AWAY.has(code) || MAY_NOT_ASK.has(code)
      for (const { index } of wanted) {
        if (found.get(index) === true) continue
        // A hint that the service has seen for something else is refused, which says that this is not the rule: whoever made
        // the request may have used it up, so that nothing would be compared.
        if (isAway) found.delete(index)
        else if (!found.has(index)) found.set(index, false)
      }
    })
  }
  if (OWN === undefined) return found
  await tryOut(OWN)
  if (open().length > 0) for (const id of parts.earlier()) await tryOut(OWN, id)
  await inParallel(OTHERS, AT_ONCE, (rule) => tryOut(rule))
  return found
}
