import { ensureBuilt } from '../../../build/project.mjs'

/** What is out of date is built before any file begins: `npm start` in one of them would build it under the others. */
export const setup = () => ensureBuilt()
