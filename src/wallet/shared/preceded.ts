/**
 * The same calls, each with something before it: what that throws, the call answers. A proxy of a function has the function's own type,
 * so that names, inputs and answers stay what they are.
 */
export function preceded<Table extends object>(table: Table, before: (name: string, input: unknown) => void): Table {
  const all = { ...table }
  for (const name in all) {
    const call = all[name]
    if (typeof call !== 'function') continue
    all[name] = new Proxy(call, {
      apply: async (target, self, given: readonly unknown[]) => {
        before(name, given[0])
        return Reflect.apply(target, self, given)
      },
    })
  }
  return all
}
