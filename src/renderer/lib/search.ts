/** Whether what was typed begins one of the words: `eth` finds Ether and Ethereum, not Tether. */
export function beginsWord(text: string, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  const low = text.toLowerCase()
  for (let at = low.indexOf(wanted); at !== -1; at = low.indexOf(wanted, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(low[at - 1] ?? '')) return true
  }
  return false
}
