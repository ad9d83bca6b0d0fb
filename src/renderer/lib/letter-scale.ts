import { useState } from 'react'

/** The letters that the pixels of a program are meant for. */
const USUAL_PX = 16

/** How many times as large as usual the letters of this window are: a browser has a size of its own, which a person sets. */
export const letterScale = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_PX

/** The same, for what is drawn with lengths that a program computes; those of the styles follow the letters by themselves. */
export function useLetterScale(): number {
  const [scale] = useState(letterScale)
  return scale
}
