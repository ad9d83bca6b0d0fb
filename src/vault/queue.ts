export interface Queue {
  /** Begins the work when everything asked for before has ended, well or badly. */
  run<Value>(work: () => Promise<Value>): Promise<Value>
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work) {
      const turn = last.then(work)
      last = turn.catch(() => undefined)
      return turn
    },
  }
}
