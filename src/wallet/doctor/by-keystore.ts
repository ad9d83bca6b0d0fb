import { secondsOf, type UserId } from '#contract/domain'
import { CofferError } from '#contract/errors'
import type { DoctorReport, Finding } from '#contract/ipc'
import {
  parseKeystore,
  proveInput,
  readingsOfKey,
  type SessionKeystore,
  type SpendSecret,
  type SpentKeys,
  signAccessToken,
} from '#protocol'
import type { Patient } from './examination.ts'
import { examine } from './examine.ts'

const TOKEN_SECONDS = 300

/** A key in a file may be a seed or a scalar; whichever opens every input is the one. */
function proveBy(key: string, inputs: readonly SpentKeys[], views: readonly string[]): void {
  const readings: SpendSecret[] = [key, { scalar: key }]
  const opens = (reading: SpendSecret): boolean => {
    try {
      for (const [at, { keys }] of inputs.entries()) proveInput(views[at] ?? '', reading, keys)
      return true
    } catch {
      return false
    }
  }
  if (!readings.some(opens)) throw new CofferError('protocol.not_ours', 'neither reading of the key opens the coin')
}

/** The session of a keystore's text. Throws `protocol.keystore`, also for a permission, which is nobody's own. */
export function sessionOf(text: string): SessionKeystore {
  const keys = parseKeystore(text)
  if (keys.kind === 'session') return keys
  throw new CofferError('protocol.keystore', 'a permission is no session')
}

type Surroundings = Pick<Patient, 'network' | 'fetch' | 'clock' | 'random' | 'log' | 'makesKeys' | 'way'>

/** Examines the service for the account of a keystore, without a wallet: its keys stay in this process and nothing is kept. */
export async function examineByKeystore(
  keys: SessionKeystore,
  surroundings: Surroundings,
  onFinding: (finding: Finding) => void,
): Promise<DoctorReport> {
  const spend = keys.spendPrivateKey
  const patient: Patient = {
    ...surroundings,
    account: keys.userId as UserId, // a uuid by its parser
    async authorize({ requestId, ...request }) {
      const iat = secondsOf(surroundings.clock.now())
      return signAccessToken(keys, { ...request, iat, exp: iat + TOKEN_SECONDS, jti: requestId })
    },
    spendKeys: spend === null ? [] : Object.values(readingsOfKey(spend)).filter((key) => key !== null),
    prove: spend === null ? null : async (inputs, views) => proveBy(spend, inputs, views),
  }
  return examine(patient, onFinding)
}
