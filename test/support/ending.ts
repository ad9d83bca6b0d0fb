const begun = new Set<() => unknown>()

/**
 * Whatever tests began and have not ended by themselves is ended behind the last test of their file, the newest first: this notes how. Answers the
 * same as a function that does it once, however often it is called. In programs without a runner, nothing else calls it.
 */
export function ending<Answer>(end: () => Answer): () => Answer {
  let ended: { readonly answer: Answer } | undefined
  const once = (): Answer => {
    begun.delete(once)
    ended ??= { answer: end() }
    return ended.answer
  }
  begun.add(once)
  return once
}

/** All of it, also where some of it fails to. */
export async function endAll(): Promise<void> {
  const failed: unknown[] = []
  for (const end of [...begun].reverse()) {
    try {
      await end()
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'not everything that the tests began has ended')
}
