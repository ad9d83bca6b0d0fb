import { say } from '#words'

/** A sentence behind another one, as the language sets them: not all have a blank there. */
export const nextSentence = (text: string, next: string): string =>
  say('error.what-and-todo', { what: text, todo: next })
