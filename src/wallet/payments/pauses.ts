const LONGEST_ROUNDS = 64

/** Rounds to let pass before something is asked about again: more each time, to the longest. */
export function createPauses<Id>(longest = LONGEST_ROUNDS) {
  const pauses = new Map<Id, { left: number; next: number }>()
  return {
    has: (id: Id): boolean => pauses.has(id),
    /** Whether it is its turn in this round. */
    due(id: Id): boolean {
      const pause = pauses.get(id)
      if (pause === undefined || pause.left <= 0) return true
      pause.left -= 1
      return false
    },
    begin(id: Id): void {
      const next = Math.min(longest, (pauses.get(id)?.next ?? 0) * 2 + 1)
      pauses.set(id, { left: next, next })
    },
    end: (id: Id): void => void pauses.delete(id),
  }
}

export type Pauses<Id> = ReturnType<typeof createPauses<Id>>
