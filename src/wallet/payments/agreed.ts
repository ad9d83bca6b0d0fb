import { z } from 'zod'
import { type Clock, type Hash, MINUTE, type Nanos, type RequestId, type UserId } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { type AccountStore, readStored } from '#store'
import type { Vault } from '#vault'

/*
 * What was agreed to is written down before it is signed, so that nobody is asked twice where a kill comes in between. That lies in a file which any
 * program of the same person can write: it counts only with the word of the vault, which seals what was agreed to and when.
 */

const LABEL = 'agreed:1'
const placeOf = (id: RequestId): string => `agreed:${id}`

/** Within this time an approval that was not signed before a crash still stands. */
export const APPROVAL_LASTS = 5n * MINUTE

/** What was agreed to: a digest of all that is paid, and the warnings that were ticked. */
interface Given {
  readonly id: RequestId
  readonly digest: Hash
  readonly accepted: readonly string[]
}

interface AgreedParts {
  readonly account: UserId
  readonly store: Pick<AccountStore, 'intents'>
  readonly clock: Clock
  readonly vault: Pick<Vault, 'wrapFor' | 'unwrapFor'>
}

export interface Agreed {
  /** To be kept once it is written down that this was agreed to. Throws `vault.locked`. */
  seal(given: Given): Promise<string>
  keep(id: RequestId, sealed: string): void
  /** Whether the vault sealed this very word, a moment ago. Throws `vault.locked`. */
  stands(given: Given): Promise<boolean>
  /** It is signed, or to be agreed to anew. */
  end(id: RequestId): void
}

const textOf = ({ id, digest, accepted }: Given): string => JSON.stringify([id, digest, [...new Set(accepted)].sort()])

const sealedWord = z.object({ said: z.string(), at: z.string().regex(/^\d+$/) })

export function createAgreed({ account, store, clock, vault }: AgreedParts): Agreed {
  const { settings } = store.intents
  return {
    seal(given) {
      const word = { said: textOf(given), at: String(clock.now()) }
      return vault.wrapFor(account, LABEL, new TextEncoder().encode(JSON.stringify(word)))
    },
    keep: (id, sealed) => settings.set(placeOf(id), sealed),
    async stands(given) {
      const sealed = readStored(z.string(), settings.get(placeOf(given.id)) ?? null)
      if (sealed === undefined) return false
      try {
        const bytes = await vault.unwrapFor(account, LABEL, sealed)
        const { said, at } = sealedWord.parse(JSON.parse(new TextDecoder().decode(bytes))) // nobody else seals
        const [since, now] = [BigInt(at) as Nanos, clock.now()]
        return said === textOf(given) && now >= since && now - since < APPROVAL_LASTS
      } catch (error) {
        if (codeOf(error) !== 'vault.damaged') throw error
        return false
      }
    },
    end: (id) => void settings.remove(placeOf(id)),
  }
}
