import { protocolError } from './error.ts'

/** Parts of a link, as the text has them. Own code, since the platforms' URL types repair what a wallet must refuse. */
export interface Uri {
  /** Lower case. */
  readonly scheme: string
  /** What follows `//`, or null where there is none. */
  readonly authority: string | null
  /** Path as written, without query and fragment. */
  readonly path: string
  readonly query: Query
}

/** Decoded parameters. A name that occurs twice is refused when it is asked for: nobody knows which one was meant. */
export interface Query {
  get(name: string): string | undefined
  /** Whether it is written with a plus sign, which stands for a space in what some programs write, and for itself in what others do. */
  hasPlus(name: string): boolean
  /** All parameters but these; of repeated names the first. */
  except(...names: readonly string[]): Record<string, string>
  names(): readonly string[]
}

/** Far more than any link has; reading them costs time for each. */
const PARAMETERS_MAX = 256
const URI = /^([a-z][a-z0-9+.-]*):(.*)$/is

/** Reason of a link whose amount is none, or could be read as two. */
export const UNREAD_AMOUNT = 'amount'

export function refuse(reason: string): never {
  throw protocolError('protocol.link', reason, { reason })
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse('percent encoding')
  }
}

/** Percent-encodes everything that could end or split a parameter. */
export function percentEncode(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return refuse('text is not well-formed Unicode')
  }
}

function parseQuery(text: string): Query {
  const parts = text.split('&', PARAMETERS_MAX + 1)
  if (parts.length > PARAMETERS_MAX) refuse('too many parameters')
  const pairs = parts
    .filter((pair) => pair !== '')
    .map((pair): [string, string, string] => {
      const at = pair.indexOf('=')
      const [name, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
      return [percentDecode(name), percentDecode(value), value]
    })
  return {
    get(name) {
      const found = pairs.filter(([key]) => key === name)
      if (found.length > 1) refuse(`${name} occurs twice`)
      return found[0]?.[1]
    },
    hasPlus: (name) => pairs.some(([key, , written]) => key === name && written.includes('+')),
    except: (...names) =>
      Object.fromEntries(pairs.flatMap(([name, value]) => (names.includes(name) ? [] : [[name, value]])).reverse()),
    names: () => pairs.map(([name]) => name),
  }
}

/** Takes a link apart, or answers null for text that has no scheme. Throws `protocol.link`. */
export function parseUri(text: string): Uri | null {
  const [, scheme, rest] = URI.exec(text) ?? []
  if (scheme === undefined || rest === undefined) return null
  const [beforeFragment = ''] = rest.split('#', 1)
  const mark = beforeFragment.indexOf('?')
  const before = mark === -1 ? beforeFragment : beforeFragment.slice(0, mark)
  const query = parseQuery(mark === -1 ? '' : beforeFragment.slice(mark + 1))
  if (!before.startsWith('//')) return { scheme: scheme.toLowerCase(), authority: null, path: before, query }
  const slash = before.indexOf('/', 2)
  return {
    scheme: scheme.toLowerCase(),
    authority: slash === -1 ? before.slice(2) : before.slice(2, slash),
    path: slash === -1 ? '' : before.slice(slash),
    query,
  }
}
