import type { EndpointAnswer } from '#contract/http'

/*
 * The one way in for everything that comes from outside: scanned, clicked, dropped, pasted or typed. Reading a text pays
 * nothing, signs nothing and opens nothing; the card that comes back only offers to fill a form or to show a page.
 */
export type Code = EndpointAnswer<'codes.read'>

export type CodeOf<Type extends Code['type']> = Extract<Code, { type: Type }>
