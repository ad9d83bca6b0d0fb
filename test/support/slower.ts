import { systemClock } from './clock.ts'

/**
 * `COFFER_SLOWER=20` has wallets read so many times more rarely and wait up to so many milliseconds longer for each answer, as on a machine
 * that is busy with something else: a test that goes on before its wallet has read what it needs then fails each time.
 */
export const SLOWER = Number(process.env['COFFER_SLOWER'] ?? 1)

/** Answers that come later the slower the machine is meant to be. */
export const slowed = (real: typeof fetch): typeof fetch =>
  SLOWER === 1
    ? real
    : async (...request) => {
        const answer = await real(...request)
        await systemClock.sleep(Math.random() * SLOWER)
        return answer
      }
