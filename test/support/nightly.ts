/** Whether there is time: what follows from chance is then tried several times as often. `npm run nightly` says so. */
export const NIGHTLY = process.env['COFFER_NIGHTLY'] === '1'
