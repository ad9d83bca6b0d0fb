/** What is seen of an address in a list. Those that are made to look like another one have its ends: its middle stands there too. */
export function glimpse(address: string): string {
  if (address.length <= 24) return address
  const middle = Math.floor(address.length / 2) - 3
  return [address.slice(0, 8), address.slice(middle, middle + 6), address.slice(-6)].join('…')
}
