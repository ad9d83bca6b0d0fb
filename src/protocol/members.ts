/** What an object of strangers has, whatever that is. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a text says in JSON; null for anything else. Only own members of it are there to be asked for. */
export function readMembers(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text)
    return isMembers(value) ? { ...value } : null
  } catch {
    return null
  }
}
