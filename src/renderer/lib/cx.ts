type Part = string | false | null | undefined

/** Joins class names, leaving out what is not there. */
export function cx(...parts: readonly Part[]): string {
  return parts.filter(Boolean).join(' ')
}
