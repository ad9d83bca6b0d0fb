interface Page<Item, Place> {
  readonly items: readonly Item[]
  /** Where the page behind this one begins; null behind the last. */
  readonly next: Place | null
}

/**
 * Goes through a list of any length, newest first: at each turn its first page, where what is new stands, and one more. With a `version` nothing is looked
 * at once all of it was while that stayed the same.
 */
export function createWalk<Item, Place>(page: (behind: Place | null) => Page<Item, Place>, version?: () => string) {
  let behind: Place | null = null
  let [begun, whole]: [string | undefined, string | undefined] = [undefined, undefined]
  return (): readonly Item[] => {
    const now = version?.()
    if (now !== undefined && whole === now) return []
    const first = page(null)
    const here = behind === null ? first : page(behind)
    if (behind === null) begun = now
    behind = here.next
    if (behind === null) whole = begun
    return here === first ? first.items : [...first.items, ...here.items]
  }
}
