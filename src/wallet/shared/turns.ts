/** Does one thing at a time for each key, in the order asked for; what failed is in nobody's way. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
      const turn = (last.get(key) ?? Promise.resolve()).catch(() => undefined).then(work)
      last.set(key, turn)
      try {
        return await turn
      } finally {
        // Whoever came meanwhile waits for their own.
        if (last.get(key) === turn) last.delete(key)
      }
    },
    /** Keys of which something is under way. */
    size: (): number => last.size,
  }
}
