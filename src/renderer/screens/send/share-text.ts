/** `!`, or `2!`: how many shares of what remains a text asks for; null for any other text. */
export function shareIn(text: string): bigint | null {
  const [, weight] = /^(\d{0,6})\s*[!！]$/u.exec(text.trim()) ?? []
  if (weight === undefined) return null
  const shares = weight === '' ? 1n : BigInt(weight)
  return shares === 0n ? null : shares
}
