import type { z } from 'zod'
import { type AccountStore, type Json, readStored } from '#store'

/** A list among the settings of an account. Items that cannot be read are left out, and stay where they are. */
export function storedList<Item extends z.ZodType>(
  settings: AccountStore['intents']['settings'],
  key: string,
  item: Item,
) {
  function all(): readonly Json[] {
    const stored = settings.get(key)
    return Array.isArray(stored) ? stored : []
  }
  return {
    read: (): z.output<Item>[] => all().flatMap((each) => readStored(item, each) ?? []),
    /** Instead of those that can be read. */
    write(items: readonly Json[]): void {
      settings.set(key, [...items, ...all().filter((each) => readStored(item, each) === undefined)])
    },
  }
}
