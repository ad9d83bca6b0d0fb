import type { UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { SharedBotsView } from '#contract/ipc'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { Desk } from '../shared/desk.ts'
import { fetchMissingUsers } from '../shared/people.ts'

/** The service's own limit, kept here as well so that a share that cannot succeed is not asked for. */
const SHARED_MAX = 3

async function sharedBots(runtime: Desk, userId: UserId): Promise<SharedBotsView> {
  const shared = await runtime.remote.call('sharedBots.list', { params: { user_id: userId } })
  const ids = shared.map(({ app_id }) => app_id)
  await fetchMissingUsers(runtime, ids)
  return {
    bots: shared.map(({ app_id, created_at }) => ({ bot: runtime.directory.user(app_id), sharedAt: created_at })),
    max: SHARED_MAX,
  }
}

/** Bots that people share on their profiles. */
export function botCalls(runtimes: Runtimes): CallsOf<'bots'> {
  return {
    async 'bots.list'({ account, userId }) {
      return sharedBots(runtimes.ready(account), userId)
    },

    async 'bots.share'({ account, botId }) {
      const runtime = runtimes.ready(account)
      const { bots } = await sharedBots(runtime, account)
      if (bots.some(({ bot }) => bot.userId === botId)) return { bots, max: SHARED_MAX }
      if (bots.length >= SHARED_MAX) throw failure('remote.bots_full', 'three bots are shared already')
      await runtime.remote.call('sharedBots.share', { params: { client_id: botId } })
      runtime.announce(['bots'])
      return sharedBots(runtime, account)
    },

    async 'bots.unshare'({ account, botId }) {
      const runtime = runtimes.ready(account)
      await runtime.remote.call('sharedBots.unshare', { params: { client_id: botId } })
      runtime.announce(['bots'])
      return sharedBots(runtime, account)
    },
  }
}
