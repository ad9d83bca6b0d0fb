import { type Clock, secondsOf } from '#contract/domain'
import { failure } from '#contract/errors'
import { verifyIntegrityToken } from '#protocol'

/** An answer as it came, and by what it can be told that the service made it for this request. */
interface Received {
  readonly method: string
  readonly uri: string
  /** The answer's body. */
  readonly bytes: Buffer
  readonly requestId: string
  /** The service's, as it was given with the authorization. */
  readonly key: string
  readonly token: string | null
  readonly clock: Clock
}

/** Why an answer is not proved to be the service's, made for this request; null where it is. It is read afterwards. */
export function doubtOf({ key, token, clock, bytes, ...answer }: Received): Error | null {
  try {
    const now = secondsOf(clock.now())
    verifyIntegrityToken(token ?? '', { ...answer, body: bytes.toString('utf8'), serverPublicKey: key, now })
    return null
  } catch (error) {
    return failure('remote.unproved', 'the answer is not signed by the service', { cause: error })
  }
}

/**
 * What `read` makes of an answer, be it a refusal, where there is no doubt that the service gave it; refusals that `isFree` are
 * told in any case.
 */
export function believed<Answer>(read: () => Answer, isFree: (error: unknown) => boolean, doubt: Error | null): Answer {
  let answer: Answer
  try {
    answer = read()
  } catch (error) {
    throw doubt !== null && !isFree(error) ? doubt : error
  }
  if (doubt !== null) throw doubt
  return answer
}
