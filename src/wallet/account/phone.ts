import type { Nanos, UserId } from '#contract/domain'
import { codeOf, failure } from '#contract/errors'
import type { AccountView, PhoneAppView, PhoneWatchView } from '#contract/ipc'
import { pkceChallenge, pkceVerifier } from '#protocol'
import { askPhone, createRemote, type Remote } from '#remote'
import { reportOf } from '../contacts/payees.ts'
import type { CallsOf } from '../shared/calls.ts'
import type { Emit, WalletDeps } from '../shared/deps.ts'
import { READS, redeemedPermission } from './watch-only.ts'

/*
 * People whose key is in their phone: the phone is asked for a permission with a code that it scans, and what it permits
 * becomes an account that is watched. What is asked for is to look, and more than that is not kept.
 */

interface Parts {
  readonly deps: WalletDeps
  readonly emit: Emit
  /** Throws `vault.passphrase_needed` where nothing could be sealed. */
  readonly needSeal: () => void
  /** Adds a watched account by its permission, as text. */
  readonly watch: (permission: string) => Promise<AccountView>
}

export interface PhoneWatch {
  readonly calls: CallsOf<'phone'>
  /** Ends what is going on: at a lock, and at the end. */
  stop(): void
}

const APP = 'phone.app'
const PATIENCE_MS = 10 * 60_000
const NOTHING: PhoneWatchView = { stage: 'none', link: null, until: null, account: null, error: null }
const LINK = 'mixin://codes/'

/** What a phone permitted beyond what it was asked for; empty where it did not. */
const beyond = (scopes: readonly string[]): string[] => scopes.filter((scope) => !READS.includes(scope))

function needNarrow(scopes: readonly string[]): void {
  const more = beyond(scopes)
  if (more.length > 0) throw failure('wallet.phone_too_wide', 'more than reading', { details: { more } })
}

/** One asking of a phone, from its code to its end. */
interface Asking {
  view: PhoneWatchView
  codeId: string | null
  readonly stop: AbortController
}

export function createPhoneWatch({ deps, emit, needSeal, watch }: Parts): PhoneWatch {
  const { network, clock, profile, fetch, random, log } = deps
  let asking: Asking | null = null
  /** Grows with each end, so that what was begun before one is known as such. */
  let ends = 0

  const remote = (): Remote => {
    const { baseUrl, dialect } = network
    return createRemote({ baseUrl, dialect, fetch, clock, random, log })
  }
  const announce = (): void => emit('data.changed', { account: null, topics: ['phone'] })

  function show(current: Asking, change: Partial<PhoneWatchView>): void {
    if (current !== asking) return
    current.view = { ...current.view, ...change }
    announce()
  }

  function end(): void {
    const ended = asking
    asking = null
    ends += 1
    ended?.stop.abort()
    if (ended !== null) announce()
  }

  async function app(): Promise<PhoneAppView & { readonly appId: UserId | null }> {
    const named = profile.settings.get(APP)
    if (typeof named === 'string') return { appId: named as UserId, from: 'setting' } // checked when it was set
    if (network.kind !== 'local') return { appId: null, from: 'nowhere' }
    return { appId: (await remote().call('local.phone')).app_id, from: 'network' }
  }

  /** Ends by itself once nobody has answered for so long. */
  async function patience(current: Asking): Promise<void> {
    await clock.sleep(PATIENCE_MS, current.stop.signal)
    if (current.stop.signal.aborted) return
    show(current, { stage: 'over', link: null })
    current.stop.abort()
  }

  const isOn = (current: Asking): boolean => current === asking && !current.stop.signal.aborted
  function needOn(current: Asking): void {
    if (!isOn(current)) throw failure('wallet.declined', 'ended meanwhile')
  }

  async function ask(current: Asking, appId: UserId): Promise<void> {
    const verifier = pkceVerifier(random(32))
    const answer = await askPhone(
      { url: network.phoneSocket, openSocket: deps.openSocket, clock, random, log },
      {
        ...{ appId, scopes: READS, challenge: pkceChallenge(verifier), signal: current.stop.signal },
        onCode({ codeId, isOpened }) {
          current.codeId = codeId
          show(current, { stage: isOpened ? 'opened' : 'waiting', link: LINK + codeId })
        },
      },
    ).catch((error: unknown) => {
      throw current.codeId === null ? meaningOf(error) : error
    })
    needOn(current)
    if (answer.kind === 'declined') {
      show(current, { stage: 'declined', link: null })
      return
    }
    needNarrow(answer.scopes)
    show(current, { stage: 'agreed', link: null })
    const permission = await redeemedPermission(remote(), { appId, code: answer.code, verifier }, random)
    if (permission.authorizationId !== answer.authorizationId) {
      throw failure('remote.malformed', 'a permission of another code')
    }
    needNarrow(permission.scope.split(' '))
    needOn(current)
    const { account } = await watch(permission.text)
    show(current, { stage: 'done', account })
  }

  async function run(current: Asking, appId: UserId): Promise<void> {
    try {
      await ask(current, appId)
    } catch (error) {
      log('info', 'phone.failed', { code: codeOf(error) })
      if (isOn(current)) show(current, { stage: 'failed', link: null, error: reportOf(error) })
    } finally {
      current.stop.abort()
    }
  }

  return {
    stop: end,
    calls: {
      'phone.app': app,
      async 'phone.setApp'({ appId }) {
        profile.settings.set(APP, appId)
        announce()
        return app()
      },
      async 'phone.begin'() {
        needSeal()
        end()
        const mine = ends
        const { appId } = await app()
        if (appId === null) throw failure('wallet.phone_app', 'no app to ask for', { details: { reason: 'none' } })
        if (ends !== mine) throw failure('wallet.declined', 'ended meanwhile')
        const until = (clock.now() + BigInt(PATIENCE_MS) * 1_000_000n) as Nanos
        const current = {
          view: { ...NOTHING, stage: 'opening' as const, until },
          codeId: null,
          stop: new AbortController(),
        }
        asking = current
        announce()
        void patience(current)
        void run(current, appId)
        return current.view
      },
      async 'phone.state'() {
        return asking?.view ?? NOTHING
      },
      async 'phone.cancel'() {
        end()
        return null
      },
      async 'phone.people'() {
        needLocal(network.kind)
        const { people } = await remote().call('local.phone')
        return people.map((person) => ({
          userId: person.user_id,
          name: person.full_name,
          identityNumber: person.identity_number,
        }))
      },
      async 'phone.answer'({ userId }) {
        needLocal(network.kind)
        const code = asking?.codeId ?? null
        if (code === null) throw failure('input.invalid', 'there is no code', { details: { field: 'code' } })
        if (userId === null) await remote().call('local.decline', { body: { code_id: code } })
        else await remote().call('local.approve', { body: { code_id: code, user_id: userId } })
        return null
      },
    },
  }
}

function needLocal(kind: WalletDeps['network']['kind']): void {
  if (kind !== 'local') throw failure('wallet.local_only', 'only the local network plays the phone')
}

/** Before there is a code, what the service refuses is the app that asks. */
function meaningOf(error: unknown): unknown {
  const code = codeOf(error)
  if (code !== 'remote.not_found' && code !== 'remote.invalid_field') return error
  return failure('wallet.phone_app', 'the service does not take the app', {
    details: { reason: 'refused' },
    cause: error,
  })
}
