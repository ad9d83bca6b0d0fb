/**
 * Long work in steps, between which the program answers others: a step waits until all that came meanwhile was heard, and no two
 * steps follow each other without that, however many lists are read at once.
 */
export function createTurns(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => void setImmediate(resolve)))
    return last
  }
}
