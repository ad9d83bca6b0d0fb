import { searchable } from '#protocol/text'

/** Letters that are written without blanks between words. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u

/** Whether what was typed begins one of the words: `eth` finds Ether and Ethereum, not Tether. Chinese and Japanese ones begin anywhere. */
export function beginsWord(text: string, typed: string): boolean {
  const wanted = searchable(typed)
  const low = searchable(text)
  if (UNSPACED.test(wanted)) return low.includes(wanted)
  for (let at = low.indexOf(wanted); at !== -1; at = low.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(low[at - 1] ?? '')) return true
  }
  return false
}
