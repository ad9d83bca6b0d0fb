/** As text in which equal facts of one form are equal, amounts among them; of nothing, nothing. */
export const plainJson = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? ''
