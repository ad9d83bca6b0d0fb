import type { RequestState } from '#store'
import { type Said, said } from '#words/facts'
import type { RequestDetail } from './request.ts'

/* What the history of a request says. */

export const SOURCE_WORDS: Readonly<Record<RequestDetail['source'], Said>> = {
  made: said('check.log.made'),
  found: said('check.log.found'),
  code: said('check.log.code'),
  link: said('check.log.link'),
  bundle: said('check.log.bundle'),
}

export const STATE_WORDS: Readonly<Record<RequestState, Said>> = {
  open: said('check.log.open'),
  complete: said('check.log.complete'),
  final: said('check.log.final'),
  revoked: said('check.log.revoked'),
  dead: said('check.log.dead'),
}
