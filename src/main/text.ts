/** Control, format (bidi and zero-width among them), private and lone surrogate characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu

/** Foreign text made inert for a screen or a log line: at most `limit` characters, none of them invisible. */
export function cleanText(text: string, limit = 200): string {
  return text
    .slice(0, limit * 8)
    .replace(UNPRINTABLE, ' ')
    .trim()
    .slice(0, limit)
}
