import english from '#catalogues/en' with { type: 'json' }

/*
 * Tests name what is on screen in English. For a window in another language the same message is looked for in its catalogue; what no
 * catalogue has (names, figures) stays as it is.
 */

const CODES = Map.groupBy(Object.entries(english), ([, text]) => text)
let spoken: Readonly<Record<string, string>> | null = null

/** The catalogue of the window that is looked at from here on; null is English. */
export function readIn(catalogue: Readonly<Record<string, string>> | null): void {
  spoken = catalogue
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

type Values = Readonly<Record<string, string>>

/** Every way in which English messages may stand there, as the source of an expression; any text stands where no value is given. */
function ways(texts: readonly string[], values: Values = {}): string {
  const filled = (message: string): string =>
    escaped(message).replace(/\\\{(\w+)\\\}/g, (_, name: string) => escaped(values[name] ?? '') || '.+')
  const readings = texts.flatMap((text) => (CODES.get(text) ?? []).map(([code]) => spoken?.[code] ?? text))
  return [...new Set(readings.length === 0 ? texts : readings)].map(filled).join('|')
}

/** A whole message, by its English text. */
export const onScreen = (text: string, values?: Values): string | RegExp =>
  spoken === null && !text.includes('{') ? text : new RegExp(`^(?:${ways([text], values)})$`)

/** A text that begins with one of these messages. */
export const beginningWith = (...texts: readonly string[]): RegExp => new RegExp(`^(?:${ways(texts)})`)

/** A text that ends with a message, alone or after a blank. */
export const endingWith = (text: string): RegExp => new RegExp(`(?:^| )(?:${ways([text])})$`)

/** Any message that has a part of its English text in common with this. */
export const containing = (part: string): RegExp =>
  new RegExp(spoken === null ? escaped(part) : ways([...CODES.keys()].filter((text) => text.includes(part))))
