import type { UserId } from '#contract/domain'
import { type FaultyLine, faultyLine } from './faults.ts'
import { newFolder } from './scratch.ts'
import { BTC, fund, newPhrase, type OpenWallet, openWallet, type WalletOptions } from './wallet.ts'

/** A line that keeps chosen requests from leaving, and remembers the signed bytes that were to leave. */
export interface HoldingLine extends FaultyLine {
  /** Texts; a sending whose body holds one of them never arrives. */
  readonly kept: Set<string>
  /** Signed bytes by their request id, arrived or not. */
  readonly signed: Map<string, string>
  /** Bytes by their hash that the kernel's record is made to show as final. */
  readonly shown: Map<string, string>
}

export function holdingLine(): HoldingLine {
  const line = faultyLine()
  const kept = new Set<string>()
  const signed = new Map<string, string>()
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

/** One person on two computers, each with the same phrase. */
export async function twoComputers(
  baseUrl: string,
  more: Partial<WalletOptions> = {},
): Promise<{
  first: OpenWallet
  second: OpenWallet
  line: HoldingLine
  other: HoldingLine
  account: UserId
  words: string[]
}> {
  const [line, other] = [holdingLine(), holdingLine()]
  const first = await openWallet({ dir: newFolder(), baseUrl, fetch: line.fetch, ...more })
  const { account } = await first.calls['accounts.createLocal']({ name: 'Ana' })
  const words = await newPhrase(first, account)
  await first.calls['registration.submit']({ account })
  await fund(first, account, BTC, '1')
  const second = await openWallet({ dir: newFolder(), baseUrl, fetch: other.fetch, ...more })
  await second.calls['accounts.recoverLocal']({ phrase: words.join(' ') })
  return { first, second, line, other, account, words: [...words] }
}
