import { say } from '#words'

/* How many have signed of how many have to. When several sign at once there are more than are needed, which is no share of them. */

export function countWords(count: number, needed: number): string {
  return count > needed ? say('approvals.needed', { count, needed }) : say('approvals.of-2', { count, needed })
}

/** The same as a whole sentence, where nothing beside it says that these are signatures. */
export function signedWords(count: number, needed: number): string {
  return count > needed
    ? say('approvals.signed-needed', { count, needed })
    : say('approvals.of-signed', { count, needed })
}
