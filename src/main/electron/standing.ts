import type { Log } from '#contract/domain'
import { failure } from '#contract/errors'
import type { Calls } from '#contract/ipc'
import { say } from '#words'
import { errorFields } from '../log.ts'

type Asked = Pick<Calls, 'trouble.standing' | 'app.report'>

/** What the page says when a screen of it fails: where the money stands, and a report. For when the whole page is gone. */
export function createStanding(log: Log) {
  let calls: Asked | null = null
  return {
    from(given: Asked): void {
      calls = given
    },
    async words(): Promise<string> {
      try {
        if (calls === null) return say('shell.crash-unknown')
        const { signed, unsigned } = await calls['trouble.standing'](null)
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
    /** Throws what the wallet throws. */
    async report(): Promise<string> {
      if (calls === null) throw failure('internal', 'there is no wallet yet')
      const electron = /^\d{1,5}/.exec(process.versions['electron'] ?? '')?.[0]
      return (await calls['app.report']({ browser: electron === undefined ? '' : `Electron/${electron}` })).text
    },
  }
}
