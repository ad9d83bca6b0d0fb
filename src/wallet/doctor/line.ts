import { codeOf } from '#contract/errors'
import { isKey, kernelAssetId } from '#protocol'
import { createRemote } from '#remote'
import { assumed, type Check, differs, type Examination, type Outcome, so, unseen } from './examination.ts'
import { nobodyOf } from './reading.ts'

/* The line, the token, and who the account is. */

/** Tokens are good for five minutes, and history is asked for by time. */
const SKEW_MS = 60_000
const DAY_MS = 24 * 60 * SKEW_MS

/** What is asked for with an id that nothing has is said not to be there, and in no other way. */
function saysNothing(name: string, call: 'transactions.read' | 'multisigs.read' | 'codes.read', money: boolean): Check {
  return {
    ...{ name, call, money },
    async run({ patient, probe }): Promise<Outcome> {
      const id = nobodyOf(patient.account)
      try {
        await probe.remote.call(call, { params: { id } }, { tries: 2 })
      } catch (error) {
        if (codeOf(error) === 'remote.not_found') return assumed()
        throw error
      }
      return differs('answered')
    },
  }
}

/** A bearer that was made for another request opens nothing. */
async function otherToken({ patient }: Examination): Promise<Outcome> {
  const remote = createRemote({
    ...{ ...patient, baseUrl: patient.network.baseUrl, dialect: patient.network.dialect },
    authorize: (request) => patient.authorize({ ...request, uri: '/safe/assets' }),
  })
  try {
    await remote.call('me.read', {}, { tries: 2 })
  } catch (error) {
    if (codeOf(error) === 'remote.unauthorized') return assumed()
    throw error
  }
  return differs('accepted')
}

/** Which start the account needs; whichever it is, it is none that Coffer does not know. */
function registration({ seen: { me } }: Examination): Outcome {
  if (me === undefined) return unseen
  if (!me.has_safe) return assumed(me.tip_key_base64 === '' ? 'not registered, no PIN' : 'not registered')
  return assumed(me.spend_public_key === null ? 'registered, key not named' : 'registered')
}

function spendKey({ seen: { me }, patient }: Examination): Outcome {
  if (me?.spend_public_key == null) return unseen
  if (!isKey(me.spend_public_key)) return differs('not a key')
  if (patient.spendKeys.length === 0) return assumed('no key at hand')
  return so(patient.spendKeys.includes(me.spend_public_key), 'another key')
}

/** What kind of proxy, and whether it is on this computer: where it is otherwise is nobody else's business. */
function proxy({ patient: { way } }: Examination): Outcome {
  if (way === undefined || way.proxy === null) return assumed('none')
  if (way.local) return assumed('not used for this computer')
  const isNear = ['127.0.0.1', '[::1]', 'localhost'].includes(way.proxy.host)
  return assumed(isNear ? `${way.proxy.kind}, on this computer` : way.proxy.kind)
}

/** Those that are asked for a second opinion; on none of them depends money. */
async function nodes({ patient }: Examination): Promise<Outcome> {
  const found = (await patient.nodes?.()) ?? []
  const silent = found.filter((each) => each === 'silent').length
  if (found.length === 0) return assumed('none')
  if (found.includes('network')) return differs('another network')
  return silent === 0
    ? assumed(String(found.length))
    : { verdict: 'unanswered', detail: `${silent} of ${found.length}` }
}

/** How far a clock is off that is wrong by hours says something; a service may say any number. */
function skewed(ms: number): Outcome {
  if (Math.abs(ms) > DAY_MS) return differs('more than a day')
  return so(Math.abs(ms) <= SKEW_MS, `${Math.round(ms / 1000)} s`)
}

export const FIRST: readonly Check[] = [
  { name: 'proxy', money: false, run: proxy },
  {
    ...{ name: 'own-authority', money: false },
    run: ({ patient: { way } }) => assumed(way === undefined || way.authority === null ? 'none' : 'in use'),
  },
  { name: 'nodes', money: false, run: nodes },
  {
    ...{ name: 'tls', money: true },
    run: ({ patient }) => (patient.network.baseUrl.startsWith('https:') ? assumed() : assumed('this computer')),
  },
]

export const LINE: readonly Check[] = [
  {
    ...{ name: 'clock', money: false },
    run: ({ probe }) => skewed(probe.remote.clockSkewMs()),
  },
  { name: 'request-id', money: false, run: ({ probe }) => assumed(probe.echoes() ? '' : 'not named') },
  {
    ...{ name: 'identity', call: 'me.read', money: true },
    run: ({ seen: { me }, patient }) =>
      me === undefined ? unseen : so(me.user_id === patient.account, 'another account'),
  },
  { name: 'registration', call: 'me.read', money: false, run: registration },
  { name: 'spend-key', call: 'me.read', money: true, run: spendKey },
  { name: 'other-token', call: 'me.read', money: false, run: otherToken },
  saysNothing('no-transaction', 'transactions.read', true),
  saysNothing('no-request', 'multisigs.read', false),
  saysNothing('no-code', 'codes.read', false),
  {
    ...{ name: 'kernel-asset', call: 'assets.list', money: true },
    run: ({ seen: { asset } }) =>
      asset === undefined ? unseen : so(kernelAssetId(asset.asset_id) === asset.kernel_asset_id, 'another id'),
  },
]
