/** Timers come a little early at times. */
const EARLY_MS = 100

/**
 * Counts seconds down from now, whenever it is asked: a window that nobody sees is given its timers seldom, and none while the computer sleeps.
 * Whichever clock says that more has passed is believed: who waits for the vault is told by it where it was less.
 */
export function startCountdown(seconds: number): () => number {
  const [wall, mono] = [Date.now(), performance.now()]
  return () => {
    const passed = Math.max(Date.now() - wall, performance.now() - mono)
    return Math.max(0, Math.ceil((seconds * 1000 - passed - EARLY_MS) / 1000))
  }
}
