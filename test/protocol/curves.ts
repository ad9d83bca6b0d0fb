import { afterAll, beforeAll, describe } from 'vitest'
import { loadCurves } from '#platform'
import { type Curve, installCurve, nobleCurve } from '#protocol'

/** What hosts bring on this machine, the best first. */
export const HOST_CURVES: readonly Curve[] = await loadCurves()
export const CURVES: readonly Curve[] = [...HOST_CURVES, nobleCurve]

/** The same tests under each arithmetic that there is; the best is back when they are done. */
export function byEachCurve(tests: () => void): void {
  describe.each(CURVES)('computed by $kind', (curve) => {
    beforeAll(() => installCurve(curve))
    afterAll(() => installCurve(CURVES[0] ?? nobleCurve))
    tests()
  })
}
