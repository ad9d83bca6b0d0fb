import { type Dialect, type EndpointInput, type EndpointName, encodeInput, endpointOf, pathIn } from '#contract/http'

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST'
  /** Path with query exactly as it goes on the wire; what a token signs. */
  readonly uri: string
  /** Exact body text; empty for none. */
  readonly body: string
}

/** Writes the call down: path filled in, query in table order, body serialised once. Throws `input.invalid`. */
export function buildRequest<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  dialect: Dialect,
): OutgoingRequest {
  const endpoint = endpointOf(name)
  const wire = encodeInput(endpoint, input)
  const path = pathIn(endpoint, dialect).replace(/:(\w+)/g, (_match, key: string) =>
    encodeURIComponent(String(wire.params[key])),
  )
  const query = Object.entries(wire.query)
    .filter(([, value]) => value !== undefined)
    // So fetch writes an apostrophe of a query, and a token covers what travels.
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value)).replaceAll("'", '%27')}`)
    .join('&')
  return {
    method: endpoint.method,
    uri: query === '' ? path : `${path}?${query}`,
    body: wire.body === undefined ? '' : JSON.stringify(wire.body),
  }
}
