import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'
import threads, { isMainThread, type WorkerOptions } from 'node:worker_threads'

/* node earlier.ts DAYS PROGRAM ...: runs a program as it would have run so many days ago, with the threads that it begins. */

const DAY_MS = 86_400_000
const own = new URL(import.meta.url)
const days = own.searchParams.get('days') ?? process.argv[2] ?? ''

const now = Date.now
Date.now = () => now() - Number(days) * DAY_MS
globalThis.Date = new Proxy(Date, {
  construct: (real, given) => Reflect.construct(real, given.length === 0 ? [Date.now()] : given),
})

if (isMainThread) {
  own.searchParams.set('days', days)
  threads.Worker = class extends threads.Worker {
    constructor(script: string | URL, options: WorkerOptions = {}) {
      super(script, { ...options, execArgv: ['--import', own.href] })
    }
  }
  syncBuiltinESMExports()
  process.argv.splice(1, 2)
  await import(pathToFileURL(process.argv[1] ?? '').href)
}
