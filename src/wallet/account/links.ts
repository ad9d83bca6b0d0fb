import { z } from 'zod'
import type { Nanos } from '#contract/domain'
import { type ProfileStore, readStored, storedTime } from '#store'

/** Links from outside, until a person has looked at them. Kept with the profile: the system hands one over whoever is at work. */

const KEY = 'links'
/** A page that opens link after link fills no disk; the oldest go first. */
const KEPT_MAX = 20

const stored = z.array(z.object({ text: z.string(), at: storedTime })).readonly()
type Kept = z.output<typeof stored>

export function createLinkInbox(settings: Pick<ProfileStore['settings'], 'get' | 'set'>, now: () => Nanos) {
  const read = (): Kept => readStored(stored, settings.get(KEY) ?? null) ?? []
  const without = (text: string): Kept => read().filter((one) => one.text !== text)
  return {
    /** Newest first. */
    list: read,
    keep: (text: string): void => settings.set(KEY, [{ text, at: now() }, ...without(text)].slice(0, KEPT_MAX)),
    drop: (text: string): void => settings.set(KEY, [...without(text)]),
  }
}
