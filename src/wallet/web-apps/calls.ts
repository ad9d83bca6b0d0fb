import { z } from 'zod'
import type { Nanos, NetworkProfile, UserId } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Answer, BalanceView, Preferences } from '#contract/ipc'
import { userId } from '#contract/wire'
import { storedObject } from '#store'
import type { CallsOf, Runtimes } from '../shared/calls.ts'
import type { WalletDeps } from '../shared/deps.ts'
import type { Desk } from '../shared/desk.ts'
import { pageAddress } from '../shared/page-address.ts'
import { storedList } from '../shared/stored-list.ts'

type View = Answer<'webapps.read'>

/** One that cannot be read is none: the page asks again. */
const decision = storedObject({ origin: z.string(), bot: userId, allowed: z.boolean(), at: z.string().regex(/^\d+$/) })
type Decision = z.output<typeof decision>

interface Ask {
  readonly account: UserId
  readonly origin: string
  readonly bot: UserId
  readonly answer: Promise<boolean>
  settle(allow: boolean): void
}

interface WebAppParts extends Pick<WalletDeps, 'clock' | 'openWebApp'> {
  readonly network: NetworkProfile
  readonly preferences: () => Preferences
  readonly balances: (account: UserId) => Promise<readonly BalanceView[]>
}

const KEY = 'web sites'
/** A question that nobody answers for so long is answered no, for this time only. */
const ASK_LASTS_MS = 120_000

/**
 * Web pages of bots, with the wallet as their host. A page learns balances only by the consent of the person, given to
 * its origin and per account, kept here and taken back at any time. Nothing that a page asks can pay or sign. It is told what
 * can be spent, not what is held, and never why a list is empty.
 */
export function webAppCalls(runtimes: Runtimes, parts: WebAppParts): CallsOf<'webapps'> {
  const { network, clock, openWebApp } = parts
  const asks = new Map<string, Ask>()

  function decisions(runtime: Desk): Decision[] {
    return storedList(runtime.store.intents.settings, KEY, decision).read()
  }

  function keep(runtime: Desk, next: readonly Decision[]): void {
    storedList(runtime.store.intents.settings, KEY, decision).write(next)
  }

  async function viewOf(runtime: Desk, text: string): Promise<View> {
    const user = await runtime.remote.call('users.read', { params: { id: text } })
    runtime.store.cache.users.put([user])
    const url = pageAddress(user.app?.home_uri ?? '', { loopback: network.kind === 'local' })
    if (url === null) {
      throw failure('wallet.no_web_app', 'the bot has no page that is opened', {
        details: { name: user.full_name, reason: user.app === null ? 'no_bot' : 'no_page' },
      })
    }
    return {
      bot: runtime.directory.user(user.user_id, user),
      url: url.href,
      origin: url.origin,
      opens: openWebApp === undefined ? 'tab' : 'window',
    }
  }

  /** Whether the origin may know balances; asks the person where nothing was decided. */
  async function consent(runtime: Desk, origin: string, bot: UserId): Promise<boolean> {
    const decided = decisions(runtime).find((each) => each.origin === origin)
    if (decided !== undefined) return decided.allowed
    const id = `${runtime.account} ${origin}`
    const ask = asks.get(id) ?? newAsk(runtime, origin, bot)
    asks.set(id, ask)
    runtime.announce(['webapps'])
    const timer = new AbortController()
    const tooLate = clock.sleep(ASK_LASTS_MS, timer.signal).then(() => false)
    try {
      return await Promise.race([ask.answer, tooLate])
    } finally {
      timer.abort()
      if (asks.get(id) === ask) {
        asks.delete(id)
        runtime.announce(['webapps'])
      }
    }
  }

  return {
    async 'webapps.read'({ account, bot }) {
      return viewOf(runtimes.ready(account), bot)
    },

    async 'webapps.open'({ account, bot }) {
      const view = await viewOf(runtimes.ready(account), bot)
      const { theme, currency } = parts.preferences()
      openWebApp?.({ account, bot, name: view.bot.name, url: view.url, origin: view.origin, theme, currency })
      return view
    },

    async 'webapps.assets'({ account, bot, origin, assetIds }) {
      const runtime = runtimes.ready(account)
      // A tab of a browser has no line to here, so nobody is asked in its name.
      if (openWebApp === undefined || !(await consent(runtime, origin, bot))) return []
      const wanted = new Set(assetIds)
      const balances = await parts.balances(account)
      return balances
        .filter(({ asset, available }) => available > 0n && (wanted.size === 0 || wanted.has(asset.assetId)))
        .map(({ asset, available }) => ({ assetId: asset.assetId, balance: available }))
    },

    async 'webapps.asking'() {
      return [...asks.values()].map(({ account, origin, bot }) => ({
        account,
        origin,
        bot: runtimes.any(account).directory.user(bot),
      }))
    },

    async 'webapps.decide'({ account, origin, allow }) {
      const runtime = runtimes.ready(account)
      const ask = asks.get(`${account} ${origin}`)
      const before = decisions(runtime).find((each) => each.origin === origin)
      const bot = ask?.bot ?? before?.bot
      if (bot === undefined) throw failure('input.invalid', 'no page asks', { details: { field: 'origin' } })
      const others = decisions(runtime).filter((each) => each.origin !== origin)
      keep(runtime, [...others, { origin, bot, allowed: allow, at: String(clock.now()) }])
      ask?.settle(allow)
      return null
    },

    async 'webapps.sites'({ account }) {
      const runtime = runtimes.any(account)
      return decisions(runtime).map(({ origin, bot, allowed, at }) => ({
        origin,
        bot: runtime.directory.user(bot),
        allowed,
        decidedAt: BigInt(at) as Nanos, // written from one
      }))
    },

    async 'webapps.forget'({ account, origin }) {
      const runtime = runtimes.any(account)
      keep(
        runtime,
        decisions(runtime).filter((each) => each.origin !== origin),
      )
      return null
    },
  }
}

function newAsk(runtime: Desk, origin: string, bot: UserId): Ask {
  let settle: (allow: boolean) => void = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return { account: runtime.account, origin, bot, answer, settle: (allow) => settle(allow) }
}
