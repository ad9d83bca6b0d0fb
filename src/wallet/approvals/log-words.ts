import type { RequestState } from '#store'
import type { RequestDetail } from './request.ts'

/* What the history of a request says. */

export const SOURCE_WORDS: Readonly<Record<RequestDetail['source'], string>> = {
  made: 'Made here',
  found: 'Found through coins of the group',
  code: 'Opened from a code',
  link: 'Opened from a link',
  bundle: 'Imported from a bundle',
}

export const STATE_WORDS: Readonly<Record<RequestState, string>> = {
  open: 'Waits for signatures',
  complete: 'Enough members have signed; the network has it',
  final: 'Final on the network',
  revoked: 'Given up by a member',
  dead: 'A coin was spent by another transaction',
}
