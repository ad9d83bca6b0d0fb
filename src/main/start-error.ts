import type { Said } from '#words'

/** Why Coffer does not start, as a fact for the host, which knows the language to say it in. */
export class StartError extends Error {
  readonly why: Said

  constructor(why: Said) {
    super(why.code)
    this.why = why
  }
}
