const hooks = new Set<() => void>()

/** Registers what must be forgotten when the wallet is locked: forms and selections that outlive their screen. */
export function whenLocked(forget: () => void): void {
  hooks.add(forget)
}

export function forgetAll(): void {
  for (const forget of hooks) forget()
}
