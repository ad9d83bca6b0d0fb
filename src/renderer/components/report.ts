import type { WireAnswer } from '#contract/ipc'
import { saveText } from '../lib/save.ts'
import { call } from '../state/bridge.ts'

type LogLine = WireAnswer<'trouble.log'>['lines'][number]

export const logText = (lines: readonly LogLine[]): string =>
  lines.map(({ at, level, text }) => `${at} ${level} ${text}\n`).join('')

/** It names nobody, and is saved and not sent. */
export async function saveReport(): Promise<void> {
  const browser = /(?:Chrome|Electron)\/\d{1,5}/.exec(navigator.userAgent)?.[0] ?? ''
  const { text } = await call('app.report', { browser })
  saveText('coffer-report.txt', text)
}
