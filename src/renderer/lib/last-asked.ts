/**
 * Runs what is asked for, and only once while it is under way. Something else asked for meanwhile is done as well, and the first then anew:
 * whoever changes their mind twice is given the last of it.
 */
export function lastAsked(): <Value>(input: unknown, run: () => Promise<Value>) => Promise<Value> {
  let last: { readonly asked: string; readonly answer: Promise<unknown> } | undefined
  return <Value>(input: unknown, run: () => Promise<Value>) => {
    const asked = JSON.stringify(input)
    if (last?.asked === asked) return last.answer as Promise<Value> // the same deed
    const answer = run().finally(() => {
      if (last?.answer === answer) last = undefined
    })
    last = { asked, answer }
    return answer
  }
}
