const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** An address that strangers gave, if it is one that may be opened: over https, without a name or password in it. */
export function pageAddress(
  text: string,
  { loopback }: { /** Also http, on this computer. */ readonly loopback: boolean },
): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isHere = loopback && url.protocol === 'http:' && LOOPBACK.has(url.hostname)
  if (url.protocol !== 'https:' && !isHere) return null
  return url.username === '' && url.password === '' ? url : null
}
