import { openAccountStore, openProfileStore } from '#store'
import type { Vault } from '#vault'

/*
 * Every place on the way of a payment at which a program can be killed: before and after each step that is written, each request on the
 * line, and each signature. The product itself knows nothing of this.
 */

/** Steps that only read cannot leave anything half done. */
const READS =
  /^(?:get|list|read|find|by[A-Z]|seen|recall|needed|cursor|ids|balances|of$|ofPayments|live|open$|held|has|is[A-Z]|count$|stats|first|last|newest|turn|reserved|outstanding|frozen|holds|coins)/

export interface Watch {
  readonly openStore: typeof openAccountStore
  readonly openProfile: typeof openProfileStore
  readonly wrapVault: (vault: Vault) => Vault
  readonly fetch: typeof fetch
  /** From now on places are counted anew: what was reached before belongs to something else. */
  anew(): void
}

/** How long other threads go on before a kill; nothing is judged by it, since whatever they reached until then must be right. */
const UNDER_WAY_MS = [0, 1, 3, 9, 40]

/**
 * Calls `reached` at every place, with its name and how often it was reached before: `storeSigned, after#0`; and with how long the
 * other threads of the program are to go on before the kill.
 */
export function watchPoints(reached: (point: string, goOnMs: number) => void): Watch {
  const times = new Map<string, number>()
  const at = (name: string, goOnMs = 0): void => {
    const seen = times.get(name) ?? 0
    times.set(name, seen + 1)
    reached(`${name}#${seen}`, goOnMs)
  }

  function watched<Table extends object>(prefix: string, table: Table): Table {
    return new Proxy(table, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (typeof member !== 'function' || typeof name !== 'string' || READS.test(name)) return member
        return (...given: unknown[]) => {
          at(`${prefix}.${name}, before`)
          const answer: unknown = Reflect.apply(member, target, given)
          at(`${prefix}.${name}, after`)
          return answer
        }
      },
    })
  }
  const tables = <Parts extends object>(prefix: string, parts: Parts, chosen: ReadonlySet<string> | null): Parts =>
    Object.fromEntries(
      Object.entries(parts).map(([name, table]) => [
        name,
        typeof table === 'object' && table !== null && (chosen === null || chosen.has(name))
          ? watched(`${prefix}${name}`, table as object)
          : table,
      ]),
    ) as Parts // the same members

  /** The vault's thread goes on for a while after it was asked: it is struck at its beginning, in its work, and before anybody heard of its end. */
  async function underWay<Value>(verb: string, ask: () => Promise<Value>): Promise<Value> {
    at(`${verb}, before`)
    const asked = ask()
    for (const milliseconds of UNDER_WAY_MS) at(`${verb}, ${milliseconds} ms in`, milliseconds)
    const answer = await asked
    at(`${verb}, after`)
    return answer
  }

  return {
    anew: () => times.clear(),
    openStore: (options) => {
      const store = openAccountStore(options)
      return {
        ...store,
        intents: tables('', store.intents, null),
        cache: tables('cache.', store.cache, new Set(['outputs', 'snapshots'])),
      }
    },
    openProfile: (options) => tables('profile.', openProfileStore(options), new Set(['accounts', 'settings'])),
    wrapVault: (vault) => ({
      ...vault,
      signer: (account) => {
        const signer = vault.signer(account)
        return {
          ...signer,
          sign: (request) => underWay('sign', () => signer.sign(request)),
          prove: (request) => underWay('prove', () => signer.prove(request)),
        }
      },
    }),
    async fetch(target, init) {
      const path = new URL(String(target)).pathname.replace(/[0-9a-f-]{32,}/g, ':id')
      const name = `${init?.method ?? 'GET'} ${path}`
      at(`${name}, before`)
      const response = await fetch(target, init)
      at(`${name}, after`)
      return response
    },
  }
}
