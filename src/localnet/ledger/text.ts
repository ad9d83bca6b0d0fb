import type { WireText } from '#protocol'

/** Text of a transaction as records tell it. JSON cannot say bytes that are no text; what stands for them cannot be turned back. */
export function toldText(text: WireText): string {
  return typeof text === 'string' ? text : Buffer.from(text.hex, 'hex').toString('utf8')
}
