import { faultyLine } from '../support/faults.ts'

export type HoldingLine = ReturnType<typeof holdingLine>

/** A line that keeps chosen requests from leaving, and remembers the signed bytes that were to leave. */
export function holdingLine() {
  const line = faultyLine()
  /** Texts; a sending whose body holds one of them never arrives. */
  const kept = new Set<string>()
  /** Signed bytes by their request id, arrived or not. */
  const signed = new Map<string, string>()
  /** Bytes by their hash that the kernel's record is made to show as final. */
  const shown = new Map<string, string>()
  const held: typeof fetch = async (target, init) => {
    const body =
      typeof init?.body === 'string' ? init.body : Buffer.from((init?.body as Uint8Array | undefined) ?? []).toString()
    if (/^\/safe\/transactions?$/.test(new URL(String(target)).pathname)) {
      for (const { request_id, raw } of JSON.parse(body) as { request_id: string; raw: string }[])
        signed.set(request_id, raw)
      if ([...kept].some((text) => body.includes(text))) throw new TypeError('fetch failed')
    }
    const forged = [...shown].find(([hash]) => body.includes('gettransaction') && body.includes(hash))
    if (forged === undefined) return line.fetch(target, init)
    const [hash, hex] = forged
    return Response.json({ data: { hash, hex, snapshot: 'cd'.repeat(32) } })
  }
  return { ...line, fetch: held, kept, signed, shown }
}
