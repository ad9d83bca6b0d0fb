export { createClock } from './clock.ts'
export { createRandom } from './random.ts'
export { verifyByHost } from './verify.ts'
