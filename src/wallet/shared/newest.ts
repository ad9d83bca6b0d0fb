/** Sets an entry and lets the oldest ones go beyond so many. */
export function keepNewest<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, atMost: number): void {
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= atMost) return
    kept.delete(oldest)
  }
}
