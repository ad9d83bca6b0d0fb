import { parseHex } from './bytes.ts'
import { protocolError } from './error.ts'

const OPERATORS = 'fffe'
/** Largest threshold of a script, which is also the unspendable one of storage outputs. */
export const THRESHOLD_MAX = 64

function refuse(rule: string): never {
  throw protocolError('protocol.script', rule, { rule })
}

/** Script "at least `threshold` signatures". Throws `protocol.script` beyond 0..64. */
export function encodeScript(threshold: number): string {
  if (!Number.isInteger(threshold) || threshold < 0 || threshold > THRESHOLD_MAX) refuse('invalid script threshold')
  return OPERATORS + threshold.toString(16).padStart(2, '0')
}

/** Threshold of a script. Throws `protocol.script` with the kernel's wording in `details.rule`. */
export function decodeScript(script: string): number {
  const bytes = parseHex(script, undefined, 'script', 'protocol.script')
  if (bytes.length !== 3) refuse('invalid script length')
  if (!script.startsWith(OPERATORS)) refuse('invalid script operators')
  const threshold = bytes[2] ?? 0
  if (threshold > THRESHOLD_MAX) refuse('invalid script threshold')
  return threshold
}

/** Whether so many signatures fulfil the script ("kernel: script validate"). Throws `protocol.script`. */
export function checkScript(script: string, signatures: number): void {
  if (signatures < decodeScript(script)) refuse('invalid signature keys')
}
