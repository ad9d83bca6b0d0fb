import type { Log } from '#contract/domain'
import type { Calls } from '#contract/ipc'
import { say } from '#words'
import { errorFields } from '../log.ts'

/** Where the money stands, in the words of the page that says it when a screen fails: for when the whole page is gone. */
export function createStanding(log: Log) {
  let ask: Calls['trouble.standing'] | null = null
  return {
    from(calls: Pick<Calls, 'trouble.standing'>): void {
      ask = calls['trouble.standing']
    },
    async words(): Promise<string> {
      try {
        if (ask === null) return say('shell.crash-unknown')
        const { signed, unsigned } = await ask(null)
        const lines = [
          ...(signed > 0 ? [say('shell.crash-signed', { count: signed })] : []),
          ...(unsigned > 0 ? [say('shell.crash-unsigned', { count: unsigned })] : []),
        ]
        return lines.length === 0 ? say('shell.crash-nothing') : lines.join('\n')
      } catch (error) {
        log('warn', 'page.standing_unknown', errorFields(error))
        return say('shell.crash-unknown')
      }
    },
  }
}
