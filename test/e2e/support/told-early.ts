import { Server } from 'node:net'
import { pathToFileURL } from 'node:url'

/* node told-early.ts WHEN PROGRAM ...: runs a program that is told to end while it starts, or in the moment in which it says that it has. */

const [, , when, program = ''] = process.argv

/** What is called next tells it, and then does what it does. */
function tellAt(owner: object, name: string): void {
  const act: unknown = Reflect.get(owner, name)
  if (typeof act !== 'function') throw new Error(`there is no ${name}`)
  Reflect.set(owner, name, function (this: unknown, ...given: unknown[]): unknown {
    Reflect.set(owner, name, act)
    process.kill(process.pid, 'SIGTERM')
    return Reflect.apply(act, this, given)
  })
}

if (when === 'started') tellAt(process.stdout, 'write')
else tellAt(Server.prototype, 'listen')
process.argv.splice(1, 2)
await import(pathToFileURL(program).href)
