import type { Log } from '#contract/domain'
import { codeOf } from '#contract/errors'
import { type Calls, METHODS } from '#contract/ipc'
import { shapeOf } from './page-input.ts'

type AssetsInput = Parameters<Calls['webapps.assets']>[0]

/** A page as the host knows it: the origin is what the host has seen, never what the page says. */
export type WebSite = Pick<AssetsInput, 'account' | 'bot' | 'origin'>

const NOTHING = '[]'
const AT_ONCE_MAX = 8
/** What of a list is looked at: more than all ids that may be asked for have. */
const ASKED_MAX = 64 * 1024

/**
 * Answers a page that asks for balances: JSON text of `[{asset_id, balance}]`, amounts as decimal text. Without consent,
 * while locked, or for anything that is no list of asset ids it is an empty list; a page never learns why.
 */
export function createPageAnswers(calls: Pick<Calls, 'webapps.assets'>, log: Log) {
  const { input, answer } = METHODS['webapps.assets']
  let waiting = 0

  async function answerOf(site: WebSite, asked: unknown): Promise<string> {
    const ids: readonly unknown[] = Array.isArray(asked) ? asked : []
    if (shapeOf(ids, ASKED_MAX) !== 'plain') return NOTHING
    const assetIds = ids.map((id) => String(id).toLowerCase())
    const decoded = input.safeDecode({ ...site, assetIds } as Parameters<typeof input.safeDecode>[0])
    if (!decoded.success) return NOTHING
    const encoded = answer.safeEncode(await calls['webapps.assets'](decoded.data))
    if (!encoded.success) return NOTHING
    return JSON.stringify(encoded.data.map(({ assetId, balance }) => ({ asset_id: assetId, balance })))
  }

  return async (site: WebSite, asked: unknown): Promise<string> => {
    if (waiting >= AT_ONCE_MAX) return NOTHING
    waiting += 1
    try {
      return await answerOf(site, asked)
    } catch (error) {
      log('info', 'webapp.refused', { code: codeOf(error) })
      return NOTHING
    } finally {
      waiting -= 1
    }
  }
}

export type PageAnswers = ReturnType<typeof createPageAnswers>
