import { type LyingProxy, startProxy as startAnother } from '../../support/proxy.ts'

type Data = Record<string, unknown>

/**
 * Answers to calls of this method whose path matches are changed on their way: the one record, or each of a list. Where `data` throws, the
 * network has heard the call and its answer is lost.
 */
interface Lie {
  readonly method?: 'GET' | 'POST' | 'any'
  /** Tested on the path with its query. */
  readonly path: RegExp
  readonly data: (data: Data) => Data
  /** The network takes that long to answer. */
  readonly after?: Promise<void>
}

export interface NetworkProxy extends Pick<LyingProxy, 'url' | 'close'> {
  /** What is told from now on in place of what was told before. */
  lie(lie: Lie | null): void
}

/** Stands between one wallet and the network, and passes everything on as it is until it is told to lie. */
export async function startProxy(target: string): Promise<NetworkProxy> {
  const { url, close, lies } = await startAnother(target)
  return {
    ...{ url, close },
    lie(next) {
      lies.length = 0
      if (next === null) return
      const { method = 'GET', path, data, after } = next
      lies.push({
        at: method === 'any' ? /./ : new RegExp(`^${method} `),
        when: (asked) => path.test(asked.query.size === 0 ? asked.path : `${asked.path}?${asked.query}`),
        tell: (told: Data | Data[]) => (Array.isArray(told) ? told.map(data) : data(told)),
        async retell(told) {
          await after
          return told
        },
      })
    },
  }
}
