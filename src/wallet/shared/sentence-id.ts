import { uniqueObjectId } from '#protocol'
import type { Said } from '#words/facts'
import { plainJson } from './plain-json.ts'

/** Names a warning by what it says as well, where another sentence may take its place: what was ticked of one is not ticked of the other. */
export const idOfSentence = (kind: string, text: Said): string => `${kind}:${uniqueObjectId(plainJson(text))}`

/** The same of a figure that moves by itself: it is asked about again once it has about doubled, and not for each step on the way. */
export const idOfFigure = (kind: string, figure: bigint): string => `${kind}:${figure.toString(2).length}`
