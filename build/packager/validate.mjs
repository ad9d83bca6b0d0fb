import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/* node validate.mjs CONFIGURATION.json: by electron-builder's own schema. */

const require = createRequire(import.meta.url)
const { validateConfiguration } = require('app-builder-lib/out/util/config/config')
const { default: configuration } = await import(pathToFileURL(process.argv[2]).href, { with: { type: 'json' } })
try {
  await validateConfiguration(configuration, { isEnabled: false, add: () => undefined })
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
