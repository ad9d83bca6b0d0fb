import { pathToFileURL } from 'node:url'

/* node as-person.ts SCRIPT [ARGUMENT ...]: runs it as if root did not, for whom Electron is never tried. */

const [node = '', , script = '', ...args] = process.argv
process.argv = [node, script, ...args]
process.getuid = () => 1000
await import(pathToFileURL(script).href)
