import type { WireAnswer } from '#contract/ipc'
import { saveText } from '../lib/save.ts'
import { call } from '../state/bridge.ts'
import type { AppState } from '../state/types.ts'

type LogLine = WireAnswer<'trouble.log'>['lines'][number]

export const logText = (lines: readonly LogLine[]): string =>
  lines.map(({ at, level, text }) => `${at} ${level} ${text}\n`).join('')

/** For whoever makes Coffer, who reads English: what ran where, then the log. It names nobody, and is saved and not sent. */
function reportText({ version, host, network, vault }: AppState, lines: readonly LogLine[]): string {
  const facts = {
    ...{ version, host, network: network.kind, dialect: network.dialect, keys: vault.store },
    ...{ arithmetic: vault.arithmetic, browser: /Chrome\/\d+|Electron\/\d+/.exec(navigator.userAgent)?.[0] ?? '' },
  }
  const head = Object.entries(facts).map(([name, value]) => `${name}: ${value}\n`)
  return `Coffer report\n${head.join('')}\n${logText(lines)}`
}

export async function saveReport(state: AppState): Promise<void> {
  const { lines } = await call('trouble.log', null)
  saveText('coffer-report.txt', reportText(state, lines))
}
