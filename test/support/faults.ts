/** One thing that goes wrong on the line, for calls whose path matches. */
interface Fault {
  readonly path: RegExp
  /**
   * `before`: the request never leaves; `after`: it is answered, but the answer is lost; `unknown`: what it asks for is denied; `refused`: it is
   * turned away unread; else the answer is changed, which may look at what was asked.
   */
  readonly act: 'before' | 'after' | 'unknown' | 'refused' | ((data: never, asked: URL) => unknown)
  /** How often; for ever if absent. */
  times?: number
}

export type FaultyLine = ReturnType<typeof faultyLine>

/** A line to a real server on which answers get lost or changed. */
export function faultyLine() {
  const faults: Fault[] = []
  /** Method and path of every request that reached the other side, in order. */
  const passed: string[] = []

  function find(path: string): Fault | undefined {
    const fault = faults.find((each) => each.path.test(path) && (each.times ?? 1) > 0)
    if (fault?.times !== undefined) fault.times -= 1
    return fault
  }

  const line: typeof fetch = async (target, init) => {
    const asked = new URL(String(target))
    const path = asked.pathname
    const fault = find(path)
    if (fault?.act === 'before') throw new TypeError('fetch failed')
    if (fault?.act === 'refused')
      return Response.json({ error: { status: 202, code: 99_999, description: 'Refused.' } })
    const response = await fetch(target, init)
    passed.push(`${init?.method ?? 'GET'} ${path}`)
    if (fault === undefined) return response
    if (fault.act === 'after') throw new TypeError('fetch failed')
    if (fault.act === 'unknown') return Response.json({ error: { status: 404, code: 404, description: 'Denied.' } })
    const body = (await response.json()) as { data: never }
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return new Response(JSON.stringify({ ...body, data: fault.act(body.data, asked) }), {
      headers,
      status: response.status,
    })
  }
  return { fetch: line, faults, passed }
}
