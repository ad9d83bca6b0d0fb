/** Answers in the order of the items, with at most `limit` at work at a time. The first failure ends it; what is at work is let finish. */
export async function inParallel<Item, Value>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = []
  let next = 0
  let failed = false
  async function lane(): Promise<void> {
    while (!failed && next < items.length) {
      const at = next
      next += 1
      try {
        values[at] = await work(items[at] as Item) // within the bounds
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const lanes = Array.from({ length: Math.min(limit, items.length) }, lane)
  const ended = await Promise.allSettled(lanes)
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return values
}
