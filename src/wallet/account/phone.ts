import { type Nanos, nanosOf, type UserId } from '#contract/domain'
import { codeOf, failure, reportOf } from '#contract/errors'
import type { AccountView, PhoneAppView, PhoneWatchView } from '#contract/ipc'
import { pkceChallenge, pkceVerifier } from '#protocol'
import { askPhone, type Remote } from '#remote'
import type { CallsOf } from '../shared/calls.ts'
import type { Emit, WalletDeps } from '../shared/deps.ts'
import { remoteFor } from '../shared/line.ts'
import { READS, redeemedPermission } from './watch-only.ts'

/*
 * People whose key is in their phone: the phone is asked for a permission with a code that it scans, and what it permits
 * becomes an account that is watched. What is asked for is to look, and more than that is not kept. What grants more cannot be
 * taken back from here, so the person is told where. The verifier and the seed of a key pair are made for one code and end with
 * it.
 */

interface Parts {
  readonly deps: WalletDeps
  readonly emit: Emit
  /** Throws `vault.passphrase_needed` where nothing could be sealed. */
  readonly needSeal: () => void
  /** Adds a watched account by its permission, as text, unless `needWanted` throws. */
  readonly watch: (permission: string, needWanted: () => void) => Promise<AccountView>
}

interface PhoneWatch {
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

interface Phone extends Parts {
  asking: Asking | null
  /** Grows with each end, so that what was begun before one is known as such. */
  ends: number
}

export function createPhoneWatch(parts: Parts): PhoneWatch {
  const phone: Phone = { ...parts, asking: null, ends: 0 }
  return {
    stop: () => end(phone),
    calls: {
      'phone.app': () => appOf(phone),

      async 'phone.setApp'({ appId }) {
        parts.deps.profile.settings.set(APP, appId)
        announce(phone)
        return appOf(phone)
      },

      'phone.begin': () => begin(phone),
      'phone.state': async () => phone.asking?.view ?? NOTHING,

      async 'phone.cancel'() {
        end(phone)
        return null
      },

      async 'phone.people'() {
        const { people } = await localRemote(phone).call('local.phone')
        return people.map((person) => ({
          userId: person.user_id,
          name: person.full_name,
          identityNumber: person.identity_number,
        }))
      },

      async 'phone.answer'({ userId }) {
        const remote = localRemote(phone)
        const code = phone.asking?.codeId ?? null
        if (code === null) throw failure('input.invalid', 'there is no code', { details: { field: 'code' } })
        if (userId === null) await remote.call('local.decline', { body: { code_id: code } })
        else await remote.call('local.approve', { body: { code_id: code, user_id: userId } })
        return null
      },
    },
  }
}

async function appOf({ deps }: Phone): Promise<PhoneAppView & { readonly appId: UserId | null }> {
  const named = deps.profile.settings.get(APP)
  if (typeof named === 'string') return { appId: named as UserId, from: 'setting' } // checked when it was set
  if (deps.network.kind !== 'local') return { appId: null, from: 'nowhere' }
  return { appId: (await remoteFor(deps).call('local.phone')).app_id, from: 'network' }
}

async function begin(phone: Phone): Promise<PhoneWatchView> {
  phone.needSeal()
  end(phone)
  const mine = phone.ends
  const { appId } = await appOf(phone)
  if (appId === null) throw failure('wallet.phone_app', 'no app to ask for', { details: { reason: 'none' } })
  if (phone.ends !== mine) throw failure('wallet.declined', 'ended meanwhile')
  const until = (phone.deps.clock.now() + nanosOf(PATIENCE_MS)) as Nanos
  const current: Asking = {
    view: { ...NOTHING, stage: 'opening', until },
    codeId: null,
    stop: new AbortController(),
  }
  phone.asking = current
  announce(phone)
  void patience(phone, current)
  void run(phone, current, appId)
  return current.view
}

const announce = ({ emit }: Phone): void => emit('data.changed', { account: null, topics: ['phone'] })

function show(phone: Phone, current: Asking, change: Partial<PhoneWatchView>): void {
  if (current !== phone.asking) return
  current.view = { ...current.view, ...change }
  announce(phone)
}

function end(phone: Phone): void {
  const ended = phone.asking
  phone.asking = null
  phone.ends += 1
  ended?.stop.abort()
  if (ended !== null) announce(phone)
}

/** Ends by itself once nobody has answered for so long. */
async function patience(phone: Phone, current: Asking): Promise<void> {
  await phone.deps.clock.sleep(PATIENCE_MS, current.stop.signal)
  if (current.stop.signal.aborted) return
  show(phone, current, { stage: 'over', link: null })
  current.stop.abort()
}

const isOn = ({ asking }: Phone, current: Asking): boolean => current === asking && !current.stop.signal.aborted

function needOn(phone: Phone, current: Asking): void {
  if (!isOn(phone, current)) throw failure('wallet.declined', 'ended meanwhile')
}

async function run(phone: Phone, current: Asking, appId: UserId): Promise<void> {
  try {
    await ask(phone, current, appId)
  } catch (error) {
    phone.deps.log('info', 'phone.failed', { code: codeOf(error) })
    if (isOn(phone, current)) show(phone, current, { stage: 'failed', link: null, error: reportOf(error) })
  } finally {
    current.stop.abort()
  }
}

async function ask(phone: Phone, current: Asking, appId: UserId): Promise<void> {
  const { network, clock, random, log, openSocket } = phone.deps
  const verifier = pkceVerifier(random(32))
  const answer = await askPhone(
    { url: network.phoneSocket, openSocket, clock, random, log },
    {
      ...{ appId, scopes: READS, challenge: pkceChallenge(verifier), signal: current.stop.signal },
      onCode({ codeId, isOpened }) {
        current.codeId = codeId
        show(phone, current, { stage: isOpened ? 'opened' : 'waiting', link: LINK + codeId })
      },
    },
  ).catch((error: unknown) => {
    throw current.codeId === null ? meaningOf(error) : error
  })
  needOn(phone, current)
  if (answer.kind === 'declined') {
    show(phone, current, { stage: 'declined', link: null })
    return
  }
  needNarrow(answer.scopes)
  show(phone, current, { stage: 'agreed', link: null })
  const permission = await redeemedPermission(remoteFor(phone.deps), { appId, code: answer.code, verifier }, random)
  if (permission.authorizationId !== answer.authorizationId) {
    throw failure('remote.malformed', 'a permission of another code')
  }
  needNarrow(permission.scope.split(' '))
  const { account } = await phone.watch(permission.text, () => needOn(phone, current))
  show(phone, current, { stage: 'done', account })
}

function localRemote({ deps }: Phone): Remote {
  if (deps.network.kind !== 'local') throw failure('wallet.local_only', 'only the local network plays the phone')
  return remoteFor(deps)
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
