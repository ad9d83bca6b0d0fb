import { codeOf } from '#contract/errors'

/** Does it, or answers the code by which it was refused. Nothing inside may break. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Value | string> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === 'internal') throw error
    return code
  }
}

/** One of a list, whatever number is picked; nothing of an empty one. */
export const oneOf = <Value>(list: readonly Value[], pick: number): Value | undefined =>
  list[pick % Math.max(1, list.length)]
