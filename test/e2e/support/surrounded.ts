import { enableCompileCache, registerHooks, syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'
import threads, { isMainThread, type WorkerOptions } from 'node:worker_threads'
import { rememberStretches } from '../../support/stretches.ts'

/*
 * node surrounded.ts DAYS CACHE PROGRAM ...: runs a program as it would have run so many days ago, with the threads that it begins. It finds
 * itself compiled in that folder, and each thread remembers how a passphrase was stretched. The keychain of the person who runs it is out of reach: on
 * Linux for want of a bus (`app.ts`), elsewhere since none is loaded.
 */

const DAY_MS = 86_400_000
const own = new URL(import.meta.url)
if (isMainThread)
  own.search = String(new URLSearchParams({ days: process.argv[2] ?? '', cache: process.argv[3] ?? '' }))
const days = Number(own.searchParams.get('days'))

if (process.platform !== 'linux') {
  const url = `data:text/javascript,${encodeURIComponent("throw new Error('there is no keychain for tests')")}`
  registerHooks({
    resolve: (name, context, next) => (name === 'keytar' ? { url, shortCircuit: true } : next(name, context)),
  })
}

enableCompileCache(own.searchParams.get('cache') ?? undefined)
rememberStretches()
if (days > 0) {
  const now = Date.now
  Date.now = () => now() - days * DAY_MS
  globalThis.Date = new Proxy(Date, {
    construct: (real, given) => Reflect.construct(real, given.length === 0 ? [Date.now()] : given),
  })
}

if (isMainThread) {
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options: WorkerOptions = {}) {
      super(script, { ...options, execArgv: ['--import', own.href] })
    }
  }
  syncBuiltinESMExports()
  process.argv.splice(1, 3)
  await import(pathToFileURL(process.argv[1] ?? '').href)
}
