import { type Shell, shellSuite } from './shell-suite.ts'
import { startApp } from './support/app.ts'
import { sign } from './support/cosigner.ts'
import { approve } from './support/person.ts'

/* The journey and the checks that `npm run smoke` repeats in the real Electron, here in the browser host, with a browser that the test holds. */

shellSuite(async (network): Promise<Shell> => {
  const app = await startApp({ network })
  return {
    get page() {
      return app.page
    },
    complaints: app.complaints,
    approve: () => approve(app.page),
    sign: () => sign(app.page),
    restart: () => app.restart(),
    stop: () => app.stop(),
  }
})
