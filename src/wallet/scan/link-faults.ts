import { CofferError } from '#contract/errors'
import { drawnText } from '#protocol/text'
import { type Said, said } from '#words/facts'

/* What is wrong with a link that Coffer does not take, in a sentence; above all where it leads to another place than it seems to. */

const HOST = 'mixin.one'
const WEB = /^\s*https?:\/\/([^/?#\s]+)/i

/** How many letters are put in, left out or changed from one text to the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (const [place, other] of [...b].entries()) {
      const [left = 0, above = 0, across = 0] = [next[place], row[place + 1], row[place]]
      next.push(Math.min(left + 1, above + 1, across + (letter === other ? 0 : 1)))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const LOOK_ALIKE_MAX = 2
const HOST_SHOWN = 80

/** Where a web link really leads, where that is not the service. */
function foreignHost(text: string): Said | null {
  const authority = WEB.exec(text)?.[1]
  if (authority === undefined) return null
  let host = authority.toLowerCase()
  try {
    host = new URL(`https://${authority}`).hostname
  } catch {
    // It is named as it was written.
  }
  if (host === HOST || host.endsWith(`.${HOST}`)) return null
  const written = drawnText(authority)
  const isAlike = written.includes('mixin') || distance(written.slice(0, HOST_SHOWN), HOST) <= LOOK_ALIKE_MAX
  const values = { host: host.slice(0, HOST_SHOWN) }
  return isAlike ? said('check.scan.look-alike-host', values) : said('check.scan.other-host', values)
}

/** By the words of the parser. */
const FAULTS: readonly (readonly [RegExp, (part: string) => Said])[] = [
  [/^(.+) is not (?:a uuid|32 bytes hex)$/, (part) => said('check.scan.fault-id', { part })],
  [/^(.+) occurs twice$/, (part) => said('check.scan.fault-twice', { part: part.slice(0, HOST_SHOWN) })],
  [/^(.+) cannot be sent along$/, (part) => said('check.scan.fault-along', { part })],
  [/^amount without asset$/, () => said('check.scan.fault-amount-asset')],
  [/^(?:amount|units|precision)/, () => said('check.scan.fault-amount')],
  [/^(?:destination|address)/, () => said('check.scan.fault-destination')],
  [/^two different amounts$/, () => said('check.scan.fault-amounts')],
  [/required|without address$/, () => said('check.scan.fault-missing')],
  [/^(?:path|action)$/, () => said('check.scan.fault-path')],
  [/^too (?:long|many parameters)$/, () => said('check.scan.fault-long')],
  [/^(?:percent encoding|text is not)/, () => said('check.scan.fault-characters')],
  [/^scheme$/, () => said('check.scan.fault-scheme')],
]

/** Links that stand for what the service keeps, and only for a while. */
const CODE = /^\s*(?:https:\/\/mixin\.one|mixin:\/)\/(?:codes|schemes)\//i

/** Null where nothing more can be said than that it is no link of Coffer's. */
export function faultOf(text: string, error: unknown): Said | null {
  if (!(error instanceof CofferError)) return null
  if (error.code === 'remote.not_found' && CODE.test(text)) return said('check.scan.fault-gone')
  if (error.code !== 'protocol.link') return null
  const foreign = foreignHost(text)
  if (foreign !== null) return foreign
  const reason = String(error.details['reason'] ?? '')
  for (const [pattern, fault] of FAULTS) {
    const match = pattern.exec(reason)
    if (match !== null) return fault(match[1] ?? '')
  }
  return null
}
