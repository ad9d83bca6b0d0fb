export { createClock } from './clock.ts'
export { installHostCurve, loadCurves } from './curve.ts'
export { createRandom } from './random.ts'
export { verifyByHost } from './verify.ts'
